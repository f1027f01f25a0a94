// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/system/system_evaluator.hpp"

/// Bodies without mass, or without inertia about an axis, that nothing holds.
namespace trunnion {

/// For every body: elements with mass of their own act on it.
std::vector<bool> FindInertialElements(const System& system, const ElementContext& x);

/// @throws SolverError if constraints do not hold all directions without mass. A moment of inertia
/// below 1e-12 of the largest of its body counts as zero: about a slanted axis a zero is rounded,
/// and M seems regular. Bodies with inertial elements are passed over.
void RequireMassHeld(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v);
/// The same message where the accelerations cannot be solved for.
[[noreturn]] void ThrowMassless(SystemEvaluator& evaluator,
                                double t,
                                const VectorXd& q,
                                const VectorXd& v);

}  // namespace trunnion
