// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// The implicit formula of one step: q' = a x + c_x in the chart of q_ref, v' = a v + c_v.
struct StepFormula {
  double t = 0;                     ///< new time [s]
  double h = 0;                     ///< step [s]
  double h_velocity = 0;            ///< step that velocities are weighted by [s]
  double a = 0;                     ///< leading coefficient [1/s]
  const VectorXd* q_ref = nullptr;  ///< origin of the chart
  VectorXd c_x, c_v;                ///< history part [per s]
  VectorXd fit_a{};                 ///< added to a, by component [1/s]; empty: nothing
  /// Contraction of the corrections by the present matrix, of a similar step; 0: not known.
  double rate = 0;
};

/// Unknowns of a step. On input the prediction, on output the solution.
struct StepState {
  VectorXd q, v, lambda;
};

}  // namespace trunnion
