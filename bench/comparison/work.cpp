// SPDX-License-Identifier: BSD-3-Clause
#include "bench/comparison/work.hpp"

#include <algorithm>

namespace trunnion::bench {
namespace {

constexpr double kEntry = 12;   // bytes of a nonzero with its index
constexpr double kNumber = 8;   // bytes
constexpr double kPoints = 6;   // states that a formula of order 5 combines
constexpr double kVectors = 4;  // predictor and formula, of positions and velocities

/// Operations of one evaluation of the residuals.
double ResidualFlops(const Size& s) {
  return 400 * s.bodies + 80 * s.constraints + 1300 * s.forces;
}

/// State, inertia and residual of a body; frames, g and Gᵀ of a row (6 entries a body); of a force
/// frames, parameters and what it writes.
double ResidualBytes(const Size& s) {
  return kNumber * (90 * s.bodies + 36 * s.constraints + 100 * s.forces);
}

void AddSolver(const LinearSolverStatistics& s, double halves, Work& work) {
  const double factorizations = s.factorizations + s.refactorizations;
  work.linear_flops += factorizations * s.factor_flops + 2 * halves * s.solves * s.factor_nonzeros;
  work.linear_bytes += kEntry * s.factor_nonzeros * (2 * factorizations + halves * s.solves);
}

}  // namespace

Work EstimateWork(const OwnRun& run) {
  const Statistics& s = run.statistics;
  Work work;
  AddSolver(s.saddle_point, 1, work);
  AddSolver(s.projection, 2, work);
  const double residuals = static_cast<double>(s.residual_evaluations);
  const double matrices = static_cast<double>(s.jacobian_evaluations);
  const double steps = static_cast<double>(std::max(s.steps, 1L));
  const double history = steps * kPoints * kVectors * run.size.velocities;
  const double gradient = 12 * run.size.constraints;  // nonzeros of Gᵀ, two bodies a row
  const double products = 3 * static_cast<double>(s.newton_iterations) * gradient;
  work.other_flops =
      (residuals + 4 * matrices) * ResidualFlops(run.size) + 2 * history + 2 * products;
  work.other_bytes =
      (residuals + 4 * matrices) * ResidualBytes(run.size) + kNumber * history + kEntry * products;
  for (double* total :
       {&work.linear_flops, &work.linear_bytes, &work.other_flops, &work.other_bytes})
    *total /= steps;
  return work;
}

}  // namespace trunnion::bench
