// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/constrained_system.hpp"

namespace trunnion {

/// Modulus of the largest root of BDF-k on y' = i ω y with step h, z = h ω. At orders 3 to 5 it
/// exceeds 1 in an interval of z: the method amplifies a fast undamped mode instead of damping it.
double BdfGrowth(int order, double z);

/// Caps the order where the local error is one fast undamped mode that the order in use amplifies.
///
/// With e the position error in ker G, two Rayleigh quotients estimate the mode's frequency,
/// ω₁² = e'Ke / e'Me and ω₂² = |Ke|²_{M⁻¹} / e'Ke; they agree when e is one mode. The cap is the
/// highest order that does not amplify it (at least 2) and holds for 20 steps (docs/error_test.md).
class OrderCap {
 public:
  /// Looks at the error of an accepted or rejected step; true if the cap was lowered.
  bool Observe(const VectorXd& e, const DynamicsMatrices& matrices, double h, int order);
  /// Counts an accepted step.
  void Advance() {
    if (steps_left_ > 0 && --steps_left_ == 0) cap_ = kNoCap;
  }
  int cap() const { return cap_; }

 private:
  static constexpr int kNoCap = 99;
  int cap_ = kNoCap;
  int steps_left_ = 0;
};

}  // namespace trunnion
