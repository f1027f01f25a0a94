// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/system/system_evaluator.hpp"
#include "solvers/consistency/acceleration_solver.hpp"

namespace trunnion {

/// A state at which joint friction has no accelerations: friction raises the reactions that it
/// follows from, and where a unit of reaction returns as one unit or more nothing balances
/// (Painlevé's paradox; a drawer that jams).
struct FrictionLock {
  double t = 0;  ///< [s]
  const VectorXd& q;
  const VectorXd& v;
  const ActiveRows& active;
  double reached = 0;      ///< share of all coefficients up to which there is a solution
  const VectorXd& lambda;  ///< of that solution
};

/// Names the joints without whose friction there would be accelerations, their coefficients, those
/// up to which there are some, and the lever [m] with which friction raises their moment, beside
/// their bending arms. Finds them by solving again.
std::string DescribeFrictionLock(SystemEvaluator& evaluator,
                                 AccelerationSolver& solver,
                                 const FrictionLock& lock);

}  // namespace trunnion
