// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/constrained_ode.hpp"

#include "solvers/problem/chart_limit.hpp"

namespace trunnion {

ConstrainedOde::ConstrainedOde(ConstrainedSystem& system, const ExplicitOptions& options)
    : system_(system),
      levels_(options.stabilized_levels),
      matrix_(options.stabilization_matrix),
      n_(system.num_velocities()),
      size_q_(system.configuration_size()),
      active_(system.num_constraints()),
      solver_(system),
      inverse_metric_(system.metric().cwiseInverse()),
      no_acceleration_(VectorXd::Zero(system.num_velocities())) {
  DynamicsMatrices unused;
  system.InitializePatterns(residuals_, unused);
}

VectorXd ConstrainedOde::Join(const VectorXd& q, const VectorXd& v) const {
  VectorXd z(size_q_ + n_);
  z << q, v;
  return z;
}

void ConstrainedOde::Split(const VectorXd& z, VectorXd& q, VectorXd& v) const {
  q = z.head(size_q_);
  v = z.tail(n_);
}

bool ConstrainedOde::CalcDerivative(double t, const VectorXd& z, VectorXd& d) {
  VectorXd q, v, v_dot;
  Split(z, q, v);
  ++evaluations_;
  if (!solver_.Solve(t, q, v, active_, v_dot, lambda_)) return false;
  d.resize(2 * n_);
  d << v, v_dot;
  return d.allFinite();
}

bool ConstrainedOde::CalcHalfExplicitDerivative(
    double t, const VectorXd& z_ref, const VectorXd& x, const NextStage& next, VectorXd& d) {
  VectorXd z, q, v, v_dot, rate, next_z;
  Retract(z_ref, x, z);
  Split(z, q, v);
  // The positions of the next stage follow from the velocities of this one.
  d.setZero(2 * n_);
  d.head(n_) = v;
  ChartVelocity(x, d, rate);
  const VectorXd next_x = next.partial + next.weight * rate;
  Retract(z_ref, next_x, next_z);
  system_.CalcResiduals(
      next.t, next_z.head(size_q_), next_z.tail(n_), no_acceleration_, residuals_);
  // G (v_partial + weight v') + g_t = 0 there.
  const VectorXd known = residuals_.GT.transpose() * VectorXd(next_z.tail(n_)) + residuals_.g_t;
  ++evaluations_;
  if (!solver_.Solve(t, q, v, active_, residuals_.GT, -known / next.weight, v_dot, lambda_))
    return false;
  d.tail(n_) = v_dot;
  return d.allFinite();
}

void ConstrainedOde::Retract(const VectorXd& z, const VectorXd& d, VectorXd& out) const {
  VectorXd q = z.head(size_q_);
  const VectorXd v = z.tail(n_) + d.tail(n_);
  system_.Retract(q, d.head(n_), q);
  out.resize(size_q_ + n_);
  out << q, v;
}

void ConstrainedOde::Difference(const VectorXd& z_ref, const VectorXd& z, VectorXd& x) const {
  VectorXd x_q;
  system_.Difference(z_ref.head(size_q_), z.head(size_q_), x_q);
  x.resize(2 * n_);
  x << x_q, z.tail(n_) - z_ref.tail(n_);
}

void ConstrainedOde::ChartVelocity(const VectorXd& x, const VectorXd& d, VectorXd& x_dot) const {
  VectorXd rate;
  system_.ChartVelocity(x.head(n_), d.head(n_), rate);
  x_dot.resize(2 * n_);
  x_dot << rate, d.tail(n_);
}

bool ConstrainedOde::InChart(const VectorXd& x) const { return !LeavesChart(system_, x); }

void ConstrainedOde::Normalize(VectorXd& z) const {
  VectorXd q = z.head(size_q_);
  system_.Normalize(q);
  z.head(size_q_) = q;
}

bool ConstrainedOde::CalcCorrection(double t, const VectorXd& z, VectorXd& c) {
  VectorXd q, v, a, b;
  Split(z, q, v);
  c.setZero(2 * n_);
  if (active_.size() == 0) return true;
  system_.CalcResiduals(t, q, v, no_acceleration_, residuals_);
  SparseMatrix GT;
  active_.Select(residuals_.GT, GT);
  active_.Select(residuals_.g, a);
  active_.Select(residuals_.g_t, b);
  b += GT.transpose() * v;
  const bool position = levels_ != StabilizedLevels::velocity;
  const bool velocity = levels_ != StabilizedLevels::position;
  if (matrix_ != StabilizationMatrix::transpose) {
    if (projector_.Factor(GT, inverse_metric_) != SolveStatus::ok) return false;
    if (position && projector_.Solve(a) != SolveStatus::ok) return false;
    if (position && velocity && matrix_ == StabilizationMatrix::coupled) {
      SparseMatrix LT_all = residuals_.GT, LT;
      system_.CalcVelocityGradient(t, q, v, LT_all);
      active_.Select(LT_all, LT);
      b -= LT.transpose() * inverse_metric_.cwiseProduct(GT * a);
    }
    if (velocity && projector_.Solve(b) != SolveStatus::ok) return false;
  }
  if (position) c.head(n_) = -inverse_metric_.cwiseProduct(GT * a);
  if (velocity) c.tail(n_) = -inverse_metric_.cwiseProduct(GT * b);
  return c.allFinite();
}

}  // namespace trunnion
