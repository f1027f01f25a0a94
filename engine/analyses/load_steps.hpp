// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "engine/simulation/simulation.hpp"

/// Nonlinear statics of flexible models: loads and motions grow with the time t in steps of
/// controlled size, each solved by Newton's method. docs/beams.md.
namespace trunnion {

struct LoadStepOptions {
  double tolerance = 1e-10;     ///< of the last Newton step and of g, largest component [m or rad]
  int max_iterations = 20;      ///< of a step; more: the step is halved
  int wanted_iterations = 6;    ///< a step that takes fewer is followed by a longer one
  double first_step = 0.1;      ///< share of the way to t_end, > 0
  double largest_step = 0.2;    ///< share of the way to t_end, > 0
  double smallest_step = 1e-6;  ///< share of the way to t_end, > 0
};

/// One equilibrium of a path.
struct LoadStep {
  double t = 0;        ///< [s]
  int iterations = 0;  ///< of Newton's method
};

/// Follows the static equilibrium from the time of `simulation`, at which it starts near its state,
/// to t_end [s]; `simulation` then shows the last one at rest, with its reactions, and integrates
/// from there.
///
/// Each step starts from the extrapolation of the two last points and takes full Newton steps on
/// [K, Gᵀ; G, 0] with the exact tangent, no rotation longer than a chart allows. Slender beams and
/// thin shells converge so although the residual rises by orders of magnitude in between, which
/// makes the damped Newton method of SolveStatics creep: there an unbalanced stretch is corrected
/// second order in a bend. A step that does not converge is halved.
/// Limits  Motions without stiffness make the matrix singular: support the model, or use
///         SolveStatics. Limit points need a prescribed motion (a joint's) in place of a load.
/// @param on_step  called after each step, with `simulation` at that equilibrium.
/// @throws ModelError if t_end is not after the time of `simulation` or an option is out of range;
/// SolverError where no step, however short, succeeds, naming the body that moves most.
/// Reference Crisfield, Non-linear Finite Element Analysis of Solids and Structures 1 (1991),
///           sections 9.4 and 9.5 (step size by the number of iterations).
std::vector<LoadStep> AdvanceLoads(Simulation& simulation,
                                   double t_end,
                                   const LoadStepOptions& options = {},
                                   const std::function<void(const LoadStep&)>& on_step = {});

}  // namespace trunnion
