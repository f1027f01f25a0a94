// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/recorder.hpp"

/// The columns of the standard tables; what they hold is described in docs/results.md. Internal to
/// the recorder.
namespace trunnion {

std::vector<Recorder::Probe> MakeBodyProbes(const System& system);
std::vector<Recorder::Probe> MakeJointProbes(const System& system);
std::vector<Recorder::Probe> MakeForceProbes(const System& system);
std::vector<Recorder::Probe> MakeEnergyProbes(const System& system);

}  // namespace trunnion
