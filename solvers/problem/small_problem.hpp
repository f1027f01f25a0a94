// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/dual.hpp"
#include "engine/core/types.hpp"

namespace trunnion {

/// The derivatives of a problem P as SmallSystem takes it, by automatic differentiation. n
/// coordinates, m rows 0 = g(q, t), k rows 0 = c(q, v, t) on the velocity level, which are affine
/// in v; row numbers of g come first.
template <class P>
class SmallProblem {
 public:
  static constexpr int Count() {
    if constexpr (requires { P::velocity_rows; }) return P::velocity_rows;
    return 0;
  }
  static constexpr int n = P::n, m = P::m, k = Count(), rows = m + k;
  static constexpr bool kHasReactionForce =
      requires(const P p, Eigen::Matrix<double, n, 1> x, Eigen::Matrix<double, rows, 1> s) {
    p.template ReactionForce<double>(0.0, x, x, s, x);
  };
  template <class S, int size>
  using Vec = Eigen::Matrix<S, size, 1>;
  using Square = Eigen::Matrix<double, n, n>;
  using Wide = Eigen::Matrix<double, rows, n>;

  explicit SmallProblem(P problem) : p_(problem) {}
  const P& problem() const { return p_; }

  /// Rates of momentum M(q) a; M and ∂(M a)/∂q if they are wanted.
  Vec<double, n> Inertia(const VectorXd& q, const VectorXd& a, Square* M, Square* M_q) const {
    using S = Dual<double, 2 * n>;
    Vec<double, n> value;
    if constexpr (requires(Vec<S, n> x) { p_.template Inertia<S>(x, x, x); }) {
      const auto x = Seed<2 * n>(q, 0), y = Seed<2 * n>(a, n);
      Vec<S, n> p;
      p_.template Inertia<S>(x, y, p);
      for (int i = 0; i < n; ++i) {
        value[i] = p[i].a;
        if (M_q) M_q->row(i) = p[i].d.template head<n>().matrix().transpose();
        if (M) M->row(i) = p[i].d.template tail<n>().matrix().transpose();
      }
    } else {
      value = p_.mass().cwiseProduct(a);
      if (M_q) M_q->setZero();
      if (M) *M = p_.mass().asDiagonal();
    }
    return value;
  }

  /// ∂f/∂q and ∂f/∂v.
  void LinearizeForce(
      double t, const VectorXd& q, const VectorXd& v, Square& f_q, Square& f_v) const {
    Vec<Dual<double, 2 * n>, n> f;
    p_.template Force<Dual<double, 2 * n>>(t, Seed<2 * n>(q, 0), Seed<2 * n>(v, n), f);
    for (int i = 0; i < n; ++i) {
      f_q.row(i) = f[i].d.template head<n>().matrix().transpose();
      f_v.row(i) = f[i].d.template tail<n>().matrix().transpose();
    }
  }

  /// ∂f_r/∂(q, v, λ).
  Eigen::Matrix<double, n, 2 * n + rows> LinearizeReactionForce(double t,
                                                                const VectorXd& q,
                                                                const VectorXd& v,
                                                                const VectorXd& s) const {
    constexpr int N = 2 * n + rows;
    Vec<Dual<double, N>, n> f;
    p_.template ReactionForce<Dual<double, N>>(
        t, Seed<N>(q, 0), Seed<N>(v, n), Seed<N, rows>(s, 2 * n), f);
    Eigen::Matrix<double, n, N> J;
    for (int i = 0; i < n; ++i) J.row(i) = f[i].d.matrix().transpose();
    return J;
  }

  /// g (zero for the rows of c), g_t and G.
  void Constraints(double t, const VectorXd& q, VectorXd& g, VectorXd& g_t, Wide& G) const {
    if constexpr (m > 0) {
      Vec<Dual<double, n + 1>, m> value;
      p_.template Constraint<Dual<double, n + 1>>(
          Dual<double, n + 1>::Variable(t, n), Seed<n + 1>(q, 0), value);
      for (int i = 0; i < m; ++i) {
        g[i] = value[i].a;
        g_t[i] = value[i].d[n];
        G.row(i) = value[i].d.template head<n>().matrix().transpose();
      }
    }
    if constexpr (k > 0) {
      Vec<Dual<double, n>, k> c;
      p_.template VelocityConstraint<Dual<double, n>>(
          t, Seed<n>(q, n), Seed<n>(VectorXd::Zero(n), 0), c);
      for (int i = 0; i < k; ++i) {
        g[m + i] = 0;
        g_t[m + i] = c[i].a;
        G.row(m + i) = c[i].d.matrix().transpose();
      }
    }
  }

  /// Derivatives of u·∂(g, t)/∂(q, t), u = (u_q, u_t) constant, and of c at v = u_q: the gradient
  /// of every row by (q, t). u_t = 0 leaves the part of c that is free of v out.
  Eigen::Matrix<double, rows, n + 1> Directional(double t,
                                                 const VectorXd& q,
                                                 const VectorXd& u,
                                                 double u_t) const {
    using Inner = Dual<double, n + 1>;
    Eigen::Matrix<double, rows, n + 1> out;
    if constexpr (m > 0) {
      using S = Dual<Inner, 1>;
      Vec<S, n> x;
      for (int i = 0; i < n; ++i) x[i] = S(Inner::Variable(q[i], i)) + u[i] * S::Variable(0, 0);
      const S time = S(Inner::Variable(t, n)) + u_t * S::Variable(0, 0);
      Vec<S, m> g;
      p_.template Constraint<S>(time, x, g);
      for (int i = 0; i < m; ++i) out.row(i) = g[i].d[0].d.matrix().transpose();
    }
    if constexpr (k > 0) {
      Vec<Inner, n> y, at_u, at_rest;
      for (int i = 0; i < n; ++i) {
        y[i] = Inner::Variable(q[i], i);
        at_u[i] = u[i];
        at_rest[i] = 0.0;
      }
      Vec<Inner, k> c, c0;
      p_.template VelocityConstraint<Inner>(Inner::Variable(t, n), y, at_u, c);
      p_.template VelocityConstraint<Inner>(Inner::Variable(t, n), y, at_rest, c0);
      for (int i = 0; i < k; ++i)
        out.row(m + i) = (c[i].d - (1 - u_t) * c0[i].d).matrix().transpose();
    }
    return out;
  }

 private:
  /// x with its entries as variables first, first + 1, ...; constants if they are out of range.
  template <int N, int size = n>
  static Vec<Dual<double, N>, size> Seed(const VectorXd& x, int first) {
    Vec<Dual<double, N>, size> out;
    for (int i = 0; i < size; ++i)
      out[i] = first + i < N ? Dual<double, N>::Variable(x[i], first + i) : Dual<double, N>(x[i]);
    return out;
  }

  P p_;
};

}  // namespace trunnion
