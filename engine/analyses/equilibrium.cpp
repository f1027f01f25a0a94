// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/equilibrium.hpp"

#include "engine/system_reports.hpp"
#include "solvers/redundancy.hpp"

namespace trunnion {
namespace {

/// The simulation at the point of the path, at rest.
void Show(Simulation& simulation, const QuasiStaticPath& path) {
  const VectorXd rest = VectorXd::Zero(simulation.v().size());
  const VectorXd lambda = MinimumNormReactions(simulation.evaluator(),
                                               path.t(),
                                               path.q(),
                                               path.lambda(),
                                               CalcReactionLength(simulation.system()));
  simulation.ShowState(path.t(), path.q(), rest, rest, lambda);
}

void Leave(Simulation& simulation, const QuasiStaticPath& path) {
  simulation.Restart(path.t(), path.q(), VectorXd::Zero(simulation.v().size()));
  Show(simulation, path);
}

}  // namespace

StaticReport SolveStatics(Simulation& simulation, const StaticOptions& options) {
  const QuasiStaticPath path(simulation.evaluator(), simulation.t(), simulation.q(), options);
  Leave(simulation, path);
  return path.report();
}

void AdvanceStatics(Simulation& simulation,
                    Recorder& recorder,
                    double t_end,
                    double interval,
                    const StaticOptions& options,
                    const std::function<void(double t)>& progress) {
  QuasiStaticPath path(simulation.evaluator(), simulation.t(), simulation.q(), options);
  ForEachOutputTime(path.t(), t_end, interval, [&](double t) {
    path.advance_to(t);
    Show(simulation, path);
    recorder.Sample(simulation);
    if (progress) progress(t);
  });
  Leave(simulation, path);
}

}  // namespace trunnion
