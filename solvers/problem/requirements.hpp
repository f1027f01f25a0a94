// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/error.hpp"
#include "solvers/problem/constrained_system.hpp"

/// What an analysis cannot serve, said before it starts.
namespace trunnion {

/// @throws ModelError if elements have states of their own.
inline void RequireNoStates(const ConstrainedSystem& system, const std::string& analysis) {
  for (const NormBlock& block : system.norm_blocks())
    Require(block.kind == BlockKind::mechanical,
            analysis,
            "elements with states of their own are not served (" +
                system.DescribeComponent(block.first) +
                "); use forces without states, or run the dynamics");
}

/// @throws ModelError if a constraint is non-holonomic.
inline void RequireHolonomic(const ConstrainedSystem& system, const std::string& analysis) {
  for (int row = 0; row < system.num_constraints(); ++row)
    Require(system.is_holonomic_row(row),
            analysis,
            "non-holonomic constraints are not served (" + system.DescribeConstraint(row) +
                "); run the dynamics");
}

}  // namespace trunnion
