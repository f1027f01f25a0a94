// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "solvers/problem/constrained_system.hpp"

namespace trunnion::problems {

/// Coefficients at one time of p' = v, M v' = E v + q − Cᵀλ, 0 = C p + r.
struct LinearMechanics {
  MatrixXd M, E, C, C_dot, C_ddot;
  VectorXd q, r, r_dot, r_ddot;
};

/// The linear mechanical systems of Ascher & Petzold (1993): everything depends on time only.
class LinearMechanicalSystem final : public ConstrainedSystem {
 public:
  using Coefficients = std::function<LinearMechanics(double t)>;
  LinearMechanicalSystem(int n, int m, Coefficients coefficients)
      : n_(n),
        m_(m),
        coefficients_(std::move(coefficients)),
        metric_(VectorXd::Ones(n)),
        blocks_{{0, n}},
        is_angle_(static_cast<std::size_t>(n), false),
        is_rotational_(static_cast<std::size_t>(m), false) {}

  int num_velocities() const override { return n_; }
  int num_constraints() const override { return m_; }
  const VectorXd& metric() const override { return metric_; }
  const std::vector<NormBlock>& norm_blocks() const override { return blocks_; }
  const std::vector<bool>& is_angle() const override { return is_angle_; }
  const std::vector<bool>& is_rotational_row() const override { return is_rotational_; }

  void InitializePatterns(Residuals& r, DynamicsMatrices& matrices) const override {
    r.dynamics.setZero(n_), r.g.setZero(m_), r.g_t.setZero(m_);
    r.GT = Full(MatrixXd::Zero(n_, m_));
    matrices.M = matrices.D = matrices.K = Full(MatrixXd::Zero(n_, n_));
  }
  void CalcResiduals(double t,
                     const VectorXd& p,
                     const VectorXd& v,
                     const VectorXd& v_dot,
                     Residuals& out) override {
    const auto c = coefficients_(t);
    out.dynamics = c.M * v_dot - c.E * v - c.q;
    out.g = c.C * p + c.r;
    out.g_t = c.C_dot * p + c.r_dot;
    out.GT = Full(c.C.transpose());
  }
  void CalcMatrices(double t,
                    const VectorXd&,
                    const VectorXd&,
                    const VectorXd&,
                    const VectorXd&,
                    DynamicsMatrices& out) override {
    const auto c = coefficients_(t);
    out.M = Full(c.M);
    out.D = Full(-c.E);
    out.K = Full(MatrixXd::Zero(n_, n_));
  }
  void CalcGeometricStiffness(double,
                              const VectorXd&,
                              const VectorXd&,
                              SparseMatrix& out) override {
    out = Full(MatrixXd::Zero(n_, n_));
  }
  void CalcVelocityGradient(double t,
                            const VectorXd&,
                            const VectorXd&,
                            SparseMatrix& out) override {
    out = Full(coefficients_(t).C_dot.transpose());
  }
  void CalcGamma(double t, const VectorXd& p, const VectorXd& v, VectorXd& gamma) override {
    const auto c = coefficients_(t);
    gamma = -(2 * c.C_dot * v + c.C_ddot * p + c.r_ddot);
  }
  void CalcAccelerationGradient(
      double t, const VectorXd&, const VectorXd&, const VectorXd&, SparseMatrix& out) override {
    out = Full(coefficients_(t).C_ddot.transpose());
  }

  std::string DescribeComponent(int i) const override { return "coordinate " + std::to_string(i); }
  std::string DescribeConstraint(int row) const override {
    return "constraint " + std::to_string(row);
  }

 private:
  /// With all entries in the pattern, zeros too.
  static SparseMatrix Full(const MatrixXd& dense) {
    SparseMatrix A = MatrixXd::Ones(dense.rows(), dense.cols()).sparseView();
    A.makeCompressed();
    MatrixXd::Map(A.valuePtr(), dense.rows(), dense.cols()) = dense;
    return A;
  }

  int n_, m_;
  Coefficients coefficients_;
  VectorXd metric_;
  std::vector<NormBlock> blocks_;
  std::vector<bool> is_angle_, is_rotational_;
};

/// Example 3: C = (1, t − 2), a mass matrix of condition 1e7 at ν = 1000 with M⁻¹Cᵀ = (2 + t)
/// (ν(2 − t), ν − 1)ᵀ, E = diag(0, damping/((2 + t)ν)). Solution p = v = eᵗ(1, 1),
/// λ = eᵗ/(2 − t).
inline LinearMechanicalSystem HeterogeneousMasses(double nu, double damping) {
  return LinearMechanicalSystem(2, 1, [nu, damping](double t) {
    const double e = std::exp(t), scale = 1 / ((2 + t) * nu * nu), cross = -nu * (2 * nu - 1);
    const VectorXd x = VectorXd::Constant(2, e);
    LinearMechanics k;
    k.M = scale * Eigen::Matrix2d{{(2 * nu * nu - 2 * nu + 1) / (2 - t), cross},
                                  {cross, 2 * nu * nu * (2 - t)}};
    k.E = Eigen::Matrix2d{{0, 0}, {0, damping / ((2 + t) * nu)}};
    k.C = Eigen::RowVector2d(1, t - 2);
    k.C_dot = Eigen::RowVector2d(0, 1);
    k.C_ddot = Eigen::RowVector2d(0, 0);
    k.q = k.M * x - k.E * x + k.C.transpose() * e / (2 - t);
    k.r = VectorXd::Constant(1, (1 - t) * e);
    k.r_dot = VectorXd::Constant(1, -t * e);
    k.r_ddot = VectorXd::Constant(1, -(1 + t) * e);
    return k;
  });
}

/// Example 4: M = I, C = (sin νt, cos νt), E = −ν² I. Solution as in example 3.
inline LinearMechanicalSystem StiffTurningConstraint(double nu) {
  return LinearMechanicalSystem(2, 1, [nu](double t) {
    const double e = std::exp(t), s = std::sin(nu * t), c = std::cos(nu * t);
    const VectorXd x = VectorXd::Constant(2, e);
    LinearMechanics k;
    k.M = MatrixXd::Identity(2, 2);
    k.E = -nu * nu * k.M;
    k.C = Eigen::RowVector2d(s, c);
    k.C_dot = nu * Eigen::RowVector2d(c, -s);
    k.C_ddot = -nu * nu * k.C;
    k.q = (1 + nu * nu) * x + k.C.transpose() * e / (2 - t);
    k.r = -k.C * x;
    k.r_dot = -(k.C + k.C_dot) * x;
    k.r_ddot = -(k.C + 2 * k.C_dot + k.C_ddot) * x;
    return k;
  });
}

}  // namespace trunnion::problems
