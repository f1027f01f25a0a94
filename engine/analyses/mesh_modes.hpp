// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/analyses/linear.hpp"

namespace trunnion {

/// Complex displacements of the nodes of a reduced body in a mode [m], world axes, a column for
/// each node of its mesh that carries an element:
///
///     δxᵢ = δr + δθ × (xᵢ − r) + R φᵢ δp
///
/// @param x  the state that the mode is about.
/// @throws ModelError if the body was not made from a mesh.
Eigen::Matrix3Xcd CalcMeshMode(const ReducedBodyInfo& body,
                               const ElementContext& x,
                               const Mode& mode);

/// The JSON document "mesh_modes" of results, for pictures: by the name of each reduced body with a
/// mesh a list of modes, each the real and imaginary part of x, y, z of every node of its surface,
/// in the order of the scene. Empty without such a body.
std::string MakeMeshModesJson(const System& system,
                              const ElementContext& x,
                              const std::vector<Mode>& modes);

}  // namespace trunnion
