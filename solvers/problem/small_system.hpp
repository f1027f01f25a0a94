// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCore>
#include <functional>

#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/small_problem.hpp"

namespace trunnion {

/// A small system in a vector space, defined by residual functions on automatic-differentiation
/// scalars: the dynamics M v' − f and the constraints g. Everything else follows.
///
/// Problem P provides (S a scalar, Vec<S, n> an Eigen column)
///   static constexpr int n, m;
///   template <class S> void Force(S t, Vec<S, n> q, Vec<S, n> v, Vec<S, n>& f) const;
///   template <class S> void Constraint(S t, Vec<S, n> q, Vec<S, m>& g) const;     if m > 0
///   Vec<double, n> mass() const;      diagonal mass matrix, or
///   template <class S> void Inertia(Vec<S, n> q, Vec<S, n> a, Vec<S, n>& p) const;    p = M(q) a
///   and, where there are such, static constexpr int velocity_rows;
///   template <class S> void VelocityConstraint(S t, Vec<S, n> q, Vec<S, n> v, Vec<S, k>& c) const;
///       rows 0 = c(q, v, t), affine in v, on the velocity level, numbered after those of g
///   template <class S> void ReactionForce(S t, q, v, Vec<S, m + k> lambda, Vec<S, n>& f) const;
///       forces that depend on the multipliers, beside Force
///   std::vector<NormBlock> blocks() const;     blocks of the norms and kinds of unknowns
template <class P>
class SmallSystem final : public ConstrainedSystem {
 public:
  using Problem = SmallProblem<P>;
  static constexpr int n = P::n, m = Problem::rows;

  explicit SmallSystem(P problem = {}) : problem_(problem) {
    metric_.setOnes(n);
    if constexpr (requires { problem.blocks(); }) {
      blocks_ = problem.blocks();
    } else {
      // Blocks of three unknowns (a planar body), or everything.
      const int size = n % 3 == 0 ? 3 : n;
      for (int first = 0; first < n; first += size) blocks_.push_back({first, size});
    }
    is_angle_.assign(n, false);
    is_rotational_.assign(m, false);
  }

  const P& problem() const { return problem_.problem(); }
  int num_velocities() const override { return n; }
  int num_constraints() const override { return m; }
  const VectorXd& metric() const override { return metric_; }
  const std::vector<NormBlock>& norm_blocks() const override { return blocks_; }
  const std::vector<bool>& is_angle() const override { return is_angle_; }
  const std::vector<bool>& is_rotational_row() const override { return is_rotational_; }
  bool is_holonomic_row(int row) const override { return row < P::m; }
  bool has_reaction_forces() const override { return Problem::kHasReactionForce; }

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
    Eigen::Matrix<double, n, 1> f;
    problem().template Force<double>(t, q, v, f);
    out.dynamics = problem_.Inertia(q, v_dot, nullptr, nullptr) - f;
    typename Problem::Wide G;
    problem_.Constraints(t, q, out.g, out.g_t, G);
    Values<n, m>(out.GT) = G.transpose();
  }

  void CalcMatrices(double t,
                    const VectorXd& q,
                    const VectorXd& v,
                    const VectorXd& v_dot,
                    const VectorXd& lambda,
                    DynamicsMatrices& out) override {
    typename Problem::Square f_q, f_v, M, M_q;
    problem_.LinearizeForce(t, q, v, f_q, f_v);
    problem_.Inertia(q, v_dot, &M, &M_q);
    CalcGeometricStiffness(t, q, lambda, out.K);
    Values<n, n>(out.K) += M_q - f_q;
    Values<n, n>(out.D) = -f_v;
    Values<n, n>(out.M) = M;
  }

  void CalcGeometricStiffness(double t,
                              const VectorXd& q,
                              const VectorXd& s,
                              SparseMatrix& out) override {
    for (int i = 0; i < n; ++i) {
      const auto H = problem_.Directional(t, q, VectorXd::Unit(n, i), 0);
      Values<n, n>(out).row(i) =
          Eigen::Matrix<double, m, 1>(s).transpose() * H.template leftCols<n>();
    }
  }

  void CalcVelocityGradient(double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            SparseMatrix& out) override {
    Values<n, m>(out) = problem_.Directional(t, q, v, 1).template leftCols<n>().transpose();
  }

  void CalcGamma(double t, const VectorXd& q, const VectorXd& v, VectorXd& gamma) override {
    Eigen::Matrix<double, n + 1, 1> rate;
    rate << v, 1.0;
    gamma = -(problem_.Directional(t, q, v, 1) * rate);
  }

  void CalcReactionForces(double t,
                          const VectorXd& q,
                          const VectorXd& v,
                          const VectorXd& lambda,
                          VectorXd& f) override {
    if constexpr (Problem::kHasReactionForce) {
      Eigen::Matrix<double, n, 1> value;
      const Eigen::Matrix<double, n, 1> x = q, y = v;
      problem().template ReactionForce<double>(t, x, y, Eigen::Matrix<double, m, 1>(lambda), value);
      f = value;
    }
  }

  void LinearizeReactionForces(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const VectorXd& lambda,
                               DynamicsMatrices& out,
                               SparseMatrix& f_lambda) override {
    if constexpr (Problem::kHasReactionForce) {
      const auto J = problem_.LinearizeReactionForce(t, q, v, lambda);
      Values<n, n>(out.K) -= J.template leftCols<n>();
      Values<n, n>(out.D) -= J.template middleCols<n>(n);
      Values<n, m>(f_lambda) = J.template rightCols<m>();
    }
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
  template <int rows, int cols>
  static Eigen::Map<Eigen::Matrix<double, rows, cols>> Values(SparseMatrix& A) {
    return Eigen::Map<Eigen::Matrix<double, rows, cols>>(A.valuePtr());
  }

  Problem problem_;
  VectorXd metric_;
  std::vector<NormBlock> blocks_;
  std::vector<bool> is_angle_, is_rotational_;
};

}  // namespace trunnion
