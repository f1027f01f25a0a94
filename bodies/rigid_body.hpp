// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/element.hpp"

namespace trunnion {

/// Inertia of a rigid body in Cartesian coordinates: position r of the centre of mass, orientation
/// R, velocities v = (r', w) with w in the body frame.
///
///     residual = M v' + (0, w × J w) − (m g, 0)      momentum balance without other forces
///     M = diag(m I, J) ∈ ℝ⁶ˣ⁶, constant;    D = ∂residual/∂v = (0, w~ J − (J w)~)
///     T = (m |r'|² + w · J w)/2,   V = −m g · r      [J]
///
/// J is the inertia about the centre of mass in body axes [kg·m²]. Mass or inertia may be zero
/// where joints and forces leave M definite (or the Newton matrix regular) on what can move.
/// A point mass has translations only: a body whose three rotations the System leaves out; its
/// residual is the upper half.
/// Verified  tests/bodies/rigid_body_test.cpp.
class RigidBodyInertia {
 public:
  /// @param inertia  about the centre of mass, body axes.
  /// @param name     what error messages call the body.
  /// @throws ModelError for an impossible mass or inertia (RequireValid, mass_properties.hpp);
  /// the triangle inequality is the Model's business.
  RigidBodyInertia(BodyIndex body,
                   double mass,
                   const Mat3& inertia,
                   const std::string& name = "body");

  BodyIndex body() const { return body_; }
  double mass() const { return mass_; }
  const Mat3& inertia() const { return inertia_; }

  Mat6 CalcMassMatrix() const;

  /// @param acceleration  v' = (r'', w').
  /// @param gravity       g [m/s²], world.
  Vec6 CalcResidual(const BodyState& state, const Vec6& acceleration, const Vec3& gravity) const;

  /// D; its derivative with respect to position is zero.
  Mat6 CalcVelocityGradient(const BodyState& state) const;

  double CalcKineticEnergy(const BodyState& state) const;
  double CalcPotentialEnergy(const BodyState& state, const Vec3& gravity) const;

 private:
  BodyIndex body_;
  double mass_;
  Mat3 inertia_;
};

}  // namespace trunnion
