// SPDX-License-Identifier: BSD-3-Clause
//
// The local error of a step, and the orders that may follow.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/formulation/newton_matrix.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion {
namespace {

/// What is left of a derivative from one step to the next, at least.
constexpr double kMemory = 0.5;

}  // namespace

/// Columns of e_q_, e_v_: the state minus the polynomials through the newest m+1 points, for the
/// orders m = lowest, lowest + 1, ...
void Bdf::CalcDifferences(int lowest, int count) {
  system_.Difference(*formula_.q_ref, state_.q, x_);
  const auto difference = [&](int i) {
    i = std::min(i, count - 1);
    const Weights w = history_.InterpolationWeights(formula_.t, lowest + i + 1);
    return Combination{w, e_q_.col(i), e_v_.col(i)};
  };
  static_assert(NewtonMatrix::kMaxColumns == 4);
  std::array sums{difference(0), difference(1), difference(2), difference(3)};
  history_.Combine({sums.data(), static_cast<std::size_t>(count)});
  for (int i = 0; i < count; ++i) {
    e_q_.col(i) = x_ - e_q_.col(i);
    e_v_.col(i) = state_.v - e_v_.col(i);
  }
}

/// What the norm of a difference is multiplied by to be (m+1) times the scaled difference of order
/// m+1 of the solution with its history: h^{m+1} x^{(m+1)}.
double Bdf::DifferenceScale(int m) const {
  double scale = m + 1;
  for (int j = 2; j <= m + 1; ++j)
    scale *= (j - 1) * formula_.h / (formula_.t - history_.time(j - 1));
  return scale;
}

/// What the polynomial between the steps errs by, as terms of the orders lowest, lowest + 1, ...,
/// of positions and own states, unfiltered: the filter takes away what constraints and stiff forces
/// determine, at the end of the step and not within. Such errors do not add up, so the tolerance of
/// the run serves; with equal steps they are a fourth (order 1) to a seventh (order 5) of the term.
/// A derivative that passes zero is remembered from the steps before.
Bdf::Norms Bdf::CalcInterpolationTerms(int lowest, int count) {
  Norms terms{};
  if (!options_.bdf.filter_error && !options_.bdf.project_error) return terms;
  derivatives_ = accepted_derivatives_;
  for (int i = 0; i < count; ++i) {
    const int m = lowest + i;
    const double power = std::pow(formula_.h, m + 1);
    double& derivative = derivatives_[static_cast<std::size_t>(m)];
    const double now = DifferenceScale(m) * norm_.ErrorNorm(e_q_.col(i), e_v_.col(i), 0) / power;
    derivative = std::max(now, kMemory * derivative);
    terms[static_cast<std::size_t>(i)] = {options_.step_fraction * derivative * power,
                                          norm_.worst_component()};
  }
  return terms;
}

/// Terms of the orders that matter, by order, the others −1; filtered as the options say. The
/// filter is linear and takes several orders at once; it costs a solve for each.
Bdf::Terms Bdf::CalcTerms() {
  const int lowest = lowest_order(), highest = may_raise_order() ? k_ + 1 : k_;
  const int count = highest - lowest + 1;
  CalcDifferences(lowest, count);
  const Norms between = CalcInterpolationTerms(lowest, count);
  for (int i = 0; options_.bdf.project_error && i < count; ++i) {
    VectorXd e = e_q_.col(i);
    formulation_->ProjectError(e);
    e_q_.col(i) = e;
  }
  if (options_.bdf.filter_error &&
      !formulation_->FilterErrors(e_q_.leftCols(count), e_v_.leftCols(count)))
    e_q_.setConstant(std::numeric_limits<double>::quiet_NaN());  // rejects the step
  const bool positions = options_.error_test == ErrorTest::positions;
  const double velocities = positions ? 0 : VelocityScale(options_, formula_.h_velocity);
  Terms terms;
  terms.fill(-1);
  for (int m = lowest; m <= highest; ++m) {
    const auto& [interpolation, worst] = between[static_cast<std::size_t>(m - lowest)];
    const double local = DifferenceScale(m) *
                         norm_.ErrorNorm(e_q_.col(m - lowest), e_v_.col(m - lowest), velocities);
    const bool holds = local < interpolation;
    if (m == k_) worst_ = holds ? worst : norm_.worst_component();
    terms[static_cast<std::size_t>(m)] = holds ? interpolation : local;
  }
  return terms;
}

/// The lowest order whose term is of interest.
int Bdf::lowest_order() const {
  const int lower = std::max(1, k_ - 2);
  return options_.bdf.cap_order && stability_.ready() ? std::min(lower, 2) : lower;
}

/// True if the next higher order may be taken after this step.
bool Bdf::may_raise_order() const {
  return !starting_ && k_ < max_order() && steps_at_size_ > k_ && !order_changed_ &&
         history_.size() >= k_ + 2;
}

Bdf::ErrorEstimate Bdf::EstimateError() {
  ErrorEstimate e;
  if (!test_error_) return e;
  const Terms terms = CalcTerms();
  const auto term = [&](int order) { return terms[static_cast<std::size_t>(order)]; };
  e.term = term(k_);
  e.size = e.term / (k_ + 1);
  e.order = k_;
  // The interpolation error h/(t − t_{n−k−1}) |x − x_predicted| in terms of the scaled difference.
  double ratio = formula_.h / (formula_.t - history_.time(k_));
  for (int i = 2; i <= k_ + 1; ++i)
    ratio /= (i - 1) * formula_.h / (formula_.t - history_.time(i - 1));
  e.error = ratio / (k_ + 1) * e.term;
  if (!(e.error <= 1)) limit_ = "error test at " + system_.DescribeComponent(worst_);
  e.lower_term = term(k_ - 1);
  if (e.lower_term >= 0) {
    e.lower_size = e.lower_term / k_;
    // Order 1 is left to repeated failures: in a large model its errors add up.
    const bool lower =
        k_ > 2 ? std::max(e.lower_term, term(k_ - 2)) <= e.term : e.lower_term <= 0.5 * e.term;
    if (lower) e.order = k_ - 1, e.size = e.lower_size;
  }
  if (e.order == k_) e.higher_term = term(k_ + 1);
  e.second_term = term(2);
  return e;
}

}  // namespace trunnion
