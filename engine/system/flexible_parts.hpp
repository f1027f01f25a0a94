// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/types.hpp"

/// Which bodies and elements of a System belong to a mesh, a reduced body or a coupling.
namespace trunnion {

struct MeshBody;
struct ReducedPart;

/// A part whose nodes are bodies of the System and whose elements are forces.
struct MeshInfo {
  struct Place {  // of an element among the forces
    int pool;
    int index;
  };
  std::string name;
  std::vector<BodyIndex> nodes{};  ///< the body of every node; kGround: it has no element
  std::vector<Place> elements{};   ///< in the order of the mesh
  std::shared_ptr<const MeshBody> part{};
};

/// A flexible body in a floating frame of reference; see ReducedBodyParts.
struct ReducedBodyInfo {
  std::string name;
  BodyIndex frame = kGround;
  std::vector<BodyIndex> amplitudes{}, interfaces{};
  int force = -1;  ///< in SystemParts::forces
  std::shared_ptr<const ReducedPart> part{};
};

/// A point that is a device of an element, and the constraint that places it, as the sums of a
/// mean coupling: results, pictures and checks leave both out.
struct HiddenPoint {
  BodyIndex point = kGround;
  int constraint = -1;  ///< in SystemParts::constraints
};

}  // namespace trunnion
