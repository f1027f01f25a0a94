// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/linear_solver.hpp"

namespace trunnion {

struct BlockLuOptions {
  /// Share the work of large matrices between the threads of the enclosing tbb::task_arena. The
  /// results are the same bits with any number of threads, on one kind of processor.
  bool parallel = true;
  /// Backward error of the check, max |b − A x|ᵢ / (|A||x| + |b|)ᵢ, above which each solve is
  /// refined once. With 1e-11 Newton's iteration stalled where a ladder of 40 loops passes its
  /// singular position.
  double refine_above = 1e-13;
  /// The same after the refinement, above which KLU takes over.
  double reject_above = 1e-9;
  /// KLU is tried only where the block factorization needs fewer operations than this: beyond, a
  /// failure is reported as singular rather than after minutes.
  double klu_flops = 5e10;
  /// Symmetric matrices (IsSymmetric) whose LU needs more operations than this are eliminated by
  /// half: L D Lᵀ with the same pivots.
  double symmetric_flops = 1e7;
};

/// Sparse LU on the quotient graph of bodies and joints, for saddle points [H Gᵀ; G 0] and matrices
/// whose unknowns come in blocks. Unknowns that follow each other and couple to the same others
/// make a block; the blocks are eliminated in the order of OrderSaddleVertices, several of them in
/// one dense front where that saves time. Pivots are chosen inside panels of up to 32 unknowns. Of
/// large symmetric matrices one half is computed and kept.
///
/// After each factorization a trial solve checks the condition (as in MakeKlu) and
/// the backward error: where that is large, solves are refined; where that does not cure it, or a
/// panel is singular, KLU factorizes this matrix (counted in `fallbacks`).
std::unique_ptr<LinearSolver> MakeBlockLu(BlockLuOptions options = {});

}  // namespace trunnion
