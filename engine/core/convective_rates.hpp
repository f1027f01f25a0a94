// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/pair_kinematics.hpp"

namespace trunnion {

/// Second time derivatives of the scalar functions of PairKinematics along a motion with the given
/// velocities and without accelerations (v' = 0, and w' = 0 in the bodies' own frames): the terms
/// ẋᵀ H ẋ, without H. A row g then has γ = −g̈.
/// Verified  tests/joints/joint_test.cpp, against finite differences.
class ConvectiveRates {
 public:
  /// Refers to its arguments.
  ConvectiveRates(const PairKinematics& kinematics,
                  const MarkerPair& pair,
                  const BodyState& A,
                  const BodyState& B,
                  PairKinematics::Parts parts = PairKinematics::Parts::all);

  double Separation(const Vec3& n_W) const { return n_W.dot(D_ddot_); }
  double Offset(const Vec3& n_F) const;
  double Distance() const;
  double Orientation(const Mat3& C) const { return C.cwiseProduct(Q_ddot_).sum(); }
  double Angle(const Mat3& C_s, const Mat3& C_c) const;

 private:
  const PairKinematics& x_;
  const BodyState& A_;
  const Mat3& R_AF_;
  Vec3 D_dot_, D_ddot_;
  Mat3 Q_dot_, Q_ddot_;
};

}  // namespace trunnion
