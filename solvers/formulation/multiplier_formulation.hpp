// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/formulation/correction_directions.hpp"
#include "solvers/formulation/formulation.hpp"
#include "solvers/linear/block_matrix.hpp"

namespace trunnion {

class Archive;

/// Every formulation but coordinate_splitting: all multipliers are unknowns of one sparse Newton
/// system. With w = v' + D τ the equations are a choice from
///
///     (1)  N⁻¹q' − v + D μ [+ W⁻¹(dG/dt)ᵀτ] = 0       always
///     (2)  M w − f + Gᵀλ = 0                           always
///     (3)  G w − γ [+ 2α(G v + g_t) + α² g] = 0        acceleration rows
///     (4)  g = 0                                       position rows
///     (5)  G v + g_t = 0                               velocity rows
///
/// Non-holonomic rows have no (4); in index3 their (5) takes its place. f contains the forces that
/// depend on λ.
///
/// There is one multiplier for each kind of rows: λ always, μ where position rows stand beside
/// others, τ where velocity rows stand beside acceleration rows.
///
///     stabilized_index2           (4) (5)              Gear, Leimkuhler & Gupta (1985)
///     index2, index3              (5) or (4)
///     index1, baumgarte           (3), with α for baumgarte
///     index1_projected            (3), then projection: Eich (1993)
///     projected_invariants  Pa    (3) (4)              Ascher & Petzold (1993) eq. (4.14)
///                           Pb    (3) (4) (5)          eq. (4.16)
///                           Pc    Pb, last term of (1) eq. (4.17)
///     state_space                 (3) (4) (5), D fixed Petzold & Potra (1992) eq. (5.10)
class MultiplierFormulation final : public Formulation {
 public:
  /// @throws ModelError if the options do not fit together or do not fit the system.
  MultiplierFormulation(ConstrainedSystem& system,
                        const IntegratorOptions& options,
                        Statistics& statistics);

  bool FilterErrors(Eigen::Ref<MatrixXd> e_q, Eigen::Ref<MatrixXd> e_v) override;
  bool ProjectError(VectorXd& e_q) const override;
  void Serialize(Archive& archive) override;

 private:
  /// First rows and columns of the blocks; −1 where there is none.
  struct Layout {
    int dynamics = -1, acceleration = -1, position = -1, velocity = -1;
    int w = -1, lambda = -1, mu = -1, tau = -1;
    int differential = 0;  ///< rows that scale with a: (1), (2), (3)
    int size = 0;
  };

  void BeginIteration() override;
  void Evaluate(const StepFormula& formula, const StepState& state) override;
  bool FactorMatrix(const StepFormula& formula,
                    const StepState& state,
                    const VectorXd& lambda_last) override;
  SolveStatus SolveCorrection(double a, StepState& state, VectorXd& dq, VectorXd& dv) override;
  double MultiplierSize(const WeightedNorm& norm, double h) const override;
  CorrectorStatus Complete(const StepFormula& formula,
                           const WeightedNorm& norm,
                           StepState& state) override;
  double factored_a() const override { return a_; }
  double factor_cost() const override { return CalcFactorCost(*solver_); }

  void SelectVelocityRows();
  void MakeLayout();
  void EvaluateRows(const StepFormula& formula, const StepState& state);
  SparseMatrix CalcMatrix(const StepFormula& formula, const StepState& state);
  void AddAccelerationRows(const StepFormula& formula, const StepState& state, BlockMatrix& A);
  /// dw is an unknown of its own beside τ, which spares the products M D and G D; otherwise a dv.
  int w_column() const { return layout_.w >= 0 ? layout_.w : system_.num_velocities(); }
  double w_factor() const { return layout_.w >= 0 ? 1 : a_; }
  SparseMatrix CalcRateGradient(const StepFormula& formula,
                                const StepState& state,
                                const ActiveRows& rows);
  SolveStatus FactorWithDirections(const StepFormula& formula, const StepState& state);
  bool ProjectPositions(const StepFormula& formula, const WeightedNorm& norm, StepState& state);

  bool has_acceleration_rows_, has_position_rows_, has_velocity_rows_;  // kinds of rows
  bool coupled_;                                                        // W⁻¹(dG/dt)ᵀτ in (1)
  double baumgarte_;                                                    // α [1/s]; 0: none
  ActiveRows velocity_rows_;                                            // active rows of (5)
  Layout layout_;
  CorrectionDirections directions_;
  std::unique_ptr<LinearSolver> solver_;
  ConstraintProjector projector_;
  double a_ = 0;
  SparseMatrix G_;       // of the matrix
  VectorXd tau_;         // compact
  VectorXd residual_;    // of the rows of layout_
  VectorXd correction_;  // last solution of the Newton system
};

}  // namespace trunnion
