// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "engine/core/element.hpp"
#include "engine/core/pose.hpp"
#include "engine/core/rotation.hpp"

/// What every force element must satisfy, at random configurations: see CheckForce.
namespace trunnion::test {

inline Vec3 RandomVector(std::mt19937& random, double size) {
  std::normal_distribution<double> normal;
  Vec3 v;
  for (int i = 0; i < 3; ++i) v(i) = size * normal(random);
  return v;
}

/// Random axis, angle uniform in [0, max_angle].
inline Mat3 RandomRotation(std::mt19937& random, double max_angle = 3.0) {
  std::uniform_real_distribution<double> angle(0, max_angle);
  return RotationExp(angle(random) * RandomVector(random, 1).normalized());
}

inline Pose RandomPose(std::mt19937& random, double size = 0.5) {
  return {RandomRotation(random), RandomVector(random, size)};
}

/// A symmetric matrix of n rows with entries of about 1, positive semidefinite.
inline MatrixXd RandomSemidefinite(int n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  MatrixXd A(n, n);
  for (int i = 0; i < n * n; ++i) A(i) = normal(random);
  return A * A.transpose() / n;
}

struct ForceCheck {
  bool conservative = false;  ///< f = −∂V/∂q at v = 0
  bool balanced = true;       ///< no net force and moment
  bool objective = true;      ///< turns with a rigid motion of everything, also a moving one
  bool dissipative = false;   ///< (f(q, v) − f(q, 0)) · v ≤ 0
  double size = 0.5;          ///< of positions [m]
  double max_angle = 1.4;     ///< of each body from the identity [rad]
  double speed = 1.0;
  double step = 2e-3;  ///< of the coarser difference
  double time = 0.3;
};

/// The ground, then `count` bodies at random.
inline std::vector<BodyState> RandomStates(int count,
                                           std::mt19937& random,
                                           const ForceCheck& check) {
  std::vector<BodyState> bodies(1);
  for (int i = 0; i < count; ++i)
    bodies.push_back({.r = RandomVector(random, check.size),
                      .R = RandomRotation(random, check.max_angle),
                      .v = RandomVector(random, check.speed),
                      .w = RandomVector(random, check.speed)});
  return bodies;
}

inline BodyState Moved(const BodyState& body, int component, double h) {
  BodyState moved = body;
  if (component < 3)
    moved.r(component) += h;
  else
    moved.R = body.R * RotationExp(h * Vec3::Unit(component - 3));
  return moved;
}

inline BodyState Sped(const BodyState& body, int component, double h) {
  BodyState sped = body;
  (component < 3 ? sped.v(component) : sped.w(component - 3)) += h;
  return sped;
}

/// The checks of one element at one configuration; each returns "" or what is wrong.
template <ForceElement E>
class ForceChecker {
 public:
  static constexpr int K = E::kBodies;

  ForceChecker(const E& element, std::vector<BodyState> bodies, const ForceCheck& check)
      : element_(element), bodies_(std::move(bodies)), check_(check) {}

  LocalVector<K> Force(const std::vector<BodyState>& bodies) const {
    LocalVector<K> f = LocalVector<K>::Constant(std::numeric_limits<double>::quiet_NaN());
    element_.CalcForce({check_.time, bodies, {}}, f);
    return f;
  }
  double Energy(const std::vector<BodyState>& bodies) const {
    return element_.CalcEnergy({check_.time, bodies, {}});
  }
  void Linearize(LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const {
    f_q.setConstant(std::numeric_limits<double>::quiet_NaN());
    f_v = f_q;
    element_.Linearize({check_.time, bodies_, {}}, f_q, f_v);
  }

  /// Central differences of F over all increments (or velocities).
  template <class F, class Move>
  auto Differences(const F& function, const Move& move, double h) const {
    using Row = std::decay_t<decltype(function(bodies_))>;
    std::vector<Row> columns;
    for (int j = 0; j < 6 * K; ++j) {
      std::vector<BodyState> plus = bodies_, minus = bodies_;
      const auto body = static_cast<size_t>(element_.bodies()[static_cast<size_t>(j / 6)]);
      plus[body] = move(bodies_[body], j % 6, h);
      minus[body] = move(bodies_[body], j % 6, -h);
      columns.push_back((function(plus) - function(minus)) / (2 * h));
    }
    return columns;
  }

  template <class Move>
  LocalMatrix<K> ForceDifferences(const Move& move, double h) const {
    const auto columns = Differences([&](const auto& b) { return Force(b); }, move, h);
    LocalMatrix<K> numeric;
    for (int j = 0; j < 6 * K; ++j) numeric.col(j) = columns[static_cast<size_t>(j)];
    return numeric;
  }

  /// Taylor test: the error of the difference must fall by 4 when the step is halved, until
  /// round-off.
  static bool FallsByFour(double coarse, double fine, double scale) {
    return fine < 3e-10 * scale || (fine < 0.3 * coarse && fine < 1e-2 * scale);
  }

  template <class Move>
  std::string CheckMatrix(const LocalMatrix<K>& exact, const Move& move, const char* what) const {
    const double h = check_.step, scale = exact.norm() + Force(bodies_).norm();
    const LocalMatrix<K> coarse = ForceDifferences(move, h), fine = ForceDifferences(move, h / 2);
    const double e1 = (coarse - exact).norm(), e2 = (fine - exact).norm();
    const double extrapolated = ((4 * fine - coarse) / 3 - exact).norm();
    if (FallsByFour(e1, e2, scale) && extrapolated < 1e-5 * scale) return "";
    return std::string(what) + " differs from differences by " + std::to_string(e1) + ", " +
           std::to_string(e2) + " of " + std::to_string(scale);
  }

  std::string CheckTangents() const {
    LocalMatrix<K> f_q, f_v;
    Linearize(f_q, f_v);
    std::string wrong = CheckMatrix(f_q, Moved, "f_q");
    return wrong.empty() ? CheckMatrix(f_v, Sped, "f_v") : wrong;
  }

  std::string CheckGradient() const {
    std::vector<BodyState> rest = bodies_;
    for (BodyState& body : rest) body.v = body.w = Vec3::Zero();
    const LocalVector<K> f = Force(rest);
    const auto energy = [&](const auto& b) { return Energy(b); };
    const auto coarse = Differences(energy, Moved, check_.step);
    const auto fine = Differences(energy, Moved, check_.step / 2);
    double e1 = 0, e2 = 0;
    for (int j = 0; j < 6 * K; ++j) {
      e1 += std::pow(coarse[static_cast<size_t>(j)] + f(j), 2);
      e2 += std::pow(fine[static_cast<size_t>(j)] + f(j), 2);
    }
    const double scale = f.norm() + std::abs(Energy(rest));
    return FallsByFour(std::sqrt(e1), std::sqrt(e2), scale) ? "" : "f is not -dV/dq";
  }

  std::string CheckBalance() const {
    const LocalVector<K> f = Force(bodies_);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (int i = 0; i < K; ++i) {
      const BodyState& body =
          bodies_[static_cast<size_t>(element_.bodies()[static_cast<size_t>(i)])];
      const Vec3 F = f.template segment<3>(6 * i), T = f.template segment<3>(6 * i + 3);
      force += F;
      moment += body.r.cross(F) + body.R * T;
    }
    const double tolerance = 1e-12 * (f.norm() + 1e-3);
    if (force.norm() < tolerance && moment.norm() < tolerance) return "";
    return "action and reaction do not balance: " + std::to_string(force.norm()) + ", " +
           std::to_string(moment.norm());
  }

  /// Everything, the ground too, moved by X and given the velocity field v₀ + w₀ × r on top.
  std::string CheckRigidMotion(const Pose& X,
                               const Vec3& v0,
                               const Vec3& w0,
                               double tolerance) const {
    std::vector<BodyState> moved = bodies_;
    for (BodyState& body : moved) {
      body.v += v0 + w0.cross(body.r);
      body.w += body.R.transpose() * w0;
      body = {.r = X * body.r, .R = X.R * body.R, .v = X.R * body.v, .w = body.w};
    }
    const LocalVector<K> before = Force(bodies_), after = Force(moved);
    LocalVector<K> expected = before;
    for (int i = 0; i < K; ++i)
      expected.template segment<3>(6 * i) = X.R * before.template segment<3>(6 * i);
    const double error = (after - expected).norm(), scale = before.norm() + 1;
    if (error < tolerance * scale) return "";
    return "a rigid motion of everything changes the force by " + std::to_string(error);
  }

  std::string CheckPower() const {
    std::vector<BodyState> rest = bodies_;
    for (BodyState& body : rest) body.v = body.w = Vec3::Zero();
    const LocalVector<K> damping = Force(bodies_) - Force(rest);
    double power = 0;
    for (int i = 0; i < K; ++i) {
      const BodyState& body =
          bodies_[static_cast<size_t>(element_.bodies()[static_cast<size_t>(i)])];
      power += damping.template segment<3>(6 * i).dot(body.v) +
               damping.template segment<3>(6 * i + 3).dot(body.w);
    }
    return power <= 1e-12 * (damping.norm() + 1e-3) ? "" : "the damping feeds energy in";
  }

  std::string CheckAll(std::mt19937& random) const {
    std::string wrong = CheckTangents();
    if (wrong.empty() && check_.conservative) wrong = CheckGradient();
    if (wrong.empty() && check_.balanced) wrong = CheckBalance();
    if (wrong.empty() && check_.objective) {
      wrong = CheckRigidMotion(
          RandomPose(random), RandomVector(random, 1), RandomVector(random, 1), 1e-11);
      const Pose shift{Mat3::Identity(), 1e6 * RandomVector(random, 1).normalized()};
      if (wrong.empty()) wrong = CheckRigidMotion(shift, Vec3::Zero(), Vec3::Zero(), 1e-6);
    }
    if (wrong.empty() && check_.dissipative) wrong = CheckPower();
    return wrong;
  }

 private:
  const E& element_;
  std::vector<BodyState> bodies_;
  ForceCheck check_;
};

template <ForceElement E>
int MaxBody(const E& element) {
  const auto bodies = element.bodies();
  return *std::max_element(bodies.begin(), bodies.end());
}

/// f_q and f_v against differences (Taylor slope), f against the energy, balance of forces and
/// moments, invariance under rigid motions and a far origin, power balance; at four random
/// configurations. Moved frames of the element are the caller's part.
template <ForceElement E>
testing::AssertionResult CheckForce(const E& element, unsigned seed, const ForceCheck& check = {}) {
  std::mt19937 random(seed);
  for (int i = 0; i < 4; ++i) {
    const ForceChecker<E> checker(element, RandomStates(MaxBody(element), random, check), check);
    const std::string wrong = checker.CheckAll(random);
    if (!wrong.empty())
      return testing::AssertionFailure() << wrong << " (seed " << seed << ", state " << i << ")";
  }
  return testing::AssertionSuccess();
}

/// Force and tangents of two elements that are the same law, entry by entry.
template <ForceElement E, ForceElement Other>
testing::AssertionResult CheckSameForce(const E& element,
                                        const Other& other,
                                        unsigned seed,
                                        double tolerance = 1e-11,
                                        const ForceCheck& check = {}) {
  std::mt19937 random(seed);
  for (int i = 0; i < 4; ++i) {
    const auto bodies = RandomStates(MaxBody(element), random, check);
    const ForceChecker<E> a(element, bodies, check);
    const ForceChecker<Other> b(other, bodies, check);
    LocalMatrix<E::kBodies> a_q, a_v, b_q, b_v;
    a.Linearize(a_q, a_v);
    b.Linearize(b_q, b_v);
    const double f = (a.Force(bodies) - b.Force(bodies)).norm() / (1 + b.Force(bodies).norm());
    const double q = (a_q - b_q).norm() / (1 + b_q.norm());
    const double v = (a_v - b_v).norm() / (1 + b_v.norm());
    if (!(std::max({f, q, v}) < tolerance))
      return testing::AssertionFailure() << "relative differences: f " << f << ", f_q " << q
                                         << ", f_v " << v << " (seed " << seed << ")";
  }
  return testing::AssertionSuccess();
}

}  // namespace trunnion::test
