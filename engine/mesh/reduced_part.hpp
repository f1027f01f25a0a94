// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies/inertia_integrals.hpp"
#include "engine/mesh/craig_bampton.hpp"
#include "engine/mesh/linear_mesh.hpp"

/// A flexible part ready for a floating frame of reference: made once from a mesh or from K and M,
/// used by any number of bodies (Model::AddReducedBody).
namespace trunnion {

/// A place where joints and forces act on a flexible part: a set of nodes that moves rigidly with a
/// frame.
struct PartInterface {
  std::string name;              ///< the frame becomes the body "<part>.<name>"
  std::string node_set;          ///< of the mesh
  std::optional<Vec3> origin{};  ///< of the frame, in the mesh [m]; not given: mean of the nodes
};

/// Shapes of a part: its free vibration modes within the Craig-Bampton space of its interfaces.
///
/// The modes of K_r φ = ω² M_r φ (ReducedStructure) without the six rigid ones. They are orthogonal
/// to rigid motions (mean axes: amplitudes move neither the centre of mass nor, to first order, the
/// angular momentum) and to each other; any deformation of the Craig-Bampton space is a sum of
/// them. Each is scaled to a largest nodal displacement of 1, so that its amplitude p is that
/// displacement [m].
///
/// Reference Schwertassek, Wallrapp & Shabana, Nonlinear Dynamics 20 (1999) 361 (choice of shapes).
/// Verified  tests/mesh/reduced_part_test.cpp; tests/system/reduced_body_test.cpp.
struct ReducedPart {
  struct Interface {
    std::string name;
    Vec3 origin;                                     ///< in the mesh [m]
    Eigen::Matrix<double, 6, Eigen::Dynamic> shape;  ///< (t, θ) of the frame for p, 6×k
    std::vector<int> unknowns{};  ///< of its nodes (InterfaceFrame); none for following frames
    /// H, k×k: component c of (t, θ) has ½ pᵀ H_c p besides; empty (not known, taken as zero) or 6.
    std::vector<MatrixXd> foreshortening{};
  };
  Vec3 com;                    ///< undeformed centre of mass in the mesh [m]
  Eigen::Matrix3Xd positions;  ///< X of the nodes from com [m]
  MatrixXd shapes;             ///< φ, 3·nodes × k
  VectorXd frequencies;        ///< ω/2π of the free part [Hz], ascending
  VectorXd modal_mass;         ///< φᵀMφ [kg]
  InertiaIntegrals integrals;  ///< about com
  std::vector<Interface> interfaces;
  std::shared_ptr<const Mesh> mesh;  ///< null if it was made from K and M: no stress, no picture

  int num_shapes() const { return static_cast<int>(frequencies.size()); }
  /// u = φ p of all nodes, 3×nodes [m], in the axes of the mesh.
  Eigen::Matrix3Xd CalcDisplacements(const VectorXd& p) const;
};

/// @param num_modes  fixed-interface modes, beside the 6 motions of each frame; 6F + num_modes − 6
///                   shapes remain, at least 1.
/// @throws ModelError as ReduceCraigBampton and CalcInertiaIntegrals; if the number of shapes does
///         not fit; if the part does not have exactly six rigid motions. SolverError as
///         ReduceCraigBampton.
ReducedPart MakeReducedPart(const SparseMatrix& K,
                            const SparseMatrix& M,
                            const Eigen::Matrix3Xd& positions,
                            const std::vector<InterfaceFrame>& interfaces,
                            int num_modes);

/// The same from a mesh, whose LinearMesh is `linear`.
ReducedPart MakeReducedPart(const Mesh& mesh,
                            const LinearMesh& linear,
                            const std::vector<PartInterface>& interfaces,
                            int num_modes);

}  // namespace trunnion
