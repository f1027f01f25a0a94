// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/analyses/linear.hpp"
#include "solvers/analysis/eigenmodes.hpp"
#include "solvers/analysis/linearization.hpp"

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

/// Whether the eigenvalues of a linearization mean anything.
struct Steadiness {
  bool steady = true;    ///< false: they mean nothing
  std::string remark{};  ///< why not, and in which axes they would; or how uncertain they are
};

/// Of a linearization in these axes, with these modes: whether its coefficients are constant along
/// the motion.
Steadiness CheckSteadiness(SystemEvaluator& evaluator,
                           const OperatingPoint& at,
                           IncrementAxes axes,
                           bool damping,
                           const Linearization& linear,
                           const Eigenmodes& modes);

}  // namespace trunnion
