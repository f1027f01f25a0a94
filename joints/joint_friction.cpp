// SPDX-License-Identifier: BSD-3-Clause
#include "joints/joint_friction.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/seeded_bodies.hpp"
#include "joints/joint_types.hpp"

namespace trunnion {
namespace {

template <class S>
using Vector = Eigen::Matrix<S, 3, 1>;

/// |x|, with zero derivative at x = 0.
template <class S>
S Length(const Vector<S>& x) {
  using std::sqrt;
  const S square = x.squaredNorm();
  return PlainValue(square) > 0 ? S(sqrt(square)) : S(0.0);
}

/// tanh(s/v)/s at s² = square, 1/v at zero.
template <class S>
S SlopeOfSlip(const S& square, double v) {
  using std::sqrt, std::tanh;
  // Below this tanh(x)/x = 1 − x²/3 to rounding, and free of the root's singularity.
  if (PlainValue(square) < 1e-10 * v * v) return (1.0 - square / (3 * v * v)) / v;
  const S s = sqrt(square);
  return tanh(s / v) / s;
}

/// Force along the axis and torque about it, on B.
template <class S>
void CalcAxial(const JointFriction& p,
               JointType type,
               const Vector<S>& n,
               const Vector<S>& F,
               const Vector<S>& T,
               const S& u,
               const S& w,
               S& force,
               S& torque) {
  using std::abs;
  const bool slides = type != JointType::revolute, turns = type != JointType::prismatic;
  const S F_z = F.dot(n), T_z = T.dot(n);
  S N = p.preload + Length<S>(F - F_z * n);
  if (p.bending_arm > 0) N += Length<S>(T - T_z * n) / p.bending_arm;
  if (p.torsion_arm > 0) N += abs(T_z) / p.torsion_arm;
  const double r = p.radius, v = p.stiction_velocity;
  S square = S(0.0);
  if (slides) square += u * u;
  if (turns) square += r * r * w * w;
  const S slope = -p.coefficient * N * SlopeOfSlip(square, v);
  force = slides ? S(slope * u) : S(0.0);
  torque = turns ? S(slope * (r * r) * w) : S(0.0);
  if (p.axial_radius > 0) {
    const double r_a = p.axial_radius;
    torque -= p.coefficient * abs(F_z) * r_a * r_a * w * SlopeOfSlip(S(r_a * r_a * w * w), v);
  }
}

/// Generalized forces (f_A, f_B) for a reaction w on B.
template <class S>
Eigen::Matrix<S, 12, 1> CalcForces(const JointFriction& p,
                                   JointType type,
                                   const MarkerPair& pair,
                                   const BodyStateT<S>& A,
                                   const BodyStateT<S>& B,
                                   const Eigen::Matrix<S, 6, 1>& w) {
  const Vector<S> n = A.R * pair.X_AF.R.col(2).template cast<S>();
  const Vector<S> p_B = B.R * pair.X_BM.p.template cast<S>();  // Mo from the centres of mass
  const Vector<S> p_A = B.r - A.r + p_B;
  const Vector<S> w_A = A.R * A.w, w_B = B.R * B.w;
  const Vector<S> F = w.template head<3>();
  const Vector<S> T = B.R * w.template tail<3>() - p_B.cross(F);
  const Vector<S> slip = B.v - A.v + w_B.cross(p_B) - w_A.cross(p_A), turn = w_B - w_A;
  const S u = n.dot(slip), omega = n.dot(turn);
  S force, torque;
  CalcAxial<S>(p, type, n, F, T, u, omega, force, torque);
  const Vector<S> f = n * force, t = n * torque;
  const Vector<S> t_A = A.R.transpose() * Vector<S>(p_A.cross(f) + t);
  const Vector<S> t_B = B.R.transpose() * Vector<S>(p_B.cross(f) + t);
  Eigen::Matrix<S, 12, 1> out;
  out << -f, -t_A, f, t_B;
  return out;
}

}  // namespace

bool TakesFriction(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic ||
         type == JointType::cylindrical;
}

void RequireValid(const JointFriction& p, JointType type) {
  const std::string name(to_string(type));
  Require(TakesFriction(type),
          "a " + name + " joint takes no friction; revolute, prismatic and cylindrical joints do");
  const auto length = [](double x) { return std::isfinite(x) && x >= 0; };
  Require(length(p.coefficient), "friction: the coefficient must be a number ≥ 0");
  Require(length(p.stiction_velocity) && p.stiction_velocity > 0,
          "friction: stiction_velocity must be > 0 [m/s]");
  Require(length(p.radius) && length(p.axial_radius) && length(p.bending_arm) &&
              length(p.torsion_arm) && length(p.preload),
          "friction: radius, arms and preload must be numbers ≥ 0");
  Require((p.radius > 0) == (type != JointType::prismatic),
          type == JointType::prismatic ? "friction: a prismatic joint takes no radius"
                                       : "friction: a " + name + " joint needs a radius > 0 [m]");
  Require(p.axial_radius == 0 || type == JointType::revolute,
          "friction: only a revolute joint takes an axial_radius");
  Require(p.torsion_arm == 0 || type == JointType::prismatic,
          "friction: only a prismatic joint takes a torsion_arm");
}

void CalcJointFriction(const JointFriction& friction, const FrictionState& x, LocalVector<2>& f) {
  f = CalcForces<double>(friction, x.type, x.pair, x.A, x.B, x.reaction);
}

void LinearizeJointFriction(const JointFriction& friction,
                            const FrictionState& x,
                            LocalMatrix<2>& f_q,
                            LocalMatrix<2>& f_v,
                            Eigen::Matrix<double, 12, 6>& f_w) {
  using S = Dual<double, 30>;  // increments of A and B, their velocities, the reaction
  Eigen::Matrix<S, 6, 1> w;
  for (int i = 0; i < 6; ++i) w[i] = S::Variable(x.reaction[i], 24 + i);
  const auto f =
      CalcForces<S>(friction, x.type, x.pair, SeedBody<S>(x.A, 0, 12), SeedBody<S>(x.B, 6, 18), w);
  for (int row = 0; row < 12; ++row) {
    f_q.row(row) = f[row].d.template head<12>().matrix().transpose();
    f_v.row(row) = f[row].d.template segment<12>(12).matrix().transpose();
    f_w.row(row) = f[row].d.template tail<6>().matrix().transpose();
  }
}

}  // namespace trunnion
