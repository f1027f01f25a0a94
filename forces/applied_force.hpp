// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include "engine/core/element.hpp"
#include "engine/core/element_report.hpp"
#include "engine/core/laws.hpp"

namespace trunnion {

/// A constant vector or a function of time, given in the world or in the axes of the body.
struct AppliedVector {
  enum class Frame { world, body };

  Vec3 constant = Vec3::Zero();
  VectorLaw law{};  ///< of time; added to `constant` if set
  Frame frame = Frame::world;

  Vec3 operator()(double t) const { return law ? Vec3(constant + law(t)) : constant; }
  BreakFinder breaks() const { return law ? law.breaks() : NoBreaks(); }
};

/// Force F(t) [N] at a point fixed in a body, and torque T(t) [N·m], on one body.
///
///     f = (F_W, s × Rᵀ F_W + T_B) ∈ ℝ⁶
///
/// s is the point from the centre of mass, in body axes. A vector in the body frame turns with the
/// body (follower force). The reaction acts on nothing (the outside of the model).
///
/// Energy    V = −F · (r + R s) for a constant force in the world [J]; all other parts count as 0:
///           follower forces, torques and functions of time derive from no potential.
/// Verified  tests/forces/applied_force_test.cpp.
class AppliedForce {
 public:
  static constexpr int kBodies = 1;

  /// @param s_B  point of application from the centre of mass of B [m], in B axes.
  /// @throws ModelError if a constant is not finite.
  AppliedForce(BodyIndex body,
               const Vec3& s_B,
               AppliedVector force,
               AppliedVector torque = {},
               const std::string& name = "applied force");

  std::array<BodyIndex, 1> bodies() const { return {body_}; }
  const Vec3& point() const { return s_B_; }  ///< of application, from the centre of mass [m]

  void CalcForce(const ElementContext& x, LocalVector<1>& f) const;
  /// The generalized force of a force F [N] and torque T [N·m] in the place and frames of this
  /// load.
  LocalVector<1> CalcForceOf(const ElementContext& x, const Vec3& F, const Vec3& T) const;
  ElementDescription Describe() const;
  /// Of one unit of a component: of the force, then of the torque.
  LocalVector<1> CalcInputForce(const ElementContext& x, int input) const;
  void Linearize(const ElementContext& x, LocalMatrix<1>& f_q, LocalMatrix<1>& f_v) const;
  double CalcEnergy(const ElementContext& x) const;
  BreakFinder breaks() const { return FirstOf({force_.breaks(), torque_.breaks()}); }
  bool has_unknown_breaks() const { return !force_.breaks() || !torque_.breaks(); }
  double SampleLaw(double t) const { return (force_(t) + torque_(t)).dot(kSample); }

 private:
  static inline const Vec3 kSample{1, 1.3, 1.7};  // no usual directions cancel
  const BodyState& State(const ElementContext& x) const {
    return x.bodies[static_cast<size_t>(body_)];
  }

  BodyIndex body_;
  Vec3 s_B_;
  AppliedVector force_, torque_;
};
static_assert(ForceElement<AppliedForce>);

}  // namespace trunnion
