// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/state_report.hpp"

#include <sstream>

#include "engine/core/error.hpp"
#include "engine/simulation/friction_lock.hpp"
#include "engine/simulation/massless.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/consistency/redundancy.hpp"

namespace trunnion {

AccelerationReport::AccelerationReport(SystemEvaluator& evaluator)
    : evaluator_(evaluator),
      solver_(evaluator),
      torque_length_(CalcReactionLength(evaluator.system())) {}

void AccelerationReport::Solve(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const ActiveRows& active,
                               bool redundant,
                               VectorXd& v_dot,
                               VectorXd& lambda) {
  bool solved = solver_.Solve(t, q, v, active, v_dot, lambda);
  if (!solved) {
    // A pose where constraints that are independent elsewhere depend on each other.
    ActiveRows rows(evaluator_.num_constraints());
    rows.Set(evaluator_.num_constraints(), AnalyzeRedundancy(evaluator_, t, q).active);
    solved = solver_.Solve(t, q, v, rows, v_dot, lambda) ||
             SolveWithFriction(t, q, v, rows, v_dot, lambda);
  }
  if (!solved) ThrowMassless(evaluator_, t, q, v);
  if (redundant) lambda = MinimumNormReactions(evaluator_, t, q, lambda, torque_length_);
}

/// From the solution without joint friction to one with it.
bool AccelerationReport::SolveWithFriction(double t,
                                           const VectorXd& q,
                                           const VectorXd& v,
                                           const ActiveRows& rows,
                                           VectorXd& v_dot,
                                           VectorXd& lambda) {
  if (!evaluator_.has_reaction_forces()) return false;
  const double reached = solver_.SolveGradually(t, q, v, rows, {}, v_dot, lambda);
  if (reached <= 0 || reached == 1) return reached == 1;
  std::ostringstream message;
  message << "the accelerations at t = " << t << " s do not exist: "
          << DescribeFrictionLock(evaluator_, solver_, {t, q, v, rows, reached, VectorXd(lambda)});
  throw SolverError(message.str());
}

const ElementContext& SnapshotEvaluator::Evaluate(Snapshot& s) {
  evaluator_.set_memory(s.memory);
  evaluator_.set_switches(s.switches);
  if (s.v_dot.size() != s.v.size()) {
    arena_.execute(
        [&] { accelerations_.Solve(s.t, s.q, s.v, s.active, s.redundant, s.v_dot, s.lambda); });
  }
  return evaluator_.Evaluate(s.t, s.q, s.v);
}

}  // namespace trunnion
