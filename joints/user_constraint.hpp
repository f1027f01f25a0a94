// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <utility>

#include "engine/core/dual.hpp"
#include "engine/core/element.hpp"

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
/// Blocks     increments are seeded as r + ε dr and R (I + ε dφ~), for second derivatives R (I +
///            ε₁ dφ₁~)(I + ε₂ dφ₂~), which are exact for first-order ε.
/// Range      g twice continuously differentiable where it is evaluated; use ADL names (sin(x), not
///            std::sin(x)), and compare with constants freely. Form differences of positions first,
///            so that a far origin costs no digits.
/// Cost       G: 6K + 1 derivatives a scalar operation; CalcGeometricStiffness (6K)².
/// Verified   tests/joints/user_constraint_test.cpp: central differences, time dependence, three
///            bodies; tests/joints/joint_test.cpp: every joint type.
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
    Point<S> x(context, bodies_);
    x.t = S::Variable(context.t, kN);
    Move(x, [](int i) { return S::Variable(0, i); });
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
    const LocalVector<K> v = Velocities(context);
    const S e1(Dual<double, 1>::Variable(0, 0)), e2 = S::Variable(0, 0);
    Point<S> x(context, bodies_);
    Move(x, [&](int i) { return v[i] * e1; });
    Move(x, [&](int i) { return v[i] * e2; });
    x.t = S(context.t) + e1 + e2;
    const Residual<S> value = Evaluate(x);
    gamma.resize(F::kRows);
    for (int row = 0; row < F::kRows; ++row) gamma[row] = -value[row].d[0].d[0];
  }

  void CalcVelocityGradient(const ElementContext& context, Jacobian& L) const {
    using Inner = Dual<double, kN>;
    using S = Dual<Inner, 1>;  // outer: along the motion
    const LocalVector<K> v = Velocities(context);
    const S e = S::Variable(0, 0);
    Point<S> x(context, bodies_);
    Move(x, [](int i) { return S(Inner::Variable(0, i)); });
    Move(x, [&](int i) { return v[i] * e; });
    x.t = S(context.t) + e;
    const Residual<S> value = Evaluate(x);
    L.resize(F::kRows, kN);
    for (int row = 0; row < F::kRows; ++row) L.row(row) = value[row].d[0].d.matrix().transpose();
  }

  void CalcGeometricStiffness(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<K>& K_out) const {
    using Inner = Dual<double, kN>;
    using S = Dual<Inner, kN>;
    Point<S> x(context, bodies_);
    Move(x, [](int i) { return S(Inner::Variable(0, i)); });  // the point moves first,
    Move(x, [](int i) { return S::Variable(0, i); });         // then the gradient is taken
    const Residual<S> value = Evaluate(x);
    K_out.setZero();
    for (int row = 0; row < F::kRows; ++row) {
      for (int i = 0; i < kN; ++i) {
        K_out.row(i) += lambda[row] * value[row].d[i].d.matrix().transpose();
      }
    }
  }

 private:
  static constexpr int kN = 6 * K;
  template <class S>
  using Residual = Eigen::Matrix<S, F::kRows, 1>;

  template <class S>
  struct Point {
    Point(const ElementContext& context, const std::array<BodyIndex, K>& indices) : t(context.t) {
      for (int k = 0; k < K; ++k) {
        const BodyState& from = context.bodies[indices[k]];
        for (int i = 0; i < 3; ++i) {
          bodies[k].r[i] = S(from.r[i]);
          for (int j = 0; j < 3; ++j) bodies[k].R(i, j) = S(from.R(i, j));
        }
      }
    }
    S t;
    std::array<BodyStateT<S>, K> bodies;
  };

  /// r += dr, R := R (I + dφ~) with the components of the increments given by increment(i).
  template <class S, class Increment>
  static void Move(Point<S>& x, const Increment& increment) {
    for (int k = 0; k < K; ++k) {
      Eigen::Matrix<S, 3, 1> phi;
      for (int i = 0; i < 3; ++i) {
        x.bodies[k].r[i] += increment(6 * k + i);
        phi[i] = increment(6 * k + 3 + i);
      }
      Eigen::Matrix<S, 3, 3>& R = x.bodies[k].R;
      for (int i = 0; i < 3; ++i) {
        const S R0 = R(i, 0), R1 = R(i, 1), R2 = R(i, 2);
        R(i, 0) += R1 * phi[2] - R2 * phi[1];
        R(i, 1) += R2 * phi[0] - R0 * phi[2];
        R(i, 2) += R0 * phi[1] - R1 * phi[0];
      }
    }
  }

  template <class S>
  Residual<S> Evaluate(const Point<S>& x) const {
    Residual<S> g;
    f_(x.t, x.bodies, g);
    return g;
  }

  LocalVector<K> Velocities(const ElementContext& context) const {
    LocalVector<K> v;
    for (int k = 0; k < K; ++k) {
      v.template segment<3>(6 * k) = context.bodies[bodies_[k]].v;
      v.template segment<3>(6 * k + 3) = context.bodies[bodies_[k]].w;
    }
    return v;
  }

  std::array<BodyIndex, K> bodies_;
  F f_;
};

}  // namespace trunnion
