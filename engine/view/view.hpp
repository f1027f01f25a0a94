// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "engine/results/results.hpp"

namespace trunnion {

struct ViewOptions {
  std::string title{};     ///< empty: the name of the model
  int most_frames = 1000;  ///< of the animation; results with more are thinned evenly
  bool interrupted = false;
};

/// A page with the animation and the diagrams of results, in one HTML file that needs nothing else.
///
/// Numbers are rounded to 1/16 777 214 of their range; the poses of large results (more than 8
/// million numbers) to 1/65 534, and if they do not fit into 50 MB to 1/4094 and to fewer frames.
/// Nodes of flexible parts are rounded as PackMeshFrames does, and there are as many frames as
/// leave fewer than 12 million numbers of them.
/// As channels signals, energy, meshes, forces, joints and bodies are kept in this order until 6
/// million numbers are reached, of large results 2 million; the page says how many were left out.
/// @throws ModelError if the results have no scene, not the bodies of the scene or no row.
std::string MakeView(const Results& results, const ViewOptions& options = {});

/// The page without data; see viewer/.
std::string_view ViewerPage();

}  // namespace trunnion
