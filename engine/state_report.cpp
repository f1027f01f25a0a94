// SPDX-License-Identifier: BSD-3-Clause
#include "engine/state_report.hpp"

#include <Eigen/Eigenvalues>
#include <sstream>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/system_reports.hpp"
#include "solvers/redundancy.hpp"

namespace trunnion {
namespace {

/// For every body: elements with mass of their own act on it.
std::vector<bool> FindInertialElements(const System& system, const ElementContext& x) {
  std::vector<bool> found(x.bodies.size(), false);
  for (const auto& pool : system.parts().force_pools)
    for (int i = 0; pool->has_inertia() && i < pool->size(); ++i)
      for (const auto& load : pool->CalcLoads(i, x))
        found[static_cast<std::size_t>(load.first)] = true;
  return found;
}

/// " (body 'a', body 'b')": up to four bodies without mass or with a direction without inertia.
std::string ListMassless(const System& system, const ElementContext& x) {
  const std::vector<bool> has_elements = FindInertialElements(system, x);
  std::string list;
  int count = 0;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const BodyInfo& body = system.body(b);
    const Vec3 moments = body.inertia.selfadjointView<Eigen::Lower>().eigenvalues();
    const bool spins = system.has_rotation(b);
    const bool massive = body.mass > 0 && (!spins || moments[0] > 1e-12 * moments[2]);
    if (massive || has_elements[static_cast<std::size_t>(b)] || !system.has_position(b)) continue;
    if (++count > 4) return list + " and more)";
    list += (list.empty() ? " (body '" : ", body '") + body.name + "'";
  }
  return list.empty() ? list : list + ")";
}

}  // namespace

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
    solved = solver_.Solve(t, q, v, rows, v_dot, lambda);
  }
  if (!solved) {
    std::ostringstream message;
    message
        << "the accelerations at t = " << t
        << " s are not determined: a body or direction without mass"
        << ListMassless(evaluator_.system(), evaluator_.Evaluate(t, q, v))
        << " is held by no constraint; "
           "give it mass or inertia; or an algebraic state or a force that depends on reactions "
           "is not determined by its equation";
    throw SolverError(message.str());
  }
  if (redundant) lambda = MinimumNormReactions(evaluator_, t, q, lambda, torque_length_);
}

const ElementContext& SnapshotEvaluator::Evaluate(Snapshot& s) {
  evaluator_.set_memory(s.memory);
  if (s.v_dot.size() != s.v.size()) {
    arena_.execute(
        [&] { accelerations_.Solve(s.t, s.q, s.v, s.active, s.redundant, s.v_dot, s.lambda); });
  }
  return evaluator_.Evaluate(s.t, s.q, s.v);
}

}  // namespace trunnion
