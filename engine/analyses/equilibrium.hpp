// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "solvers/analysis/statics.hpp"

/// Static and quasi-static analyses of a model; method: solvers/analysis/statics.hpp,
/// docs/analyses.md.
namespace trunnion {

/// Moves `simulation` to a static equilibrium near its state, at its time: it then shows the
/// equilibrium at rest with the reactions that hold it (with redundant constraints those of least
/// norm), and integrates from there.
/// @throws SolverError if there is none, naming the body with the largest unbalanced force; the
/// simulation is left as it was.
StaticReport SolveStatics(Simulation& simulation, const StaticOptions& options = {});

/// Makes `simulation` show the configuration q at rest at the time t [s], with the multipliers λ ∈
/// ℝᵐ of an equilibrium (with redundant constraints those of least norm); the integration is left
/// where it is.
/// @param rest  v: the own states of elements, all else zero; empty: zero.
void ShowEquilibrium(Simulation& simulation,
                     double t,
                     const VectorXd& q,
                     const VectorXd& lambda,
                     const VectorXd& rest = {});

/// Equilibria from the time of `simulation` to t_end [s], recorded every `interval` [s]: loads and
/// motions are functions of time, inertia plays no part. Leaves `simulation` at the last one;
/// it can be stopped at an output.
/// @throws ModelError if t_end or interval is impossible, SolverError where the equilibrium is
/// lost.
void AdvanceStatics(Simulation& simulation,
                    Recorder& recorder,
                    double t_end,
                    double interval,
                    const StaticOptions& options = {},
                    const RunControl& control = {});

}  // namespace trunnion
