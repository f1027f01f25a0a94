// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

namespace trunnion {

class Archive;

/// What is known of a kept iteration matrix when a step is attempted.
struct JacobianRecord {
  bool valid = false;  ///< factorized for the present rows, and no iteration with it has failed
  bool reuse = true;   ///< IntegratorOptions::reuse_matrix
  double a_ratio = 1;  ///< a/a_fact of the leading coefficients, > 0
  /// Newton iterations that the steps since the factorization took beyond those of the first step.
  int excess_iterations = 0;
  /// Cost of a factorization over that of one solve, from operations, not from times: decisions are
  /// the same in every run. 0: unknown.
  double factor_cost = 0;
};

enum class JacobianAction {
  keep,      ///< the matrix as it is
  rescale,   ///< the matrix, residuals scaled by 2/(1 + a/a_fact) (docs/theory.md, section 5)
  refactor,  ///< new values; the pivots stay while MustRepivot is false
};

/// a/a_fact or its inverse from which on a matrix is renewed: the contraction is at most 0.25.
inline constexpr double kSmallestARatio = 0.6;
/// Iterations that a new matrix costs at least, evaluation and checks of its pivots included.
inline constexpr double kLeastExcess = 4;

/// The excess so far is what a new matrix would have saved; it is due when that exceeds its price.
inline JacobianAction DecideJacobian(const JacobianRecord& r) {
  if (!r.valid || !r.reuse) return JacobianAction::refactor;
  if (!(std::min(r.a_ratio, 1 / r.a_ratio) >= kSmallestARatio)) return JacobianAction::refactor;
  if (r.excess_iterations >= std::max(kLeastExcess, r.factor_cost)) return JacobianAction::refactor;
  return r.a_ratio == 1 ? JacobianAction::keep : JacobianAction::rescale;
}

/// Counts for JacobianRecord::excess_iterations.
class ExcessIterations {
 public:
  /// A step has converged in so many iterations. @param fresh  with a matrix made in this step.
  void Count(bool fresh, int iterations) {
    if (fresh) first_ = std::max(2, iterations), excess_ = 0;  // two show that the first was good
    excess_ += std::max(0, iterations - first_);
  }
  int excess() const { return excess_; }
  void Serialize(Archive& archive);

 private:
  int first_ = 2, excess_ = 0;
};

}  // namespace trunnion
