// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"
#include "solvers/linear/block/plan.hpp"
#include "solvers/linear/block/sweeps.hpp"

namespace trunnion::block {

/// Multifrontal block LU of one pattern (Duff & Reid 1983), with pivots chosen inside panels only.
/// The same input gives the same bits for any number of threads: each number is computed by one
/// task, in an order that the pattern fixes.
class Factor {
 public:
  /// @throws std::bad_alloc
  Factor(const SparseMatrix& A, const Kernels& kernels);
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  /// Factorizes A, which has the pattern of the constructor. Large matrices share the work between
  /// the threads of the enclosing arena if `parallel`.
  /// Returns the smallest pivot of all panels, rows of each panel scaled to one; zero if the
  /// elimination ended at a panel that is singular.
  double Compute(const SparseMatrix& A, bool parallel);

  /// Overwrites the columns of `rhs` with A⁻¹ rhs, by several threads if `parallel`.
  void Solve(Eigen::Ref<MatrixXd> rhs, bool parallel = false) const;

  const Plan& plan() const { return plan_; }
  const Sweeps& sweeps() const { return sweeps_; }
  const Kernels& kernels() const { return kernels_; }

 private:
  double ComputeFront(int f, const double* values, double* work, bool parallel);
  void Assemble(int f, const double* values, double* work) const;
  void UpdateRest(const Panel& panel,
                  int k,
                  const double* source,
                  int source_stride,
                  double* target,
                  int target_stride,
                  bool parallel) const;
  void ComputeTasks(const double* values);

  const Kernels& kernels_;
  Plan plan_;
  Sweeps sweeps_;
  std::vector<double> lower_, upper_, left_, work_, smallest_;
  mutable std::vector<double> x_;
};

}  // namespace trunnion::block
