// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"
#include "solvers/linear/block/memory.hpp"
#include "solvers/linear/block/plan.hpp"
#include "solvers/linear/block/sweeps.hpp"

namespace trunnion::block {

/// Multifrontal block LU of one pattern (Duff & Reid 1983), with pivots chosen inside panels only.
/// Of symmetric matrices B D⁻¹ and D⁻¹ are computed alone, with half the operations and memory.
/// The same input gives the same bits for any number of threads: each number is computed by one
/// task, in an order that the pattern fixes.
class Factor {
 public:
  /// @param tree       of the pattern of A
  /// @param symmetric  all matrices are symmetric, but for rounding.
  /// @throws std::bad_alloc
  Factor(const SparseMatrix& A, FrontTree tree, bool symmetric, const Kernels& kernels);
  Factor(const SparseMatrix& A, const Kernels& kernels);  ///< unsymmetric
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
  /// lower C, of size × size numbers and `depth` pivots.
  struct Product {
    int size;
    int depth;
    const double* lower;
    const double* C;
  };
  /// What lies below and to the right of a panel in its front.
  struct Rest {
    double* data;
    int stride;
  };

  double ComputeFront(int f, const double* values, double* work, bool parallel);
  void Assemble(int f, const double* values, double* work) const;
  void AddLeft(int child, double* work, int stride) const;
  /// Subtracts the product from the rest, in place or into `left`.
  void UpdateRest(const Product& product, Rest rest, double* left, bool parallel) const;
  void ComputeTasks(const double* values);

  const Kernels& kernels_;
  Plan plan_;
  Sweeps sweeps_;
  Memory lower_, upper_, left_, work_;
  std::vector<double> smallest_;
  mutable std::vector<double> x_;
};

}  // namespace trunnion::block
