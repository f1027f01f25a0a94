// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/analyses/linear.hpp"
#include "solvers/eigenmodes.hpp"
#include "solvers/linearization.hpp"

/// The coordinates in which a model is linearized about a motion, and whether its coefficients are
/// constant there. Theory: docs/analyses.md, "Axes" and "Constant coefficients".
namespace trunnion {

/// Axes and choice of independent components for a linearization about `at`. Components of points
/// that go round are taken as dependent ones where the constraints allow it: a rotor is then seen
/// by its bearings and its spin, whatever bodies it is made of.
LinearizationOptions MakeLinearizationOptions(const System& system,
                                              const OperatingPoint& at,
                                              IncrementAxes axes,
                                              bool damping);

/// Why the eigenvalues of a linearization in these axes, with these modes, mean nothing, and in
/// which axes they would; empty if the coefficients are constant.
std::string DescribeUnsteady(SystemEvaluator& evaluator,
                             const OperatingPoint& at,
                             IncrementAxes axes,
                             bool damping,
                             const Linearization& linear,
                             const Eigenmodes& modes);

}  // namespace trunnion
