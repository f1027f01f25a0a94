// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/mesh/reduced_part.hpp"

namespace trunnion {

/// Adds a place to a reduced part that joints, forces and markers can be on and that the reduction
/// did not know of: a frame that follows the mean of some nodes and adds no stiffness (RBE3). A
/// load there becomes a load on these nodes, projected on the shapes; the answer is as good as the
/// shapes are for it, so ask for more fixed-interface modes where it matters, or make the place an
/// interface.
///
///     t = mean of uᵢ + θ × (o − mean of Xᵢ),   θ = J⁻¹ Σ Xᵢ' × uᵢ / n,   J = Σ (Xᵢ'² − Xᵢ' Xᵢ'ᵀ)/n
///
/// with Xᵢ' from the mean of the nodes and o the origin of the frame. One node alone has no
/// rotation: θ = 0, its frame turns with the floating frame.
/// @throws ModelError if the set does not exist or has no node with an element, if several nodes
///         are in one line, or if the part has an interface of that name.
void AddFollowingFrame(ReducedPart& part,
                       const Mesh& mesh,
                       const LinearMesh& linear,
                       const PartInterface& frame);

}  // namespace trunnion
