// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/formulation/formulation.hpp"
#include "solvers/formulation/newton_matrix.hpp"

namespace trunnion {

class Archive;

/// The coordinate-splitting formulation (Yen & Petzold; docs/theory.md),
///
///     q' = N(q)(v − W⁻¹Gᵀμ),  M v' = f − Gᵀλ,  0 = g,  0 = G v + g_t,
///
/// solved by a simplified Newton iteration. μ and λ are unknowns of the linear solves only: they
/// are not predicted (λ is extrapolated as a start value) and not in the convergence test, except
/// where forces depend on λ. Non-holonomic rows have λ but no μ: Gᵀμ is over the rows of g.
class CoordinateSplitting final : public Formulation {
 public:
  CoordinateSplitting(ConstrainedSystem& system,
                      const IntegratorOptions& options,
                      Statistics& statistics);

  bool FilterErrors(Eigen::Ref<MatrixXd> e_q, Eigen::Ref<MatrixXd> e_v) override;
  bool ProjectError(VectorXd& e_q) const override;
  void Serialize(Archive& archive) override;

 private:
  void BeginIteration() override;
  void Evaluate(const StepFormula& formula, const StepState& state) override;
  bool FactorMatrix(const StepFormula& formula,
                    const StepState& state,
                    const VectorXd& lambda_last) override;
  SolveStatus SolveCorrection(double a, StepState& state, VectorXd& dq, VectorXd& dv) override;
  double factored_a() const override { return matrix_->factored_a(); }
  bool is_nearly_singular() const override { return projector_.pivot_ratio() < 1e-4; }
  double factor_cost() const override { return matrix_->factor_cost(); }

  VectorXd BracketMultipliers(const VectorXd& lambda_last);
  static VectorXd PartitionMultipliers(const SparseMatrix& GT, const VectorXd& r);

  std::unique_ptr<NewtonMatrix> matrix_;
  ConstraintProjector projector_;
  VectorXd kinematics_;          // N⁻¹ q' − v, without μ
  SparseMatrix mass_;            // M of the matrix, without the zeros of its pattern
  VectorXd lambda_, mu_active_;  // of the active rows
  VectorXd full_, reaction_;     // of all rows; Gᵀμ
  MatrixXd momenta_;             // −a M e of the errors e_v
  NewtonResidual r_;
  NewtonCorrection d_;
};

}  // namespace trunnion
