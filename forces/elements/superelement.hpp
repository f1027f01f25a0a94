// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/turn.hpp"
#include "forces/elements/corotated_inertia.hpp"

namespace trunnion {

/// Matrices of a condensed part for its K interface frames, in axes of the element frame E, each
/// frame's translation before its rotation: [N/m; N; N·m], the same times seconds, and for the mass
/// [kg; kg·m; kg·m²].
template <int K>
struct SuperelementMatrices {
  LocalMatrix<K> stiffness = LocalMatrix<K>::Zero();  ///< symmetric, positive semidefinite
  LocalMatrix<K> damping = LocalMatrix<K>::Zero();    ///< its symmetric part positive semidefinite
  LocalMatrix<K> mass = LocalMatrix<K>::Zero();       ///< symmetric, positive semidefinite
};

/// Deformation force between K frames: a linear elastic part of any shape, condensed to its
/// interfaces, that moves and turns as it likes while it deforms little.
///
///     S = K_S e + D_S ė,   V = ½ eᵀ K_S e [J],   f = −(∂e/∂x)ᵀ S,   dissipated power ėᵀ D_S ė [W]
///
/// with e ∈ ℝ⁶ᴷ the deformation in the co-rotated frame of forces/elements/corotated_frame.hpp: the
/// force is linear in e, the class of forces of Yen & Petzold, section 5. Damping acts on ė alone,
/// a rigid motion is free of it.
///
/// Exactness  f = −∂V/∂q, exact tangent; no force under any rigid motion; forces and moments
///            balance for any K_S, though one that is not zero for rigid displacements lost digits
///            before.
/// Range      the frames may turn by any angle together, and by less than π from their mean, which
///            is followed; the part is linear, so that θᵢ should stay below about 0.2. From 45° of
///            a θᵢ on CalcTurn warns, at 172° it ends the run.
/// Mass       constant in the axes of E: its inertia and weight by
///            forces/elements/corotated_inertia.hpp.
/// Reference  Yen & Petzold, On the numerical solution of constrained multibody dynamic systems
///            (1994), section 5; Guyan, AIAA J. 3 (1965) 380 (condensation).
/// Verified   tests/forces/superelement_test.cpp, tests/forces/half_turn_test.cpp.
template <int K>
class Superelement {
 public:
  static constexpr int kBodies = K;

  /// @throws ModelError if a body appears twice, a matrix is not finite, the stiffness or the mass
  ///         not symmetric or not positive semidefinite, or the damping feeds energy in.
  Superelement(const FrameGroup<K>& frames,
               const SuperelementMatrices<K>& matrices,
               const std::string& name = "superelement");

  std::array<BodyIndex, K> bodies() const { return frames_.bodies; }
  const FrameGroup<K>& frames() const { return frames_; }

  void CalcForce(const ElementContext& x, LocalVector<K>& f) const;
  void Linearize(const ElementContext& x, LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;  ///< V and of the weight [J]
  void AddInertia(const ElementContext& x, LocalVector<K>& f) const;
  void LinearizeInertia(const ElementContext& x,
                        LocalMatrix<K>& M,
                        LocalMatrix<K>& f_q,
                        LocalMatrix<K>& f_v) const;
  double CalcKineticEnergy(const ElementContext& x) const;        ///< [J]
  double CalcDissipation(const ElementContext& x) const;          ///< [W]
  LocalVector<K> CalcDeformation(const ElementContext& x) const;  ///< e
  CorotatedFrame<K> CalcFrame(const ElementContext& x) const;     ///< E, followed

  /// ElementWithMemory: −θ₁ and the largest |θᵢ| [rad], zero where no frame is far turned.
  int num_memory() const { return 4; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const;
  Turn CalcTurn(const ElementContext& x) const;

 private:
  FrameGroup<K> frames_;
  SuperelementMatrices<K> matrices_;
  CorotatedInertia<K> inertia_;
  bool damped_ = false;
  int memory_ = 0;
};

/// Largest entry of the force under rigid displacements of 1 (translations [m], rotations [rad])
/// over the largest entry of the stiffness: how well a given K_S lets the part move freely.
template <int K>
double CalcRigidBodyResidual(const FrameGroup<K>& frames, const LocalMatrix<K>& stiffness);

}  // namespace trunnion
