// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/formulation.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/formulation/coordinate_splitting.hpp"
#include "solvers/formulation/multiplier_formulation.hpp"
#include "solvers/problem/stopwatch.hpp"

namespace trunnion {
namespace {

/// Size of the last correction, in parts of the tolerance of a step, that may stay where bodies go
/// round: what is left then adds less to a turn than the tolerance does.
constexpr double kPolished = 1e-4;

}  // namespace

Formulation::Formulation(ConstrainedSystem& system,
                         const IntegratorOptions& options,
                         Statistics& statistics)
    : system_(system),
      options_(options),
      statistics_(statistics),
      active_(system.num_constraints()),
      inverse_metric_(system.metric().cwiseInverse()),
      no_correction_(VectorXd::Zero(system.num_velocities())) {
  system_.InitializePatterns(residuals_, dynamics_);
  SetActiveRows(active_.rows());
}

void Formulation::SetActiveRows(std::vector<int> rows) {
  std::vector<int> holonomic;
  for (int row : rows)
    if (system_.is_holonomic_row(row)) holonomic.push_back(row);
  all_holonomic_ = holonomic.size() == rows.size();
  position_rows_.Set(system_.num_constraints(), std::move(holonomic));
  active_.Set(system_.num_constraints(), std::move(rows));
  DiscardMatrix();
}

void Formulation::EvaluateSystem(const StepFormula& formula,
                                 const StepState& state,
                                 const VectorXd& correction) {
  const Stopwatch watch(statistics_.seconds_residual);
  system_.CalcRate(*formula.q_ref, state.q, formula.a, formula.c_x, x_, rate_);
  v_dot_ = formula.a * state.v + formula.c_v;
  if (formula.fit_a.size() > 0) {
    rate_ += formula.fit_a.cwiseProduct(x_);
    v_dot_ += formula.fit_a.cwiseProduct(state.v);
  }
  if (correction.size() > 0) v_dot_ += correction;
  system_.CalcResiduals(formula.t, state.q, state.v, v_dot_, residuals_);
  ++statistics_.residual_evaluations;
  SubtractReactionForces(system_, formula.t, state.q, state.v, state.lambda, residuals_);
  if (!active_.all()) active_.Select(residuals_.GT, GT_);
  if (!all_holonomic_) position_rows_.Select(residuals_.GT, position_GT_);
}

void Formulation::CalcMatrices(const StepFormula& formula,
                               const StepState& state,
                               const VectorXd& bracket) {
  const Stopwatch watch(statistics_.seconds_jacobian);
  system_.CalcMatrices(formula.t, state.q, state.v, v_dot_, bracket, dynamics_);
  reactions_.Calc(
      system_, formula.t, state.q, state.v, state.lambda, active_, residuals_.GT, dynamics_);
  ++statistics_.jacobian_evaluations;
}

/// The velocity [m/s, rad/s] that the step gains when the forces f_r follow the correction of λ, by
/// the diagonal of the Newton matrix: what multipliers that have not converged may still change.
VectorXd Formulation::CalcReactionEffect(const StepState& state) const {
  const double a = factored_a();
  VectorXd effect = reactions_.f_lambda * (state.lambda - lambda_before_);
  const VectorXd H =
      a * dynamics_.M.diagonal() + dynamics_.D.diagonal() + dynamics_.K.diagonal() / a;
  for (int i = 0; i < effect.size(); ++i) effect[i] = H[i] > 0 ? effect[i] / H[i] : 0;
  return effect;
}

bool Formulation::RefreshMatrix(const StepFormula& formula,
                                const StepState& state,
                                const VectorXd& lambda_last) {
  matrix_fresh_ = true;
  steps_with_matrix_ = 0;
  matrix_valid_ = FactorMatrix(formula, state, lambda_last);
  return matrix_valid_;
}

/// Whether the kept matrix is used at the leading coefficient a.
bool Formulation::MatrixServes(double a) const {
  if (!matrix_valid_) return false;
  if (options_.bdf.newton_iterations > 0) return steps_with_matrix_ < options_.bdf.matrix_interval;
  return DecideJacobian({.valid = true,
                         .reuse = options_.bdf.reuse_matrix,
                         .a_ratio = a / factored_a(),
                         .excess_iterations = excess_.excess(),
                         .factor_cost = factor_cost()}) != JacobianAction::refactor;
}

CorrectorStatus Formulation::Correct(const StepFormula& formula,
                                     const VectorXd& lambda_last,
                                     const WeightedNorm& norm,
                                     StepState& state) {
  prediction_ = state;
  matrix_fresh_ = false;
  matrix_valid_ = MatrixServes(formula.a);
  while (true) {
    BeginIteration();
    Evaluate(formula, state);
    if (!matrix_valid_ && !RefreshMatrix(formula, state, lambda_last))
      return CorrectorStatus::singular;
    const auto status = Iterate(formula, norm, state);
    if (status == CorrectorStatus::converged) {
      excess_.Count(matrix_fresh_, iterations_);
      ++steps_with_matrix_;
      return Complete(formula, norm, state);
    }
    state = prediction_;
    matrix_valid_ = false;
    if (matrix_fresh_) return status;  // a new matrix did not help: the step is too long
  }
}

/// newton_iterations corrections, whether they converge or not. The step counts as not converged if
/// what the next one would be, at the rate of the last two, is above the tolerance; after a single
/// one the rate is not known and taken to be one half.
CorrectorStatus Formulation::Repeat(const StepFormula& formula,
                                    const WeightedNorm& norm,
                                    StepState& state) {
  double size = 0, before = 0;
  for (int i = 0; i < options_.bdf.newton_iterations; ++i) {
    if (i > 0) Evaluate(formula, state);
    if (!ApplyCorrection(formula.a, state)) return CorrectorStatus::singular;
    before = size;
    size = CorrectionSize(formula, norm, state);
    const bool grows = i > 0 && size > before && size > 1;
    if (!std::isfinite(size) || grows) return CorrectorStatus::diverged;
  }
  const double rate = before > 0 ? std::min(size / before, 0.9) : 0.5;
  if (rate / (1 - rate) * size > 1) {
    ++statistics_.unconverged_steps;
    ++statistics_.unconverged_steps_by_element[DescribeStall()];
  }
  return CorrectorStatus::converged;
}

/// One correction; false if there is none.
bool Formulation::ApplyCorrection(double a, StepState& state) {
  lambda_before_ = state.lambda;
  const Stopwatch watch(statistics_.seconds_solve);
  if (SolveCorrection(a, state, dq_, dv_) != SolveStatus::ok) return false;
  ++statistics_.newton_iterations;
  system_.Retract(state.q, dq_, state.q);
  state.v += dv_;
  return true;
}

CorrectorStatus Formulation::Iterate(const StepFormula& formula,
                                     const WeightedNorm& norm,
                                     StepState& state) {
  round_off_ = 0;
  if (options_.bdf.newton_iterations > 0) return Repeat(formula, norm, state);
  double first = 0, last = 0;
  for (int iteration = 0; iteration < options_.bdf.max_newton_iterations; ++iteration) {
    if (iteration > 0) Evaluate(formula, state);
    if (!ApplyCorrection(formula.a, state)) return CorrectorStatus::singular;
    iterations_ = iteration + 1;
    const double size = CorrectionSize(formula, norm, state);
    if (!std::isfinite(size)) return CorrectorStatus::diverged;
    // The rate is known from the second iteration on; before, assume the worst (factor 100).
    double rate_factor = 100;
    if (formula.rate > 0 && !matrix_fresh_) rate_factor = formula.rate / (1 - formula.rate);
    if (iteration == 0) mean_rate_ = 0, first = size;
    if (iteration > 0) {
      // The first correction leaves ∂(G v + g_t)/∂q dq in the velocity rows, which is large near a
      // singular position: with a new matrix only the second correction tells the rate.
      const bool delayed = iteration == 1 && matrix_fresh_, whole = delayed || !matrix_fresh_;
      mean_rate_ = whole ? std::pow(size / first, 1.0 / iteration) : size / last;
      if (mean_rate_ > (delayed ? 10 : 0.9)) return JudgeStall(norm, formula.h, size);
      if (mean_rate_ < 0.9) rate_factor = mean_rate_ / (1 - mean_rate_);
    }
    last = size;
    if (rate_factor * size <= options_.bdf.newton_tolerance &&
        MultipliersHold(formula, norm, state)) {
      if (formula.fit_a.size() > 0 && size > kPolished) Polish(formula, norm, state);
      return CorrectorStatus::converged;
    }
  }
  return JudgeStall(norm, formula.h, last);
}

/// One more correction. What the iteration leaves has the same direction in every turn of a body
/// that goes round, and adds up: energy changes with time, the angle errs by its square.
void Formulation::Polish(const StepFormula& formula, const WeightedNorm& norm, StepState& state) {
  Evaluate(formula, state);
  lambda_before_ = state.lambda;
  const Stopwatch watch(statistics_.seconds_solve);
  const SolveStatus status = SolveCorrection(formula.a, state, dq_, dv_);
  ++statistics_.newton_iterations, ++iterations_;
  const double size = status == SolveStatus::ok ? CorrectionSize(formula, norm, state) : 1;
  if (size <= options_.bdf.newton_tolerance) {
    system_.Retract(state.q, dq_, state.q);
    state.v += dv_;
  } else {
    state.lambda = lambda_before_;
  }
  if (!(size <= kPolished)) matrix_valid_ = false;
}

/// Of the last correction: of positions and velocities, multipliers, and forces that depend on
/// them.
double Formulation::CorrectionSize(const StepFormula& formula,
                                   const WeightedNorm& norm,
                                   const StepState& state) {
  const double scale = VelocityScale(options_, formula.h_velocity);
  double size = norm(dq_, dv_, scale);
  stalled_component_ = norm.worst_component();
  if (std::isfinite(size)) size = std::max(size, MultiplierSize(norm, formula.h));
  if (system_.has_reaction_forces())
    size = std::max(size, norm(no_correction_, CalcReactionEffect(state), scale));
  return size;
}

/// Where positions and velocities are predicted exactly, as of a shaft that motions turn, they
/// converge at once whatever the matrix. With one made half a turn ago multipliers would then grow
/// from step to step without end: false where they still change by half, by more than the tolerance
/// as displacements.
bool Formulation::MultipliersHold(const StepFormula& formula,
                                  const WeightedNorm& norm,
                                  const StepState& state) const {
  if (matrix_fresh_ || active_.size() == 0) return true;
  double change = 0, size = 0;
  for (int row : active_.rows()) {
    change = std::max(change, std::abs(state.lambda[row] - lambda_before_[row]));
    size = std::max(size, std::abs(lambda_before_[row]));
  }
  if (!(change > 0.5 * size)) return true;
  VectorXd displacement = formula.h * formula.h * (residuals_.GT * (state.lambda - lambda_before_));
  const VectorXd mass = dynamics_.M.diagonal();
  for (int i = 0; i < mass.size(); ++i)
    displacement[i] = mass[i] > 0 ? displacement[i] / mass[i] : 0;
  return norm(displacement) <= 1;
}

/// Near a singular position velocities carry round-off enlarged by cond(G)²; no iteration and no
/// shorter step makes it smaller. It is accepted where positions and h times velocities converged.
CorrectorStatus Formulation::JudgeStall(const WeightedNorm& norm, double h, double size) {
  const bool accepted = matrix_fresh_ && is_nearly_singular() && !system_.has_reaction_forces() &&
                        norm(dq_, dv_, h) <= 1;
  if (!accepted) return CorrectorStatus::diverged;
  round_off_ = size;
  ++statistics_.round_off_steps;
  return CorrectorStatus::converged;
}

std::unique_ptr<Formulation> MakeFormulation(ConstrainedSystem& system,
                                             const IntegratorOptions& options,
                                             Statistics& statistics) {
  if (options.bdf.formulation == FormulationKind::coordinate_splitting)
    return std::make_unique<CoordinateSplitting>(system, options, statistics);
  return std::make_unique<MultiplierFormulation>(system, options, statistics);
}

}  // namespace trunnion
