// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/kinematics.hpp"

#include <algorithm>

#include "engine/core/error.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/analysis/kinematics.hpp"

namespace trunnion {
namespace {

/// Whether a constraint row belongs to a prescribed motion.
std::vector<bool> MotionRows(const System& system) {
  std::vector<bool> rows(static_cast<std::size_t>(system.num_constraints()), false);
  for (int c = 0; c < static_cast<int>(system.parts().constraints.size()); ++c) {
    const CoordinateCoupling* coupling = FindCoupling(system, ConstraintId(c));
    if (!coupling || coupling->num_terms() != 1) continue;
    const ElementInfo& info = system.parts().constraints[static_cast<std::size_t>(c)];
    rows[static_cast<std::size_t>(system.first_row(info))] = true;
  }
  return rows;
}

/// Redundant joints are harmless; a motion among them is one too many.
void RequireNoRedundantMotion(SystemEvaluator& evaluator, const RedundancyReport& report) {
  if (report.redundant.empty()) return;
  const std::vector<bool> is_motion = MotionRows(evaluator.system());
  const auto lines = DescribeRedundancy(evaluator, report);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const RedundantRow& row = report.redundant[i];
    bool motion = is_motion[static_cast<std::size_t>(row.row)];
    for (const int r : row.repeats) motion |= is_motion[static_cast<std::size_t>(r)];
    Require(!motion,
            "redundant driving: " + lines[i] + "; drive each degree of freedom by one motion");
  }
}

void Show(Simulation& simulation, const KinematicPath& path) {
  const double length = CalcReactionLength(simulation.system());
  const VectorXd lambda =
      path.redundancy().redundant.empty()
          ? path.lambda()
          : MinimumNormReactions(simulation.evaluator(), path.t(), path.q(), path.lambda(), length);
  simulation.ShowState(path.t(), path.q(), path.v(), path.v_dot(), lambda);
}

}  // namespace

void AdvanceKinematics(Simulation& simulation,
                       Recorder& recorder,
                       double t_end,
                       double interval,
                       const RunControl& control) {
  SystemEvaluator& evaluator = simulation.evaluator();
  RequireNoRedundantMotion(evaluator, AnalyzeRedundancy(evaluator, simulation.t(), simulation.q()));
  KinematicPath path(evaluator, simulation.t(), simulation.q());
  ForEachOutputTime(path.t(), t_end, interval, [&](double t) {
    path.advance_to(t);
    Show(simulation, path);
    return RecordOutput(simulation, recorder, control);
  });
  simulation.Restart(path.t(), path.q(), path.v());
  Show(simulation, path);
}

}  // namespace trunnion
