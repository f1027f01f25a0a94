// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/option_checks.hpp"

#include <cmath>

#include "engine/core/error.hpp"
#include "solvers/problem/multistep_weights.hpp"

namespace trunnion {

void RequireValidOptions(const IntegratorOptions& o) {
  Require(std::isfinite(o.tolerance) && o.tolerance > 0,
          "integrator: tolerance must be a positive number of metres, for example 1e-5");
  Require(o.angle_tolerance >= 0, "integrator: angle_tolerance must not be negative");
  Require(o.max_order >= 1 && o.max_order <= kMaxOrder, "integrator: max_order must be 1 to 5");
  Require(o.max_step > 0, "integrator: max_step must be positive");
  Require(o.step_fraction > 0 && o.step_fraction <= 1,
          "integrator: step_fraction must be in (0, 1]");
  Require(o.velocity_factor > 0, "integrator: velocity_factor must be positive");
  Require(o.fixed_step >= 0, "integrator: fixed_step must not be negative");
}

int FindAlgebraicState(const ConstrainedSystem& system) {
  for (const NormBlock& block : system.norm_blocks())
    if (block.kind == BlockKind::algebraic) return block.first;
  return -1;
}

void RequireNoAlgebraicStates(const ConstrainedSystem& system) {
  const int state = FindAlgebraicState(system);
  if (state < 0) return;
  throw ModelError("integrator: explicit methods do not serve algebraic states (" +
                   system.DescribeComponent(state) + "); take an implicit formulation");
}

}  // namespace trunnion
