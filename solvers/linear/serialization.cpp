// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of solvers around LinearSolver.
#include "engine/core/archive.hpp"
#include "solvers/linear/constraint_projector.hpp"
#include "solvers/linear/sparse_pattern.hpp"

namespace trunnion {

void ConstraintProjector::Serialize(Archive& archive) {
  const SparseMatrix before = archive.loading() ? GT_ : SparseMatrix();
  bool has_augmented = augmented_solver_ != nullptr;
  archive(analyzed_, use_augmented_, GT_, inverse_metric_, *solver_, has_augmented);
  if (archive.loading()) {
    if (analyzed_ && !SamePattern(before, GT_)) {
      gram_.Analyze(GT_);
      augmented_solver_.reset();
    }
    if (has_augmented && !augmented_solver_) MakeAugmented(CalcMetric());
  }
  has_augmented ? archive(*augmented_solver_) : augmented_solver_.reset();
}

}  // namespace trunnion
