// SPDX-License-Identifier: BSD-3-Clause
//
// The fitted BDF formula, against derivatives of motions in closed form.
#include "solvers/integrator/circle_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace circle_fit_test {

/// A point in space.
struct FreePoint {
  static constexpr int n = 3, m = 0;
  template <class S>
  void Force(S, Eigen::Matrix<S, n, 1>, Eigen::Matrix<S, n, 1>, Eigen::Matrix<S, n, 1>& f) const {
    f.setZero();
  }
  template <class S>
  void Constraint(S, Eigen::Matrix<S, n, 1>, Eigen::Matrix<S, m, 1>&) const {}
  Eigen::Vector3d mass() const { return Eigen::Vector3d::Ones(); }
};

struct Errors {
  double plain = 0, fitted = 0;  // of v' [m/s²]
  bool changed = false;          // the formula
};

/// Of the formula of order k after 200 steps along a path with velocity v(t), which has v_dot(t).
Errors Measure(int k,
               const std::function<double(int)>& time,
               const std::function<Vec3(double)>& v,
               const std::function<Vec3(double)>& v_dot) {
  const SmallSystem<FreePoint> system;
  CircleFit fit(system);
  PointHistory history(system);
  for (int i = 0; i < 200; ++i) {
    StatePoint point{time(i), VectorXd::Zero(3), v(time(i)), VectorXd(0)};
    history.Push(point);
    fit.Observe(history);
  }
  StepFormula f;
  f.t = time(200);
  f.h = f.t - history.time(0);
  std::array<double, kMaxPoints + 1> times{f.t};
  for (int j = 0; j < k; ++j) times[static_cast<std::size_t>(j) + 1] = history.time(j);
  const Weights w = DerivativeWeights({times.data(), static_cast<std::size_t>(k) + 1});
  Weights past{};
  std::copy(w.begin() + 1, w.end(), past.begin());
  f.a = w[0];
  f.c_x.resize(3), f.c_v.resize(3);
  Combination sum{past, f.c_x, f.c_v};
  history.Combine({&sum, 1});
  Errors e;
  const VectorXd now = v(f.t), exact = v_dot(f.t);
  e.plain = (f.a * now + f.c_v - exact).norm();
  fit.Apply(history, k, f);
  VectorXd fitted = f.a * now + f.c_v;
  e.changed = f.fit_a.size() > 0 && f.fit_a.norm() > 0;
  if (e.changed) fitted += f.fit_a.cwiseProduct(now);
  e.fitted = (fitted - exact).norm();
  return e;
}

double Even(int i) { return 0.01 * i; }

TEST(CircleFit, ExactOnATiltedCircle) {
  const double w = 7;
  const Vec3 a(1, 2, -1), b = Vec3(0.5, 0.5, 1.5).cross(a), drift(3, 0, 1);
  const double s = a.norm() / b.norm();
  const auto v = [&](double t) -> Vec3 {
    return drift + a * std::cos(w * t) + s * b * std::sin(w * t);
  };
  const auto v_dot = [&](double t) -> Vec3 {
    return w * (s * b * std::cos(w * t) - a * std::sin(w * t));
  };
  for (int k = 2; k <= 5; ++k) {
    const Errors e = Measure(k, Even, v, v_dot);
    EXPECT_GT(e.plain, 1e-6) << k;
    EXPECT_LT(e.fitted, 1e-10) << k;
  }
}

/// Steps that have changed leave ω known to O(h) only.
TEST(CircleFit, BetterOnACircleAfterAChangeOfStep) {
  const double w = 5;
  const auto time = [](int i) { return i < 198 ? 0.01 * i : 1.98 + 0.015 * (i - 198); };
  const auto v = [&](double t) { return Vec3(std::cos(w * t), std::sin(w * t), 0); };
  const auto v_dot = [&](double t) -> Vec3 {
    return w * Vec3(-std::sin(w * t), std::cos(w * t), 0);
  };
  for (int k = 2; k <= 5; ++k) {
    const Errors e = Measure(k, time, v, v_dot);
    EXPECT_LT(e.fitted, 0.02 * e.plain) << k;
  }
}

/// On a circle that is run through unevenly the order stays k: halving the step divides the error
/// by 2^k.
TEST(CircleFit, KeepsTheOrder) {
  const auto angle = [](double t) { return 3 * t + 0.3 * std::sin(2 * t); };
  const auto rate = [](double t) { return 3 + 0.6 * std::cos(2 * t); };
  const auto v = [&](double t) { return Vec3(std::cos(angle(t)), std::sin(angle(t)), 0); };
  const auto v_dot = [&](double t) -> Vec3 {
    return rate(t) * Vec3(-std::sin(angle(t)), std::cos(angle(t)), 0);
  };
  for (int k = 2; k <= 4; ++k) {
    const auto coarse = [](int i) { return 5 + 0.04 * (i - 200); };
    const auto fine = [](int i) { return 5 + 0.02 * (i - 200); };
    const Errors a = Measure(k, coarse, v, v_dot), b = Measure(k, fine, v, v_dot);
    ASSERT_TRUE(a.changed && b.changed) << k;
    EXPECT_GT(std::log2(a.fitted / b.fitted), k - 0.5) << k;
  }
}

TEST(CircleFit, LeavesStraightAndSwingingMotionsAlone) {
  const auto none = [](double) -> Vec3 { return Vec3::Zero(); };
  const auto swing = [](double t) { return Vec3(std::sin(9 * t), 2 * std::sin(9 * t), 0); };
  const auto fall = [](double t) { return Vec3(1, 2, -9.81 * t); };
  const auto fast = [](double t) { return Vec3(std::cos(70 * t), std::sin(70 * t), 0); };
  EXPECT_FALSE(Measure(5, Even, swing, none).changed);
  EXPECT_FALSE(Measure(5, Even, fall, none).changed);
  EXPECT_FALSE(Measure(5, Even, fast, none).changed);
}

}  // namespace circle_fit_test
}  // namespace trunnion
