// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <utility>

#include "engine/core/seeded_bodies.hpp"

namespace trunnion {

/// A constraint given only by its residual, a templated function object; every block follows by
/// (nested) forward-mode automatic differentiation. For K bodies, 2 unless stated.
///
///     struct OnSphere {                       // the origins stay 2 m apart (squared form)
///       static constexpr int kRows = 1;
///       template <class S>
///       void operator()(const S& t, const std::array<BodyStateT<S>, 2>& bodies,
///                       Eigen::Matrix<S, kRows, 1>& g) const {
///         g[0] = (bodies[1].r - bodies[0].r).squaredNorm() - 4.0;
///       }
///     };
///     UserConstraint<OnSphere> constraint({0, 1}, OnSphere{});
///
/// Equations  0 = g(t, r, R of each body) ∈ ℝ^kRows, on position level: the velocities in `bodies`
///            are zero. Any units; mark angles by `static constexpr bool kRotational = true`.
/// Blocks     from increments seeded as in engine/core/seeded_bodies.hpp, exact to rounding.
/// Range      g twice continuously differentiable where it is evaluated; use ADL names (sin(x), not
///            std::sin(x)), and compare with constants freely. Form differences of positions first,
///            so that a far origin costs no digits.
/// Cost       G: 6K + 1 derivatives a scalar operation; K: 2 (6K)².
/// Verified   tests/joints/user_constraint_test.cpp: central differences, time dependence, three
///            bodies; tests/joints/joint_autodiff_test.cpp: every joint.
template <class F, int K = 2>
class UserConstraint {
 public:
  static constexpr int kBodies = K;
  static constexpr int kMaxRows = F::kRows;
  using Rows = LocalRows<kMaxRows>;
  using Jacobian = LocalJacobian<K, kMaxRows>;

  explicit UserConstraint(const std::array<BodyIndex, K>& bodies, F f = {})
      : bodies_(bodies), f_(std::move(f)) {}

  std::array<BodyIndex, K> bodies() const { return bodies_; }
  int num_rows() const { return F::kRows; }
  bool is_rotational(int) const {
    if constexpr (requires { F::kRotational; }) {
      return F::kRotational;
    } else {
      return false;
    }
  }

  void Calc(const ElementContext& context, Rows& g, Rows& g_t, Jacobian& G) const {
    using S = Dual<double, kN + 1>;  // the increments, then time
    SeededBodies<S, K> x(context, bodies_);
    x.t = S::Variable(context.t, kN);
    x.Move([](int i) { return S::Variable(0, i); });
    const Residual<S> value = Evaluate(x);
    g.resize(F::kRows);
    g_t.resize(F::kRows);
    G.resize(F::kRows, kN);
    for (int row = 0; row < F::kRows; ++row) {
      g[row] = value[row].a;
      g_t[row] = value[row].d[kN];
      G.row(row) = value[row].d.template head<kN>().matrix().transpose();
    }
  }

  /// γ = −g̈ at constant (r', w).
  void CalcGamma(const ElementContext& context, Rows& gamma) const {
    using S = Dual<Dual<double, 1>, 1>;
    const LocalVector<K> v = LocalVelocities<K>(context, bodies_);
    const S e1(Dual<double, 1>::Variable(0, 0)), e2 = S::Variable(0, 0);
    SeededBodies<S, K> x(context, bodies_);
    x.Move([&](int i) { return v[i] * e1; });
    x.Move([&](int i) { return v[i] * e2; });
    x.t = S(context.t) + e1 + e2;
    const Residual<S> value = Evaluate(x);
    gamma.resize(F::kRows);
    for (int row = 0; row < F::kRows; ++row) gamma[row] = -value[row].d[0].d[0];
  }

  void CalcVelocityGradient(const ElementContext& context, Jacobian& L) const {
    L.resize(F::kRows, kN);
    CalcDirectional(context, LocalVelocities<K>(context, bodies_), 1, L);
  }

  void CalcGeometricStiffness(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<K>& stiffness) const {
    Jacobian H_i(F::kRows, kN);
    for (int i = 0; i < kN; ++i) {
      CalcDirectional(context, LocalVector<K>::Unit(i), 0, H_i);
      stiffness.row(i).setZero();
      for (int row = 0; row < F::kRows; ++row) stiffness.row(i) += lambda[row] * H_i.row(row);
    }
  }

 private:
  static constexpr int kN = 6 * K;
  template <class S>
  using Residual = Eigen::Matrix<S, F::kRows, 1>;

  /// ∂(G u + g_t u_t)/∂x of every row, for a constant direction u.
  void CalcDirectional(const ElementContext& context,
                       const LocalVector<K>& u,
                       double u_t,
                       Jacobian& out) const {
    using Inner = Dual<double, kN>;
    using S = Dual<Inner, 1>;
    const S e = S::Variable(0, 0);
    SeededBodies<S, K> x(context, bodies_);
    x.Move([](int i) { return S(Inner::Variable(0, i)); });  // the point moves first,
    x.Move([&](int i) { return u[i] * e; });                 // then along u
    x.t = S(context.t) + u_t * e;
    const Residual<S> value = Evaluate(x);
    for (int row = 0; row < F::kRows; ++row) out.row(row) = value[row].d[0].d.matrix().transpose();
  }

  template <class S>
  Residual<S> Evaluate(const SeededBodies<S, K>& x) const {
    Residual<S> g;
    f_(x.t, x.bodies, g);
    return g;
  }

  std::array<BodyIndex, K> bodies_;
  F f_;
};

}  // namespace trunnion
