// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/statics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/analysis/static_problem.hpp"
#include "solvers/analysis/static_stability.hpp"
#include "solvers/consistency/initial_conditions.hpp"

namespace trunnion {
namespace {

/// Newton's method ends where its damping factor falls below this.
constexpr double kSmallestStep = 1e-4;
/// Length of the first relaxation step in the metric W [m].
constexpr double kFirstRelaxation = 0.05;
/// Largest correction of a relaxation step that is found, relative to it; also the goal of the
/// first correction, by which the length of steps is controlled.
constexpr double kCorrection = 0.2;
/// Corrections of a relaxation step, each with a matrix of its own, before it is taken back.
constexpr int kCorrections = 5;
/// Changes of own states below this do not move the equilibrium, in their tolerances [m].
constexpr double kStateRest = 1e-9;
/// Turns of searching q and moving own states.
constexpr int kTurns = 50;
/// Newton's method is tried where the relaxation has slowed down to this part of the last trial.
constexpr double kSlower = 0.3;

/// Damped Newton iterations.
class Newton {
 public:
  /// @param downhill  ends where a step leads to where the forces point away from: towards an
  ///                  equilibrium that is not stable.
  Newton(StaticProblem& p, const StaticOptions& options, Trail& trail, bool downhill)
      : p_(p), options_(options), trail_(trail), downhill_(downhill) {}

  /// False, with q and λ somewhere, if the iterations from q, λ do not converge.
  bool Run(VectorXd& q, VectorXd& lambda, int& iterations) {
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * LargestEntry(q);
    tolerance_ = std::max(options_.tolerance, rounding);
    double last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < options_.max_iterations; ++i) {
      p_.Evaluate(q);
      p_.Linearize(q, lambda);
      if (!p_.Factor(p_.floor()) || !p_.Solve(lambda, d_, d_lambda_)) return false;
      ++iterations;
      const double size = LargestEntry(d_);
      if (size <= tolerance_) {
        Move(1, q, lambda);
        return ConstraintsHold(q);
      }
      // Rounding of forces moves it on along directions without stiffness.
      if (size > 0.1 * last && p_.IsAtRounding(q, lambda)) return ConstraintsHold(q);
      if (downhill_ && p_.Slope(lambda, d_) > 0) return false;
      if (!Advance(size, q, lambda)) {
        p_.Evaluate(q);
        return p_.IsAtRounding(q, lambda) && ConstraintsHold(q);
      }
      last = size;
    }
    return false;
  }

 private:
  void Move(double length, VectorXd& q, VectorXd& lambda) {
    q = p_.Moved(q, length * d_);
    lambda += length * d_lambda_;
    trail_.GoTo(q);
  }
  bool ConstraintsHold(const VectorXd& q) {
    p_.Evaluate(q);
    return p_.LargestConstraint() <= 10 * tolerance_;
  }
  /// Goes along d as far as the natural monotonicity test allows.
  bool Advance(double size, VectorXd& q, VectorXd& lambda) {
    VectorXd next, next_lambda;
    for (double length = p_.LongestStep(d_); length >= kSmallestStep; length /= 2) {
      p_.Evaluate(p_.Moved(q, length * d_));
      if (!p_.Solve(lambda + length * d_lambda_, next, next_lambda)) continue;
      // Rounding keeps a step from shrinking further.
      const bool stalled = size <= 1e3 * tolerance_ && LargestEntry(next) <= size;
      if (!stalled && !(p_.Norm(next) <= (1 - length / 4) * p_.Norm(d_))) continue;
      Move(length, q, lambda);
      return true;
    }
    return false;
  }

  StaticProblem& p_;
  const StaticOptions& options_;
  Trail& trail_;
  bool downhill_;
  double tolerance_ = 0;
  VectorXd d_, d_lambda_;
};

/// The same; q, λ and the trail stay if it does not converge.
bool TryNewton(StaticProblem& p,
               const StaticOptions& options,
               bool downhill,
               Trail& trail,
               VectorXd& q,
               VectorXd& lambda,
               int& iterations) {
  VectorXd q_found = q, lambda_found = lambda;
  const std::size_t mark = trail.mark();
  if (!Newton(p, options, trail, downhill).Run(q_found, lambda_found, iterations)) {
    trail.GoBack(mark, q);
    return false;
  }
  q = q_found;
  lambda = lambda_found;
  return true;
}

/// The creeping motion W q' = −R on the constraints, by implicit Euler steps of controlled length.
class Relaxation {
 public:
  Relaxation(StaticProblem& p, const StaticOptions& options, Trail& trail)
      : p_(p), options_(options), trail_(trail) {}

  /// From q until Newton's method converges, which is tried whenever the motion has slowed down.
  bool Run(VectorXd& q, VectorXd& lambda, StaticReport& report) {
    VectorXd x;
    p_.Evaluate(q);
    if (!p_.Project(x, lambda)) return false;
    double tried = p_.Norm(x) + std::numeric_limits<double>::min();
    shift_ = tried / kFirstRelaxation;
    for (; report.relaxation_steps < options_.max_relaxations; ++report.relaxation_steps) {
      if (!Step(q, lambda) || speed_ > kSlower * tried) continue;
      tried = speed_;
      if (TryNewton(p_, options_, true, trail_, q, lambda, report.newton_iterations)) return true;
    }
    return false;
  }

 private:
  /// One step, or shorter ones from now on.
  bool Step(VectorXd& q, VectorXd& lambda) {
    VectorXd d, d_lambda;
    p_.Evaluate(q);
    p_.Linearize(q, lambda);
    shift_ = std::max(shift_, p_.floor());
    const double shift = shift_;
    shift_ *= 4;
    if (!p_.Factor(shift) || !p_.Solve(lambda, d, d_lambda)) return false;
    const double length = p_.LongestStep(d);
    if (length < 1 || p_.Slope(lambda, d) > 0) {
      shift_ = shift * std::max(2.0, 1.2 / length);
      return false;
    }
    VectorXd trial = p_.Moved(q, d), trial_lambda = lambda + d_lambda;
    double first = 0;
    if (!Correct(shift, d, trial, trial_lambda, first)) return false;
    speed_ = shift * p_.Norm(d);
    shift_ = shift * std::clamp(first / kCorrection, 0.1, 2.0);
    q = trial;
    lambda = trial_lambda;
    trail_.GoTo(q);
    return true;
  }

  /// Newton's method for the implicit step by d, the first time with the matrix at its start.
  /// `first` is the size of the first correction, relative to the step.
  bool Correct(double shift, const VectorXd& d, VectorXd& q, VectorXd& lambda, double& first) {
    VectorXd c, c_lambda, moved = d;
    const double size = p_.Norm(d);
    for (int k = 0; k < kCorrections; ++k) {
      p_.Evaluate(q);
      if (k > 0) {
        p_.Linearize(q, lambda);
        if (!p_.Factor(shift)) return false;
      }
      if (!p_.Correct(lambda, shift, moved, c, c_lambda)) return false;
      const double correction = p_.Norm(c) / (size + std::numeric_limits<double>::min());
      if (k == 0) first = correction;
      if (k == 0 && correction > kCorrection) continue;  // a matrix of its own may do better
      if (!(correction <= 2) || p_.LongestStep(moved + c) < 1) return false;
      q = p_.Moved(q, c);
      lambda += c_lambda;
      moved += c;
      if (correction <= kCorrection) return true;
    }
    return false;
  }

  StaticProblem& p_;
  const StaticOptions& options_;
  Trail& trail_;
  double shift_ = 1, speed_ = 0;
};

void NoteWorst(StaticProblem& p, const VectorXd& q, StaticReport& report) {
  p.Evaluate(q);
  VectorXd x, lambda;
  if (p.residuals().g.size() > 0)
    report.worst_residual = p.residuals().g.cwiseAbs().maxCoeff(&report.worst_row);
  if (!p.Project(x, lambda)) return;
  VectorXd full;
  p.rows().Expand(lambda, full);
  report.q = q;
  report.unbalanced = -(p.residuals().dynamics + p.residuals().GT * full);
  if (report.unbalanced.size() == 0) return;
  report.unbalanced.cwiseAbs2().cwiseQuotient(p.metric()).maxCoeff(&report.worst_component);
  report.worst_force = std::abs(report.unbalanced[report.worst_component]);
}

/// Newton's method, then the relaxation, then Newton's method wherever it leads.
bool Search(StaticProblem& p,
            const StaticOptions& options,
            Trail& trail,
            VectorXd& q,
            VectorXd& lambda,
            StaticReport& report) {
  p.Evaluate(q);
  VectorXd x;
  if (p.Project(x, lambda) &&
      TryNewton(p, options, true, trail, q, lambda, report.newton_iterations))
    return true;
  VectorXd relaxed = q, relaxed_lambda;
  const std::size_t mark = trail.mark();
  if (Relaxation(p, options, trail).Run(relaxed, relaxed_lambda, report)) {
    q = relaxed;
    lambda = relaxed_lambda;
    return true;
  }
  NoteWorst(p, relaxed, report);
  trail.GoBack(mark, q);
  report.uphill = TryNewton(p, options, false, trail, q, lambda, report.newton_iterations);
  return report.uphill;
}

/// The same with own states where they rest, in turn.
bool SearchWithStates(StaticProblem& p,
                      const StaticOptions& options,
                      Trail& trail,
                      VectorXd& q,
                      VectorXd& lambda,
                      StaticReport& report) {
  if (!p.has_states()) return Search(p, options, trail, q, lambda, report);
  double change = p.SettleStates(q, report.moving_state);
  for (int turn = 0; turn < kTurns && std::isfinite(change); ++turn) {
    if (!Search(p, options, trail, q, lambda, report)) return false;
    change = p.SettleStates(q, report.moving_state);
    if (change <= kStateRest) return true;
  }
  return false;
}

}  // namespace

StaticReport FindEquilibrium(ConstrainedSystem& system,
                             double t,
                             const StaticOptions& options,
                             VectorXd& q,
                             VectorXd& lambda,
                             const VectorXd& rest) {
  StaticReport report;
  StaticProblem p(system, t, rest);
  VectorXd found = q, multipliers;
  const AssemblyReport assembly = AssemblePositions(system, t, {}, found);
  if (!assembly.converged) {
    report.worst_row = assembly.worst_row;
    report.worst_residual = assembly.worst_residual;
    return report;
  }
  Trail trail(system, t, q);
  const std::size_t start = trail.mark();
  trail.GoTo(found);
  for (int attempt = 0; attempt < 3; ++attempt) {
    p.ChooseRows(found);
    if (!SearchWithStates(p, options, trail, found, multipliers, report)) break;
    NoteWorst(p, found, report);
    if (report.worst_residual > kRowTolerance) continue;  // a row left out is violated: choose anew
    report.converged = true;
    report.rest = p.rest();
    report.unstable_component = FindUnstableComponent(p, found, multipliers);
    q = found;
    p.rows().Expand(multipliers, lambda);
    return report;
  }
  trail.GoBack(start, q);
  return report;
}

}  // namespace trunnion
