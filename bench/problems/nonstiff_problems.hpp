// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>

#include "solvers/problem/integrator_options.hpp"
#include "solvers/problem/small_system.hpp"

/// Planar problems with trusted solutions, as analytic systems.
namespace trunnion::problems {

/// IFToMM A01: point mass on a massless bar of 1 m, released horizontally; x² + y² = 1.
struct SimplePendulum {
  static constexpr int n = 2, m = 1;
  static constexpr double t_end = 10;
  Eigen::Vector2d mass() const { return {1, 1}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 2, 1>&,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    f << S(0.0), S(-9.81);
  }
  template <class S>
  void Constraint(const S&, const Eigen::Matrix<S, 2, 1>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  }
  static VectorXd q0() { return Eigen::Vector2d(-1, 0); }
  static VectorXd v0() { return VectorXd::Zero(2); }
  static VectorXd end() { return Eigen::Vector2d(-0.2750874625764, -0.9614192050991); }
};

/// The slider crank of the SUNDIALS example idaSlCrank_dns in (q, x, p): crank angle, slider, rod.
struct SpringSliderCrank {
  static constexpr int n = 3, m = 2;
  static constexpr double t_end = 10;
  static constexpr double a = 0.5;  ///< crank length; rod length, spring, damper and load are 1
  Eigen::Vector3d mass() const { return {1, 1, 2}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 3, 1>& z,
             const Eigen::Matrix<S, 3, 1>& zd,
             Eigen::Matrix<S, 3, 1>& f) const {
    using std::cos, std::sin, std::sqrt;
    const S &q = z[0], &x = z[1], &p = z[2];
    const S s21 = sin(p - q), c21 = cos(p - q), reach = cos(p) + a * cos(q);
    const S l = sqrt(x * x - x * reach + (1 + a * a) / 4 + (a / 2) * c21);
    const S l_dot = (2.0 * x * zd[1] - zd[1] * reach + x * (sin(p) * zd[2] + a * sin(q) * zd[0]) -
                     (a / 2) * s21 * (zd[2] - zd[0])) /
                    (2.0 * l);
    const S tension = (l - 1.0 + l_dot) / l;
    f[0] = -tension * a * (s21 / 2.0 + x * sin(q)) / 2.0;
    f[1] = tension * (0.5 * reach - x) + 1.0;
    f[2] = -tension * (x * sin(p) - a * s21 / 2.0) / 2.0 - sin(p);
  }
  template <class S>
  void Constraint(const S&, const Eigen::Matrix<S, 3, 1>& z, Eigen::Matrix<S, 2, 1>& g) const {
    using std::cos, std::sin;
    g[0] = z[1] - cos(z[2]) - a * cos(z[0]);
    g[1] = -sin(z[2]) - a * sin(z[0]);
  }
  static VectorXd q0() {
    const double p = std::asin(-0.5);
    return Eigen::Vector3d(std::numbers::pi / 2, std::cos(p), p);
  }
  static VectorXd v0() { return VectorXd::Zero(3); }
  static VectorXd end() {
    return Eigen::Vector3d(1.27567584865023, 1.02357855897984, -0.498813049182498);
  }
};

/// Eich (1993), section 3: unit point mass on the unit circle, released horizontally; the period is
/// 2 s less 9.4e-11 s, so that after 100 s it is back at rest but for 6.4e-8 m/s.
struct EichPendulum {
  static constexpr int n = 2, m = 1;
  static constexpr double gravity = 13.7503716373294544;  ///< [m/s²]
  Eigen::Vector2d mass() const { return {1, 1}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 2, 1>&,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    f << S(0.0), S(-gravity);
  }
  template <class S>
  void Constraint(const S&, const Eigen::Matrix<S, 2, 1>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  }
  static VectorXd q0() { return Eigen::Vector2d(1, 0); }
  static VectorXd v0() { return VectorXd::Zero(2); }
  /// Settings near those of the paper's code: the tolerance is that of one step and includes the
  /// velocities.
  static IntegratorOptions Options(double tolerance, bool project) {
    return {.tolerance = tolerance,
            .step_fraction = 1,
            .relative_tolerance = 1,
            .error_test = ErrorTest::velocities,
            .bdf = {.filter_error = false,
                    .project_error = project,
                    .formulation =
                        project ? FormulationKind::index1_projected : FormulationKind::index1}};
  }
};

/// The car axis of the Test Set for IVP Solvers (part II-17), (x_l, y_l, x_r, y_r): a bar on two
/// stiff springs, the right one on a bump, the left one at right angles to the road.
struct CarAxis {
  static constexpr int n = 4, m = 2;
  static constexpr double t_end = 3, eps = 0.01, l = 1, l0 = 0.5, r = 0.1, w = 10;
  static constexpr double inertia = eps * eps * 10 / 2;
  Eigen::Vector4d mass() const { return Eigen::Vector4d::Constant(inertia); }
  template <class S>
  static Eigen::Matrix<S, 2, 1> Road(const S& t) {
    using std::sin, std::sqrt;
    const S y = r * sin(w * t);
    return {sqrt(l * l - y * y), y};
  }
  template <class S>
  void Force(const S& t,
             const Eigen::Matrix<S, 4, 1>& p,
             const Eigen::Matrix<S, 4, 1>&,
             Eigen::Matrix<S, 4, 1>& f) const {
    using std::sqrt;
    const auto road = Road(t);
    const S dx = p[2] - road[0], dy = p[3] - road[1];
    const S left = sqrt(p[0] * p[0] + p[1] * p[1]), right = sqrt(dx * dx + dy * dy);
    f << (l0 - left) * p[0] / left, (l0 - left) * p[1] / left - inertia, (l0 - right) * dx / right,
        (l0 - right) * dy / right - inertia;
  }
  template <class S>
  void Constraint(const S& t, const Eigen::Matrix<S, 4, 1>& p, Eigen::Matrix<S, 2, 1>& g) const {
    const auto road = Road(t);
    const S dx = p[0] - p[2], dy = p[1] - p[3];
    g << p[0] * road[0] + p[1] * road[1], dx * dx + dy * dy - l * l;
  }
  static VectorXd q0() { return Eigen::Vector4d(0, 0.5, 1, 0.5); }
  static VectorXd v0() { return Eigen::Vector4d(-0.5, 0, -0.5, 0); }
  /// Recomputed with DOP853 and projection: 12 digits.
  static VectorXd end() {
    return Eigen::Vector4d(
        4.934557842752411e-02, 4.969894602300082e-01, 1.041742524885424, 3.739110272653522e-01);
  }
};

}  // namespace trunnion::problems
