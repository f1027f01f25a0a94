// SPDX-License-Identifier: BSD-3-Clause
#include "engine/initial_state.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/initial_conditions.hpp"

namespace trunnion {
namespace {

std::vector<bool> FrozenComponents(const System& system) {
  std::vector<bool> frozen(static_cast<std::size_t>(system.num_velocities()), false);
  for (int i = 0; i < system.num_velocities(); ++i)
    frozen[static_cast<std::size_t>(i)] =
        system.body(system.FindBodyOfComponent(i)).fixed_in_assembly;
  return frozen;
}

/// Names of the elements whose rows keep more than a tenth of the worst residual.
std::string NameViolated(const System& system, const VectorXd& residual) {
  const double worst = residual.cwiseAbs().maxCoeff();
  std::set<std::string> names;
  for (int row = 0; row < residual.size(); ++row) {
    if (std::abs(residual[row]) < 0.1 * worst) continue;
    const std::string name = system.DescribeConstraint(row);
    names.insert(name.substr(0, name.rfind(", row")));
  }
  std::string list;
  int shown = 0;
  for (const auto& name : names) {
    if (shown == 8) return list + " and " + std::to_string(names.size() - 8) + " more";
    list += (shown++ ? ", " : "") + name;
  }
  return list;
}

[[noreturn]] void ThrowImpossible(const System& system, const Residuals& r) {
  std::ostringstream message;
  message << "the model cannot be assembled: " << NameViolated(system, r.g)
          << " stay violated by up to " << r.g.cwiseAbs().maxCoeff()
          << " m or rad; correct their markers, lengths or motions, or release bodies that are "
             "fixed in the assembly";
  throw ModelError(message.str());
}

/// Given velocities that contradict a joint by less than this, relative to the fastest, are taken
/// for rounded and projected with the others.
constexpr double kRounding = 1e-4;

/// Components of v that the model wants to keep; empty: none.
std::vector<bool> KeptComponents(const System& system) {
  std::vector<bool> kept(static_cast<std::size_t>(system.num_velocities()), false);
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) {
    const int first = system.layout().offset(b);
    for (int i = 0; i < system.layout().size(b); ++i) {
      kept[static_cast<std::size_t>(first + i)] =
          i < 3 ? system.body(b).keep_velocity : system.body(b).keep_angular_velocity;
    }
  }
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) kept.clear();
  return kept;
}

/// Given velocities contradict joints: names the bodies that the violated rows act on, and these.
[[noreturn]] void ThrowContradiction(const System& system,
                                     const Residuals& residuals,
                                     const VectorXd& left) {
  std::string bodies;
  std::set<BodyIndex> named;
  const double worst = left.cwiseAbs().maxCoeff();
  for (int row = 0; row < left.size(); ++row) {
    if (std::abs(left[row]) < 0.1 * worst) continue;
    for (SparseMatrix::InnerIterator it(residuals.GT, row); it; ++it) {
      const BodyIndex b = system.FindBodyOfComponent(static_cast<int>(it.row()));
      const bool given = system.body(b).keep_velocity || system.body(b).keep_angular_velocity;
      if (!given || !named.insert(b).second || named.size() > 8) continue;
      bodies += (bodies.empty() ? "body '" : ", body '") + system.body(b).name + "'";
    }
  }
  std::ostringstream message;
  message << "the given velocity of " << (bodies.empty() ? "a body" : bodies) << " contradicts "
          << NameViolated(system, left) << " by " << worst
          << " m/s or rad/s; correct it, or leave it out to have it follow from the joints";
  throw ModelError(message.str());
}

void PlaceBodies(SystemEvaluator& evaluator, double t, InitialState& state) {
  AssemblyOptions options;
  options.frozen = FrozenComponents(evaluator.system());
  evaluator.ResetMemory(t, state.q, state.v);
  if (AssemblePositions(evaluator, t, options, state.q).converged) return;
  Residuals residuals;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(residuals, matrices);
  evaluator.CalcResiduals(t, state.q, state.v, VectorXd::Zero(state.v.size()), residuals);
  ThrowImpossible(evaluator.system(), residuals);
}

void MatchVelocities(SystemEvaluator& evaluator, double t, bool project, InitialState& state) {
  const System& system = evaluator.system();
  Residuals residuals;
  DynamicsMatrices matrices;
  evaluator.ResetMemory(t, state.q, state.v);
  evaluator.InitializePatterns(residuals, matrices);
  evaluator.CalcResiduals(t, state.q, state.v, VectorXd::Zero(state.v.size()), residuals);
  const VectorXd mismatch = residuals.GT.transpose() * state.v + residuals.g_t;
  const double scale = 1 + (state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0);
  if (!project && mismatch.size() > 0 && mismatch.cwiseAbs().maxCoeff() > 1e-6 * scale) {
    throw ModelError("the initial velocities contradict " + NameViolated(system, mismatch) +
                     "; give velocities that satisfy the joints, or let them be projected");
  }
  AssemblyOptions keep;
  keep.frozen = KeptComponents(system);
  if (!keep.frozen.empty()) {
    VectorXd v = state.v;
    const bool kept = AssembleVelocities(evaluator, t, state.q, keep, v).converged;
    const VectorXd left = residuals.GT.transpose() * v + residuals.g_t;
    if (!kept && !(left.cwiseAbs().maxCoeff() < kRounding * scale))
      ThrowContradiction(system, residuals, left);
    state.v = v;
    if (kept) return;
  }
  if (AssembleVelocities(evaluator, t, state.q, {}, state.v).converged) return;
  const VectorXd left = residuals.GT.transpose() * state.v + residuals.g_t;
  throw ModelError("no velocities satisfy " + NameViolated(system, left) +
                   "; the motions or joints contradict each other");
}

}  // namespace

InitialState AssembleInitialState(SystemEvaluator& evaluator, double t, bool project_velocities) {
  const SystemParts& parts = evaluator.system().parts();
  InitialState state;
  evaluator.system().GetInitialState(state.q, state.v);
  if (parts.position_assembly) {
    SystemEvaluator with_values(*parts.position_assembly, evaluator.parallel());
    PlaceBodies(with_values, t, state);
  } else {
    PlaceBodies(evaluator, t, state);
  }
  if (parts.velocity_assembly) {  // wanted rates need velocities that the bodies do not have yet
    SystemEvaluator with_rates(*parts.velocity_assembly, evaluator.parallel());
    MatchVelocities(with_rates, t, true, state);
  } else {
    MatchVelocities(evaluator, t, project_velocities, state);
  }
  evaluator.ResetMemory(t, state.q, state.v);
  return state;
}

}  // namespace trunnion
