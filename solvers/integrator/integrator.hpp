// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/integrator_options.hpp"
#include "solvers/problem/statistics.hpp"

namespace trunnion {

class Archive;

/// Advances a ConstrainedSystem in time, one accepted step after the other. An object belongs to
/// one run and one thread.
class Integrator {
 public:
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  /// Starts at t [s] from a consistent state with the accelerations v' and multipliers λ that
  /// belong to it.
  virtual void Start(double t,
                     const VectorXd& q,
                     const VectorXd& v,
                     const VectorXd& v_dot,
                     const VectorXd& lambda) = 0;

  /// Restricts the constraint rows that are solved with (redundant constraints).
  virtual void SetActiveRows(std::vector<int> rows) = 0;

  /// One accepted step.
  /// @throws SolverError if the step falls below the minimum, the steps are used up, or constraints
  /// that were redundant contradict each other; the message names what limited them.
  virtual void Step() = 0;

  /// Steps end at t [s], not beyond it, until another time is given. Infinite: no limit.
  virtual void StopAt(double t) = 0;
  /// Something outside has changed the equations at the end of the last step, where the velocities
  /// are `v` from now on.
  virtual void Jump(const VectorXd& v) = 0;

  virtual double t() const = 0;  ///< end of the last step [s]
  virtual const VectorXd& q() const = 0;
  virtual const VectorXd& v() const = 0;
  virtual const VectorXd& lambda() const = 0;
  virtual double last_step() const = 0;  ///< [s]; 0 before the first step
  virtual int last_order() const = 0;

  /// State at time t [s] within the last step.
  virtual void Interpolate(double t, VectorXd& q, VectorXd& v) const = 0;

  /// g of all rows at the last evaluated state, active or not.
  virtual const VectorXd& position_residual() const = 0;
  virtual const ActiveRows& active_rows() const = 0;

  /// Between two steps: what it goes on with, in an object of the same system and options. After
  /// loading the next steps are the same, bit by bit, as they would have been.
  virtual void Serialize(Archive& archive) = 0;

  virtual const Statistics& statistics() const { return statistics_; }
  virtual Statistics& statistics() { return statistics_; }

 protected:
  Integrator() = default;

  Statistics statistics_;
};

/// The integrator that the options ask for; `system` must outlive it.
/// @throws ModelError if an option is out of range, or set and not read.
std::unique_ptr<Integrator> MakeIntegrator(ConstrainedSystem& system,
                                           const IntegratorOptions& options);

}  // namespace trunnion
