// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/linear/constraint_projector.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

class Archive;

/// Directions D ∈ ℝⁿˣᵐ along which a formulation is corrected onto the constraints. G D must be
/// nonsingular. Either they follow G (Ascher & Petzold 1993), or they are frozen at a base point:
/// then a complement of D are local coordinates of the state-space form (Petzold & Potra 1992,
/// section 5), and D is renewed when the constraints have turned away from it.
class CorrectionDirections {
 public:
  /// @param frozen  keep D until it is bad; dependent coordinates always are.
  CorrectionDirections(CorrectionDirection kind, bool frozen, const VectorXd& inverse_metric);

  /// Prepares D for an iteration matrix at a point with Gᵀ and M. Frozen directions are replaced
  /// where the obliquity has grown threefold since they were made. Not ok: M is singular
  /// (inverse_mass), or G has not full rank.
  [[nodiscard]] SolveStatus Update(const SparseMatrix& GT, const SparseMatrix& M);
  /// Frozen directions are made anew by the next Update.
  void Discard() { basis_.resize(0, 0); }

  /// D s.
  VectorXd Apply(const SparseMatrix& GT, const VectorXd& s) const;
  /// D.
  SparseMatrix CalcMatrix(const SparseMatrix& GT) const;
  long renewals() const { return renewals_; }
  void Serialize(Archive& archive);

 private:
  SolveStatus Renew(const SparseMatrix& GT);
  SparseMatrix CalcFollowing(const SparseMatrix& GT) const;
  double EstimateObliquity(const SparseMatrix& GT);

  CorrectionDirection kind_;
  bool frozen_;
  const VectorXd& inverse_metric_;
  std::unique_ptr<LinearSolver> mass_solver_, basis_solver_;
  ConstraintProjector projector_;
  SparseMatrix basis_;  // D where it is frozen
  double base_obliquity_ = 1;
  long renewals_ = -1;  // the first basis is no renewal
};

}  // namespace trunnion
