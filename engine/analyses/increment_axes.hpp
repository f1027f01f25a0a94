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

/// How much the coefficients of a linearization change along the motion.
struct CoefficientChange {
  /// Largest over the modes x of |A' x| over what a turning of the coordinates would make of it: an
  /// error of this order in the eigenvalues, relative to them.
  double relative = 0;
  BodyIndex body = kGround;  ///< whose motion depends most on what changes
};

/// By central differences of A along the motion, which goes on as a steady one would: velocities
/// turn with the bodies. Zero at rest.
CoefficientChange CalcCoefficientChange(SystemEvaluator& evaluator,
                                        const OperatingPoint& at,
                                        const LinearizationOptions& options,
                                        IncrementAxes axes,
                                        const Linearization& linear,
                                        const Eigenmodes& modes);

/// Why the eigenvalues of a linearization mean nothing, and in which axes they would; empty if the
/// coefficients are constant.
std::string DescribeUnsteady(SystemEvaluator& evaluator,
                             const OperatingPoint& at,
                             IncrementAxes axes,
                             bool damping);

}  // namespace trunnion
