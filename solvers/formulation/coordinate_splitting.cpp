// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/coordinate_splitting.hpp"

#include <Eigen/LU>

#include "solvers/linear/sparse_pattern.hpp"
#include "solvers/linear/sparse_products.hpp"
#include "solvers/problem/stopwatch.hpp"

namespace trunnion {

CoordinateSplitting::CoordinateSplitting(ConstrainedSystem& system,
                                         const IntegratorOptions& options,
                                         Statistics& statistics)
    : Formulation(system, options, statistics) {
  if (options.bdf.newton_system == NewtonSystem::three_step) {
    matrix_ = std::make_unique<ThreeStepMatrix>(options.bdf.linear_solver);
  } else {
    matrix_ = std::make_unique<OneShotMatrix>();
  }
}

void CoordinateSplitting::BeginIteration() { mu_.setZero(position_rows().size()); }

void CoordinateSplitting::Evaluate(const StepFormula& formula, const StepState& state) {
  EvaluateSystem(formula, state);
  position_rows().Select(residuals_.g, r_.g);
  active_.Select(residuals_.g_t, r_.eta);
  active_.Select(state.lambda, lambda_);
  position_rows().Expand(mu_, full_);
  active_.Select(full_, mu_active_);
  reaction_.setZero(state.v.size());
  r_.r2 = residuals_.dynamics;
  AddConstraintTerms(GT(), state.v, mu_active_, lambda_, {r_.eta, reaction_, r_.r2});
  active_.Expand(r_.eta, full_);
  position_rows().Select(full_, r_.g_dot);
  kinematics_ = rate_ - state.v;
  r_.r1 = kinematics_ + inverse_metric_.cwiseProduct(reaction_);
}

/// s = −(G_Y)⁻ᵀ Yᵀ r with the pivoted partition of CS proper, for a residual without multipliers.
VectorXd CoordinateSplitting::PartitionMultipliers(const SparseMatrix& GT, const VectorXd& r) {
  const auto m = GT.cols();
  if (m == 0) return VectorXd(0);
  // Pivot rows of the LU factorization of Gᵀ are the dependent coordinates Y. Dense: this is the
  // reference path of small systems.
  const Eigen::FullPivLU<MatrixXd> lu{MatrixXd(GT)};
  const VectorXd order =
      lu.permutationP() * VectorXd::LinSpaced(GT.rows(), 0.0, static_cast<double>(GT.rows() - 1));
  MatrixXd GY_transposed(m, m);
  VectorXd y(m);
  for (int i = 0; i < m; ++i) {
    const int row = static_cast<int>(order[i]);
    GY_transposed.row(i) = MatrixXd(GT).row(row);
    y[i] = r[row];
  }
  return -Eigen::PartialPivLU<MatrixXd>(GY_transposed).solve(y);
}

VectorXd CoordinateSplitting::BracketMultipliers(const VectorXd& lambda_last) {
  VectorXd full = VectorXd::Zero(system_.num_constraints());
  if (options_.bdf.iteration_matrix == IterationMatrix::lagged) {
    full = lambda_last;
  } else if (options_.bdf.iteration_matrix == IterationMatrix::cs) {
    // Least squares in the metric: G W⁻¹Gᵀ λ = −G W⁻¹(M v' − f).
    VectorXd s = -(GT().transpose() * inverse_metric_.cwiseProduct(residuals_.dynamics));
    ConstraintProjector all_rows;  // needed where μ belongs to fewer rows than λ
    const bool same = position_rows().size() == active_.size();
    const bool solved = same ? projector_.Solve(s) == SolveStatus::ok
                             : all_rows.Factor(GT(), inverse_metric_) == SolveStatus::ok &&
                                   all_rows.Solve(s) == SolveStatus::ok;
    if (solved) active_.Expand(s, full);
  }
  return full;
}

bool CoordinateSplitting::FactorMatrix(const StepFormula& formula,
                                       const StepState& state,
                                       const VectorXd& lambda_last) {
  NewtonMatrixInput input{.a = formula.a,
                          .GT = &GT(),
                          .upper = &upper(),
                          .position_GT = &position_GT(),
                          .dynamics = &dynamics_,
                          .inverse_metric = &inverse_metric_,
                          .projector = &projector_};
  {
    const Stopwatch watch(statistics_.seconds_factor);
    if (projector_.Factor(position_GT(), inverse_metric_) != SolveStatus::ok) return false;
  }
  VectorXd lambda = BracketMultipliers(lambda_last), mu = VectorXd::Zero(lambda.size());
  SparseMatrix LT, LT_all, S1;
  if (options_.bdf.newton_system == NewtonSystem::one_shot) {
    if (options_.bdf.iteration_matrix == IterationMatrix::cs && active_.size() > 0) {
      const VectorXd r1 = kinematics_.cwiseQuotient(inverse_metric_);
      position_rows().Expand(PartitionMultipliers(position_GT(), r1), mu);
      active_.Expand(PartitionMultipliers(GT(), residuals_.dynamics), lambda);
    }
    LT_all = residuals_.GT;
    system_.CalcVelocityGradient(formula.t, state.q, state.v, LT_all);
    active_.Select(LT_all, LT);
    S1 = dynamics_.K;
    system_.CalcGeometricStiffness(formula.t, state.q, mu, S1);
    input.LT = &LT;
    input.S1 = &S1;
  }
  CalcMatrices(formula, state, lambda);
  mass_ = dynamics_.M;
  DropZeros(mass_);
  const Stopwatch watch(statistics_.seconds_factor);
  ++statistics_.factorizations;
  const SolveStatus status = matrix_->Factor(input);
  statistics_.linear_solver = matrix_->solver_name();
  return status == SolveStatus::ok;
}

SolveStatus CoordinateSplitting::SolveCorrection(double a,
                                                 StepState& state,
                                                 VectorXd& dq,
                                                 VectorXd& dv) {
  if (const auto status = matrix_->Solve(a, r_, d_); status != SolveStatus::ok) return status;
  statistics_.saddle_point = matrix_->solver_statistics();
  statistics_.projection = projector_.statistics();
  active_.Expand(d_.dlambda, full_);
  state.lambda += full_;
  mu_ += d_.dmu;
  dq.swap(d_.dq);
  dv.swap(d_.dv);
  return SolveStatus::ok;
}

bool CoordinateSplitting::FilterErrors(Eigen::Ref<MatrixXd> e_q, Eigen::Ref<MatrixXd> e_v) {
  const Stopwatch watch(statistics_.seconds_solve);
  const double a = matrix_->factored_a();
  e_q *= -a;
  momenta_.setZero(e_v.rows(), NewtonMatrix::kMaxColumns);
  AddProduct(-a, mass_, e_v, momenta_.leftCols(e_v.cols()));
  e_v = momenta_.leftCols(e_v.cols());
  return matrix_->SolveColumns(e_q, e_v) == SolveStatus::ok;
}

bool CoordinateSplitting::ProjectError(VectorXd& e_q) const {
  return projector_.Project(e_q) == SolveStatus::ok;
}

}  // namespace trunnion
