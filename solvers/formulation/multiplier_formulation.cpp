// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/multiplier_formulation.hpp"

#include <cmath>
#include <limits>

#include "engine/core/error.hpp"
#include "solvers/problem/stopwatch.hpp"

namespace trunnion {
namespace {

bool HasAccelerationRows(FormulationKind kind) {
  switch (kind) {
    case FormulationKind::projected_invariants:
    case FormulationKind::state_space:
    case FormulationKind::index1:
    case FormulationKind::index1_projected:
    case FormulationKind::baumgarte:
      return true;
    default:
      return false;
  }
}

bool HasPositionRows(FormulationKind kind) {
  switch (kind) {
    case FormulationKind::projected_invariants:
    case FormulationKind::state_space:
    case FormulationKind::stabilized_index2:
    case FormulationKind::index3:
      return true;
    default:
      return false;
  }
}

bool HasVelocityRows(const IntegratorOptions& options) {
  switch (options.bdf.formulation) {
    case FormulationKind::projected_invariants:
      return options.bdf.invariant_levels != InvariantLevels::positions;
    case FormulationKind::state_space:
    case FormulationKind::stabilized_index2:
    case FormulationKind::index2:
      return true;
    default:
      return false;
  }
}

}  // namespace

MultiplierFormulation::MultiplierFormulation(ConstrainedSystem& system,
                                             const IntegratorOptions& options,
                                             Statistics& statistics)
    : Formulation(system, options, statistics),
      has_acceleration_rows_(HasAccelerationRows(options.bdf.formulation)),
      has_position_rows_(HasPositionRows(options.bdf.formulation)),
      has_velocity_rows_(HasVelocityRows(options)),
      coupled_(options.bdf.formulation == FormulationKind::projected_invariants &&
               options.bdf.invariant_levels == InvariantLevels::coupled),
      baumgarte_(options.bdf.formulation == FormulationKind::baumgarte ? options.bdf.baumgarte_rate
                                                                       : 0),
      directions_(options.bdf.correction_direction,
                  options.bdf.formulation == FormulationKind::state_space,
                  inverse_metric_),
      // With τ few diagonal entries are pivots: btf permutes rows first, a tenth of the fill.
      solver_(MakeKlu({.btf = has_acceleration_rows_ && has_velocity_rows_})) {
  for (int row = 0; row < system.num_constraints(); ++row)
    Require(options.bdf.formulation != FormulationKind::state_space || system.is_holonomic_row(row),
            "integrator: the formulation state_space does not serve non-holonomic constraints (" +
                system.DescribeConstraint(row) + "); take another one");
}

/// The active rows that stand on the velocity level: all, those without a position row, or none.
void MultiplierFormulation::SelectVelocityRows() {
  std::vector<int> rows;
  for (int row : active_.rows()) {
    const bool alone = !has_acceleration_rows_ && !system_.is_holonomic_row(row);
    if (has_velocity_rows_ || alone) rows.push_back(row);
  }
  velocity_rows_.Set(system_.num_constraints(), std::move(rows));
}

void MultiplierFormulation::MakeLayout() {
  SelectVelocityRows();
  const int n = system_.num_velocities(), m = active_.size();
  const int positions = position_rows().size(), velocities = velocity_rows_.size();
  layout_ = {};
  const bool has_tau = has_acceleration_rows_ && has_velocity_rows_;
  if (has_tau) layout_.w = 2 * n;
  layout_.dynamics = has_tau ? 2 * n : n;
  int row = layout_.dynamics + n, column = row;
  const auto place = [](int& next, int size) { return next += size, next - size; };
  // Rows stand beside the multipliers that act on them, for a nearly symmetric pattern.
  if (has_acceleration_rows_) layout_.acceleration = place(row, m);
  layout_.differential = row;
  if (velocities > 0 && !has_tau) layout_.velocity = place(row, velocities);
  if (has_position_rows_) layout_.position = place(row, positions);
  if (has_tau) layout_.velocity = place(row, m);
  layout_.lambda = place(column, m);
  if (has_position_rows_ && (has_acceleration_rows_ || has_velocity_rows_))
    layout_.mu = place(column, positions);
  if (has_tau) layout_.tau = place(column, m);
  layout_.size = row;
}

void MultiplierFormulation::BeginIteration() {
  MakeLayout();
  mu_.setZero(layout_.mu >= 0 ? position_rows().size() : 0);
  tau_.setZero(active_.size());
}

void MultiplierFormulation::Evaluate(const StepFormula& formula, const StepState& state) {
  // D of the iterate before: the limit is the same. At the first iterate of an attempt μ = τ = 0,
  // and there may be no D yet.
  if (layout_.tau >= 0 && !tau_.isZero(0)) {
    EvaluateSystem(formula, state, directions_.Apply(GT(), tau_));
  } else {
    EvaluateSystem(formula, state);
  }
  const int n = system_.num_velocities();
  VectorXd lambda;
  active_.Select(state.lambda, lambda);
  residual_.setZero(layout_.size);
  residual_.head(n) = rate_ - state.v;
  if (!mu_.isZero(0)) residual_.head(n) += directions_.Apply(position_GT(), mu_);
  if (coupled_)
    residual_.head(n) +=
        inverse_metric_.cwiseProduct(CalcRateGradient(formula, state, active_) * tau_);
  residual_.segment(layout_.dynamics, n) = residuals_.dynamics + GT() * lambda;
  EvaluateRows(formula, state);
}

void MultiplierFormulation::EvaluateRows(const StepFormula& formula, const StepState& state) {
  const int m = active_.size();
  VectorXd g, eta, part;
  active_.Select(residuals_.g, g);
  active_.Select(residuals_.g_t, eta);
  eta.noalias() += GT().transpose() * state.v;
  if (layout_.position >= 0) {
    position_rows().Select(residuals_.g, part);
    residual_.segment(layout_.position, part.size()) = part;
  }
  if (layout_.velocity >= 0) {
    VectorXd all;
    active_.Expand(eta, all);
    velocity_rows_.Select(all, part);
    residual_.segment(layout_.velocity, part.size()) = part;
  }
  if (layout_.acceleration < 0) return;
  VectorXd gamma_all, gamma;
  system_.CalcGamma(formula.t, state.q, state.v, gamma_all);
  active_.Select(gamma_all, gamma);
  residual_.segment(layout_.acceleration, m) =
      GT().transpose() * v_dot_ - gamma + 2 * baumgarte_ * eta + baumgarte_ * baumgarte_ * g;
}

/// (∂(G v + g_t)/∂q)ᵀ of `rows`, which is (dG/dt)ᵀ.
SparseMatrix MultiplierFormulation::CalcRateGradient(const StepFormula& formula,
                                                     const StepState& state,
                                                     const ActiveRows& rows) {
  SparseMatrix all = residuals_.GT, chosen;
  system_.CalcVelocityGradient(formula.t, state.q, state.v, all);
  rows.Select(all, chosen);
  return chosen;
}

SparseMatrix MultiplierFormulation::CalcMatrix(const StepFormula& formula, const StepState& state) {
  const int n = system_.num_velocities();
  const auto& [M, D, K] = dynamics_;
  BlockMatrix A;
  A.AddIdentity(a_, n, 0, 0);
  A.AddIdentity(-1, n, 0, n);
  A.Add(K, layout_.dynamics, 0);
  A.Add(M, layout_.dynamics, w_column(), w_factor());
  A.Add(D, layout_.dynamics, n);
  A.Add(upper(), layout_.dynamics, layout_.lambda);
  if (layout_.mu >= 0) A.Add(directions_.CalcMatrix(position_GT()), 0, layout_.mu);
  if (coupled_)
    A.Add(inverse_metric_.asDiagonal() * CalcRateGradient(formula, state, active_), 0, layout_.tau);
  if (layout_.position >= 0) A.Add(position_GT().transpose(), layout_.position, 0);
  if (layout_.velocity >= 0) {
    SparseMatrix GT;
    velocity_rows_.Select(residuals_.GT, GT);
    A.Add(CalcRateGradient(formula, state, velocity_rows_).transpose(), layout_.velocity, 0);
    A.Add(GT.transpose(), layout_.velocity, n);
  }
  if (layout_.acceleration >= 0) AddAccelerationRows(formula, state, A);
  if (layout_.w >= 0) {  // a dv + D dτ − dw = 0
    A.AddIdentity(a_, n, n, n);
    A.AddIdentity(-1, n, n, layout_.w);
    A.Add(directions_.CalcMatrix(GT()), n, layout_.tau);
  }
  return A.Make(layout_.size);
}

void MultiplierFormulation::AddAccelerationRows(const StepFormula& formula,
                                                const StepState& state,
                                                BlockMatrix& A) {
  const int n = system_.num_velocities(), row = layout_.acceleration;
  SparseMatrix all = residuals_.GT, gradient;
  system_.CalcAccelerationGradient(formula.t, state.q, state.v, v_dot_, all);
  active_.Select(all, gradient);
  const SparseMatrix L = CalcRateGradient(formula, state, active_).transpose();
  A.Add(gradient.transpose(), row, 0);
  A.Add(L, row, 0, 2 * baumgarte_);
  A.Add(G_, row, 0, baumgarte_ * baumgarte_);
  A.Add(G_, row, w_column(), w_factor());
  A.Add(G_, row, n, 2 * baumgarte_);
  A.Add(L, row, n, 2);  // −∂γ/∂v
}

SolveStatus MultiplierFormulation::FactorWithDirections(const StepFormula& formula,
                                                        const StepState& state) {
  const bool has_directions = layout_.mu >= 0;
  if (has_directions) {
    const auto status = directions_.Update(GT(), dynamics_.M);
    Require(status != SolveStatus::singular ||
                options_.bdf.correction_direction != CorrectionDirection::inverse_mass,
            "integrator: correction_direction inverse_mass needs a mass matrix that is positive "
            "definite; choose metric, or give every body mass and inertia");
    if (status != SolveStatus::ok) return status;
  }
  const SparseMatrix A = CalcMatrix(formula, state);
  const Stopwatch watch(statistics_.seconds_factor);
  ++statistics_.factorizations;
  return solver_->Factor(A);
}

bool MultiplierFormulation::FactorMatrix(const StepFormula& formula,
                                         const StepState& state,
                                         const VectorXd& lambda_last) {
  a_ = formula.a;
  G_ = GT().transpose();
  VectorXd lambda = lambda_last;
  if (options_.bdf.iteration_matrix == IterationMatrix::cm || lambda.size() == 0)
    lambda.setZero(system_.num_constraints());
  CalcMatrices(formula, state, lambda);
  if (options_.bdf.project_error &&
      projector_.Factor(position_GT(), inverse_metric_) != SolveStatus::ok)
    return false;
  auto status = FactorWithDirections(formula, state);
  if (status == SolveStatus::singular && options_.bdf.formulation == FormulationKind::state_space) {
    directions_.Discard();
    status = FactorWithDirections(formula, state);
  }
  statistics_.basis_changes = std::max(0L, directions_.renewals());
  return status == SolveStatus::ok;
}

SolveStatus MultiplierFormulation::SolveCorrection(double a,
                                                   StepState& state,
                                                   VectorXd& dq,
                                                   VectorXd& dv) {
  const int n = system_.num_velocities(), m = active_.size();
  correction_ = -residual_;
  correction_.head(layout_.differential) *= 2 / (1 + a / a_);
  if (const auto status = solver_->Solve(correction_); status != SolveStatus::ok) return status;
  dq = correction_.head(n);
  dv = correction_.segment(n, n);
  VectorXd dlambda;
  active_.Expand(correction_.segment(layout_.lambda, m), dlambda);
  state.lambda += dlambda;
  if (layout_.mu >= 0) mu_ += correction_.segment(layout_.mu, mu_.size());
  if (layout_.tau >= 0) tau_ += correction_.segment(layout_.tau, m);
  return SolveStatus::ok;
}

/// Of stabilized_index2: the displacements h D dμ and h² M⁻¹Gᵀdλ, M by its diagonal.
double MultiplierFormulation::MultiplierSize(const WeightedNorm& norm, double h) const {
  if (options_.bdf.formulation != FormulationKind::stabilized_index2) return 0;
  const int m = active_.size();
  const VectorXd position =
      h * directions_.Apply(position_GT(), correction_.segment(layout_.mu, mu_.size()));
  VectorXd force = h * h * (GT() * correction_.segment(layout_.lambda, m));
  const VectorXd mass = dynamics_.M.diagonal();
  for (int i = 0; i < force.size(); ++i) force[i] = mass[i] > 0 ? force[i] / mass[i] : 0;
  return std::max(norm(position), norm(force));
}

bool MultiplierFormulation::FilterErrors(Eigen::Ref<MatrixXd> e_q, Eigen::Ref<MatrixXd> e_v) {
  const int n = system_.num_velocities(), m = active_.size();
  MatrixXd x = MatrixXd::Zero(layout_.size, e_q.cols());
  x.topRows(n) = a_ * e_q;
  x.middleRows(layout_.dynamics, n) = a_ * (dynamics_.M * e_v);
  if (layout_.acceleration >= 0) x.middleRows(layout_.acceleration, m) = a_ * (G_ * e_v);
  const Stopwatch watch(statistics_.seconds_solve);
  if (solver_->Solve(x) != SolveStatus::ok) return false;
  e_q = x.topRows(n);
  e_v = x.middleRows(n, n);
  return true;
}

bool MultiplierFormulation::ProjectError(VectorXd& e_q) const {
  return projector_.Project(e_q) == SolveStatus::ok;
}

/// Gauss-Newton steps with G at the present point: orthogonality to the first one is relaxed, which
/// changes the result by O(|g|²). Source: Eich (1993) section 2.
bool MultiplierFormulation::ProjectPositions(const StepFormula& formula,
                                             const WeightedNorm& norm,
                                             StepState& state) {
  constexpr int kMaxIterations = 10;
  constexpr double rounding = 2 * std::numeric_limits<double>::epsilon();
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    EvaluateSystem(formula, state);
    VectorXd s;
    position_rows().Select(residuals_.g, s);
    if (projector_.Factor(position_GT(), inverse_metric_) != SolveStatus::ok ||
        projector_.Solve(s) != SolveStatus::ok)
      return false;
    const VectorXd d = inverse_metric_.cwiseProduct(position_GT() * s);
    const double size = norm(d);
    if (!std::isfinite(size)) return false;
    // Down to rounding, where G is that of the projected point.
    if (residuals_.g.lpNorm<Eigen::Infinity>() <=
        rounding * (1 + state.q.lpNorm<Eigen::Infinity>()))
      return true;
    if (size > 0.5 * last) return last <= options_.bdf.newton_tolerance;
    last = size;
    system_.Retract(state.q, -d, state.q);
  }
  return last <= options_.bdf.newton_tolerance;
}

CorrectorStatus MultiplierFormulation::Complete(const StepFormula& formula,
                                                const WeightedNorm& norm,
                                                StepState& state) {
  if (options_.bdf.formulation != FormulationKind::index1_projected || active_.size() == 0)
    return CorrectorStatus::converged;
  if (!ProjectPositions(formula, norm, state)) return CorrectorStatus::diverged;
  VectorXd s;
  active_.Select(residuals_.g_t, s);
  s.noalias() += GT().transpose() * state.v;
  const bool same = position_rows().size() == active_.size();
  if (!same && projector_.Factor(GT(), inverse_metric_) != SolveStatus::ok)
    return CorrectorStatus::singular;
  if (projector_.Solve(s) != SolveStatus::ok) return CorrectorStatus::singular;
  state.v -= inverse_metric_.cwiseProduct(GT() * s);
  return CorrectorStatus::converged;
}

}  // namespace trunnion
