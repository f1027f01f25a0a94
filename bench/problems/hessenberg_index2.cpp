// SPDX-License-Identifier: BSD-3-Clause
#include "bench/problems/hessenberg_index2.hpp"

#include <Eigen/LU>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/integrator/invariant_stabilization.hpp"

namespace trunnion {
namespace {

/// The linear system of one step: matrix and right-hand side.
struct StepSystem {
  MatrixXd matrix;
  VectorXd rhs;
};

/// C x' + C'x + r' + γ(C x + r) = 0 beside the differential equation, unknowns (x, y).
StepSystem BaumgarteSystem(const HessenbergCoefficients& c,
                           double h,
                           double gamma,
                           const VectorXd& x_old) {
  const auto n = c.A.rows(), m = c.B.cols();
  StepSystem s{MatrixXd::Zero(n + m, n + m), VectorXd(n + m)};
  s.matrix.topLeftCorner(n, n) = MatrixXd::Identity(n, n) / h - c.A;
  s.matrix.topRightCorner(n, m) = -c.B;
  if (std::isinf(gamma)) {
    s.matrix.bottomLeftCorner(m, n) = c.C;
    s.rhs << x_old / h + c.q, -c.r;
  } else {
    s.matrix.bottomLeftCorner(m, n) = c.C / h + c.C_dot + gamma * c.C;
    s.rhs << x_old / h + c.q, c.C * x_old / h - c.r_dot - gamma * c.r;
  }
  return s;
}

StepSystem StabilizedSystem(const HessenbergCoefficients& c,
                            double h,
                            const HessenbergOptions& options,
                            const VectorXd& x_old) {
  const UnderlyingOde ode(c);
  const auto n = c.A.rows();
  MatrixXd D = c.C.transpose();
  if (options.direction == HessenbergDirection::control) D = ode.F;
  if (options.direction == HessenbergDirection::pseudoinverse) D = D * (c.C * D).inverse();
  return {
      MatrixXd::Identity(n, n) - h * ode.A_hat + h * options.gamma * D * c.C,
      x_old + h * ode.b - h * options.gamma * D * c.r,
  };
}

/// Unknowns (x, μ).
StepSystem ProjectedSystem(const HessenbergCoefficients& c, double h, const VectorXd& x_old) {
  const UnderlyingOde ode(c);
  const auto n = c.A.rows(), m = c.B.cols();
  StepSystem s{MatrixXd::Zero(n + m, n + m), VectorXd(n + m)};
  s.matrix << MatrixXd::Identity(n, n) / h - ode.A_hat, -c.C.transpose(), c.C, MatrixXd::Zero(m, m);
  s.rhs << x_old / h + ode.b, -c.r;
  return s;
}

StepSystem StateSpaceSystem(const HessenbergCoefficients& c,
                            double h,
                            const std::vector<int>& independent,
                            const VectorXd& x_old) {
  const UnderlyingOde ode(c);
  const auto n = c.A.rows(), m = c.B.cols();
  const MatrixXd differential = MatrixXd::Identity(n, n) - h * ode.A_hat;
  StepSystem s{MatrixXd(n, n), VectorXd(n)};
  for (int i = 0; i < n - m; ++i) {
    const int row = independent[static_cast<std::size_t>(i)];
    s.matrix.row(i) = differential.row(row);
    s.rhs[i] = x_old[row] + h * ode.b[row];
  }
  s.matrix.bottomRows(m) = c.C;
  s.rhs.tail(m) = -c.r;
  return s;
}

StepSystem MakeSystem(const HessenbergCoefficients& c,
                      double h,
                      const HessenbergOptions& options,
                      const VectorXd& x_old) {
  switch (options.form) {
    case HessenbergForm::baumgarte:
      return BaumgarteSystem(c, h, options.gamma, x_old);
    case HessenbergForm::stabilized_ode:
      return StabilizedSystem(c, h, options, x_old);
    case HessenbergForm::projected_invariant:
      return ProjectedSystem(c, h, x_old);
    case HessenbergForm::state_space:
      return StateSpaceSystem(c, h, options.independent, x_old);
  }
  return {};
}

VectorXd Solve(StepSystem s, double t) {
  for (int i = 0; i < s.matrix.rows(); ++i) {
    const double scale = s.matrix.row(i).cwiseAbs().maxCoeff();
    s.matrix.row(i) /= scale;
    s.rhs[i] /= scale;
  }
  const Eigen::PartialPivLU<MatrixXd> lu(s.matrix);
  if (const VectorXd solution = lu.solve(s.rhs); solution.allFinite()) return solution;
  std::ostringstream message;
  message << "Hessenberg index 2: the matrix of the step to t = " << t
          << " s is singular; check that C B is regular there, or change the step";
  throw SolverError(message.str());
}

}  // namespace

UnderlyingOde::UnderlyingOde(const HessenbergCoefficients& c)
    : F(c.B * (c.C * c.B).inverse()),
      A_hat(c.A - F * (c.C * c.A + c.C_dot)),
      b(c.q - F * (c.C * c.q + c.r_dot)) {}

HessenbergBackwardEuler::HessenbergBackwardEuler(HessenbergDae dae, HessenbergOptions options)
    : dae_(std::move(dae)), options_(std::move(options)) {
  Require(options_.gamma >= 0, "Hessenberg index 2: gamma must not be negative");
}

void HessenbergBackwardEuler::Start(double t, const VectorXd& x) {
  t_ = t;
  x_ = x;
  multiplier_.resize(0);
  const auto c = dae_(t);
  bool fits = std::ssize(options_.independent) == c.A.rows() - c.B.cols();
  for (int i : options_.independent) fits = fits && i >= 0 && i < c.A.rows();
  Require(options_.form != HessenbergForm::state_space || fits,
          "Hessenberg index 2: give as many independent components of x as x has more components "
          "than there are constraints");
}

void HessenbergBackwardEuler::Step(double h) {
  const double t = t_ + h;
  const auto c = dae_(t);
  const VectorXd solution = Solve(MakeSystem(c, h, options_, x_), t);
  t_ = t;
  x_ = solution.head(c.A.rows());
  multiplier_ = solution.tail(solution.size() - c.A.rows());
  if (options_.alpha > 0) {
    x_ += options_.alpha * StabilizationStep(c.C * x_ + c.r, c.C, c.C.transpose());
  }
}

VectorXd HessenbergBackwardEuler::Drift() const {
  const auto c = dae_(t_);
  return c.C * x_ + c.r;
}

}  // namespace trunnion
