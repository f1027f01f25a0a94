// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"
#include "solvers/problem/explicit_options.hpp"

namespace trunnion {

/// Coefficients of an explicit Runge-Kutta method: X_i = h Σ_{j<i} A_ij K_j at t + c_i h, the step
/// h Σ b_j K_j.
struct ButcherTableau {
  int order;
  MatrixXd A;      ///< s×s, strictly lower triangular
  VectorXd b;      ///< ℝˢ
  VectorXd c;      ///< ℝˢ
  VectorXd error;  ///< h Σ error_j K_j estimates the local error; empty: no estimate
  VectorXd dense;  ///< fifth coefficient of the continuous extension; empty: none

  int stages() const { return static_cast<int>(b.size()); }
};

/// The tableau of a method; adams_bashforth has none and gives that of its first step.
/// Sources: Dormand & Prince (1980), with the continuous extension of Shampine as in Hairer,
/// Nørsett & Wanner I (1993) section II.6; half_explicit: Brasey & Hairer (1993), three stages.
const ButcherTableau& TableauOf(ExplicitMethod method);

}  // namespace trunnion
