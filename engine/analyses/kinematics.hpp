// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

/// Kinematic analysis of a driven mechanism, with inverse dynamics: positions, velocities and
/// accelerations follow from the motions, reactions and the drives of the motions from the
/// equations of motion. From the time of `simulation` to t_end [s], recorded every `interval` [s];
/// leaves `simulation` at the end; it can be stopped at an output. Method:
/// solvers/analysis/kinematics.hpp.
/// @throws ModelError if t_end or interval is impossible, or a motion repeats others (redundant
/// driving), naming them; SolverError if degrees of freedom are left, if the mechanism locks up or
/// a position is singular, naming bodies and joints.
void AdvanceKinematics(Simulation& simulation,
                       Recorder& recorder,
                       double t_end,
                       double interval,
                       const RunControl& control = {});

}  // namespace trunnion
