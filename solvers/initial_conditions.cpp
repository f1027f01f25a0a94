// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/initial_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/acceleration_solver.hpp"
#include "solvers/gram_matrix.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

/// Relative weight added to the diagonal of G W⁻¹Gᵀ so that dependent rows are allowed. It slows
/// the iteration by this factor and leaves the solution alone.
constexpr double kRegularization = 1e-11;

/// The same weight in the second attempt, in proportion to the residual left: rows of a redundant
/// loop that depend on each other once it is closed are nearly dependent before, and taken at their
/// word they would lead away from the nearest closed pose (Levenberg-Marquardt with a weight that
/// vanishes with the residual; Nocedal & Wright (2006) section 10.3).
constexpr double kDamping = 1e-2;

/// One assembly problem: evaluations and the regularized projection.
class Assembler {
 public:
  /// @param rows  the constraint rows to satisfy.
  Assembler(ConstrainedSystem& system,
            double t,
            const AssemblyOptions& options,
            const ActiveRows& rows)
      : system_(system), t_(t), rows_(rows), solver_(MakeCholesky()) {
    DynamicsMatrices unused;
    system.InitializePatterns(all_, unused);
    rows_.Select(all_.GT, GT_);
    gram_.Analyze(GT_);
    inverse_metric_ = system.metric().cwiseInverse();
    for (std::size_t i = 0; i < options.frozen.size(); ++i)
      if (options.frozen[i]) inverse_metric_[static_cast<int>(i)] = 0;
  }

  void Evaluate(const VectorXd& q, const VectorXd& v) {
    system_.CalcResiduals(t_, q, v, VectorXd::Zero(v.size()), all_);
    rows_.Select(all_.GT, GT_);
    rows_.Select(all_.g, g_);
    rows_.Select(all_.g_t, g_t_);
  }
  const SparseMatrix& GT() const { return GT_; }
  const VectorXd& g() const { return g_; }
  VectorXd VelocityResidual(const VectorXd& v) const { return GT_.transpose() * v + g_t_; }

  AssemblyReport Report(bool converged, int iterations, const VectorXd& residual) const {
    AssemblyReport report{.converged = converged, .iterations = iterations};
    if (residual.size() == 0) return report;
    report.worst_residual = residual.cwiseAbs().maxCoeff(&report.worst_row);
    report.worst_row = rows_.rows()[static_cast<std::size_t>(report.worst_row)];
    return report;
  }

  /// W⁻¹Gᵀ (G W⁻¹Gᵀ)⁻¹ rhs at the last evaluation, the diagonal enlarged by the factor 1 + damping;
  /// false if it cannot be solved.
  bool RangeStep(const VectorXd& rhs, double damping, VectorXd& step) {
    gram_.Compute(GT_, inverse_metric_);
    SparseMatrix S = gram_.matrix();
    const double shift = kRegularization * std::max(1.0, S.diagonal().maxCoeff());
    for (int j = 0; j < S.cols(); ++j) S.coeffRef(j, j) += shift + damping * S.coeff(j, j);
    if (solver_->Factor(S) != SolveStatus::ok) return false;
    // The second pass takes away what the shift left: of the order of the tolerance otherwise.
    VectorXd left = rhs;
    step.setZero(GT_.rows());
    for (int pass = 0; pass < 2; ++pass) {
      if (solver_->Solve(left) != SolveStatus::ok) return false;
      step += inverse_metric_.cwiseProduct(GT_ * left);
      left = rhs - GT_.transpose() * step;
    }
    return step.allFinite();
  }

 private:
  ConstrainedSystem& system_;
  double t_;
  ActiveRows rows_;
  std::unique_ptr<LinearSolver> solver_;
  Residuals all_;     // of all rows
  SparseMatrix GT_;   // of the chosen rows
  VectorXd g_, g_t_;  // likewise
  GramMatrix gram_;
  VectorXd inverse_metric_;
};

/// The iteration of AssemblePositions, damped in proportion to the residual.
AssemblyReport FindNearest(Assembler& assembler,
                           const ConstrainedSystem& system,
                           const AssemblyOptions& options,
                           double damping,
                           VectorXd& q) {
  const VectorXd q_start = q, zero = VectorXd::Zero(system.num_velocities());
  // Far from the origin positions have no more digits than this.
  const double rounding = 8 * std::numeric_limits<double>::epsilon();
  const double tolerance =
      std::max(options.tolerance, q.size() ? rounding * q.cwiseAbs().maxCoeff() : 0.0);
  assembler.Evaluate(q, zero);
  const double start = assembler.g().norm();
  int settled = 0, iteration = 0;
  for (; iteration < options.max_iterations; ++iteration) {
    const VectorXd g = assembler.g();
    const double size = g.size() ? g.cwiseAbs().maxCoeff() : 0.0;
    if (size <= tolerance && (iteration == 0 || ++settled > 20))
      return assembler.Report(true, iteration, g);

    VectorXd x, range, step;
    system.Difference(q_start, q, x);
    const double weight = damping * std::min(1.0, g.norm() / start);
    if (!assembler.RangeStep(assembler.GT().transpose() * x - g, weight, range)) break;
    step = range - x;
    if (size <= tolerance && step.norm() <= 1e-9 * (1 + x.norm()))
      return assembler.Report(true, iteration, g);
    if (!step.allFinite()) break;
    // Accept the longest of 1, 1/2, 1/4, … that reduces the residual enough.
    const VectorXd q_old = q;
    double length = 1;
    for (int halvings = 0; halvings < 12; ++halvings, length /= 2) {
      system.Retract(q_old, length * step, q);
      system.Normalize(q);
      assembler.Evaluate(q, zero);
      const double reached = assembler.g().norm();
      if (reached <= std::max((1 - 0.1 * length) * g.norm(), tolerance)) break;
    }
  }
  return assembler.Report(false, iteration, assembler.g());
}

}  // namespace

AssemblyReport AssemblePositions(ConstrainedSystem& system,
                                 double t,
                                 const AssemblyOptions& options,
                                 VectorXd& q) {
  std::vector<int> holonomic;
  for (int row = 0; row < system.num_constraints(); ++row)
    if (system.is_holonomic_row(row)) holonomic.push_back(row);
  ActiveRows rows(system.num_constraints());
  rows.Set(system.num_constraints(), std::move(holonomic));
  Assembler assembler(system, t, options, rows);
  const VectorXd drawn = q;
  const auto report = FindNearest(assembler, system, options, 0, q);
  if (report.converged) return report;
  VectorXd again = drawn;
  const auto second = FindNearest(assembler, system, options, kDamping, again);
  if (!second.converged && report.worst_residual <= second.worst_residual) return report;
  q = again;
  return second;
}

AssemblyReport AssembleVelocities(ConstrainedSystem& system,
                                  double t,
                                  const VectorXd& q,
                                  const AssemblyOptions& options,
                                  VectorXd& v) {
  Assembler assembler(system, t, options, ActiveRows(system.num_constraints()));
  assembler.Evaluate(q, v);
  VectorXd residual = assembler.VelocityResidual(v);
  const double scale = 1 + (v.size() ? v.cwiseAbs().maxCoeff() : 0.0);
  for (int iteration = 0; iteration < 5; ++iteration) {
    if (residual.size() == 0 || residual.cwiseAbs().maxCoeff() <= options.tolerance * scale)
      return assembler.Report(true, iteration, residual);
    VectorXd step;
    if (!assembler.RangeStep(residual, 0, step)) break;
    v -= step;
    residual = assembler.VelocityResidual(v);
  }
  const bool converged = residual.cwiseAbs().maxCoeff() <= 1e3 * options.tolerance * scale;
  return assembler.Report(converged, 5, residual);
}

bool SolveAccelerations(ConstrainedSystem& system,
                        double t,
                        const VectorXd& q,
                        const VectorXd& v,
                        const ActiveRows& active,
                        VectorXd& v_dot,
                        VectorXd& lambda,
                        VectorXd* consistent_v) {
  AccelerationSolver solver(system);
  const bool solved = solver.Solve(t, q, v, active, v_dot, lambda);
  if (consistent_v) *consistent_v = solver.consistent_v();
  return solved;
}

}  // namespace trunnion
