// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

/// Consistent initial conditions: the nearest state that satisfies the constraints, then the
/// accelerations and reactions that belong to it. "Nearest" is in the metric W of the system.
namespace trunnion {

struct AssemblyOptions {
  double tolerance = 1e-11;  ///< largest |g| left [m or rad]; at least some units of round-off of q
  int max_iterations = 100;
  /// Components of v that stay as they are; empty: none.
  std::vector<bool> frozen{};
  /// Take another assembled pose where the search for the nearest one does not converge.
  bool any_pose = false;
  /// Called with the poses on the way of that search, less than half a radian apart, so that
  /// multi-turn angles advance; empty: they stay within half a turn of the start.
  std::function<void(const VectorXd& q)> follow{};
};

/// Outcome of an assembly or projection.
struct AssemblyReport {
  bool converged = false;
  int iterations = 0;
  int worst_row = -1;         ///< constraint row with the largest residual left
  double worst_residual = 0;  ///< its value [m or rad; for velocities per second]
  /// No pose was found from the given one, but from poses beside it: to first order no move closes
  /// the equations there, since points lie in line or coincide.
  bool singular_start = false;
};

/// Moves q onto g(q, t) = 0 by Gauss-Newton with step control, so that the distance to the given q
/// is (locally) least: each iteration solves min |x + d|_W subject to G d = −g, with x the present
/// displacement from the start. Rank-deficient G is allowed (least squares). Non-holonomic rows
/// have no part in it. With `any_pose` there is a second search, by damped steps min |d|_W
/// subject to G d = −g or of Newton's method for min |g|², which finds some assembled pose (chains,
/// nets); then steps along the constraints shorten the distance to the given q while they pay. A
/// residual is judged against its round-off, 8 ε Σ |G| times the positions [m] (or 1 rad). Source:
/// Eich (1993) section 2; Nocedal & Wright (2006) sections 10.3 and 18.1.
AssemblyReport AssemblePositions(ConstrainedSystem& system,
                                 double t,
                                 const AssemblyOptions& options,
                                 VectorXd& q);

/// Changes v as little as possible to satisfy G v + g_t = 0. Frozen components stay.
AssemblyReport AssembleVelocities(ConstrainedSystem& system,
                                  double t,
                                  const VectorXd& q,
                                  const AssemblyOptions& options,
                                  VectorXd& v);

/// One solve of AccelerationSolver (acceleration_solver.hpp), for a single state. `consistent_v`,
/// if given, gets v with its algebraic states consistent; it may be `v`.
bool SolveAccelerations(ConstrainedSystem& system,
                        double t,
                        const VectorXd& q,
                        const VectorXd& v,
                        const ActiveRows& active,
                        VectorXd& v_dot,
                        VectorXd& lambda,
                        VectorXd* consistent_v = nullptr);

}  // namespace trunnion
