// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/mesh.hpp"
#include "forces/elements/face_load.hpp"
#include "forces/elements/make_solid.hpp"

namespace trunnion {

/// A load on the outer faces whose corners all belong to a node set.
struct MeshLoad {
  std::string set{};
  FaceLoadLaw law{};
};

/// A part of solid finite elements in a model: every node is a point with three unknowns, every
/// element a force with mass of its own. Nodes without an element are left out.
struct MeshBody {
  enum class Kinematics {
    total_lagrangian,  ///< any strain
    corotational,      ///< large rotation, small strain, linear stiffness of the element
  };

  std::string name{};  ///< unique among meshes; empty: "mesh_0", ...
  Mesh mesh{};         ///< [m], in its own frame M; solids with materials
  Pose X_WM{};         ///< of M, at the start
  /// Rigid velocity at the start: that of the origin of M [m/s], and the angular one [rad/s];
  /// world.
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  std::vector<std::string> fixed_sets{};  ///< node sets that stay where they are

  Kinematics kinematics = Kinematics::total_lagrangian;
  SolidLaw::Kind law = SolidLaw::Kind::st_venant_kirchhoff;  ///< of total-Lagrangian elements
  SolidMass mass = SolidMass::consistent;
  /// Rayleigh's damping α M + β K: α [1/s] also damps rigid motion, β [s] the deformation alone.
  double alpha = 0;
  double beta = 0;
  bool gauss_newton = false;  ///< tangents without the stiffness of stresses
  std::vector<MeshLoad> loads{};
};

}  // namespace trunnion
