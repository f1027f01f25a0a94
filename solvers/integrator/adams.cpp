// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/adams.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.hpp"
#include "engine/core/parallel.hpp"
#include "solvers/integrator/step_factor.hpp"
#include "solvers/linear/sparse_products.hpp"
#include "solvers/problem/chart_limit.hpp"
#include "solvers/problem/option_checks.hpp"

namespace trunnion {
namespace {

/// Rows that are combined at a time stay in the first cache.
constexpr Eigen::Index kPredictorRows = 128;
constexpr int kPredictorChunks = 8;

/// h ω of stable steps of order 5 with one evaluation.
constexpr double kStable = 0.5;

constexpr char kStiff[] =
    "Adams: the model is stiff, and stability holds the steps; take automatic or "
    "coordinate_splitting";

/// Steps whose mean counts in is_shrinking.
constexpr int kStepsOfMean = 20;

/// With two evaluations a step: the highest order, and the part of the corrector that positions
/// get (see ExplicitStability).
constexpr int kOrderOfTwice = 2;
constexpr double kPartOfTwice = 0.5;

/// Of errors, for StepFactor.
constexpr double kAdamsErrorFloor = 1e-8;

}  // namespace

Adams::Adams(ConstrainedSystem& system, const IntegratorOptions& options)
    : StepDriver(system, (RequireValidOptions(options), options)),
      solver_(system),
      active_(system.num_constraints()),
      norm_(system, options),
      stability_(options.fixed_step > 0),
      restart_(system) {
  RequireNoAlgebraicStates(system);
  FindVelocityRows();
}

void Adams::Start(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, const VectorXd& lambda) {
  t_ = t;
  q_ = q;
  v_ = v;
  lambda_ = lambda;
  last_step_ = longest_mean_ = 0;
  last_order_ = 0;
  k_ = 1;
  starting_ = true;
  since_probe_ = 0;
  change_ = std::numeric_limits<double>::infinity();
  probe_t_ = t;
  stability_ = ExplicitStability(options_.fixed_step > 0);
  points_.assign(1, {t, v_dot});
  StartEvents(t, q, v);
  if (options_.relative_tolerance > 0) norm_.ScaleBySize(q, v, options_.relative_tolerance);
  const double acceleration = norm_(v_dot), speed = norm_.StateNorm(v_dot);
  h_ = acceleration > 0 ? std::clamp(0.5 * std::sqrt(2 / acceleration), 1e-8, 1e-2) : 1e-2;
  if (speed > 0) h_ = std::min(h_, std::max(0.5 / std::sqrt(speed), 1e-8));
  if (options_.initial_step > 0) h_ = options_.initial_step;
  h_ = std::min(h_, options_.max_step);
  if (options_.fixed_step > 0) h_ = options_.fixed_step;
}

void Adams::ResumeHeld(const ExplicitStability& stability, double h) {
  stability_ = stability;
  h_ = stability_.Resume(h);
}

void Adams::SetActiveRows(std::vector<int> rows) {
  active_.Set(system_.num_constraints(), std::move(rows));
  FindVelocityRows();
}

void Adams::FindVelocityRows() {
  velocity_rows_.clear();
  for (int i = 0; i < active_.size(); ++i)
    if (!system_.is_holonomic_row(active_.rows()[static_cast<std::size_t>(i)]))
      velocity_rows_.push_back(i);
}

bool Adams::Attempt() {
  end_ = CutStep(h_);
  h_ = end_ - t_;
  if (!Predict(h_)) {
    limit_ = DescribeTurn(system_, x_);
    Reject(0.5);
    return false;
  }
  if (!EvaluateNew()) return false;
  const Errors errors = errors_ = EstimateErrors(h_);
  if (options_.test_error && options_.fixed_step == 0 && !(errors.own <= 1)) {
    const auto element = system_.DescribeComponent(worst_);
    ++statistics_.error_test_failures;
    ++statistics_.error_failures_by_element[element];
    limit_ = "error test at " + element;
    // The first step may be too long for other reasons.
    if (last_step_ > 0 || stability_.evaluates_twice()) stability_.ObserveFailure(h_);
    const bool lower = errors.lower >= 0 && errors.lower < errors.own;
    if (lower) --k_;
    const double factor = 0.9 * StepFactor(lower ? errors.lower : errors.own, k_, kAdamsErrorFloor);
    Reject(std::isfinite(factor) ? std::clamp(factor, 0.25, 0.9) : 0.25);
    return false;
  }
  if (!Correct(h_)) {
    limit_ = "the constraints cannot be satisfied";
    ++statistics_.singular_failures;
    Reject(0.25);
    return false;
  }
  return Observe();
}

/// v' and λ at the new state; where they are not determined, the attempt is over.
bool Adams::EvaluateNew() {
  ++statistics_.residual_evaluations;
  ++statistics_.factorizations;
  if (solver_.Solve(end_, q_new_, v_new_, active_, v_dot_new_, lambda_new_)) return true;
  limit_ = "singular or non-finite accelerations";
  ++statistics_.singular_failures;
  Reject(0.25);
  return false;
}

void Adams::Reject(double factor) {
  starting_ = false;
  if (options_.fixed_step == 0) h_ *= factor;
}

void Adams::Combine(std::span<const Sum> sums) const {
  const Eigen::Index n = system_.num_velocities();
  for (const Sum& sum : sums) sum.out->resize(n);
  const auto combine = [&](int chunk) {
    const Eigen::Index first = chunk * kPredictorRows, rows = std::min(kPredictorRows, n - first);
    for (const Sum& sum : sums) {
      sum.out->segment(first, rows) = sum.scale * sum.base->segment(first, rows);
      for (std::size_t j = 0; j < points_.size(); ++j) {
        if (sum.weights[j] == 0) continue;
        sum.out->segment(first, rows) += sum.weights[j] * points_[j].v_dot.segment(first, rows);
      }
    }
  };
  const int chunks = static_cast<int>((n + kPredictorRows - 1) / kPredictorRows);
  ForEachIndex(chunks, n >= 4 * kPredictorChunks * kPredictorRows, combine, kPredictorChunks);
}

/// Weights of the integrals from t_ to t_ + `to` of the polynomial through the newest points.
IntegralWeights Adams::WeightsAt(int count, double to) const {
  std::array<double, kMaxPoints> times{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) times[j] = points_[j].t - t_;
  return IntegrateInterpolation({times.data(), static_cast<std::size_t>(count)}, 0, to);
}

/// The same through the value at t_ + h first, and the newest `count` points.
IntegralWeights Adams::CorrectorWeights(int count, double h) const {
  std::array<double, kMaxPoints + 1> times{h};
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
    times[j + 1] = points_[j].t - t_;
  return IntegrateInterpolation({times.data(), static_cast<std::size_t>(count) + 1}, 0, h);
}

/// Chart coordinates x at q_ and velocities at t_ + to, by the newest `count` points.
void Adams::Integrate(int count, double to, VectorXd& x, VectorXd& v) const {
  static const double kOffset = std::sqrt(15.0) / 10;
  const std::array<double, 3> gauss{0.5 - kOffset, 0.5, 0.5 + kOffset};
  const IntegralWeights end = WeightsAt(count, to);
  std::array<Sum, 5> sums{Sum{end.twice, to, &v_, &x}, Sum{end.once, 1, &v_, &v}};
  for (std::size_t i = 0; i < 3; ++i)
    sums[i + 2] = {WeightsAt(count, gauss[i] * to).once, 1, &v_, &gauss_velocities_[i]};
  Combine(sums);
  system_.AddCommutators(to, gauss_velocities_, x);
}

/// False if a body would turn further than its chart allows.
bool Adams::Predict(double h) {
  Integrate(k_, h, x_, v_new_);
  if (LeavesChart(system_, x_)) return false;
  system_.Retract(q_, x_, q_new_);
  return true;
}

Weights Adams::ExtrapolationWeights(int count, double t) const {
  std::array<double, kMaxPoints> times{};
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) times[j] = points_[j].t;
  return InterpolationWeights({times.data(), static_cast<std::size_t>(count)}, t);
}

Adams::Errors Adams::EstimateErrors(double h) {
  // With two evaluations there is nothing to choose.
  const int lowest = stability_.evaluates_twice() ? k_ : std::max(1, k_ - 1);
  const bool raises = k_ < HighestOrder() && std::ssize(points_) > k_;
  const int highest = raises ? k_ + 1 : k_;
  std::array<Sum, 3> sums{};
  for (int m = lowest; m <= highest; ++m) {
    const auto i = static_cast<std::size_t>(m - k_ + 1);
    Weights weights = ExtrapolationWeights(m, t_ + h);
    for (double& w : weights) w = -w;
    sums[i] = {weights, 1, &v_dot_new_, &differences_[i]};
  }
  const auto first = static_cast<std::size_t>(lowest - k_ + 1);
  Combine({sums.data() + first, static_cast<std::size_t>(highest - lowest + 1)});
  Errors errors;
  if (lowest < k_) errors.lower = CalcError(lowest, h, differences_[0]);
  if (raises) errors.higher = CalcError(highest, h, differences_[2]);
  errors.own = CalcError(k_, h, differences_[1]);  // last: its component is told
  worst_ = norm_.worst_component();
  return errors;
}

/// Of the formula of order m: what one more point changes, and what positions are not corrected by.
/// Both are multiples of the difference, by which the formulas weight the new value.
double Adams::CalcError(int m, double h, const VectorXd& difference) {
  const IntegralWeights more = CorrectorWeights(m, h), less = CorrectorWeights(m - 1, h);
  const double left_out = (1 - PositionPart()) * more.twice[0];
  e_q_ = (std::abs(more.twice[0] - less.twice[0]) + left_out) * difference;
  e_v_ = (more.once[0] - less.once[0]) * difference;
  const bool positions = options_.error_test == ErrorTest::positions;
  return norm_.ErrorNorm(e_q_, e_v_, positions ? 0 : VelocityScale(options_, CalcVelocityStep(h)));
}

/// Corrector and projection, both as increments at the prediction, of first order: what is left of
/// the violations is quadratic in them.
bool Adams::Correct(double h) {
  const IntegralWeights w = CorrectorWeights(k_, h);
  VectorXd& d = e_q_;
  d = PositionPart() * w.twice[0] * differences_[1];
  system_.ChartRate(x_, d, d);
  v_new_ += w.once[0] * differences_[1];
  if (active_.size() > 0) {
    const Residuals& r = solver_.residuals();
    const SparseMatrix& GT = solver_.active_GT(active_);
    violation_.resize(active_.size(), 2);
    active_.Select(r.g, part_);
    violation_.col(0) = part_;
    active_.Select(r.g_t, part_);
    violation_.col(1) = part_;
    changes_.resize(d.size(), 2);
    changes_.col(0) = d;
    changes_.col(1) = v_new_;
    AddTransposedProduct(1, GT, changes_, violation_);
    for (int i : velocity_rows_) violation_(i, 0) = 0;
    if (!solver_.Project(violation_, projection_)) return false;
    d += projection_.col(0);
    v_new_ += projection_.col(1);
  }
  system_.Retract(q_new_, d, q_new_);
  return v_new_.allFinite();
}

/// Evaluates at the corrected state, too, in every step or as a probe. False if the accelerations
/// are not determined there.
bool Adams::Observe() {
  const bool probes = ++since_probe_ >= stability_.steps_per_probe(),
             twice = stability_.evaluates_twice();
  if (!probes && !twice) return true;
  if (probes) {
    system_.Normalize(q_new_);  // rounding of so many products
    e_v_ = v_dot_new_;
  }
  if (!EvaluateNew()) return false;
  if (probes) {
    e_v_ -= v_dot_new_;
    const double correction = norm_(differences_[1]);
    change_ = correction > 0 ? norm_(e_v_) / correction : 0;
    stiffest_ = norm_.worst_component();
  }
  if (twice) stability_.ObserveStep(change_, h_);
  if (!probes) return true;
  const double mean = (end_ - probe_t_) / since_probe_;
  const double omega =
      std::sqrt(change_ / (PositionPart() * CorrectorWeights(k_, end_ - t_).twice[0]));
  if (!twice) stability_.ObserveProbe(change_, mean, since_probe_, kStable / omega);
  if (is_held() && statistics_.integrator.empty()) statistics_.integrator = kStiff;
  if (since_probe_ >= kStepsOfMean) longest_mean_ = std::max(longest_mean_, mean);
  probe_t_ = end_;
  since_probe_ = 0;
  return true;
}

void Adams::Accept() {
  t_ = end_;
  last_step_ = h_;
  if (breaks_.IsAt(t_)) longest_mean_ = 0;  // which steps after it are not compared with
  last_order_ = k_;
  q_.swap(q_new_);
  v_.swap(v_new_);
  lambda_.swap(lambda_new_);
  if (std::ssize(points_) < kMaxPoints) points_.emplace_back();
  std::rotate(points_.begin(), points_.end() - 1, points_.end());
  points_.front().t = t_;
  points_.front().v_dot.swap(v_dot_new_);
  if (options_.relative_tolerance > 0) norm_.ScaleBySize(q_, v_, options_.relative_tolerance);
  const AccelerationSolver::Seconds& seconds = solver_.seconds();
  statistics_.seconds_residual += seconds.residual - counted_.residual;
  statistics_.seconds_factor += seconds.factor - counted_.factor;
  statistics_.seconds_solve += seconds.solve - counted_.solve;
  counted_ = seconds;
  statistics_.projection = solver_.statistics();
  ++statistics_.steps;
  ++statistics_.steps_of_order[static_cast<std::size_t>(k_)];
  statistics_.smallest_step =
      statistics_.steps == 1 ? last_step_ : std::min(statistics_.smallest_step, last_step_);
  statistics_.largest_step = std::max(statistics_.largest_step, last_step_);
  ChooseNext(errors_);
}

std::string Adams::DescribeStability() const {
  return is_held() ? "stability at " + system_.DescribeComponent(stiffest_) : std::string();
}

int Adams::HighestOrder() const {
  return stability_.evaluates_twice() ? std::min(kOrderOfTwice, options_.adams.max_order)
                                      : options_.adams.max_order;
}

double Adams::PositionPart() const { return stability_.evaluates_twice() ? kPartOfTwice : 1; }

bool Adams::CalcAccelerations(VectorXd& v_dot, VectorXd& lambda) {
  return solver_.Solve(t_, q_, v_, active_, v_dot, lambda);
}

void Adams::ChooseNext(const Errors& errors) {
  const int available = static_cast<int>(points_.size());
  if (options_.fixed_step > 0) {
    k_ = std::min(options_.adams.max_order, available);
    h_ = options_.fixed_step;
    return;
  }
  const double longest = std::min(options_.max_step, stability_.limit());
  if (starting_ && k_ < HighestOrder() && errors.own < 0.5) {
    ++k_;
    h_ = std::min(2 * h_, longest);
    return;
  }
  starting_ = false;
  double factor = StepFactor(errors.own, k_, kAdamsErrorFloor);
  const double lower = errors.lower < 0 ? 0 : StepFactor(errors.lower, k_ - 1, kAdamsErrorFloor);
  const double higher = errors.higher < 0 ? 0 : StepFactor(errors.higher, k_ + 1, kAdamsErrorFloor);
  if (lower > 1.05 * factor) {
    --k_;
    factor = lower;
  } else if (higher > 1.05 * factor) {
    ++k_;
    factor = higher;
  }
  factor = std::clamp(0.95 * factor, 0.5, 2.0);
  const bool limited = stability_.holds_once() && h_ * factor > longest;
  if (limited && k_ < std::min(available, HighestOrder())) ++k_;  // lower orders are less stable
  if (factor > 1 && factor < 1.1) factor = 1;
  h_ = std::min(h_ * factor, longest);
  k_ = std::min(k_, HighestOrder());
}

void Adams::Interpolate(double t, VectorXd& q, VectorXd& v) const {
  VectorXd x;
  Integrate(std::min<int>(last_order_ + 1, static_cast<int>(points_.size())), t - t_, x, v);
  system_.Retract(q_, x, q);
}

}  // namespace trunnion
