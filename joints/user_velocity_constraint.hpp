// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <utility>

#include "engine/core/seeded_bodies.hpp"

namespace trunnion {

/// A non-holonomic constraint given only by its residual, a templated function object that is
/// affine in the velocities; every block follows by forward-mode automatic differentiation. For K
/// bodies, 2 unless stated.
///
///     struct NoSideSlip {               // the centre of B moves along its x axis only, seen from
///     A
///       static constexpr int kRows = 1;
///       template <class S>
///       void operator()(const S& t, const std::array<BodyStateT<S>, 2>& bodies,
///                       Eigen::Matrix<S, kRows, 1>& c) const {
///         c[0] = bodies[1].R.col(1).dot(bodies[1].v - bodies[0].v);
///       }
///     };
///
/// Equations  0 = c(t, r, R, r', w of each body) ∈ ℝ^kRows on the velocity level; c = A(q, t) v +
/// b(q, t).
///            Any units; rows that balance torques: `static constexpr bool kRotational = true`.
/// Blocks     g = 0, G = A, g_t = b; L = ∂c/∂q at fixed v, γ = −dc/dt at constant (r', w),
///            K = ∂(Aᵀλ)/∂q.
/// Range      c once continuously differentiable by time and poses; ADL names (sin(x), not
///            std::sin(x)).
/// Verified   tests/joints/velocity_constraint_test.cpp: central differences,
/// tests/system/rolling_test.cpp.
template <class F, int K = 2>
class UserVelocityConstraint {
 public:
  static constexpr int kBodies = K;
  static constexpr int kMaxRows = F::kRows;
  using Rows = LocalRows<kMaxRows>;
  using Jacobian = LocalJacobian<K, kMaxRows>;

  explicit UserVelocityConstraint(const std::array<BodyIndex, K>& bodies, F f = {})
      : bodies_(bodies), f_(std::move(f)) {}

  std::array<BodyIndex, K> bodies() const { return bodies_; }
  int num_rows() const { return F::kRows; }
  bool is_holonomic(int) const { return false; }
  bool is_rotational(int) const {
    if constexpr (requires { F::kRotational; }) return F::kRotational;
    return false;
  }

  void Calc(const ElementContext& context, Rows& g, Rows& g_t, Jacobian& G) const {
    using S = Dual<double, kN>;
    SeededBodies<S, K> x(context, bodies_);
    SetVelocities(x, [](int i) { return S::Variable(0, i); });
    const Residual<S> c = Evaluate(x);
    g.setZero(F::kRows);
    g_t.resize(F::kRows);
    G.resize(F::kRows, kN);
    for (int row = 0; row < F::kRows; ++row) {
      g_t[row] = c[row].a;
      G.row(row) = c[row].d.matrix().transpose();
    }
  }

  void CalcGamma(const ElementContext& context, Rows& gamma) const {
    using S = Dual<double, 1>;
    const LocalVector<K> v = LocalVelocities<K>(context, bodies_);
    SeededBodies<S, K> x(context, bodies_);
    x.Move([&](int i) { return v[i] * S::Variable(0, 0); });
    x.t = S::Variable(context.t, 0);
    SetVelocities(x, [&](int i) { return S(v[i]); });
    const Residual<S> c = Evaluate(x);
    gamma.resize(F::kRows);
    for (int row = 0; row < F::kRows; ++row) gamma[row] = -c[row].d[0];
  }

  void CalcVelocityGradient(const ElementContext& context, Jacobian& L) const {
    CalcPoseGradient(context, LocalVelocities<K>(context, bodies_), L);
  }

  void CalcGeometricStiffness(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<K>& stiffness) const {
    Jacobian at_rest, at_unit;
    CalcPoseGradient(context, LocalVector<K>::Zero(), at_rest);
    for (int i = 0; i < kN; ++i) {
      CalcPoseGradient(context, LocalVector<K>::Unit(i), at_unit);
      stiffness.row(i).setZero();
      for (int row = 0; row < F::kRows; ++row)
        stiffness.row(i) += lambda[row] * (at_unit.row(row) - at_rest.row(row));
    }
  }

 private:
  static constexpr int kN = 6 * K;
  template <class S>
  using Residual = Eigen::Matrix<S, F::kRows, 1>;

  template <class S, class Velocity>
  static void SetVelocities(SeededBodies<S, K>& x, const Velocity& velocity) {
    for (int k = 0; k < K; ++k)
      for (int i = 0; i < 3; ++i) {
        x.bodies[k].v[i] = velocity(6 * k + i);
        x.bodies[k].w[i] = velocity(6 * k + 3 + i);
      }
  }

  /// ∂c/∂(dr, dφ) at the velocities v.
  void CalcPoseGradient(const ElementContext& context, const LocalVector<K>& v, Jacobian& L) const {
    using S = Dual<double, kN>;
    SeededBodies<S, K> x(context, bodies_);
    x.Move([](int i) { return S::Variable(0, i); });
    SetVelocities(x, [&](int i) { return S(v[i]); });
    const Residual<S> c = Evaluate(x);
    L.resize(F::kRows, kN);
    for (int row = 0; row < F::kRows; ++row) L.row(row) = c[row].d.matrix().transpose();
  }

  template <class S>
  Residual<S> Evaluate(const SeededBodies<S, K>& x) const {
    Residual<S> c;
    f_(x.t, x.bodies, c);
    return c;
  }

  std::array<BodyIndex, K> bodies_;
  F f_;
};

}  // namespace trunnion
