// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "engine/recorder/recorder.hpp"

/// The columns of the standard tables; what they hold is described in docs/results.md. Internal to
/// the recorder.
namespace trunnion {

std::vector<Recorder::Probe> MakeBodyProbes(const System& system);
std::vector<Recorder::Probe> MakeJointProbes(const System& system);
std::vector<Recorder::Probe> MakeForceProbes(const System& system);
std::vector<Recorder::Probe> MakeEnergyProbes(const System& system);

/// What the table of each mesh leaves for the table `meshes`, which is written after them.
struct MeshTotal {
  double strain_energy = 0, largest_von_mises = 0;
};
using MeshTotals = std::vector<MeshTotal>;
Recorder::Probe MakeNodeProbe(const MeshRecovery& mesh,
                              const std::shared_ptr<MeshTotals>& totals,
                              std::size_t index);
std::vector<Recorder::Probe> MakeMeshProbes(const System& system,
                                            const MeshRecoveries& meshes,
                                            const std::shared_ptr<MeshTotals>& totals);

}  // namespace trunnion
