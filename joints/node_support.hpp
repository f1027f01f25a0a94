// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/user_constraint.hpp"

/// Supports of one component of the node of a mesh: one equation each, by UserConstraint. The
/// multiplier is the reaction [N or N·m], with the opposite sign.
namespace trunnion {

/// 0 = a·(r − r₀): the node stays in a plane.
struct HeldDisplacement {
  static constexpr int kRows = 1;
  Vec3 axis;     ///< a, world
  Vec3 initial;  ///< r₀ [m]

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = S(0.0);
    for (int i = 0; i < 3; ++i) g[0] += (bodies[0].r[i] - initial[i]) * axis[i];
  }
};

/// 0 = ½ (c·R b − b·R c): no rotation about a = b × c since R = I. With two components held the
/// third is free to any angle; with one, it is that of sin θ times the axis of rotation.
struct HeldRotation {
  static constexpr int kRows = 1;
  static constexpr bool kRotational = true;
  Vec3 b, c;  ///< world

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = S(0.0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) g[0] += bodies[0].R(i, j) * (0.5 * (c[i] * b[j] - b[i] * c[j]));
  }
};

}  // namespace trunnion
