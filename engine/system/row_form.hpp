// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// How CalcResiduals writes the equations of joints.
enum class RowForm {
  exact,        ///< as their headers say
  single_root,  ///< by angles (Joint::CalcSingleRoot): the right branch is the only root
  /// The same, and rows of multi-turn angles (screws, motions, gears) are zero: such angles mean
  /// little while axes that belong together are far from parallel.
  without_angles,
};

}  // namespace trunnion
