// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/one_step_method.hpp"

#include <algorithm>
#include <limits>

#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

/// Contractions that are taken for those of the next corrections, and what is left of the last one.
constexpr double kLeastRate = 0.02, kMostRate = 0.9, kKeptRate = 0.9;

constexpr double kGamma = 1767732205903.0 / 4055673282236.0;
/// Stages that begin the step: the second at 2γ, the third at 3/5, the last at its end.
constexpr std::array<double, OneStepMethod::kStages> kTimes{0, 2 * kGamma, 0.6, 1};

/// Cubic through (0, y0, d0) and (1, y1, d1), slopes per unit: weights of y0, d0, y1, d1 at s.
struct HermiteWeights {
  explicit HermiteWeights(double s)
      : y0(1 + s * s * (2 * s - 3)),
        d0(s * (1 - s) * (1 - s)),
        y1(s * s * (3 - 2 * s)),
        d1(s * s * (s - 1)) {}
  double y0, d0, y1, d1;
};

}  // namespace

const std::array<OneStepMethod::Row, OneStepMethod::kStages>& OneStepMethod::A() {
  static constexpr std::array<Row, kStages> kA{
      {{0, 0, 0, 0},
       {kGamma, kGamma, 0, 0},
       {2746238789719.0 / 10658868560708.0, -640167445237.0 / 6845629431997.0, kGamma, 0},
       {1471266399579.0 / 7840856788654.0,
        -4482444167858.0 / 7529755066697.0,
        11266239266428.0 / 11593286722821.0,
        kGamma}}};
  return kA;
}

const OneStepMethod::Row& OneStepMethod::error_weights() {
  static const Row weights = [] {
    Row w{2756255671327.0 / 12835298489170.0,
          -10771552573575.0 / 22201958757719.0,
          9247589265047.0 / 10645013368117.0,
          2193209047091.0 / 5459859503100.0};
    for (std::size_t j = 0; j < kStages; ++j) w[j] = A()[kStages - 1][j] - w[j];
    return w;
  }();
  return weights;
}

OneStepMethod::OneStepMethod(ConstrainedSystem& system, Formulation& formulation)
    : system_(system), formulation_(formulation) {
  const int n = system.num_velocities();
  for (auto* list : {&x_, &v_, &x_dot_, &v_dot_})
    for (VectorXd& x : *list) x.setZero(n);
  e_q_.setZero(n, 1);
  e_v_.setZero(n, 1);
}

/// Own states have no chart coordinates.
void OneStepMethod::ClearStates(VectorXd& x) const {
  for (const NormBlock& block : system_.norm_blocks())
    if (block.kind != BlockKind::mechanical) x.segment(block.first, block.size).setZero();
}

/// The second stage by constant accelerations, the others by the cubic through the first two.
bool OneStepMethod::Predict(int stage, const StatePoint& from, double h, StepState& state) {
  const auto i = static_cast<std::size_t>(stage);
  if (stage == 1) {
    const double s = kTimes[1] * h;
    x_[1] = s * x_dot_[0] + 0.5 * s * s * v_dot_[0];
    ClearStates(x_[1]);
    state.v = from.v + s * v_dot_[0];
  } else {
    const double length = kTimes[1] * h;
    const HermiteWeights w(kTimes[i] / kTimes[1]);
    x_[i] = w.y1 * x_[1] + length * (w.d0 * x_dot_[0] + w.d1 * x_dot_[1]);
    state.v = w.y0 * from.v + w.y1 * v_[1] + length * (w.d0 * v_dot_[0] + w.d1 * v_dot_[1]);
  }
  predicted_ = i;
  if (LeavesChart(system_, x_[i])) return false;
  system_.Retract(from.q, x_[i], state.q);
  return true;
}

void OneStepMethod::MakeFormula(int stage, const StatePoint& from, StepFormula& formula) {
  const auto& row = A()[static_cast<std::size_t>(stage)];
  formula.c_v = -formula.a * from.v;
  formula.c_x.setZero(from.v.size());
  for (std::size_t j = 0; j < static_cast<std::size_t>(stage); ++j) {
    formula.c_x -= row[j] / kGamma * x_dot_[j];
    formula.c_v -= row[j] / kGamma * v_dot_[j];
  }
}

OneStepMethod::Result OneStepMethod::SolveStage(int stage,
                                                const StatePoint& from,
                                                StepFormula& formula,
                                                const WeightedNorm& norm,
                                                StepState& state) {
  const auto i = static_cast<std::size_t>(stage);
  MakeFormula(stage, from, formula);
  if (!Predict(stage, from, h_, state)) return Result::leaves_chart;
  formula.rate = rate_;
  switch (formulation_.Correct(formula, from.lambda, norm, state)) {
    case CorrectorStatus::converged:
      break;
    case CorrectorStatus::diverged:
      return Result::diverged;
    case CorrectorStatus::singular:
      return Result::singular;
  }
  ObserveRate();
  system_.Difference(from.q, state.q, x_[i]);
  v_[i] = state.v;
  x_dot_[i] = formula.a * x_[i] + formula.c_x;
  v_dot_[i] = formula.a * state.v + formula.c_v;
  return Result::converged;
}

OneStepMethod::Result OneStepMethod::Step(const StatePoint& from,
                                          StepFormula& formula,
                                          const WeightedNorm& norm,
                                          StepState& end) {
  const double begin = from.t, finish = formula.t;
  h_ = formula.h;
  formula.a = 1 / (kGamma * h_);
  formula.q_ref = &from.q;
  formula.fit_a.resize(0);
  x_dot_[0] = from.v;
  ClearStates(x_dot_[0]);
  end.q.resize(from.q.size());
  end.lambda = from.lambda;
  auto result = Result::converged;
  for (int stage = 1; stage < kStages && result == Result::converged; ++stage) {
    const bool last = stage + 1 == kStages;
    formula.t = last ? finish : begin + kTimes[static_cast<std::size_t>(stage)] * h_;
    result = SolveStage(stage, from, formula, norm, end);
  }
  formula.t = finish;
  formula.rate = 0;
  if (result != Result::converged) rate_ = 0;
  return result;
}

/// The worst of late, so that one correction is enough where it surely is.
void OneStepMethod::ObserveRate() {
  const double rate = formulation_.mean_rate();
  if (rate > 0) rate_ = std::clamp(std::max(rate, kKeptRate * rate_), kLeastRate, kMostRate);
}

double OneStepMethod::CalcError(const WeightedNorm& norm, double velocity_scale) {
  e_q_.setZero();
  e_v_.setZero();
  for (std::size_t j = 0; j < kStages; ++j) {
    e_q_.col(0) += h_ * error_weights()[j] * x_dot_[j];
    e_v_.col(0) += h_ * error_weights()[j] * v_dot_[j];
  }
  first_x_dot_ = x_dot_[0];
  last_x_dot_ = x_dot_[kStages - 1];
  first_v_dot_ = v_dot_[0];
  if (!formulation_.FilterErrors(e_q_, e_v_)) return std::numeric_limits<double>::quiet_NaN();
  return norm.ErrorNorm(e_q_.col(0), e_v_.col(0), velocity_scale);
}

void OneStepMethod::Interpolate(
    const StatePoint& from, const StatePoint& to, double t, VectorXd& x, VectorXd& v) const {
  const double h = to.t - from.t;
  const HermiteWeights w((t - from.t) / h);
  system_.Difference(from.q, to.q, x);
  x = w.y1 * x + h * (w.d0 * first_x_dot_ + w.d1 * last_x_dot_);
  v = w.y0 * from.v + w.y1 * to.v + h * (w.d0 * first_v_dot_ + w.d1 * v_dot_[0]);
}

}  // namespace trunnion
