// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/mesh.hpp"
#include "forces/elements/face_load.hpp"
#include "forces/elements/make_solid.hpp"

namespace trunnion {

/// A load on the outer faces of solids whose corners all belong to a node set, or on the shells
/// whose nodes all do; a positive pressure presses on a solid, and acts along the normal of a
/// shell, about which its nodes are counter-clockwise.
struct MeshLoad {
  std::string set{};
  FaceLoadLaw law{};
};

/// Components of displacement and rotation that the nodes of a set are held in.
struct MeshSupport {
  std::string node_set;
  std::vector<int> components;  ///< 0, 1, 2: displacements, 3, 4, 5: rotations, in axes of M
};

/// A part of finite elements in a model: every element is a force with mass of its own. Nodes
/// without an element are left out. A mesh has either solids or shells, beams and trusses
/// (engine/mesh/shell_mesh.hpp):
///
///     solids        nodes are points with three unknowns
///     S3, S4, S8R   shells of forces/elements/shell_matrices.hpp, co-rotated; nodes are rigid
///     bodies
///                   without mass of their own. S8R is split into four, with a new node in its
///                   middle; the mesh is then that of SplitQuadraticShells
///     B31           co-rotational Timoshenko beam (forces/elements/beam.hpp)
///     T3D2          bar between two points, half of its mass at each
///
/// Rigid ties of the mesh are not part of it: AddMeshInterface (engine/model/couplings.hpp) makes
/// them.
struct MeshBody {
  enum class Kinematics {
    total_lagrangian,  ///< any strain
    corotational,      ///< large rotation, small strain, linear stiffness of the element
  };

  std::string name{};  ///< unique among meshes; empty: "mesh_0", ...
  Mesh mesh{};         ///< [m], in its own frame M, with materials and sections
  Pose X_WM{};         ///< of M, at the start
  /// Rigid velocity at the start: that of the origin of M [m/s], and the angular one [rad/s];
  /// world.
  Vec3 velocity = Vec3::Zero();
  Vec3 angular_velocity = Vec3::Zero();
  std::vector<std::string> fixed_sets{};  ///< stay where they are, as points without unknowns
  std::vector<MeshSupport> supports{};    ///< constraints "<mesh>.<number>.u1", ..., "r3"

  std::optional<Kinematics> kinematics{};  ///< of solids; not given: total_lagrangian
  SolidLaw::Kind law = SolidLaw::Kind::st_venant_kirchhoff;  ///< of total-Lagrangian elements
  SolidMass mass = SolidMass::consistent;
  /// Rayleigh's damping α M + β K: α [1/s] also damps rigid motion, β [s] the deformation alone.
  double alpha = 0;  ///< of solids only
  double beta = 0;
  bool gauss_newton = false;  ///< of solids: tangents without the stiffness of stresses
  std::vector<MeshLoad> loads{};
  /// Set by AddMesh where it splits S8R: what `mesh` was before, for reports.
  std::shared_ptr<const Mesh> unsplit{};
};

}  // namespace trunnion
