// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/pose.hpp"
#include "joints/user_velocity_constraint.hpp"

/// Classical non-holonomic constraints between a plane, x-y of frame F on body A, and something on
/// body B with frame M. C is the point of B and A at the contact.
///
/// Verified   tests/joints/velocity_constraint_test.cpp: differences, invariance;
///            tests/system/rolling_test.cpp: steady turning of a disc, stability of a coin, sleigh.
namespace trunnion {

/// Velocity of the point C of B relative to the point C of A, C at p_B from the centre of mass of
/// B, all in the world.
template <class S>
Eigen::Matrix<S, 3, 1> CalcSlip(const std::array<BodyStateT<S>, 2>& bodies,
                                const Eigen::Matrix<S, 3, 1>& p_B) {
  const auto& [A, B] = bodies;
  const Eigen::Matrix<S, 3, 1> p_A = B.r - A.r + p_B, w_A = A.R * A.w, w_B = B.R * B.w;
  return B.v - A.v + w_B.cross(p_B) - w_A.cross(p_A);
}

/// Knife edge (skate, blade): the contact Mo may not move sideways, normal to x_M within the plane.
///
/// Equations  0 = ℓ · slip(Mo), ℓ = z_F × x_M / |z_F × x_M|     [m/s]
/// Range      the blade is not normal to the plane. It does not keep Mo on the plane: pair it with
///            a planar joint, point_on_plane or the like.
/// Reference  Neimark & Fufaev, Dynamics of Nonholonomic Systems (1972), chapter I.
struct KnifeEdgeRow {
  static constexpr int kRows = 1;
  Pose X_AF, X_BM;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    using std::sqrt;
    using Vector = Eigen::Matrix<S, 3, 1>;
    const Vector n = bodies[0].R * X_AF.R.col(2).template cast<S>();
    const Vector blade = bodies[1].R * X_BM.R.col(0).template cast<S>();
    const Vector p_B = bodies[1].R * X_BM.p.template cast<S>();
    const Vector side = n.cross(blade);
    c[0] = side.dot(CalcSlip<S>(bodies, p_B)) / sqrt(side.squaredNorm());
  }
};

/// Rolling without slip of a thin disc (centre Mo, axis z_M, radius R) on the plane: the lowest
/// point C of the disc has no velocity within the plane.
///
/// Equations  0 = x_F · slip(C), 0 = y_F · slip(C)               [m/s]
///            C = Mo − R (n − (n·a) a)/sqrt(1 − (n·a)²), n = z_F, a = z_M
/// Range      the disc does not lie flat. It does not keep the disc on the plane: pair it with a
///            constraint of CoordinateKind::disc_height, as Model::AddRollingDisc does.
/// Reference  Neimark & Fufaev (1972), chapter II; O'Reilly, Nonlinear Dynamics 10 (1996) 287-305.
struct RollingRows {
  static constexpr int kRows = 2;
  Pose X_AF, X_BM;
  double radius = 0;  ///< R [m]
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    using std::sqrt;
    using Vector = Eigen::Matrix<S, 3, 1>;
    const auto R_F = bodies[0].R * X_AF.R.template cast<S>();
    const Vector n = R_F.col(2), axis = bodies[1].R * X_BM.R.col(2).template cast<S>();
    const S lean = n.dot(axis);
    const Vector up = n - lean * axis;
    const Vector p_B =
        bodies[1].R * X_BM.p.template cast<S>() - up * (radius / sqrt(1.0 - lean * lean));
    const Vector slip = CalcSlip<S>(bodies, p_B);
    c[0] = R_F.col(0).dot(slip);
    c[1] = R_F.col(1).dot(slip);
  }
};

}  // namespace trunnion
