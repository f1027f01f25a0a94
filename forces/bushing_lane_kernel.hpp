// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Forces of bushings, one in each lane of a register; rules of engine/core/vector_register.hpp.

#include "forces/bushing_kernels.hpp"
#include "forces/lane_algebra.hpp"

namespace trunnion::TRUNNION_KERNELS {

/// Numbers of the bodies of the lanes.
struct Bodies {
  const double* at[kLanes];

  Bodies(const double* bodies, const int* indices) {
    for (int i = 0; i < kLanes; ++i) at[i] = bodies + 18 * indices[i];
  }
  Pack Gather(int k) const {
#if defined(__AVX512F__)
    return Pack{at[0][k], at[1][k], at[2][k], at[3][k], at[4][k], at[5][k], at[6][k], at[7][k]};
#elif defined(__AVX__)
    return Pack{at[0][k], at[1][k], at[2][k], at[3][k]};
#else
    return Pack{at[0][k], at[1][k]};
#endif
  }
  Vector GatherVector(int k) const { return {Gather(k), Gather(k + 1), Gather(k + 2)}; }
  Vector r() const { return GatherVector(0); }
  Matrix R() const { return {GatherVector(3), GatherVector(6), GatherVector(9)}; }
  Vector v() const { return GatherVector(12); }
  Vector w() const { return GatherVector(15); }
};

/// Components row .. row + 2 of K e + D e' + P.
inline Vector Restoring(
    const BushingLanes& b, int row, int first, const Vector& e, const Vector& rate) {
  const Vector K = LoadVector(b.K + row, first), D = LoadVector(b.D + row, first);
  const Vector P = LoadVector(b.P + row, first);
  return {K.x * e.x + D.x * rate.x + P.x,
          K.y * e.y + D.y * rate.y + P.y,
          K.z * e.z + D.z * rate.z + P.z};
}

/// The lanes from `first` on; comments in Bushing and RelativeMotion.
inline unsigned CalcForces(const BushingLanes& b,
                           const double* bodies,
                           int first,
                           BushingForces& f) {
  const Bodies A(bodies, b.A + first), B(bodies, b.B + first);
  const Matrix R_AF = LoadMatrix(b.R_AF, first), R_F = A.R() * R_AF;
  const Matrix R_B = B.R();
  const Matrix C{
      TransposeTimes(R_F, R_B.x), TransposeTimes(R_F, R_B.y), TransposeTimes(R_F, R_B.z)};
  const Matrix Q = C * LoadMatrix(b.R_BM, first);
  const Vector arm_B = C * LoadVector(b.p_BM, first);
  const Vector arm_A = TransposeTimes(R_F, B.r() - A.r()) + arm_B;
  const Vector d = arm_A - LoadVector(b.origin, first);

  const Vector w_A = TransposeTimes(R_AF, A.w()), w_B = C * B.w();
  const Vector d_rate = TransposeTimes(R_F, B.v() - A.v()) + Cross(w_B, arm_B) - Cross(w_A, arm_A);
  const Vector half{0.5 * (Q.y.z - Q.z.y), 0.5 * (Q.z.x - Q.x.z), 0.5 * (Q.x.y - Q.y.x)};
  const Pack sine2 = Dot(half, half);
  const Vector theta = AngleOverSine(sine2) * half;
  const Pack s = Dot(theta, theta), c = InverseCoefficient(s);
  const Vector theta_rate = TangentInverse(-1, theta, s, c, w_B - w_A);

  const Vector force = Restoring(b, 0, first, d, d_rate);  // on A; its negative on B
  const Vector torque = TangentInverse(1, theta, s, c, Restoring(b, 3, first, theta, theta_rate));
  const Vector world = R_F * force, zero{};
  StoreVector(world, f, first);
  StoreVector(R_AF * (torque + Cross(arm_A, force)), f + 3, first);
  StoreVector(zero - world, f + 6, first);
  StoreVector(zero - TransposeTimes(C, torque + Cross(arm_B, force)), f + 9, first);

  const Pack trace = Q.x.x + Q.y.y + Q.z.z;
  unsigned usable = 0;
  for (int i = 0; i < kLanes; ++i)
    if (trace[i] > 2 && sine2[i] < kLargestSine2) usable |= 1u << (first + i);
  return usable;
}

inline unsigned CalcAllForces(const BushingLanes& bushings,
                              const double* bodies,
                              BushingForces& f) {
  unsigned usable = 0;
  for (int first = 0; first < 8; first += kLanes) usable |= CalcForces(bushings, bodies, first, f);
  return usable;
}

}  // namespace trunnion::TRUNNION_KERNELS
