// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/active_rows.hpp"
#include "solvers/integrator_options.hpp"
#include "solvers/newton_matrix.hpp"
#include "solvers/statistics.hpp"
#include "solvers/weighted_norm.hpp"

namespace trunnion {

/// The implicit formula of one step: q' = a x + c_x in the chart of q_ref, v' = a v + c_v.
struct StepFormula {
  double t = 0;                     ///< new time [s]
  double h = 0;                     ///< step [s]
  double a = 0;                     ///< leading coefficient [1/s]
  const VectorXd* q_ref = nullptr;  ///< origin of the chart
  VectorXd c_x, c_v;                ///< history part [per s]
};

/// Unknowns of a step. On input the prediction, on output the solution.
struct StepState {
  VectorXd q, v, lambda;
};

/// Why a correction ended.
enum class CorrectorStatus { converged, diverged, singular };

/// The coordinate-splitting formulation (Yen & Petzold; DESIGN.md section 3),
///
///     q' = N(q)(v − W⁻¹Gᵀμ),  M v' = f − Gᵀλ,  0 = g,  0 = G v + g_t,
///
/// solved by a simplified Newton iteration. μ and λ are unknowns of the linear solves only: they
/// are not predicted (λ is extrapolated as a start value) and not in the convergence test.
class CoordinateSplitting {
 public:
  CoordinateSplitting(ConstrainedSystem& system,
                      const IntegratorOptions& options,
                      Statistics& statistics);

  /// Solves the step. `lambda_last`: multipliers of the last accepted step.
  CorrectorStatus Correct(const StepFormula& formula,
                          const VectorXd& lambda_last,
                          const WeightedNorm& norm,
                          StepState& state);

  /// Passes the error (e_q, e_v) once through the iteration matrix: the solution of the Newton
  /// system with right-hand side a (e_q, M e_v, 0, 0). Stiff components, which the method damps,
  /// are damped in the estimate.
  bool FilterError(VectorXd& e_q, VectorXd& e_v);
  /// Projects a position error onto ker G (Eich 1993), metric W.
  bool ProjectError(VectorXd& e_q) const;

  ActiveRows& active_rows() { return active_; }
  const ActiveRows& active_rows() const { return active_; }
  /// The next correction starts with a new matrix.
  void DiscardMatrix() { matrix_valid_ = false; }
  /// Mean contraction of the corrections in the last iteration; 0 if there was only one.
  double mean_rate() const { return mean_rate_; }
  /// |g| of all rows at the last evaluated iterate.
  const VectorXd& position_residual() const { return residuals_.g; }
  const DynamicsMatrices& matrices() const { return dynamics_; }
  /// "body 'rod', rotation about y" or a constraint: where the iteration stalled.
  std::string DescribeStall() const;

 private:
  void Evaluate(const StepFormula& formula, const StepState& state, const VectorXd& mu);
  bool RefreshMatrix(const StepFormula& formula,
                     const StepState& state,
                     const VectorXd& lambda_last);
  VectorXd BracketMultipliers(const VectorXd& lambda_last);
  void PartitionMultipliers(VectorXd& s1, VectorXd& s2) const;
  CorrectorStatus Iterate(const StepFormula& formula, const WeightedNorm& norm, StepState& state);

  ConstrainedSystem& system_;
  const IntegratorOptions& options_;
  Statistics& statistics_;
  ActiveRows active_;
  VectorXd inverse_metric_;
  std::unique_ptr<NewtonMatrix> matrix_;
  ConstraintProjector projector_;
  bool matrix_valid_ = false, matrix_fresh_ = false;

  Residuals residuals_;
  DynamicsMatrices dynamics_;
  SparseMatrix GT_;      // active columns
  VectorXd kinematics_;  // N⁻¹ q' − v, without μ
  VectorXd v_dot_, x_, rate_;
  NewtonResidual r_;
  NewtonCorrection d_;
  int stalled_component_ = 0;
  double mean_rate_ = 0;
};

}  // namespace trunnion
