// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/inertia_integrals.hpp"
#include "engine/core/element_context.hpp"

namespace trunnion {

/// Where a floating frame and the amplitudes of its shapes are, and how they move.
struct FloatingState {
  BodyState frame;  ///< the floating frame, any point of the undeformed body
  VectorXd p;       ///< amplitudes
  VectorXd p_dot;   ///< their rates [1/s]
};

/// Motion and forces of a flexible body in a floating frame of reference: a point at X in the frame
/// is at r + R (X + Σ φⱼ pⱼ). Shapes φⱼ may be any; X and φ enter by their InertiaIntegrals only.
///
/// Unknowns   a = (r'', w', p''), w the angular velocity in axes of the frame; increments
///            (dr, dφ, dp). Local vectors and matrices have the 6 + k components in this order.
/// Equations  M a + h = f, with s = X + φ p, S = ∫s dm, A = ∫φ dm, Cⱼ = ∫s φⱼᵀ dm,
///            J = ∫(|s|² I − s sᵀ) dm, Bⱼ = ∫s × φⱼ dm, W = Σ p'ⱼ Cⱼ:
///
///                [ m I   −R S~   R A       ]        [ R (2 w × A p' + w × (w × S))       ]
///            M = [ ·      J      B         ]    h = [ 2 (tr W I − Wᵀ) w + w × J w        ]
///                [ ·      ·      tr∫φᵢφⱼᵀdm ]        [ 2 w · ∫u' × φᵢ dm + ∫φᵢ · w×(w×s) dm ]
///
///            f = weight − (0, 0, K p + D p'). No term is left out or linearized in p; the strain
///            energy is that of small deformation. InertiaIntegrals::foreshortening F, if there
///            is any, belongs to ∫φᵢφⱼᵀdm, but for its trace: J has tr F I − F of it besides,
///            and a spin w the geometric stiffness Kᵢⱼ = wᵀ (Fᵢⱼ − tr Fᵢⱼ I) w.
/// Energy     T = v · M v/2, V = −g · (m r + R S) + p · K p/2  [J]
/// Reference  Shabana, Dynamics of multibody systems, 4th ed. (2013), section 5.3-5.5;
///            Schwertassek & Wallrapp, Dynamik flexibler Mehrkörpersysteme (1999), section 6.2.
/// Verified   tests/bodies/floating_frame_test.cpp: Lagrange's equations of mass points, central
///            differences, a rigid body.
class FloatingFrame {
 public:
  /// @param K, D  k×k, symmetric: stiffness and damping of the shapes, for amplitudes in metres
  ///              [N/m], [N·s/m].
  FloatingFrame(const InertiaIntegrals& integrals, const MatrixXd& K, const MatrixXd& D);

  int num_shapes() const { return static_cast<int>(K_.rows()); }  ///< k

  MatrixXd CalcMassMatrix(const FloatingState& state) const;
  /// Overwrites f with weight, stiffness and damping. @param gravity  [m/s²], world.
  void CalcForce(const FloatingState& state, const Vec3& gravity, VectorXd& f) const;
  /// Overwrites f_q and f_v with its derivatives.
  void Linearize(const FloatingState& state,
                 const Vec3& gravity,
                 MatrixXd& f_q,
                 MatrixXd& f_v) const;
  /// f −= M a + h.
  void AddInertia(const FloatingState& state, const VectorXd& a, VectorXd& f) const;
  /// Overwrites M; adds the derivatives of −(M a + h) to f_q and f_v.
  void LinearizeInertia(const FloatingState& state,
                        const VectorXd& a,
                        MatrixXd& M,
                        MatrixXd& f_q,
                        MatrixXd& f_v) const;
  double CalcKineticEnergy(const FloatingState& state) const;
  double CalcPotentialEnergy(const FloatingState& state, const Vec3& gravity) const;
  /// Linear momentum [N·s] and angular momentum about the origin of the world [N·m·s], world.
  Vec6 CalcMomentum(const FloatingState& state) const;

 private:
  struct Terms {
    Vec3 S, A_rate;  // ∫s dm, A p'
    Mat3 J, W;
    VectorXd C, V;  // Cⱼ; Vⱼ = C'ⱼ = ∫u' φⱼᵀ dm; k 3×3, one after the other
    Eigen::Matrix3Xd B;
  };
  Vec3 CalcFirst(const FloatingState& state) const;
  Terms CalcTerms(const FloatingState& state) const;
  void MassMatrix(const FloatingState& state, const Terms& terms, MatrixXd& M) const;
  void AddCoriolis(const FloatingState& state, const Terms& terms, VectorXd& f) const;
  void AddFrameGradient(const FloatingState& state,
                        const Terms& terms,
                        const VectorXd& a,
                        MatrixXd& f_q) const;
  void AddShapeGradient(const FloatingState& state,
                        const Terms& terms,
                        const VectorXd& a,
                        MatrixXd& f_q) const;
  void AddVelocityGradient(const FloatingState& state, const Terms& terms, MatrixXd& f_v) const;

  double mass_;
  Vec3 first_;
  Mat3 second_;
  Eigen::Matrix3Xd A_;
  VectorXd position_shape_;  // Pⱼ, one after the other by columns
  MatrixXd shape_shape_;     // column i: Qᵢⱼ of all j
  MatrixXd shape_mass_;      // tr Qᵢⱼ
  MatrixXd K_, D_;
};

}  // namespace trunnion
