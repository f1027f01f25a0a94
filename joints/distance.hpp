// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Distance joint (massless rod with ball ends): |p_FM| = length.
///
/// Equations  g₀ = |p_WM − p_WF| − length                                 [m]
/// Free       5 freedoms; reported is the `distance` [m] itself, a plain coordinate (equal to the
///            length up to the constraint residual).
/// Reaction   λ > 0 pulls the points together: it is the tension of the rod [N].
/// Range      length > 0. At Fo = Mo the direction is undefined and G vanishes: start with distinct
///            points. The orientation of F and M plays no part.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition DistanceDefinition() {
  return JointDefinition{}
      .Add({.kind = JointRow::Kind::distance})
      .Report("distance", CoordinateKind::distance)
      .On(JointBranch::points_distinct);
}

}  // namespace trunnion
