// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "solvers/linear/block/plan.hpp"

namespace trunnion::block {

/// Forward and backward substitution with a factor. Disjoint subtrees of fronts, a twelfth of the
/// factor each at most, are swept side by side, then what lies above them. What a subtree changes
/// above itself is kept apart and added in the order of the subtrees, so that the result does not
/// depend on the threads.
class Sweeps {
 public:
  /// @param plan  outlives this.
  explicit Sweeps(const Plan& plan);
  Sweeps(const Sweeps&) = delete;
  Sweeps& operator=(const Sweeps&) = delete;

  /// Numbers in x for one column: the unknowns, then what the subtrees leave.
  int size() const { return size_; }

  /// @param lower, upper  the packed factor, symmetric or not as the plan is
  /// @param x             element (i, c) at x[columns i + c], i < n, in the order of elimination;
  ///                      room for size() i, and kReadPadding
  void Solve(const Kernels& kernels,
             const double* lower,
             const double* upper,
             int columns,
             double* x,
             bool parallel) const;

 private:
  /// Fronts begin .. end − 1, whose pivots and panels follow each other.
  struct Part {
    int begin;
    int end;
    int rest = -1;  ///< of a subtree: offset in x of what it leaves above; −1 of others
    bool is_subtree() const { return rest >= 0; }
  };

  void FindParts();
  void AddSubtree(int begin, int root);
  void Forward(
      const Part& part, const Kernels& kernels, const double* lower, int columns, double* x) const;
  void Backward(const Part& part,
                const Kernels& kernels,
                const double* lower,
                const double* upper,
                int columns,
                double* x) const;
  void AddRest(const Part& subtree, int columns, double* x) const;
  int PanelBegin(const Part& part) const;
  int PanelEnd(const Part& part) const;

  const Plan& plan_;
  std::vector<Part> parts_;  // all fronts, ascending
  std::vector<int> rows_;    // of fronts; in subtrees, rows above are where they are kept apart
  int size_;
};

}  // namespace trunnion::block
