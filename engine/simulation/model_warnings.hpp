// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/system/system.hpp"
#include "solvers/consistency/redundancy.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// What is allowed and yet looks like a mistake, one sentence each that names the element and the
/// remedy; `trunnion run` and `trunnion check` show them.
///
///     tolerance      above 1/1000 of the size of the model: the diagonal of a box around its
///     moving
///                    bodies and all markers, or the largest radius of gyration; of angles above
///                    0.05 rad
///     inertia        none on a rigid body with mass; radius of gyration above ten times the size
///     units          gravity above 1000 m/s²; bodies as light as drawn in millimetres
///     forces         of SystemParts::warnings: negative stiffness
///
/// @param x  all bodies at the start, assembled.
std::vector<std::string> FindModelWarnings(const System& system,
                                           const ElementContext& x,
                                           const IntegratorOptions& options);

/// Joints whose friction follows from reactions that redundant constraints leave undetermined: how
/// much it takes depends on the rows that are left out. One sentence for all; empty: none.
std::string FindAmbiguousFriction(const System& system, const RedundancyReport& report);

}  // namespace trunnion
