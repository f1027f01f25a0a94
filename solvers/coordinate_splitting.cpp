// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/coordinate_splitting.hpp"

#include <Eigen/LU>
#include <cmath>

#include "solvers/stopwatch.hpp"

namespace trunnion {

CoordinateSplitting::CoordinateSplitting(ConstrainedSystem& system,
                                         const IntegratorOptions& options,
                                         Statistics& statistics)
    : system_(system),
      options_(options),
      statistics_(statistics),
      active_(system.num_constraints()),
      inverse_metric_(system.metric().cwiseInverse()) {
  system_.InitializePatterns(residuals_, dynamics_);
  if (options.newton_system == NewtonSystem::three_step) {
    matrix_ = std::make_unique<ThreeStepMatrix>();
  } else {
    matrix_ = std::make_unique<OneShotMatrix>();
  }
}

void CoordinateSplitting::Evaluate(const StepFormula& formula,
                                   const StepState& state,
                                   const VectorXd& mu) {
  const Stopwatch watch(statistics_.seconds_residual);
  system_.Difference(*formula.q_ref, state.q, x_);
  const VectorXd x_dot = formula.a * x_ + formula.c_x;
  system_.ChartRate(x_, x_dot, rate_);
  v_dot_ = formula.a * state.v + formula.c_v;
  system_.CalcResiduals(formula.t, state.q, state.v, v_dot_, residuals_);
  ++statistics_.residual_evaluations;

  active_.Select(residuals_.GT, GT_);
  active_.Select(residuals_.g, r_.g);
  active_.Select(residuals_.g_t, r_.eta);
  r_.eta.noalias() += GT_.transpose() * state.v;
  VectorXd lambda;
  active_.Select(state.lambda, lambda);
  kinematics_ = rate_ - state.v;
  r_.r1 = kinematics_ + inverse_metric_.cwiseProduct(GT_ * mu);
  r_.r2 = residuals_.dynamics + GT_ * lambda;
}

/// s = (G_Y)⁻ᵀ Yᵀ r with the pivoted partition of CS proper, for r1 and r2 without multipliers.
void CoordinateSplitting::PartitionMultipliers(VectorXd& s1, VectorXd& s2) const {
  const int m = active_.size();
  // Pivot rows of the LU factorization of Gᵀ are the dependent coordinates Y. Dense: this is the
  // reference path of small systems.
  const Eigen::FullPivLU<MatrixXd> lu{MatrixXd(GT_)};
  const VectorXd order =
      lu.permutationP() * VectorXd::LinSpaced(GT_.rows(), 0.0, static_cast<double>(GT_.rows() - 1));
  MatrixXd GY_transposed(m, m);
  VectorXd y1(m), y2(m);
  for (int i = 0; i < m; ++i) {
    const int row = static_cast<int>(order[i]);
    GY_transposed.row(i) = MatrixXd(GT_).row(row);
    y1[i] = kinematics_[row] / inverse_metric_[row];
    y2[i] = residuals_.dynamics[row];
  }
  const Eigen::PartialPivLU<MatrixXd> solver(GY_transposed);
  s1 = -solver.solve(y1);
  s2 = -solver.solve(y2);
}

VectorXd CoordinateSplitting::BracketMultipliers(const VectorXd& lambda_last) {
  VectorXd full = VectorXd::Zero(system_.num_constraints());
  if (options_.iteration_matrix == IterationMatrix::lagged) {
    full = lambda_last;
  } else if (options_.iteration_matrix == IterationMatrix::cs) {
    // Least squares in the metric: G W⁻¹Gᵀ λ = −G W⁻¹(M v' − f).
    VectorXd s = -(GT_.transpose() * inverse_metric_.cwiseProduct(residuals_.dynamics));
    if (projector_.Solve(s) == SolveStatus::ok) active_.Expand(s, full);
  }
  return full;
}

bool CoordinateSplitting::RefreshMatrix(const StepFormula& formula,
                                        const StepState& state,
                                        const VectorXd& lambda_last) {
  NewtonMatrixInput input{.a = formula.a,
                          .GT = &GT_,
                          .dynamics = &dynamics_,
                          .inverse_metric = &inverse_metric_,
                          .projector = &projector_};
  if (projector_.Factor(GT_, inverse_metric_) != SolveStatus::ok) return false;
  VectorXd lambda = BracketMultipliers(lambda_last), mu = VectorXd::Zero(lambda.size());
  SparseMatrix LT, LT_all, S1;
  if (options_.newton_system == NewtonSystem::one_shot) {
    if (options_.iteration_matrix == IterationMatrix::cs && active_.size() > 0) {
      VectorXd s1, s2;
      PartitionMultipliers(s1, s2);
      active_.Expand(s1, mu);
      active_.Expand(s2, lambda);
    }
    LT_all = residuals_.GT;
    system_.CalcVelocityGradient(formula.t, state.q, state.v, LT_all);
    active_.Select(LT_all, LT);
    S1 = dynamics_.K;
    system_.CalcGeometricStiffness(formula.t, state.q, mu, S1);
    input.LT = &LT;
    input.S1 = &S1;
  }
  {
    const Stopwatch watch(statistics_.seconds_jacobian);
    system_.CalcMatrices(formula.t, state.q, state.v, v_dot_, lambda, dynamics_);
    ++statistics_.jacobian_evaluations;
  }
  const Stopwatch watch(statistics_.seconds_factor);
  ++statistics_.factorizations;
  matrix_valid_ = matrix_->Factor(input) == SolveStatus::ok;
  matrix_fresh_ = true;
  return matrix_valid_;
}

CorrectorStatus CoordinateSplitting::Correct(const StepFormula& formula,
                                             const VectorXd& lambda_last,
                                             const WeightedNorm& norm,
                                             StepState& state) {
  const StepState prediction = state;
  matrix_fresh_ = false;
  if (matrix_valid_) {
    const double ratio = formula.a / matrix_->factored_a();
    if (!options_.reuse_matrix || ratio < 0.6 || ratio > 1.0 / 0.6) matrix_valid_ = false;
  }
  while (true) {
    Evaluate(formula, state, VectorXd::Zero(active_.size()));
    if (!matrix_valid_ && !RefreshMatrix(formula, state, lambda_last))
      return CorrectorStatus::singular;
    const auto status = Iterate(formula, norm, state);
    if (status == CorrectorStatus::converged) return status;
    state = prediction;
    matrix_valid_ = false;
    if (matrix_fresh_) return status;  // a new matrix did not help: the step is too long
  }
}

CorrectorStatus CoordinateSplitting::Iterate(const StepFormula& formula,
                                             const WeightedNorm& norm,
                                             StepState& state) {
  VectorXd mu = VectorXd::Zero(active_.size()), dlambda;
  const double velocity_scale = VelocityScale(options_, formula.h);
  double first = 0, last = 0;
  for (int iteration = 0; iteration < options_.max_newton_iterations; ++iteration) {
    if (iteration > 0) Evaluate(formula, state, mu);
    {
      const Stopwatch watch(statistics_.seconds_solve);
      if (matrix_->Solve(formula.a, r_, d_) != SolveStatus::ok) return CorrectorStatus::singular;
    }
    ++statistics_.newton_iterations;
    system_.Retract(state.q, d_.dq, state.q);
    state.v += d_.dv;
    mu += d_.dmu;
    active_.Expand(d_.dlambda, dlambda);
    state.lambda += dlambda;

    const double size = norm(d_.dq, d_.dv, velocity_scale);
    stalled_component_ = norm.worst_component();
    if (!std::isfinite(size)) return CorrectorStatus::diverged;
    // The rate is known from the second iteration on; before, assume the worst (factor 100).
    double rate_factor = 100;
    if (iteration == 0) mean_rate_ = 0, first = size;
    if (iteration > 0) {
      // The first correction leaves ∂(G v + g_t)/∂q dq in the velocity rows, which is large near a
      // singular position: with a new matrix only the second correction tells the rate.
      const bool delayed = iteration == 1 && matrix_fresh_, whole = delayed || !matrix_fresh_;
      mean_rate_ = whole ? std::pow(size / first, 1.0 / iteration) : size / last;
      if (mean_rate_ > (delayed ? 10 : 0.9)) return CorrectorStatus::diverged;
      if (mean_rate_ < 0.9) rate_factor = mean_rate_ / (1 - mean_rate_);
    }
    last = size;
    if (rate_factor * size <= options_.newton_tolerance) return CorrectorStatus::converged;
  }
  return CorrectorStatus::diverged;
}

bool CoordinateSplitting::FilterError(VectorXd& e_q, VectorXd& e_v) {
  const double a = matrix_->factored_a();
  r_.r1 = -a * e_q;
  r_.r2 = -a * (dynamics_.M * e_v);
  r_.eta.setZero(active_.size());
  r_.g.setZero(active_.size());
  const Stopwatch watch(statistics_.seconds_solve);
  if (matrix_->Solve(a, r_, d_) != SolveStatus::ok) return false;
  e_q = d_.dq;
  e_v = d_.dv;
  return true;
}

bool CoordinateSplitting::ProjectError(VectorXd& e_q) const {
  return projector_.Project(e_q) == SolveStatus::ok;
}

std::string CoordinateSplitting::DescribeStall() const {
  return system_.DescribeComponent(stalled_component_);
}

}  // namespace trunnion
