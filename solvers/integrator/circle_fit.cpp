// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/circle_fit.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

/// What is left of a mean one step later.
constexpr double kFitMemory = 0.97;
/// A centre goes round once it has turned by kTurn [rad] with its plane and its rate steady all the
/// time: the mean of v' × v" has at least kSteady of the mean length, and the square of the mean
/// rate of the mean square. Waves of many frequencies never do.
constexpr double kTurn = 0.5, kSteady = 0.97;
constexpr int kLowestOrder = 2;
/// Range of ω h that is fitted.
constexpr double kSlow = 1e-3, kFast = 0.5;
/// Degrees of the series of cos and sin that are summed.
constexpr std::size_t kDegrees = kMaxOrder + 13;

/// Weights of the divided difference over the times.
Weights DifferenceWeights(std::span<const double> times) {
  Weights w{};
  for (std::size_t i = 0; i < times.size(); ++i) {
    w[i] = 1;
    for (std::size_t j = 0; j < times.size(); ++j)
      if (j != i) w[i] /= times[i] - times[j];
  }
  return w;
}

/// A sum over points at times τ, applied to cos δτ and sin δτ by their series. It is zero for
/// degrees below `lowest`, which are left out.
class OnWaves {
 public:
  OnWaves(const Weights& weights, std::span<const double> tau, std::size_t lowest) {
    for (std::size_t i = 0; i < tau.size(); ++i) {
      double term = weights[i];  // w τ^j / j!
      for (std::size_t j = 0; j < kDegrees; ++j) {
        if (j > 0) term *= tau[i] / static_cast<double>(j);
        if (j >= lowest) moments_[j] += j % 4 < 2 ? term : -term;
      }
    }
  }
  /// Of the one of cos and sin whose degrees are even or odd like `degree`, over δ^degree.
  double Calc(double delta, std::size_t degree) const {
    double sum = 0, power = 1;
    for (std::size_t j = degree; j < kDegrees; j += 2, power *= delta * delta)
      sum += power * moments_[j];
    return sum;
  }

 private:
  std::array<double, kDegrees> moments_{};
};

Weights WithoutFirst(const Weights& w) {
  Weights out{};
  std::copy(w.begin() + 1, w.end(), out.begin());
  return out;
}

}  // namespace

CircleFit::CircleFit(const ConstrainedSystem& system) {
  for (const NormBlock& b : system.norm_blocks())
    if (b.kind == BlockKind::mechanical && (b.size == 3 || b.size == 6))
      blocks_.push_back({.first = b.first});
}

void CircleFit::Start() {
  any_ = false;
  for (Block& b : blocks_) b = {.first = b.first};
}

void CircleFit::Observe(const PointHistory& history) {
  if (history.size() < 3 || blocks_.empty()) return;
  const std::array<double, 3> t{history.time(0), history.time(1), history.time(2)};
  const Weights second = DifferenceWeights(t);
  any_ = false;
  for (Block& b : blocks_) {
    ObserveBlock(history, second, (t[0] - t[2]) / 2, b);
    any_ = any_ || b.omega > 0;
  }
}

void CircleFit::ObserveBlock(const PointHistory& history,
                             const Weights& second,
                             double h,
                             Block& b) {
  const auto v = [&](int j) { return history[j].v.segment<3>(b.first); };
  const Vec3 v_dot = (v(0) - v(2)) / (2 * h);
  const Vec3 v_ddot = 2 * (second[0] * v(0) + second[1] * v(1) + second[2] * v(2));
  b.omega = 0;
  // Of differences on a circle the ratio is 2 tan(ω h/2) / h.
  const auto tangent = [h](double n, double d) { return 0.5 * h * std::sqrt(n / d); };
  if (!(tangent(v_ddot.squaredNorm(), v_dot.squaredNorm()) < kFast)) {
    b.turn = 0;
    return;
  }
  const Vec3 area = v_dot.cross(v_ddot);
  const double rate = 2 / h * tangent(v_ddot.squaredNorm(), v_dot.squaredNorm());
  const auto remember = [h](const auto& value, auto& mean) {
    mean = kFitMemory * mean + h * value;
  };
  remember(1, b.time);
  remember(area, b.area);
  remember(area.norm(), b.length);
  remember(rate, b.rate);
  remember(rate * rate, b.rate_square);
  const bool steady =
      b.area.norm() > kSteady * b.length && b.rate * b.rate > kSteady * b.time * b.rate_square;
  b.turn = steady ? b.turn + h * rate : 0;
  if (b.turn > kTurn) b.omega = 2 / h * std::atan(0.5 * h * b.rate / b.time);
}

void CircleFit::Apply(const PointHistory& history, int k, StepFormula& formula) {
  formula.fit_a.resize(0);
  if (!any_ || k < kLowestOrder) return;
  std::array<double, kMaxPoints + 1> times{};  // since the new point, in steps
  for (int j = 0; j < k; ++j)
    times[static_cast<std::size_t>(j) + 1] = (history.time(j) - formula.t) / formula.h;
  const auto degree = static_cast<std::size_t>(k);
  const auto tau = std::span(times).first(degree + 1);
  // The differences of order k and k − 1 that are added to the formula, and its error.
  const std::array added{DifferenceWeights(tau), DifferenceWeights(tau.first(degree))};
  const std::array waves{OnWaves(added[0], tau, degree), OnWaves(added[1], tau, degree - 1)};
  const OnWaves error(DerivativeWeights(tau), tau, degree + 1);
  const Eigen::Index n = formula.c_v.size();
  for (VectorXd* x : {&x_[0], &x_[1], &v_[0], &v_[1]}) x->resize(n);
  std::array<Combination, 2> sums{Combination{WithoutFirst(added[0]), x_[0], v_[0]},
                                  Combination{WithoutFirst(added[1]), x_[1], v_[1]}};
  history.Combine(sums);
  formula.fit_a.setZero(n);
  for (const Block& b : blocks_) {
    const double delta = b.omega * formula.h;
    if (!(delta > kSlow && delta < kFast)) continue;
    Eigen::Matrix2d A;  // one row for the even wave, one for the odd
    Eigen::Vector2d e;
    for (int row = 0; row < 2; ++row) {
      const std::size_t parity = degree - 1 + static_cast<std::size_t>(row);
      A.row(row) << waves[0].Calc(delta, parity), waves[1].Calc(delta, parity);
      e[row] = error.Calc(delta, parity);
    }
    const Eigen::Vector2d part = -A.inverse() * e / formula.h;
    formula.fit_a.segment<3>(b.first).setConstant(part[0] * added[0][0] + part[1] * added[1][0]);
    const auto add = [&](const std::array<VectorXd, 2>& past, VectorXd& c) {
      c.segment<3>(b.first) +=
          part[0] * past[0].segment<3>(b.first) + part[1] * past[1].segment<3>(b.first);
    };
    add(x_, formula.c_x);
    add(v_, formula.c_v);
  }
}

}  // namespace trunnion
