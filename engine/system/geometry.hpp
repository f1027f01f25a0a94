// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"

/// What bodies look like. Shapes serve pictures only; nothing collides with them.
namespace trunnion {

/// A surface of triangles.
struct TriangleMesh {
  std::string name;                           ///< the file it comes from
  std::vector<std::array<float, 3>> points;   ///< [m], in the frame of the shape
  std::vector<std::array<int, 3>> triangles;  ///< indices of points, counterclockwise from outside
};

/// One shape of a body, centred at the origin of its own frame G.
struct Geometry {
  enum class Type {
    box,       ///< size: edges along x, y, z [m]
    sphere,    ///< size[0]: radius [m]
    cylinder,  ///< size[0]: radius, size[1]: length along z [m]
    mesh,      ///< `mesh`
  };
  Type type = Type::box;
  Vec3 size = Vec3::Zero();
  std::shared_ptr<const TriangleMesh> mesh{};
  Pose X_BG{};           ///< pose of G in the reference frame of the body
  std::string colour{};  ///< "#rrggbb"; empty: chosen
};

/// How many entries of `size` a type uses.
int NumSizes(Geometry::Type type);

/// A mesh from a Wavefront OBJ file (faces with any number of corners) or an STL file, text or
/// binary. @param scale  length of the file's unit [m].
/// @throws FileError if the file cannot be read or holds no triangle.
TriangleMesh ReadMesh(const std::filesystem::path& file, double scale = 1);

/// @throws ModelError unless sizes are > 0 and finite, a mesh is there and the colour is "#rrggbb".
void RequireValid(const Geometry& geometry, const std::string& label);

}  // namespace trunnion
