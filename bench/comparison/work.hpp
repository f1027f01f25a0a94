// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/comparison/run.hpp"

namespace trunnion::bench {

/// Floating-point operations and bytes from or to memory of one accepted step.
struct Work {
  double linear_flops = 0, linear_bytes = 0;  ///< factorizations and triangular solves
  double other_flops = 0, other_bytes = 0;    ///< residuals, matrices, products, history
};

/// From the counts of the run and the nonzeros of the factors, as if nothing stayed in a cache.
///
/// A triangular solve reads each nonzero of the factors, value and index, and multiplies and adds;
/// L and Lᵀ of a Cholesky factor count twice. A factorization reads and writes them. What an
/// evaluation costs for a body, a constraint row and a force is a rough guess, good to a factor of
/// two: kinematics, inertia and chart of a body 400 operations, a row of a joint 80, a bushing
/// 1300; four times that for the matrices. The history of a step is combined from 6 points into 4
/// vectors.
Work EstimateWork(const OwnRun& run);

}  // namespace trunnion::bench
