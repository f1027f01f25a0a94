// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Where a half-explicit method goes from a stage: the next stage, or the end of the step, has the
/// chart coordinates x_next = partial + weight · x', with x' the rate of the stage.
struct NextStage {
  double t;          ///< its time [s]
  VectorXd partial;  ///< what earlier stages contribute ∈ ℝᵏ
  double weight;     ///< h a_{i+1,i} [s]
};

/// An ordinary differential equation z' = f(t, z) on a manifold of dimension k, with invariants
/// h(t, z) = 0, as the explicit methods see it. Charts are those of ConstrainedSystem: z = z_ref ⊕
/// x with x ∈ ℝᵏ; a tangent vector d at z is what Retract adds there. The defaults are those of a
/// vector space without invariants.
class ManifoldOde {
 public:
  virtual ~ManifoldOde() = default;

  virtual int size() const = 0;  ///< k
  /// d = z' as tangent vector at z; false where it does not exist.
  virtual bool CalcDerivative(double t, const VectorXd& z, VectorXd& d) = 0;
  /// The derivative of a half-explicit method at z = z_ref ⊕ x: with the multipliers that satisfy
  /// the velocity constraints at the next stage. False where there are none.
  virtual bool CalcHalfExplicitDerivative(double /*t*/,
                                          const VectorXd& /*z_ref*/,
                                          const VectorXd& /*x*/,
                                          const NextStage& /*next*/,
                                          VectorXd& /*d*/) {
    return false;
  }

  /// out = z ⊕ d.
  virtual void Retract(const VectorXd& z, const VectorXd& d, VectorXd& out) const { out = z + d; }
  /// x with z = z_ref ⊕ x.
  virtual void Difference(const VectorXd& z_ref, const VectorXd& z, VectorXd& x) const {
    x = z - z_ref;
  }
  /// x' of the chart coordinates x whose point moves with the tangent vector d.
  virtual void ChartVelocity(const VectorXd& /*x*/, const VectorXd& d, VectorXd& x_dot) const {
    x_dot = d;
  }

  /// False if the chart coordinates x are too far from 0 for one step.
  virtual bool InChart(const VectorXd& /*x*/) const { return true; }
  /// z back on its manifold to rounding.
  virtual void Normalize(VectorXd& /*z*/) const {}

  /// c = −F(z) h(t, z), the whole step toward the invariants, as tangent vector at z; false where
  /// it does not exist. Source: Ascher, Qin & Reich (1992) eq. (3.9).
  virtual bool CalcCorrection(double /*t*/, const VectorXd& /*z*/, VectorXd& c) {
    c.setZero(size());
    return true;
  }
};

}  // namespace trunnion
