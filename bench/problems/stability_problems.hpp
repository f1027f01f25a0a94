// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Dense>
#include <cmath>

#include "bench/problems/hessenberg_index2.hpp"
#include "solvers/integrator/invariant_stabilization.hpp"

/// The problems of Ascher & Petzold (1993) and Ascher, Qin & Reich (1992) that have no bodies.
namespace trunnion::problems {

/// Exact solution of both linear examples: x = eᵗ(1, 1), y = −eᵗ/(2 − t).
inline VectorXd HessenbergSolution(double t) { return VectorXd::Constant(2, std::exp(t)); }

/// Ascher & Petzold, example 1: x' = −x + B y + q, C = (sin νt, cos νt), B = Cᵀ. The constraint
/// turns fast.
inline HessenbergDae TurningConstraint(double nu) {
  return [nu](double t) {
    const double e = std::exp(t), s = std::sin(nu * t), c = std::cos(nu * t), y = -e / (2 - t);
    HessenbergCoefficients k;
    k.A = -MatrixXd::Identity(2, 2);
    k.C = Eigen::RowVector2d(s, c);
    k.B = k.C.transpose();
    k.C_dot = nu * Eigen::RowVector2d(c, -s);
    k.q = VectorXd::Constant(2, 2 * e) - k.B * y;
    k.r = -k.C * HessenbergSolution(t);
    k.r_dot = -(k.C + k.C_dot) * HessenbergSolution(t);
    return k;
  };
}

/// Ascher & Petzold, example 2 (example 1 of Ascher, Qin & Reich): x' = B y + q with
/// B = ((2 − t)ν, ν − 1)ᵀ, C = (t + 2, t² − 4), C B = 4 − t². B is long and nearly in ker C.
inline HessenbergDae LongControl(double nu) {
  return [nu](double t) {
    const double e = std::exp(t);
    HessenbergCoefficients k;
    k.A = MatrixXd::Zero(2, 2);
    k.B = Eigen::Vector2d((2 - t) * nu, nu - 1);
    k.C = Eigen::RowVector2d(t + 2, t * t - 4);
    k.C_dot = Eigen::RowVector2d(1, 2 * t);
    k.q = Eigen::Vector2d((1 + nu) * e, (1 + (nu - 1) / (2 - t)) * e);
    k.r = VectorXd::Constant(1, -(t * t + t - 2) * e);
    k.r_dot = VectorXd::Constant(1, -(t * t + 3 * t - 1) * e);
    return k;
  };
}

/// Kepler's problem p' = v, v' = −p/|p|³ with the energy e = |v|²/2 − 1/|p| = −1/2 as invariant
/// (Ascher, Qin & Reich, example 3): period 2π. Start: KeplerStart.
inline InvariantOde KeplerProblem() {
  const auto energy = [](double, const VectorXd& z) {
    return VectorXd::Constant(1, 0.5 * z.tail(2).squaredNorm() - 1 / z.head(2).norm() + 0.5);
  };
  const auto gradient = [](double, const VectorXd& z) {
    MatrixXd H(1, 4);
    H << z.head(2).transpose() / std::pow(z.head(2).norm(), 3), z.tail(2).transpose();
    return H;
  };
  const auto f = [](double, const VectorXd& z) {
    VectorXd d(4);
    d << z.tail(2), -z.head(2) / std::pow(z.head(2).norm(), 3);
    return d;
  };
  return InvariantOde(4, f, energy, gradient);
}

/// Nearest point of the ellipse with distance 1/2.
inline VectorXd KeplerStart() { return Eigen::Vector4d(0.5, 0, 0, std::sqrt(3.0)); }

/// z' = 3t² with the invariant z = t³ (Ascher, Qin & Reich, example 2).
inline InvariantOde CubicProblem() {
  const auto f = [](double t, const VectorXd&) { return VectorXd::Constant(1, 3 * t * t); };
  const auto h = [](double t, const VectorXd& z) {
    return VectorXd(z - VectorXd::Constant(1, t * t * t));
  };
  const auto H = [](double, const VectorXd&) { return MatrixXd::Ones(1, 1); };
  return InvariantOde(1, f, h, H);
}

/// Slider-crank (Ascher, Qin & Reich, example 4): p = (θ, x₂, y₂, ψ), crank of length 1, rod of
/// length 3, torque sin t − θ' on the crank. The slider is at cos θ + 3 cos ψ.
struct SliderCrank {
  static constexpr int n = 4, m = 3;
  template <class S, int size>
  using Vec = Eigen::Matrix<S, size, 1>;

  Vec<double, 4> mass() const { return {10, 1, 1, 1}; }
  template <class S>
  void Force(const S& t, const Vec<S, 4>&, const Vec<S, 4>& v, Vec<S, 4>& f) const {
    using std::sin;
    f << sin(t) - v[0], S(0.0), S(-9.81), S(0.0);
  }
  template <class S>
  void Constraint(const S&, const Vec<S, 4>& p, Vec<S, 3>& g) const {
    using std::cos, std::sin;
    g[0] = p[1] - cos(p[0]) - 2.0 * cos(p[3]);
    g[1] = sin(p[0]) - 3.0 * sin(p[3]);
    g[2] = p[2] - sin(p[3]);
  }
  static VectorXd q0() { return Eigen::Vector4d(0, 3, 0, 0); }
  static VectorXd v0() { return Eigen::Vector4d(-1, 0, -1.0 / 3, -1.0 / 3); }
  static double Slider(const VectorXd& p) { return std::cos(p[0]) + 3 * std::cos(p[3]); }
};

}  // namespace trunnion::problems
