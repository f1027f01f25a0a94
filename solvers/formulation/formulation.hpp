// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solvers/formulation/jacobian_policy.hpp"
#include "solvers/formulation/step_formula.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/integrator_options.hpp"
#include "solvers/problem/reaction_forces.hpp"
#include "solvers/problem/statistics.hpp"
#include "solvers/problem/weighted_norm.hpp"

namespace trunnion {

/// Why a correction ended.
enum class CorrectorStatus { converged, diverged, singular };

/// A formulation of the equations of motion (docs/formulations.md): the equations that one implicit
/// step solves for (q, v, λ), and their iteration matrix. This class is what all have in common,
/// the simplified Newton iteration with a matrix kept over steps; a formulation is the functions
/// under "private".
class Formulation {
 public:
  Formulation(ConstrainedSystem& system, const IntegratorOptions& options, Statistics& statistics);
  virtual ~Formulation() = default;
  Formulation(const Formulation&) = delete;
  Formulation& operator=(const Formulation&) = delete;

  /// Solves the step. `lambda_last`: multipliers of the last accepted step.
  CorrectorStatus Correct(const StepFormula& formula,
                          const VectorXd& lambda_last,
                          const WeightedNorm& norm,
                          StepState& state);
  /// Passes errors, the columns (e_q, e_v), once through the iteration matrix: the solution of the
  /// Newton system with right-hand side a (e_q, M e_v, 0, 0). Stiff components, which the method
  /// damps, are damped in the estimate. At most NewtonMatrix::kMaxColumns columns.
  virtual bool FilterErrors(Eigen::Ref<MatrixXd> e_q, Eigen::Ref<MatrixXd> e_v) = 0;
  /// Projects a position error onto ker G (Eich 1993), metric W.
  virtual bool ProjectError(VectorXd& e_q) const = 0;
  virtual void Serialize(Archive& archive);  ///< with the matrix that is kept over steps

  const ActiveRows& active_rows() const { return active_; }
  /// Restricts the constraint rows that are solved with; the matrix is discarded.
  void SetActiveRows(std::vector<int> rows);
  /// The next correction starts with a new matrix.
  void DiscardMatrix() { matrix_valid_ = false; }
  /// Mean contraction of the corrections in the last iteration; 0 if there was only one.
  double mean_rate() const { return mean_rate_; }
  /// g of all rows at the last evaluated iterate.
  const VectorXd& position_residual() const { return residuals_.g; }
  /// μ of the active rows at the last iterate; empty where the formulation has none.
  const VectorXd& position_multipliers() const { return mu_; }
  const DynamicsMatrices& matrices() const { return dynamics_; }
  /// Round-off in v that stopped the last iteration, in parts of the tolerance of a step; or zero.
  double round_off() const { return round_off_; }
  /// "body 'rod', rotation about y" or a constraint: where the iteration stalled.
  std::string DescribeStall() const { return system_.DescribeComponent(stalled_component_); }

 protected:
  /// Fills residuals_, GT(), position_GT(), rate_ and v_dot_ at an iterate; `correction` is added
  /// to v' if it is not empty. residuals_.dynamics is M v' − f − f_r(λ).
  void EvaluateSystem(const StepFormula& formula,
                      const StepState& state,
                      const VectorXd& correction = {});
  /// Overwrites dynamics_, with the multipliers `bracket` in the geometric stiffness, and upper().
  void CalcMatrices(const StepFormula& formula, const StepState& state, const VectorXd& bracket);
  /// Gᵀ − ∂f_r/∂λ of the active rows, the upper right block of iteration matrices.
  const SparseMatrix& upper() const { return reactions_.upper; }
  /// The active rows that hold on the position level, and their Gᵀ: what μ and projections belong
  /// to. Without non-holonomic constraints all active rows.
  const ActiveRows& position_rows() const { return position_rows_; }
  const SparseMatrix& position_GT() const { return all_holonomic_ ? GT() : position_GT_; }
  /// Gᵀ of the active rows.
  const SparseMatrix& GT() const { return active_.all() ? residuals_.GT : GT_; }

  ConstrainedSystem& system_;
  const IntegratorOptions& options_;
  Statistics& statistics_;
  ActiveRows active_;
  VectorXd inverse_metric_;
  Residuals residuals_;
  DynamicsMatrices dynamics_;
  VectorXd mu_;                // compact
  VectorXd x_, rate_, v_dot_;  // chart coordinates, N⁻¹ q', v'

 private:
  /// Before the first iterate of an attempt at the step: multipliers of its own start at zero.
  virtual void BeginIteration() = 0;
  /// Residuals at an iterate.
  virtual void Evaluate(const StepFormula& formula, const StepState& state) = 0;
  /// Factorizes the iteration matrix at the last evaluated iterate; false if it is singular.
  virtual bool FactorMatrix(const StepFormula& formula,
                            const StepState& state,
                            const VectorXd& lambda_last) = 0;
  /// The correction (dq, dv) of the last residuals; adds those of the multipliers to state.lambda
  /// and to what the formulation keeps itself.
  virtual SolveStatus SolveCorrection(double a, StepState& state, VectorXd& dq, VectorXd& dv) = 0;
  /// Size of the last correction of multipliers in the convergence test, as displacements.
  virtual double MultiplierSize(const WeightedNorm& /*norm*/, double /*h*/) const { return 0; }
  /// What remains to be done with the converged state.
  virtual CorrectorStatus Complete(const StepFormula& /*formula*/,
                                   const WeightedNorm& /*norm*/,
                                   StepState& /*state*/) {
    return CorrectorStatus::converged;
  }
  virtual double factored_a() const = 0;   ///< leading coefficient of the matrix
  virtual double factor_cost() const = 0;  ///< see JacobianRecord
  /// True if G at the matrix is so near to losing rank that round-off shows.
  virtual bool is_nearly_singular() const { return false; }
  bool MatrixServes(double a) const;
  bool RefreshMatrix(const StepFormula& formula,
                     const StepState& state,
                     const VectorXd& lambda_last);
  bool ApplyCorrection(double a, StepState& state);
  CorrectorStatus Iterate(const StepFormula& formula, const WeightedNorm& norm, StepState& state);
  CorrectorStatus Repeat(const StepFormula& formula, const WeightedNorm& norm, StepState& state);
  void Polish(const StepFormula& formula, const WeightedNorm& norm, StepState& state);
  double CorrectionSize(const StepFormula& formula,
                        const WeightedNorm& norm,
                        const StepState& state);
  CorrectorStatus JudgeStall(const WeightedNorm& norm, double h, double size);
  VectorXd CalcReactionEffect(const StepState& state) const;
  bool MultipliersHold(const StepFormula& formula,
                       const WeightedNorm& norm,
                       const StepState& state) const;

  ActiveRows position_rows_;
  SparseMatrix GT_, position_GT_;  // active columns, where they are not all
  StepState prediction_;
  VectorXd dq_, dv_, lambda_before_;  // of an iteration
  VectorXd no_correction_;            // zero
  ReactionForceBlocks reactions_;
  bool all_holonomic_ = true, matrix_valid_ = false, matrix_fresh_ = false;
  int steps_with_matrix_ = 0;
  int stalled_component_ = 0, iterations_ = 0;  // of the last attempt
  double mean_rate_ = 0, round_off_ = 0;
  ExcessIterations excess_;
};

/// The formulation that `options` ask for; all arguments must outlive it.
std::unique_ptr<Formulation> MakeFormulation(ConstrainedSystem& system,
                                             const IntegratorOptions& options,
                                             Statistics& statistics);

}  // namespace trunnion
