// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/consistency/acceleration_solver.hpp"

#include <algorithm>
#include <limits>

#include "solvers/linear/saddle_solver.hpp"
#include "solvers/linear/sparse_pattern.hpp"
#include "solvers/problem/stopwatch.hpp"

namespace trunnion {
namespace {

/// More than Newton's iteration needs from anywhere near a solution.
constexpr int kMaxIterations = 50;

}  // namespace

AccelerationSolver::AccelerationSolver(ConstrainedSystem& system)
    : system_(system),
      solver_(MakeRefined(MakeSaddleSolver())),
      no_multipliers_(VectorXd::Zero(system.num_constraints())),
      no_acceleration_(VectorXd::Zero(system.num_velocities())) {
  system.InitializePatterns(residuals_, matrices_);
  for (const NormBlock& b : system.norm_blocks())
    for (int i = b.first; i < b.first + b.size; ++i)
      if (b.kind == BlockKind::algebraic) algebraic_.push_back(i);
}

bool AccelerationSolver::Solve(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const ActiveRows& active,
                               VectorXd& v_dot,
                               VectorXd& lambda) {
  v_ = v;
  by_blocks_ = SolveByBlocks(t, q, active, v_dot, lambda);
  return by_blocks_ || Iterate(t, q, active, nullptr, v_dot, lambda);
}

bool AccelerationSolver::Solve(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const ActiveRows& active,
                               const SparseMatrix& GT_next,
                               const VectorXd& rhs,
                               VectorXd& v_dot,
                               VectorXd& lambda) {
  v_ = v;
  by_blocks_ = false;
  const LowerRows given{&GT_next, &rhs};
  return Iterate(t, q, active, &given, v_dot, lambda);
}

/// False where the whole matrix must be solved.
bool AccelerationSolver::SolveByBlocks(
    double t, const VectorXd& q, const ActiveRows& active, VectorXd& v_dot, VectorXd& lambda) {
  const bool linear = algebraic_.empty() && !system_.has_reaction_forces();
  if (!system_.has_constant_mass()) mass_ = Mass::other;  // it may have changed
  if (mass_ == Mass::unknown && linear && system_.has_constant_mass()) {
    system_.CalcMatrices(t, q, v_, no_acceleration_, no_multipliers_, matrices_);
    mass_ = range_space_.SetMass(matrices_.M) ? Mass::blocks : Mass::other;
  }
  if (mass_ != Mass::blocks) return false;
  {
    const Stopwatch watch(seconds_.residual);
    system_.CalcResiduals(t, q, v_, no_acceleration_, residuals_);
    system_.CalcGamma(t, q, v_, gamma_);
  }
  if (!active.all()) active.Select(residuals_.GT, GT_);
  active.Select(gamma_, rhs_);
  v_dot = -residuals_.dynamics;
  {
    const Stopwatch watch(seconds_.factor);
    if (!range_space_.Factor(active_GT(active))) return false;
  }
  const Stopwatch watch(seconds_.solve);
  if (!range_space_.Solve(v_dot, rhs_)) return false;
  active.Expand(rhs_, lambda);
  return true;
}

bool AccelerationSolver::Project(const MatrixXd& violation, MatrixXd& d) {
  const Stopwatch watch(seconds_.solve);
  const Eigen::Index n = system_.num_velocities(), m = violation.rows(), columns = violation.cols();
  if (by_blocks_) {
    d.setZero(n, columns);
    multipliers_ = -violation;
    return range_space_.Solve(d, multipliers_);
  }
  MatrixXd x = MatrixXd::Zero(n + m, columns);
  x.bottomRows(m) = -violation;
  if (solver_->Solve(x) != SolveStatus::ok) return false;
  d = x.topRows(n);
  return true;
}

bool AccelerationSolver::Iterate(double t,
                                 const VectorXd& q,
                                 const ActiveRows& active,
                                 const LowerRows* given,
                                 VectorXd& v_dot,
                                 VectorXd& lambda) {
  v_dot.setZero(system_.num_velocities());
  lambda.setZero(system_.num_constraints());
  return IterateFrom(t, q, active, given, false, v_dot, lambda);
}

bool AccelerationSolver::IterateFrom(double t,
                                     const VectorXd& q,
                                     const ActiveRows& active,
                                     const LowerRows* given,
                                     bool with_reaction_forces,
                                     VectorXd& v_dot,
                                     VectorXd& lambda) {
  const bool linear = algebraic_.empty() && !system_.has_reaction_forces();
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    const bool reaction_forces =
        system_.has_reaction_forces() && (iteration > 0 || with_reaction_forces);
    Evaluate(t, q, v_dot);
    active.Select(residuals_.GT, reactions_.upper);
    if (reaction_forces) AddReactionForces(t, q, active, lambda);
    if (!given) system_.CalcGamma(t, q, v_, gamma_);
    active.Select(residuals_.GT, GT_);
    active.Select(given ? *given->GT : residuals_.GT, GT_lower_);
    active.Select(given ? *given->rhs : gamma_, rhs_);
    if (!Factor() || !Correct(active, v_dot, lambda)) return false;
    const bool complete = reaction_forces || !system_.has_reaction_forces();
    if (linear || (complete && Converged(active, v_dot, lambda))) return true;
  }
  return false;
}

/// f_r(w λ) and its derivatives.
void AccelerationSolver::AddReactionForces(double t,
                                           const VectorXd& q,
                                           const ActiveRows& active,
                                           const VectorXd& lambda) {
  const VectorXd weighted = weights_.size() > 0 ? VectorXd(weights_.cwiseProduct(lambda)) : lambda;
  SubtractReactionForces(system_, t, q, v_, weighted, residuals_);
  reactions_.Calc(system_, t, q, v_, weighted, active, residuals_.GT, matrices_);
  if (weights_.size() == 0) return;
  SparseMatrix free, change;  // ∂f_r(w λ)/∂λ is ∂f_r/∂λ w
  active.Select(residuals_.GT, free);
  change = free - reactions_.upper;
  VectorXd own;
  active.Select(weights_, own);
  reactions_.upper = free - change * own.asDiagonal();
}

double AccelerationSolver::SolveGradually(double t,
                                          const VectorXd& q,
                                          const VectorXd& v,
                                          const ActiveRows& active,
                                          const VectorXd& weights,
                                          VectorXd& v_dot,
                                          VectorXd& lambda) {
  constexpr double kSmallestStep = 1e-4;
  const int m = system_.num_constraints();
  const VectorXd full = weights.size() > 0 ? weights : VectorXd(VectorXd::Ones(m));
  double reached = 0, step = 0.125;
  v_ = v;
  by_blocks_ = false;
  weights_.setZero(m);
  bool good = Iterate(t, q, active, nullptr, v_dot, lambda);
  while (good && reached < 1 && step > kSmallestStep) {
    const double next = std::min(1.0, reached + step);
    VectorXd next_v_dot = v_dot, next_lambda = lambda;
    weights_ = next * full;
    if (IterateFrom(t, q, active, nullptr, true, next_v_dot, next_lambda)) {
      v_dot = next_v_dot;
      lambda = next_lambda;
      reached = next;
      step *= 1.5;
    } else {
      step /= 2;
    }
  }
  weights_.resize(0);
  return reached;
}

void AccelerationSolver::Evaluate(double t, const VectorXd& q, const VectorXd& v_dot) {
  system_.CalcResiduals(t, q, v_, v_dot, residuals_);
  system_.CalcMatrices(t, q, v_, v_dot, no_multipliers_, matrices_);
}

bool AccelerationSolver::Factor() {
  const SparseMatrix* H = &matrices_.M;
  if (!algebraic_.empty()) {  // their columns are derivatives by the states themselves
    H_ = matrices_.M;
    for (int j : algebraic_) H_.col(j) = matrices_.D.col(j);
    H = &H_;
  }
  if (!SamePattern(analyzed_, GT_)) {
    saddle_.Analyze(*H, GT_);
    analyzed_ = GT_;
  }
  saddle_.Compute(1, *H, 0, matrices_.D, 0, matrices_.K, reactions_.upper, GT_lower_);
  return solver_->Factor(saddle_.matrix()) == SolveStatus::ok;
}

/// One Newton correction of v', λ and the algebraic states.
bool AccelerationSolver::Correct(const ActiveRows& active, VectorXd& v_dot, VectorXd& lambda) {
  const int n = system_.num_velocities(), m = active.size();
  VectorXd own;
  active.Select(lambda, own);
  x_.resize(n + m);
  x_ << -(residuals_.dynamics + GT_ * own), rhs_ - GT_lower_.transpose() * v_dot;
  if (solver_->Solve(x_) != SolveStatus::ok) return false;
  VectorXd step = x_.head(n);
  for (int i : algebraic_) {
    v_[i] += step[i];
    step[i] = 0;
  }
  v_dot += step;
  active.Expand(own + x_.tail(m), lambda);
  return true;
}

/// The last correction is rounding beside the solution.
bool AccelerationSolver::Converged(const ActiveRows& active,
                                   const VectorXd& v_dot,
                                   const VectorXd& lambda) const {
  VectorXd own, solution(x_.size());
  active.Select(lambda, own);
  solution << v_dot, own;
  for (int i : algebraic_) solution[i] = v_[i];
  const double rounding = 1e3 * std::numeric_limits<double>::epsilon();
  const double size = solution.size() > 0 ? solution.cwiseAbs().maxCoeff() : 0;
  return x_.size() == 0 || x_.cwiseAbs().maxCoeff() <= rounding * (1 + size);
}

}  // namespace trunnion
