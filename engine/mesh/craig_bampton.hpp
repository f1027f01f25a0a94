// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "bodies/inertia_integrals.hpp"
#include "engine/core/types.hpp"

/// Reduction of a linear structure to the motions of a few rigid interfaces and its lowest modes.
namespace trunnion {

/// Nodes that move rigidly with a frame: a bore with its pin, a flange.
struct InterfaceFrame {
  std::string name;           ///< for messages
  Vec3 origin;                ///< [m], axes those of the mesh
  std::vector<int> unknowns;  ///< first unknown of each node; uₓ, uᵧ, u_z follow each other
};

/// u = T q with q = (unknowns of the nodes outside of all interfaces, in their order; translation t
/// and rotation θ of each frame, small): a node at X of a frame with origin o has
/// u = t + θ × (X − o).
/// @param positions  X of each node [m], 3×(n/3); node i has the unknowns 3i, 3i+1, 3i+2.
/// @throws ModelError naming the frame: without nodes, or with nodes of another frame.
SparseMatrix CalcRigidTies(const Eigen::Matrix3Xd& positions,
                           const std::vector<InterfaceFrame>& frames);

/// Tᵀ A T, symmetric.
SparseMatrix CalcTied(const SparseMatrix& A, const SparseMatrix& T);

/// u = V p with p = (t, θ of each frame; amplitudes of the modes):
///
///     V = T [ −Kᵢᵢ⁻¹ Kᵢᵦ   Φ ;  I   0 ],   Kᵢᵢ Φ = Mᵢᵢ Φ diag(ω²),  Φᵀ Mᵢᵢ Φ = I
///     K = [ Kᵦᵦ − Kᵦᵢ Kᵢᵢ⁻¹ Kᵢᵦ   0 ;  0   diag(ω²) ],   M = Vᵀ M V
///
/// with i the inner unknowns and β those of the frames. K of the frames alone is the stiffness of
/// the part condensed to its interfaces (12×12 for two), exact for static loads on them.
///
/// Reference Craig & Bampton, AIAA J. 6 (1968) 1313.
/// Verified  tests/mesh/craig_bampton_test.cpp: frequencies and matrices of an independent
///           reduction.
struct ReducedStructure {
  MatrixXd K, M;               ///< (6F+m)², symmetric
  MatrixXd recovery;           ///< V, n×(6F+m)
  VectorXd fixed_frequencies;  ///< ω/2π of the m modes with all frames held [Hz]
  int num_frames = 0;
};

/// @throws ModelError as CalcRigidTies, or if there is no frame; SolverError if the structure is
///         not held by its frames (a part is loose) or the modes do not converge.
ReducedStructure ReduceCraigBampton(const SparseMatrix& K,
                                    const SparseMatrix& M,
                                    const Eigen::Matrix3Xd& positions,
                                    const std::vector<InterfaceFrame>& frames,
                                    int num_modes);

/// The integrals are taken with the finite-element mass matrix, not with lumped masses.
/// @param M  consistent or lumped mass of the form m ⊗ I₃ [kg]: the same for x, y and z.
/// @param shapes  n×k.
/// @throws ModelError if M couples directions.
InertiaIntegrals CalcInertiaIntegrals(const SparseMatrix& M,
                                      const Eigen::Matrix3Xd& positions,
                                      const MatrixXd& shapes);

}  // namespace trunnion
