// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

/// Static equilibrium of a constrained system at a fixed time t:
///
///     −f(q, 0, t) + Gᵀλ = 0,      g(q, t) = 0.
///
/// Own states s of elements are where they rest, F(q, s) = 0. Theory and limits: docs/analyses.md.
namespace trunnion {

/// A residual of a constraint beyond this is a violation [m or rad].
inline constexpr double kRowTolerance = 1e-8;

struct StaticReport {
  bool converged = false;
  int newton_iterations = 0;
  int relaxation_steps = 0;  ///< 0: Newton's method alone was enough
  bool uphill = false;       ///< found against the forces, when all else had failed
  /// Component of v that moves most along a direction in which the equilibrium is unstable, −1:
  /// none was found (static_stability.hpp).
  int unstable_component = -1;
  int worst_component = -1;   ///< component of v with the largest unbalanced force in the metric
  double worst_force = 0;     ///< that force [N or N·m], after the best reactions
  int worst_row = -1;         ///< constraint row with the largest residual
  double worst_residual = 0;  ///< that residual [m or rad]
  /// Component of v of an own state of an element that does not come to rest, −1: none.
  int moving_state = -1;
  VectorXd rest{};  ///< v at the equilibrium: the own states of elements, all else zero
  /// The point that these are about, and f − Gᵀλ there [N or N·m]; empty without an assembly.
  VectorXd q{}, unbalanced{};
};

struct StaticOptions {
  /// Largest component of the last Newton step and of g [m or rad]. Where rounding of the forces
  /// moves the step more than that, as it does along directions without stiffness, forces that
  /// balance to rounding are enough.
  double tolerance = 1e-10;
  int max_iterations = 50;     ///< of Newton's method
  int max_relaxations = 1000;  ///< steps of the relaxation that takes over where Newton fails
  /// Names in a message what a report without convergence leaves unbalanced; empty:
  /// DescribeImbalance.
  std::function<std::string(const StaticReport&)> describe{};
};

/// Moves q to an equilibrium near it and gives the multipliers λ ∈ ℝᵐ (of an independent subset of
/// the rows; the others get zero).
///
/// Newton's method on the saddle point [K + σW, Gᵀ; G, 0], damped by the natural monotonicity test,
/// so that no scale between forces and lengths is needed (Deuflhard: Newton Methods for Nonlinear
/// Problems (2004), section 2.1.2); one step turns no body by more than max_chart_rotation. The
/// shift σ is 1e-9 of the largest stiffness over its metric: it leaves directions alone that have
/// neither stiffness nor force (a wheel free to spin).
///
/// Where that fails, or a step leads against the forces, the creeping motion W q' = f − Gᵀλ on the
/// constraints is followed, as a strongly damped release would go, by implicit Euler steps; their
/// length is controlled by the first Newton correction that they need, which compares
/// displacements with displacements and so does not depend on the largest stiffness (Deuflhard,
/// section 6.4: pseudo-transient continuation). Where the motion has slowed down, Newton's method
/// is tried again. If even that fails, Newton's method may go against the forces, too.
///
/// Own states of elements are held while q is searched for, and then moved to where they rest, in
/// turn, until both stay. States that neither rest nor depend on themselves are an error.
///
/// Multi-turn angles follow the search from point to point. They and q stay if it fails.
/// The equilibrium found need not be stable where the search starts on it; the report says so.
/// @param q  start; it is first moved onto the constraints. Unchanged if there is no convergence.
/// @param rest  v with the own states to start from, all else is not read; empty: zero.
StaticReport FindEquilibrium(ConstrainedSystem& system,
                             double t,
                             const StaticOptions& options,
                             VectorXd& q,
                             VectorXd& lambda,
                             const VectorXd& rest = {});

/// Part of a sentence for a report without convergence, naming the component with the largest
/// unbalanced force and the constraint that stays violated.
std::string DescribeImbalance(const ConstrainedSystem& system, const StaticReport& report);

/// A sequence of equilibria over the time t: loads and motions are functions of it, inertia plays
/// no part. Each step starts from the extrapolated two last points, by a radian at most, and is
/// halved where it fails.
class QuasiStaticPath {
 public:
  /// Finds the equilibrium at t near q. @throws SolverError if there is none.
  /// @param rest  as of FindEquilibrium
  QuasiStaticPath(ConstrainedSystem& system,
                  double t,
                  const VectorXd& q,
                  const StaticOptions& options = {},
                  const VectorXd& rest = {});

  /// Follows the equilibrium to the time t [s], not before the present one. The system accepts
  /// every point (multi-turn angles). @throws SolverError where no step, however short, succeeds.
  void advance_to(double t);

  double t() const { return t_; }
  const VectorXd& q() const { return q_; }
  const VectorXd& lambda() const { return lambda_; }
  /// v at rest: the own states of elements, all else zero.
  const VectorXd& rest() const { return rest_; }
  const StaticReport& report() const { return report_; }  ///< of the last point

 private:
  bool TryStep(double t);
  std::string Describe() const;

  ConstrainedSystem& system_;
  StaticOptions options_;
  double t_;
  VectorXd q_, lambda_, zero_, rest_;
  VectorXd slope_;  // d q/dt between the two last points, empty at the first
  StaticReport report_;
};

}  // namespace trunnion
