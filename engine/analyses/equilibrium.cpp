// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/equilibrium.hpp"

#include <sstream>
#include <string>

#include "engine/analyses/imbalance.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/consistency/redundancy.hpp"

namespace trunnion {
void ShowEquilibrium(Simulation& simulation,
                     double t,
                     const VectorXd& q,
                     const VectorXd& lambda,
                     const VectorXd& rest) {
  const VectorXd zero = VectorXd::Zero(simulation.v().size());
  const double length = CalcReactionLength(simulation.system());
  simulation.ShowState(t,
                       q,
                       rest.size() ? rest : zero,
                       zero,
                       MinimumNormReactions(simulation.evaluator(), t, q, lambda, length));
}

namespace {

void Show(Simulation& simulation, const QuasiStaticPath& path) {
  ShowEquilibrium(simulation, path.t(), path.q(), path.lambda(), path.rest());
}

/// The options, with messages in the terms of the model.
StaticOptions Naming(Simulation& simulation, StaticOptions options) {
  if (!options.describe)
    options.describe = [&simulation](const StaticReport& report) {
      return DescribeModelImbalance(simulation.evaluator(), simulation.t(), report);
    };
  return options;
}

/// A warning, or "" if the equilibrium is not known to be unstable.
std::string DescribeInstability(Simulation& simulation, const QuasiStaticPath& path) {
  const int component = path.report().unstable_component;
  if (component < 0) return "";
  std::ostringstream warning;
  warning
      << "the static equilibrium at t = " << path.t()
      << " s is unstable: " << simulation.evaluator().DescribeComponent(component)
      << ", leaves it at the slightest push; for a stable one start a little beside it, or push "
         "with a small load";
  return warning.str();
}

/// @param warning  "": none; a restart forgets those before.
void Leave(Simulation& simulation, const QuasiStaticPath& path, const std::string& warning) {
  simulation.Restart(path.t(), path.q(), path.rest());
  Show(simulation, path);
  if (!warning.empty()) simulation.AddWarning(warning);
}

}  // namespace

StaticReport SolveStatics(Simulation& simulation, const StaticOptions& options) {
  const QuasiStaticPath path(simulation.evaluator(),
                             simulation.t(),
                             simulation.q(),
                             Naming(simulation, options),
                             simulation.v());
  Leave(simulation, path, DescribeInstability(simulation, path));
  return path.report();
}

void AdvanceStatics(Simulation& simulation,
                    Recorder& recorder,
                    double t_end,
                    double interval,
                    const StaticOptions& options,
                    const RunControl& control) {
  QuasiStaticPath path(simulation.evaluator(),
                       simulation.t(),
                       simulation.q(),
                       Naming(simulation, options),
                       simulation.v());
  std::string unstable = DescribeInstability(simulation, path);
  ForEachOutputTime(path.t(), t_end, interval, [&](double t) {
    path.advance_to(t);
    if (unstable.empty()) unstable = DescribeInstability(simulation, path);
    Show(simulation, path);
    return RecordOutput(simulation, recorder, control);
  });
  Leave(simulation, path, unstable);
}

}  // namespace trunnion
