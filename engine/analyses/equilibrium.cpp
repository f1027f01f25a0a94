// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/equilibrium.hpp"

#include <sstream>

#include "engine/analyses/imbalance.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/consistency/redundancy.hpp"

namespace trunnion {
void ShowEquilibrium(Simulation& simulation, double t, const VectorXd& q, const VectorXd& lambda) {
  const VectorXd rest = VectorXd::Zero(simulation.v().size());
  const double length = CalcReactionLength(simulation.system());
  simulation.ShowState(
      t, q, rest, rest, MinimumNormReactions(simulation.evaluator(), t, q, lambda, length));
}

namespace {

void Show(Simulation& simulation, const QuasiStaticPath& path) {
  ShowEquilibrium(simulation, path.t(), path.q(), path.lambda());
}

/// The options, with messages in the terms of the model.
StaticOptions Naming(Simulation& simulation, StaticOptions options) {
  if (!options.describe)
    options.describe = [&simulation](const StaticReport& report) {
      return DescribeModelImbalance(simulation.evaluator(), simulation.t(), report);
    };
  return options;
}

/// @return true if the equilibrium is unstable, as a warning then says.
bool WarnOfInstability(Simulation& simulation, const QuasiStaticPath& path) {
  const int component = path.report().unstable_component;
  if (component < 0) return false;
  std::ostringstream warning;
  warning
      << "the static equilibrium at t = " << path.t()
      << " s is unstable: " << simulation.evaluator().DescribeComponent(component)
      << ", leaves it at the slightest push; for a stable one start a little beside it, or push "
         "with a small load";
  simulation.AddWarning(warning.str());
  return true;
}

void Leave(Simulation& simulation, const QuasiStaticPath& path) {
  simulation.Restart(path.t(), path.q(), VectorXd::Zero(simulation.v().size()));
  Show(simulation, path);
}

}  // namespace

StaticReport SolveStatics(Simulation& simulation, const StaticOptions& options) {
  const QuasiStaticPath path(
      simulation.evaluator(), simulation.t(), simulation.q(), Naming(simulation, options));
  Leave(simulation, path);
  WarnOfInstability(simulation, path);
  return path.report();
}

void AdvanceStatics(Simulation& simulation,
                    Recorder& recorder,
                    double t_end,
                    double interval,
                    const StaticOptions& options,
                    const RunControl& control) {
  QuasiStaticPath path(
      simulation.evaluator(), simulation.t(), simulation.q(), Naming(simulation, options));
  bool unstable = false;
  ForEachOutputTime(path.t(), t_end, interval, [&](double t) {
    path.advance_to(t);
    unstable = unstable || WarnOfInstability(simulation, path);
    Show(simulation, path);
    return RecordOutput(simulation, recorder, control);
  });
  Leave(simulation, path);
}

}  // namespace trunnion
