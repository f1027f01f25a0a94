// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of formulations: the iteration matrix that is kept over steps, and what
// it was made from.
#include "engine/core/archive.hpp"
#include "solvers/formulation/coordinate_splitting.hpp"
#include "solvers/formulation/multiplier_formulation.hpp"
#include "solvers/linear/sparse_pattern.hpp"

namespace trunnion {

void ExcessIterations::Serialize(Archive& archive) { archive(first_, excess_); }

void Formulation::Serialize(Archive& archive) {
  archive(active_, position_rows_, all_holonomic_, matrix_valid_, excess_, mu_);
  archive(steps_with_matrix_, mean_rate_, round_off_, residuals_.g, reactions_.f_lambda);
  for (SparseMatrix* A : {&dynamics_.M, &dynamics_.D, &dynamics_.K}) archive.Values(*A);
}

void CoordinateSplitting::Serialize(Archive& archive) {
  Formulation::Serialize(archive);
  archive(projector_, mass_);
  matrix_->Serialize(archive, projector_);
}

void ThreeStepMatrix::Serialize(Archive& archive, const ConstraintProjector& projector) {
  const SparseMatrix before = archive.loading() ? GT_ : SparseMatrix();
  bool made = projector_ != nullptr;
  archive(made, a_, GT_, position_GT_, K_, inverse_metric_, *saddle_solver_);
  if (!archive.loading()) return;
  analyzed_ = analyzed_ && SamePattern(before, GT_);
  projector_ = made ? &projector : nullptr;
  rhs_.resize(GT_.rows() + GT_.cols(), kMaxColumns);
  product_.resize(GT_.rows(), kMaxColumns);
  dmu_.resize(position_GT_.cols(), kMaxColumns);
}

void OneShotMatrix::Serialize(Archive& archive, const ConstraintProjector&) {
  archive(a_, n_, m_, positions_, *solver_);
}

void CorrectionDirections::Serialize(Archive& archive) {
  archive(*mass_solver_, *basis_solver_, projector_, basis_, base_obliquity_, renewals_);
}

void MultiplierFormulation::Serialize(Archive& archive) {
  Formulation::Serialize(archive);
  archive(directions_, *solver_, projector_, a_, G_, tau_);
  if (archive.loading()) MakeLayout();
}

}  // namespace trunnion
