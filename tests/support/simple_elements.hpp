// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "engine/core/element.hpp"
#include "engine/core/rotation.hpp"

/// The simplest physical elements with closed-form blocks, for tests of System.
namespace trunnion::test {

/// The point p of one body stays at the world point P: g = r + R p − P.
struct Pin {
  static constexpr int kBodies = 2;
  static constexpr int kMaxRows = 3;
  BodyIndex body;
  Vec3 p, P;

  std::array<BodyIndex, 2> bodies() const { return {kGround, body}; }
  int num_rows() const { return 3; }
  bool is_rotational(int) const { return false; }
  const BodyState& at(const ElementContext& x) const {
    return x.bodies[static_cast<std::size_t>(body)];
  }
  void Calc(const ElementContext& x,
            LocalRows<3>& g,
            LocalRows<3>& g_t,
            LocalJacobian<2, 3>& G) const {
    g = at(x).r + at(x).R * p - P;
    g_t.setZero();
    G.leftCols<6>().setConstant(1);  // of the ground: to be dropped
    G.middleCols<3>(6).setIdentity();
    G.middleCols<3>(9) = -at(x).R * Skew(p);
  }
  void CalcGamma(const ElementContext& x, LocalRows<3>& gamma) const {
    gamma = -at(x).R * at(x).w.cross(at(x).w.cross(p));
  }
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              LocalMatrix<2>& K) const {
    K.setZero();
    const Vec3 force = at(x).R.transpose() * Vec3::Map(lambda.data());
    K.block<3, 3>(9, 9) = Skew(p) * Skew(force);
  }
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<2, 3>& L) const {
    L.setZero();
    L.middleCols<3>(9) = -at(x).R * Skew(at(x).w.cross(p));
  }
};

/// Linear spring and damper between two centres of mass, and a thrust along the x axis of B.
struct SpringAndThrust {
  static constexpr int kBodies = 2;
  BodyIndex A, B;
  double k, c, thrust;

  std::array<BodyIndex, 2> bodies() const { return {A, B}; }
  void CalcForce(const ElementContext& x, LocalVector<2>& f) const {
    const BodyState& a = x.bodies[static_cast<std::size_t>(A)];
    const BodyState& b = x.bodies[static_cast<std::size_t>(B)];
    f.setZero();
    f.head<3>() = k * (b.r - a.r) + c * (b.v - a.v);
    f.segment<3>(6) = -f.head<3>() + thrust * b.R.col(0);
  }
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const {
    const BodyState& b = x.bodies[static_cast<std::size_t>(B)];
    f_q.setZero();
    f_v.setZero();
    for (int i = 0; i < 3; ++i) {
      f_q(i, i) = f_q(i + 6, i + 6) = -k;
      f_q(i, i + 6) = f_q(i + 6, i) = k;
      f_v(i, i) = f_v(i + 6, i + 6) = -c;
      f_v(i, i + 6) = f_v(i + 6, i) = c;
    }
    f_q.block<3, 3>(6, 9) = -thrust * b.R * Skew(Vec3::UnitX());
  }
  double CalcEnergy(const ElementContext& x) const {
    const BodyState& a = x.bodies[static_cast<std::size_t>(A)];
    return 0.5 * k * (x.bodies[static_cast<std::size_t>(B)].r - a.r).squaredNorm();
  }
};

/// A force without effect that counts accepted states and remembers the last turn of its body.
struct Counter {
  static constexpr int kBodies = 1;
  BodyIndex body;
  int first = -1;

  std::array<BodyIndex, 1> bodies() const { return {body}; }
  void CalcForce(const ElementContext&, LocalVector<1>& f) const { f.setZero(); }
  void Linearize(const ElementContext&, LocalMatrix<1>& f_q, LocalMatrix<1>& f_v) const {
    f_q.setZero();
    f_v.setZero();
  }
  double CalcEnergy(const ElementContext&) const { return 0; }
  int num_memory() const { return 2; }
  void set_memory(int slot) { first = slot; }
  void UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
    all_memory[static_cast<std::size_t>(first)] += 1;
    all_memory[static_cast<std::size_t>(first) + 1] = x.t;
  }
};

}  // namespace trunnion::test
