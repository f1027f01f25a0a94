// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/fields/mesh_fields.hpp"
#include "engine/system/system.hpp"

/// What results must know to be drawn: names, shapes and frames. With the poses of the table
/// `bodies` it makes a picture at any time.
namespace trunnion {

/// Shapes for a body that has none, in its reference frame: a box with its principal moments (for
/// a point mass, or without inertia, a sphere) and a rod to each point where something acts on it.
/// @param points  those points, in the reference frame [m].
/// @param reach   how far the body reaches from its centre of mass [m], > 0; the box is made
///                smaller than that, since moments of inertia are often invented.
std::vector<Geometry> DeriveGeometry(const BodyInfo& body,
                                     const std::vector<Vec3>& points,
                                     double reach);

/// Bodies with columns of their own in results, ascending, the ground first: not the nodes of a
/// mesh, unless a joint or force acts on them, and not the amplitudes of a reduced body or the sums
/// of a mean coupling.
std::vector<BodyIndex> ListShownBodies(const System& system);

/// The name of the table of mesh `i` of MakeMeshRecoveries: "mesh_0".
std::string MeshTableName(std::size_t i);

/// The JSON document "scene" of results; its keys are in docs/results.md.
/// @param meshes  those of the System.
std::string MakeScene(const System& system, const MeshRecoveries& meshes);
std::string MakeScene(const System& system);

}  // namespace trunnion
