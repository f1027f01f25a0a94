// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/simulation/simulation.hpp"

/// Checkpoints of a Simulation as files, and their format: docs/checkpoints.md.
namespace trunnion {

class Archive;

/// Writes simulation.SaveCheckpoint(more) to a file. It appears whole or not at all: a process that
/// is killed meanwhile leaves the file that was there before.
/// @throws FileError
void WriteCheckpoint(const Simulation& simulation,
                     const std::filesystem::path& file,
                     std::string_view more = {});

/// The file through simulation.LoadCheckpoint. @return `more`. @throws FileError
std::string ReadCheckpoint(Simulation& simulation, const std::filesystem::path& file);

namespace internal {

/// What a model and its options are told by, each ended by a zero: elements by name, checksums of
/// what bodies and constraints show at the drawn pose, options with their values.
std::string ListFacts(const System& system, const SimulationOptions& options);

/// Between what numbers belong to and their checksum, in a fact.
inline constexpr std::string_view kChecksum = " with checksum ";

/// A checkpoint up to the state of the simulation, which is to be written next.
/// @param size  of a checkpoint, about.
void BeginCheckpoint(Archive& archive,
                     const std::string& facts,
                     std::string_view more,
                     std::size_t size);
/// Adds size and checksum.
std::string EndCheckpoint(Archive& archive);

/// Of a sound checkpoint of this model.
struct CheckpointParts {
  std::string more;
  std::string_view state;  ///< in `bytes`
};
/// @param facts  of the model that it is given to.
/// @throws FileError as Simulation::LoadCheckpoint.
CheckpointParts UnpackCheckpoint(std::string_view bytes,
                                 const std::string& name,
                                 const std::string& facts);

}  // namespace internal
}  // namespace trunnion
