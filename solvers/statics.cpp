// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/statics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/initial_conditions.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/redundancy.hpp"
#include "solvers/requirements.hpp"
#include "solvers/saddle_matrix.hpp"

namespace trunnion {
namespace {

/// Smallest shift σ, relative to the largest |K_ii|/W_ii.
constexpr double kFloor = 1e-9;
/// Newton's method ends where its damping factor falls below this.
constexpr double kSmallestStep = 1e-4;
/// Length of the first relaxation step in the metric W [m].
constexpr double kFirstRelaxation = 0.05;
/// Residuals of rows that repeat others, beyond which the choice of rows was wrong [m or rad].
constexpr double kRowTolerance = 1e-8;

/// Equations at one time; the rows are those independent at the point of the last ChooseRows.
class StaticProblem {
 public:
  StaticProblem(ConstrainedSystem& system, double t)
      : system_(system), t_(t), n_(system.num_velocities()), zero_(VectorXd::Zero(n_)) {
    system.InitializePatterns(residuals_, matrices_);
    metric_ = matrices_.M;
    metric_.coeffs().setZero();
    for (int i = 0; i < n_; ++i) metric_.coeffRef(i, i) = system.metric()[i];
  }

  void ChooseRows(const VectorXd& q) {
    rows_.Set(system_.num_constraints(), AnalyzeRedundancy(system_, t_, q).active);
    system_.CalcResiduals(t_, q, zero_, zero_, residuals_);
    rows_.Select(residuals_.GT, GT_);
    newton_.Analyze(matrices_.K, GT_);
    projection_.Analyze(matrices_.K, GT_);
  }
  const ActiveRows& rows() const { return rows_; }
  const Residuals& residuals() const { return residuals_; }

  void Evaluate(const VectorXd& q) {
    system_.CalcResiduals(t_, q, zero_, zero_, residuals_);
    rows_.Select(residuals_.GT, GT_);
    rows_.Select(residuals_.g, g_);
  }
  /// K at q with the given (compact) multipliers.
  void Linearize(const VectorXd& q, const VectorXd& lambda) {
    VectorXd full;
    rows_.Expand(lambda, full);
    system_.CalcMatrices(t_, q, zero_, zero_, full, matrices_);
    stiffness_ = 0;
    for (int i = 0; i < n_; ++i)
      stiffness_ = std::max(stiffness_, std::abs(matrices_.K.coeff(i, i)) / system_.metric()[i]);
    if (!(stiffness_ > 0)) stiffness_ = 1;
  }
  double floor() const { return kFloor * stiffness_; }

  /// Factorizes [K + σW, Gᵀ; G, 0] at the last evaluation.
  bool Factor(double shift) {
    newton_.Compute(shift, metric_, 0, matrices_.D, 1, matrices_.K, GT_);
    return solver_->Factor(newton_.matrix()) == SolveStatus::ok;
  }
  /// Step d and change of the multipliers from the residual at the last evaluation.
  bool Solve(const VectorXd& lambda, VectorXd& d, VectorXd& d_lambda) const {
    VectorXd x(n_ + g_.size());
    x << -residuals_.dynamics - GT_ * lambda, -g_;
    if (solver_->Solve(x) != SolveStatus::ok || !x.allFinite()) return false;
    d = x.head(n_);
    d_lambda = x.tail(g_.size());
    return true;
  }
  /// The multipliers that balance best, and x = W⁻¹ (f − Gᵀλ), the force left, at the last
  /// evaluation.
  bool Project(VectorXd& x, VectorXd& lambda) {
    projection_.Compute(1, metric_, 0, matrices_.D, 0, matrices_.K, GT_);
    const auto solver = MakeKlu();
    VectorXd y(n_ + g_.size());
    y << -residuals_.dynamics, VectorXd::Zero(g_.size());
    if (solver->Factor(projection_.matrix()) != SolveStatus::ok ||
        solver->Solve(y) != SolveStatus::ok)
      return false;
    x = y.head(n_);
    lambda = y.tail(g_.size());
    return y.allFinite();
  }

  /// Largest over the blocks of the norm of d in the metric.
  double Norm(const VectorXd& d) const {
    double most = 0;
    for (const NormBlock& b : system_.norm_blocks()) {
      double sum = 0;
      for (int i = b.first; i < b.first + b.size; ++i) sum += system_.metric()[i] * d[i] * d[i];
      most = std::max(most, sum);
    }
    return std::sqrt(most);
  }
  /// Factor ≤ 1 that keeps every rotation within the chart.
  double LongestStep(const VectorXd& d) const {
    double most = 0;
    for (const NormBlock& b : system_.norm_blocks()) {
      double sum = 0;
      for (int i = b.first; i < b.first + b.size; ++i)
        if (system_.is_angle()[static_cast<std::size_t>(i)]) sum += d[i] * d[i];
      most = std::max(most, sum);
    }
    return most > 0 ? std::min(1.0, system_.max_chart_rotation() / std::sqrt(most)) : 1.0;
  }
  VectorXd Moved(const VectorXd& q, const VectorXd& d) const {
    VectorXd out;
    system_.Retract(q, d, out);
    system_.Normalize(out);
    return out;
  }
  double LargestConstraint() const { return g_.size() ? g_.cwiseAbs().maxCoeff() : 0.0; }

 private:
  ConstrainedSystem& system_;
  double t_;
  int n_;
  VectorXd zero_, g_;
  ActiveRows rows_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  SparseMatrix metric_, GT_;
  SaddleMatrix newton_, projection_;
  std::unique_ptr<LinearSolver> solver_ = MakeRefined(MakeKlu());
  double stiffness_ = 1;
};

double Largest(const VectorXd& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Damped Newton iterations from q, λ. False, with q and λ somewhere, if they do not converge.
bool RunNewton(StaticProblem& p,
               const StaticOptions& options,
               VectorXd& q,
               VectorXd& lambda,
               int& iterations) {
  const double rounding = 8 * std::numeric_limits<double>::epsilon() * Largest(q);
  const double tolerance = std::max(options.tolerance, rounding);
  VectorXd d, d_lambda, next, next_lambda;
  for (int i = 0; i < options.max_iterations; ++i) {
    p.Evaluate(q);
    p.Linearize(q, lambda);
    if (!p.Factor(p.floor()) || !p.Solve(lambda, d, d_lambda)) return false;
    ++iterations;
    if (Largest(d) <= tolerance) {
      q = p.Moved(q, d);
      lambda += d_lambda;
      p.Evaluate(q);
      return p.LargestConstraint() <= 10 * tolerance;
    }
    double length = p.LongestStep(d);
    bool accepted = false;
    for (; length >= kSmallestStep && !accepted; length /= 2) {
      const VectorXd trial = p.Moved(q, length * d), trial_lambda = lambda + length * d_lambda;
      p.Evaluate(trial);
      if (!p.Solve(trial_lambda, next, next_lambda)) continue;
      accepted = p.Norm(next) <= (1 - length / 4) * p.Norm(d);
      // Rounding keeps a step from shrinking further.
      accepted |= Largest(d) <= 1e3 * tolerance && Largest(next) <= Largest(d);
      if (accepted) q = trial, lambda = trial_lambda;
    }
    if (!accepted) return false;
  }
  return false;
}

/// The same, but q and λ stay if it does not converge.
bool TryNewton(StaticProblem& p,
               const StaticOptions& options,
               VectorXd& q,
               VectorXd& lambda,
               int& iterations) {
  VectorXd q_found = q, lambda_found = lambda;
  if (!RunNewton(p, options, q_found, lambda_found, iterations)) return false;
  q = q_found;
  lambda = lambda_found;
  return true;
}

/// Pseudo-transient continuation from q; tries Newton's method whenever the residual has fallen.
bool RunRelaxation(StaticProblem& p,
                   const StaticOptions& options,
                   VectorXd& q,
                   VectorXd& lambda,
                   StaticReport& report) {
  VectorXd x, d, d_lambda;
  p.Evaluate(q);
  if (!p.Project(x, lambda)) return false;
  constexpr double kTiny = std::numeric_limits<double>::min();
  double residual = p.Norm(x) + kTiny, shift = residual / kFirstRelaxation, tried = residual;
  for (; report.relaxation_steps < options.max_relaxations; ++report.relaxation_steps) {
    p.Linearize(q, lambda);
    shift = std::max(shift, p.floor());
    if (!p.Factor(shift) || !p.Solve(lambda, d, d_lambda)) {
      shift *= 4;
      continue;
    }
    const VectorXd trial = p.Moved(q, p.LongestStep(d) * d);
    VectorXd trial_lambda;
    p.Evaluate(trial);
    const bool known = p.Project(x, trial_lambda);
    const double now = known ? p.Norm(x) : std::numeric_limits<double>::infinity();
    if (!(now <= 3 * residual)) {  // too far: take it back
      p.Evaluate(q);
      shift *= 4;
      continue;
    }
    q = trial;
    lambda = trial_lambda;
    shift *= std::clamp(now / residual, 0.1, 2.0);
    residual = now + kTiny;
    if (residual > 0.3 * tried && p.Norm(d) > 1e-3) continue;
    tried = residual;
    if (TryNewton(p, options, q, lambda, report.newton_iterations)) return true;
    p.Evaluate(q);
  }
  return false;
}

void NoteWorst(StaticProblem& p, const VectorXd& q, StaticReport& report) {
  p.Evaluate(q);
  VectorXd x, lambda;
  if (p.residuals().g.size() > 0)
    report.worst_residual = p.residuals().g.cwiseAbs().maxCoeff(&report.worst_row);
  if (!p.Project(x, lambda)) return;
  VectorXd full;
  p.rows().Expand(lambda, full);
  const VectorXd left = p.residuals().dynamics + p.residuals().GT * full;
  if (left.size() > 0) report.worst_force = left.cwiseAbs().maxCoeff(&report.worst_component);
}

}  // namespace

StaticReport FindEquilibrium(ConstrainedSystem& system,
                             double t,
                             const StaticOptions& options,
                             VectorXd& q,
                             VectorXd& lambda) {
  RequireNoStates(system, "static equilibrium");
  StaticReport report;
  StaticProblem p(system, t);
  VectorXd found = q, multipliers;
  const AssemblyReport assembly = AssemblePositions(system, t, {}, found);
  if (!assembly.converged) {
    report.worst_row = assembly.worst_row;
    report.worst_residual = assembly.worst_residual;
    return report;
  }
  for (int attempt = 0; attempt < 3; ++attempt) {
    p.ChooseRows(found);
    p.Evaluate(found);
    VectorXd x, start_lambda;
    const VectorXd start = found;
    bool good = p.Project(x, start_lambda);
    multipliers = start_lambda;
    good = good && RunNewton(p, options, found, multipliers, report.newton_iterations);
    if (!good) {
      found = start;
      good = RunRelaxation(p, options, found, multipliers, report);
    }
    NoteWorst(p, found, report);
    if (!good) return report;
    if (report.worst_residual > kRowTolerance) continue;  // a row left out is violated: choose anew
    report.converged = true;
    q = found;
    p.rows().Expand(multipliers, lambda);
    return report;
  }
  return report;
}

std::string DescribeImbalance(const ConstrainedSystem& system, const StaticReport& report) {
  std::ostringstream text;
  if (report.worst_component >= 0) {
    const bool angle = system.is_angle()[static_cast<std::size_t>(report.worst_component)];
    text << system.DescribeComponent(report.worst_component) << ", keeps an unbalanced "
         << (angle ? "torque of " : "force of ") << report.worst_force << (angle ? " N m" : " N");
  }
  if (report.worst_row >= 0 && report.worst_residual > kRowTolerance) {
    text << (report.worst_component >= 0 ? "; " : "") << system.DescribeConstraint(report.worst_row)
         << ", stays violated by " << report.worst_residual << " m or rad";
  }
  return text.str();
}

QuasiStaticPath::QuasiStaticPath(ConstrainedSystem& system,
                                 double t,
                                 const VectorXd& q,
                                 const StaticOptions& options)
    : system_(system),
      options_(options),
      t_(t),
      q_(q),
      zero_(VectorXd::Zero(system.num_velocities())) {
  report_ = FindEquilibrium(system, t, options, q_, lambda_);
  if (!report_.converged) {
    std::ostringstream message;
    message << "no static equilibrium found at t = " << t
            << " s: " << DescribeImbalance(system, report_)
            << "; support it, give it stiffness, or start nearer to the equilibrium";
    throw SolverError(message.str());
  }
  system.Accept(t, q_, zero_);
}

bool QuasiStaticPath::TryStep(double t) {
  VectorXd q = q_, lambda;
  if (slope_.size() > 0) {
    system_.Retract(q_, (t - t_) * slope_, q);
    system_.Normalize(q);
  }
  StaticReport report = FindEquilibrium(system_, t, options_, q, lambda);
  if (!report.converged) {
    report_ = report;
    return false;
  }
  report_ = report;
  system_.Difference(q_, q, slope_);
  slope_ /= t - t_;
  q_ = q;
  lambda_ = lambda;
  t_ = t;
  system_.Accept(t_, q_, zero_);
  return true;
}

void QuasiStaticPath::advance_to(double t_end) {
  const double span = t_end - t_;
  double step = span;
  while (t_ < t_end) {
    const bool last = t_ + step >= t_end * (1 - 1e-15) || step >= t_end - t_;
    if (TryStep(last ? t_end : t_ + step)) {
      step *= 2;
      continue;
    }
    step = (last ? t_end - t_ : step) / 2;
    if (step > 1e-5 * span) continue;
    std::ostringstream message;
    message << "the static equilibrium is lost after t = " << t_
            << " s: " << DescribeImbalance(system_, report_)
            << "; the load may exceed what the structure carries";
    throw SolverError(message.str());
  }
}

}  // namespace trunnion
