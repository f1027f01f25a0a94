// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <array>

#include "engine/core/dual.hpp"
#include "engine/core/element.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {

/// A body with its increments (dr, dφ) as variables first_q .. + 5 and its velocities (r', w) as
/// first_v .. + 5 of the Dual scalar S, R(dφ) = R (I + dφ~): exact to first order.
template <class S>
BodyStateT<S> SeedBody(const BodyState& body, int first_q, int first_v) {
  BodyStateT<S> s;
  for (int i = 0; i < 3; ++i) {
    s.r(i) = S::Variable(body.r(i), first_q + i);
    s.v(i) = S::Variable(body.v(i), first_v + i);
    s.w(i) = S::Variable(body.w(i), first_v + 3 + i);
    const Mat3 turn = body.R * Skew(Vec3::Unit(i));  // ∂R/∂dφᵢ
    for (int row = 0; row < 3; ++row)
      for (int col = 0; col < 3; ++col) {
        if (i == 0) s.R(row, col) = S(body.R(row, col));
        s.R(row, col).d(first_q + 3 + i) = turn(row, col);
      }
  }
  return s;
}

/// Time and the poses of K bodies in a Dual scalar S, moved along increments that carry the
/// derivatives. Velocities are zero.
///
/// Move applies r += dr and R := R (I + dφ~). For infinitesimal increments this is exact, and two
/// moves one after the other, R (I + ε₁ φ₁~)(I + ε₂ φ₂~), give the derivative along ε₁ of the
/// gradient along ε₂ in right-perturbation increments.
/// Verified  tests/joints/user_constraint_test.cpp, tests/joints/joint_autodiff_test.cpp.
template <class S, int K>
struct SeededBodies {
  S t;
  std::array<BodyStateT<S>, K> bodies;

  SeededBodies(const ElementContext& context, const std::array<BodyIndex, K>& indices)
      : t(context.t) {
    for (int k = 0; k < K; ++k) {
      const BodyState& from = context.bodies[indices[k]];
      for (int i = 0; i < 3; ++i) {
        bodies[k].r[i] = S(from.r[i]);
        for (int j = 0; j < 3; ++j) bodies[k].R(i, j) = S(from.R(i, j));
      }
    }
  }

  /// @param increment  increment(i) is the S-valued component i of the local vector ∈ ℝ⁶ᴷ.
  template <class Increment>
  void Move(const Increment& increment) {
    for (int k = 0; k < K; ++k) {
      S phi[3];
      for (int i = 0; i < 3; ++i) {
        bodies[k].r[i] += increment(6 * k + i);
        phi[i] = increment(6 * k + 3 + i);
      }
      for (int i = 0; i < 3; ++i) {
        auto& R = bodies[k].R;
        const S R0 = R(i, 0), R1 = R(i, 1), R2 = R(i, 2);
        R(i, 0) += R1 * phi[2] - R2 * phi[1];
        R(i, 1) += R2 * phi[0] - R0 * phi[2];
        R(i, 2) += R0 * phi[1] - R1 * phi[0];
      }
    }
  }
};

/// The local vector (r', w) of the bodies.
template <int K>
LocalVector<K> LocalVelocities(const ElementContext& context,
                               const std::array<BodyIndex, K>& indices) {
  LocalVector<K> v;
  for (int k = 0; k < K; ++k) {
    v.template segment<3>(6 * k) = context.bodies[indices[k]].v;
    v.template segment<3>(6 * k + 3) = context.bodies[indices[k]].w;
  }
  return v;
}

}  // namespace trunnion
