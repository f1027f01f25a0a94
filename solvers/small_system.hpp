// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCore>
#include <functional>

#include "engine/core/dual.hpp"
#include "solvers/constrained_system.hpp"

namespace trunnion {

/// A small system in a vector space, defined by residual functions on automatic-differentiation
/// scalars: the dynamics M v' − f and the constraints g. Everything else follows.
///
/// Problem P provides   static constexpr int n, m;
///   template <class S> void Force(S t, const Vec<S, n>& q, const Vec<S, n>& v, Vec<S, n>& f)
///   const; template <class S> void Constraint(S t, const Vec<S, n>& q, Vec<S, m>& g) const;
///   Eigen::Matrix<double, n, 1> mass() const;      diagonal mass matrix
template <class P>
class SmallSystem final : public ConstrainedSystem {
 public:
  static constexpr int n = P::n, m = P::m;
  template <class S, int size>
  using Vec = Eigen::Matrix<S, size, 1>;

  explicit SmallSystem(P problem = {}) : problem_(problem) {
    metric_.setOnes(n);
    // Blocks of three unknowns (a planar body), or everything.
    const int size = n % 3 == 0 ? 3 : n;
    for (int first = 0; first < n; first += size) blocks_.push_back({first, size});
    is_angle_.assign(n, false);
    is_rotational_.assign(m, false);
  }

  const P& problem() const { return problem_; }
  int num_velocities() const override { return n; }
  int num_constraints() const override { return m; }
  const VectorXd& metric() const override { return metric_; }
  const std::vector<NormBlock>& norm_blocks() const override { return blocks_; }
  const std::vector<bool>& is_angle() const override { return is_angle_; }
  const std::vector<bool>& is_rotational_row() const override { return is_rotational_; }

  void InitializePatterns(Residuals& r, DynamicsMatrices& matrices) const override {
    r.g.setZero(m), r.g_t.setZero(m), r.dynamics.setZero(n);
    r.GT = Dense(n, m);
    matrices.M = matrices.D = matrices.K = Dense(n, n);
  }

  void CalcResiduals(double t,
                     const VectorXd& q,
                     const VectorXd& v,
                     const VectorXd& v_dot,
                     Residuals& out) override {
    Vec<double, n> f;
    problem_.template Force<double>(t, q, v, f);
    out.dynamics = problem_.mass().cwiseProduct(v_dot) - f;
    const auto g = FirstDerivatives(t, q);
    for (int i = 0; i < m; ++i) {
      out.g[i] = g[i].a;
      out.g_t[i] = g[i].d[n];
      for (int j = 0; j < n; ++j) out.GT.valuePtr()[i * n + j] = g[i].d[j];
    }
  }

  void CalcMatrices(double t,
                    const VectorXd& q,
                    const VectorXd& v,
                    const VectorXd& /*v_dot*/,
                    const VectorXd& lambda,
                    DynamicsMatrices& out) override {
    using S = Dual<double, 2 * n>;
    Vec<S, n> qs, vs, f;
    for (int i = 0; i < n; ++i) {
      qs[i] = S::Variable(q[i], i);
      vs[i] = S::Variable(v[i], n + i);
    }
    problem_.template Force<S>(S(t), qs, vs, f);
    CalcGeometricStiffness(t, q, lambda, out.K);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        out.K.valuePtr()[j * n + i] -= f[i].d[j];
        out.D.valuePtr()[j * n + i] = -f[i].d[n + j];
        out.M.valuePtr()[j * n + i] = i == j ? problem_.mass()[i] : 0;
      }
  }

  void CalcGeometricStiffness(double t,
                              const VectorXd& q,
                              const VectorXd& s,
                              SparseMatrix& out) override {
    const auto g = SecondDerivatives(t, q);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        out.valuePtr()[j * n + i] = 0;
        for (int row = 0; row < m; ++row) out.valuePtr()[j * n + i] += s[row] * g[row].d[i].d[j];
      }
  }

  void CalcVelocityGradient(double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            SparseMatrix& out) override {
    const auto g = SecondDerivatives(t, q);
    for (int row = 0; row < m; ++row)
      for (int j = 0; j < n; ++j) {
        out.valuePtr()[row * n + j] = g[row].d[n].d[j];
        for (int i = 0; i < n; ++i) out.valuePtr()[row * n + j] += v[i] * g[row].d[i].d[j];
      }
  }

  void CalcGamma(double t, const VectorXd& q, const VectorXd& v, VectorXd& gamma) override {
    const auto g = SecondDerivatives(t, q);
    Vec<double, n + 1> u;
    u << v, 1.0;
    gamma.setZero(m);
    for (int row = 0; row < m; ++row)
      for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= n; ++j) gamma[row] -= u[i] * u[j] * g[row].d[i].d[j];
  }

  std::string DescribeComponent(int i) const override { return "coordinate " + std::to_string(i); }
  std::string DescribeConstraint(int row) const override {
    return "constraint " + std::to_string(row);
  }

 private:
  static SparseMatrix Dense(int rows, int cols) {
    SparseMatrix A = MatrixXd::Ones(rows, cols).sparseView();
    A.makeCompressed();
    A.coeffs().setZero();
    return A;
  }
  auto FirstDerivatives(double t, const VectorXd& q) const {
    using S = Dual<double, n + 1>;
    Vec<S, n> qs;
    Vec<S, m> g;
    for (int i = 0; i < n; ++i) qs[i] = S::Variable(q[i], i);
    problem_.template Constraint<S>(S::Variable(t, n), qs, g);
    return g;
  }
  auto SecondDerivatives(double t, const VectorXd& q) const {
    using S1 = Dual<double, n + 1>;
    using S = Dual<S1, n + 1>;
    Vec<S, n> qs;
    Vec<S, m> g;
    for (int i = 0; i < n; ++i) qs[i] = S::Variable(S1::Variable(q[i], i), i);
    problem_.template Constraint<S>(S::Variable(S1::Variable(t, n), n), qs, g);
    return g;
  }

  P problem_;
  VectorXd metric_;
  std::vector<NormBlock> blocks_;
  std::vector<bool> is_angle_, is_rotational_;
};

}  // namespace trunnion
