// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <limits>
#include <string>

namespace trunnion {

/// What a Recorder keeps besides the signals.
struct RecorderOptions {
  std::string model_name{};  ///< for the metadata
  bool bodies = true;
  bool joints = true;  ///< and motions, couplings and user-defined constraints
  bool forces = true;
  bool energy = true;
  bool meshes = true;  ///< nodes and energies of flexible parts; docs/results.md
  /// A file that samples are also written to, twice a second, and that is there only while the
  /// Recorder is: what is left of a run that is killed. Empty: none. See
  /// engine/results/result_stream.hpp.
  std::filesystem::path stream_to{};
  /// With stream_to: tables with more columns than this go into the stream only, in a thread of its
  /// own that also solves for the accelerations and reactions, so that neither the memory nor the
  /// time of a run grows with them. Results then have no rows of these tables; WriteStream makes
  /// the stream the file of results.
  std::size_t widest_in_memory = std::numeric_limits<std::size_t>::max();
};

}  // namespace trunnion
