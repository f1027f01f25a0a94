// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/linear/constraint_projector.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/linear/saddle_solver.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

class Archive;

/// Everything an iteration matrix is made of, at one point.
struct NewtonMatrixInput {
  double a = 0;                                ///< leading BDF coefficient [1/s]
  const SparseMatrix* GT = nullptr;            ///< Gᵀ of the active rows
  const SparseMatrix* upper = nullptr;         ///< Gᵀ − ∂f/∂λ of the active rows
  const SparseMatrix* position_GT = nullptr;   ///< Gᵀ of the active holonomic rows, those of μ
  const DynamicsMatrices* dynamics = nullptr;  ///< K with the multipliers of the iteration matrix
  const VectorXd* inverse_metric = nullptr;    ///< diagonal of W⁻¹
  /// S = G W⁻¹Gᵀ of the holonomic rows, factorized; outlives the matrix.
  const ConstraintProjector* projector = nullptr;
  /// Only for the one-shot system: (∂(G v + g_t)/∂q)ᵀ of the active rows, and ∂(Gᵀμ)/∂q.
  const SparseMatrix* LT = nullptr;
  const SparseMatrix* S1 = nullptr;
};

/// Residuals of one Newton iteration.
///
///     r1 = N⁻¹(a q + c_q) − v + W⁻¹Gᵀμ ∈ ℝⁿ     r2 = M(a v + c_v) − f + Gᵀλ ∈ ℝⁿ
///     eta = G v + g_t ∈ ℝᵐ of the active rows
///     g, g_dot of the holonomic ones among them: position residuals and their entries of eta
struct NewtonResidual {
  VectorXd r1, r2, eta, g, g_dot;
};

/// Increments (dr, dφ), of v and of the multipliers.
struct NewtonCorrection {
  VectorXd dq, dv, dmu, dlambda;
};

/// A factorized iteration matrix, kept over steps. With a factorization made at a_fact and
/// residuals at a, r1 and r2 are scaled by 2/(1 + a/a_fact) and a_fact takes the place of a
/// everywhere else (docs/theory.md, section 5): the contraction is at most 0.25 on the imaginary
/// axis for a/a_fact in [0.6, 1.67].
class NewtonMatrix {
 public:
  virtual ~NewtonMatrix() = default;
  /// Factorizes; on failure the matrix is not usable.
  [[nodiscard]] virtual SolveStatus Factor(const NewtonMatrixInput& input) = 0;
  /// Solves for the correction of `r`, which was evaluated with leading coefficient a.
  [[nodiscard]] virtual SolveStatus Solve(double a,
                                          const NewtonResidual& r,
                                          NewtonCorrection& out) = 0;
  /// The same for up to kMaxColumns residuals at once, made at factored_a() and without constraint
  /// rows: the columns of q and v are r1 and r2 on input, dq and dv on output.
  [[nodiscard]] virtual SolveStatus SolveColumns(Eigen::Ref<MatrixXd> q,
                                                 Eigen::Ref<MatrixXd> v) = 0;
  double factored_a() const { return a_; }
  /// Operations of a factorization over those of a solve, 0 if unknown.
  virtual double factor_cost() const = 0;
  /// The linear solver, and why it was chosen.
  virtual std::string solver_name() const = 0;
  virtual LinearSolverStatistics solver_statistics() const = 0;
  /// @param projector  of NewtonMatrixInput, which has been loaded itself.
  virtual void Serialize(Archive& archive, const ConstraintProjector& projector) = 0;
  static constexpr int kMaxColumns = 4;

 protected:
  double a_ = 0;
};

/// The fast path: projection (SPD, m×m), saddle point (n+m), update; docs/theory.md,
/// section 3.
class ThreeStepMatrix final : public NewtonMatrix {
 public:
  explicit ThreeStepMatrix(LinearSolverKind kind);
  SolveStatus Factor(const NewtonMatrixInput& input) override;
  SolveStatus Solve(double a, const NewtonResidual& r, NewtonCorrection& out) override;
  SolveStatus SolveColumns(Eigen::Ref<MatrixXd> q, Eigen::Ref<MatrixXd> v) override;
  double factor_cost() const override { return CalcFactorCost(*saddle_solver_); }
  std::string solver_name() const override { return saddle_solver_->name(); }
  LinearSolverStatistics solver_statistics() const override { return saddle_solver_->statistics(); }
  void Serialize(Archive& archive, const ConstraintProjector& projector) override;

 private:
  SolveStatus SolveScaled(Eigen::Ref<MatrixXd> q);

  std::unique_ptr<LinearSolver> saddle_solver_;
  const ConstraintProjector* projector_ = nullptr;
  SaddleMatrix saddle_;
  SparseMatrix GT_, position_GT_, K_;  // K without the zeros of its pattern
  VectorXd inverse_metric_;
  MatrixXd dmu_, rhs_, product_;  // kMaxColumns right-hand sides: step 1, step 2, scratch
  bool analyzed_ = false;
};

/// The reference: all couplings in one system of 2n+2m unknowns (without non-holonomic rows, which
/// have no μ and no g; without forces that depend on λ, which make the upper Gᵀ of λ Gᵀ − ∂f/∂λ),
///
///     [ a + W⁻¹S1   −I        W⁻¹Gᵀ   0  ] [dq     ]     [r1 ]
///     [ K           a M + D   0       Gᵀ ] [dv     ] = − [r2 ]
///     [ L           G         0       0  ] [dmu    ]     [eta]
///     [ G           0         0       0  ] [dlambda]     [g  ]
///
/// Source: Yen & Petzold, eqs. (11)-(15) with the sign corrected (docs/theory.md).
class OneShotMatrix final : public NewtonMatrix {
 public:
  OneShotMatrix();
  SolveStatus Factor(const NewtonMatrixInput& input) override;
  SolveStatus Solve(double a, const NewtonResidual& r, NewtonCorrection& out) override;
  SolveStatus SolveColumns(Eigen::Ref<MatrixXd> q, Eigen::Ref<MatrixXd> v) override;
  double factor_cost() const override { return CalcFactorCost(*solver_); }
  std::string solver_name() const override { return solver_->name(); }
  LinearSolverStatistics solver_statistics() const override { return solver_->statistics(); }
  void Serialize(Archive& archive, const ConstraintProjector& projector) override;

 private:
  std::unique_ptr<LinearSolver> solver_;
  int n_ = 0, m_ = 0, positions_ = 0;
};

}  // namespace trunnion
