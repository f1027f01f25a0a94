// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "engine/mesh/mesh.hpp"
#include "engine/mesh/reduced_part.hpp"

namespace trunnion::random {

/// A bar of `elements` hexahedra along x from the origin, `length` × `width` × `width` [m], with
/// the node sets "BEGIN" and "END" at its ends.
Mesh MakeBar(int elements, double length, double width, double youngs_modulus, double density);

/// A strip of `elements` four-node shells along x, with the node sets "BEGIN" and "END".
Mesh MakeStrip(int elements, double length, double width, double thickness, double youngs_modulus);

/// A bar of 0.6 m with frames "begin" and "end", made once.
std::shared_ptr<const ReducedPart> TheReducedBar();

}  // namespace trunnion::random
