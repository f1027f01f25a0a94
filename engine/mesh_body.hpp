// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/mesh.hpp"
#include "forces/elements/make_solid.hpp"

namespace trunnion {

/// A part of solid finite elements in a model: every node is a point with three unknowns, every
/// element a force with mass of its own. Nodes without an element are left out.
struct MeshBody {
  enum class Kinematics {
    total_lagrangian,  ///< any strain; not of C3D8I
    corotational,      ///< large rotation, small strain, linear stiffness of the element
    automatic,         ///< total-Lagrangian, C3D8I co-rotational
  };

  std::string name{};  ///< unique among meshes; empty: "mesh_0", ...
  Mesh mesh{};         ///< [m], in its own frame M; solids with materials
  Pose X_WM{};         ///< of M, at the start
  /// Rigid velocity at the start: that of the origin of M [m/s], and the angular one [rad/s];
  /// world.
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  std::vector<std::string> fixed_sets{};  ///< node sets that stay where they are

  Kinematics kinematics = Kinematics::automatic;
  SolidLaw::Kind law = SolidLaw::Kind::st_venant_kirchhoff;  ///< of total-Lagrangian elements
  SolidMass mass = SolidMass::consistent;
  /// Rayleigh's damping α M + β K: α [1/s] also damps rigid motion, β [s] the deformation alone.
  double alpha = 0;
  double beta = 0;
  bool gauss_newton = false;  ///< tangents without the stiffness of stresses
};

/// Which of the two an element of the part has.
inline bool IsCorotational(const MeshBody& part, SolidType type) {
  return part.kinematics == MeshBody::Kinematics::corotational ||
         (part.kinematics == MeshBody::Kinematics::automatic &&
          type == SolidType::hex8_incompatible);
}

}  // namespace trunnion
