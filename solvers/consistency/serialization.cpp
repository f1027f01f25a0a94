// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/archive.hpp"
#include "solvers/consistency/acceleration_solver.hpp"

namespace trunnion {

/// The mass of the range-space solver is constant: it is set again at the next solve.
void AccelerationSolver::Serialize(Archive& archive) {
  archive(*solver_, range_space_, by_blocks_, v_, residuals_.g);
  archive(seconds_.residual, seconds_.factor, seconds_.solve);
}

}  // namespace trunnion
