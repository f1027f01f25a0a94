// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tbb/task_arena.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/simulation/law_watch.hpp"
#include "engine/simulation/state_report.hpp"
#include "engine/system/system.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/integrator/integrator.hpp"

namespace trunnion {

struct SimulationOptions {
  IntegratorOptions integrator{};
  double start_time = 0;  ///< [s]
  int threads = 0;        ///< 0: as many as the machine has; results do not depend on it
  bool serial = false;    ///< one thread, and evaluation without the task scheduler
  bool strict = false;    ///< any redundant constraint is an error
  /// Inconsistent initial velocities are changed as little as possible instead of refused.
  bool project_velocities = true;
};

/// One run of a System: assembles consistent initial conditions, then integrates.
///
/// The state that the accessors show is that at t(): the last step after step(), the interpolated
/// state after advance_to(). Objects are independent: many may run one System in parallel threads.
/// Not thread-safe itself. The System must outlive it.
class Simulation {
 public:
  /// @throws ModelError if the model cannot be assembled, naming the joints; if constraints
  /// contradict each other; with `strict` if any is redundant; if an option is out of range.
  explicit Simulation(const System& system, const SimulationOptions& options = {});
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// One integrator step; t() is its end.
  /// @throws SolverError if no step can be made, naming what limits it.
  void step();
  /// Steps until `t` [s] is passed, then interpolates: t() == t. Going back is possible only within
  /// the last step. @throws SolverError as step(), and if t lies before the last step.
  void advance_to(double t);

  /// Takes another state, with the velocities moved as little as necessary to satisfy the
  /// constraints, and integrates from there: t() == t, statistics start anew. Multi-turn angles go
  /// on from where they are. @throws ModelError, SolverError as the constructor.
  void Restart(double t, const VectorXd& q, const VectorXd& v);
  /// Shows a state that another analysis has found, with its accelerations and multipliers; the
  /// integration is left where it is.
  void ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda);

  double t() const { return t_; }                       ///< [s]
  double step_end() const { return integrator_->t(); }  ///< end of the last integrator step [s]
  const VectorXd& q() const { return q_; }              ///< configuration, see System
  const VectorXd& v() const { return v_; }              ///< velocities ∈ ℝⁿ, see System
  /// Accelerations v' ∈ ℝⁿ and multipliers λ ∈ ℝᵐ of the acceleration level at t(): as accurate as
  /// the state. With redundant constraints λ is the minimum-norm choice. Computed on demand.
  const VectorXd& v_dot() const;
  const VectorXd& lambda() const;
  /// All bodies, as elements see them.
  const ElementContext& context() const;

  BodyState body(BodyIndex b) const { return system_.GetBodyState(b, q_, v_); }
  double kinetic_energy() const;    ///< [J]
  double potential_energy() const;  ///< gravity and force elements with a potential [J]
  /// A copy of the state that is shown, with its accelerations if they have been asked for.
  Snapshot TakeSnapshot() const;
  /// max |g| over all constraint rows at t() [m or rad]; small at the ends of steps, of the order
  /// of the tolerance at interpolated times. Evaluated on demand.
  double constraint_residual() const;

  const System& system() const { return system_; }
  /// The equations with the element memory of this run: what analyses beside dynamics solve with.
  SystemEvaluator& evaluator() { return evaluator_; }
  const Statistics& statistics() const { return integrator_->statistics(); }
  /// What is suspicious about the model (engine/simulation/model_warnings.hpp), redundant
  /// constraints, and elements that turned further than their laws are accurate: one sentence each.
  /// The last may come at any step.
  const std::vector<std::string>& warnings() const { return warnings_; }
  int degrees_of_freedom() const { return degrees_of_freedom_; }
  double last_step() const { return integrator_->last_step(); }  ///< [s]
  int last_order() const { return integrator_->last_order(); }

  /// Called after every accepted step; t() is the end of the step.
  void on_step(std::function<void(const Simulation&)> callback) { on_step_ = std::move(callback); }

 private:
  void Begin(double t, VectorXd q, VectorXd v);
  void ExamineRedundancy();
  void AddTurnWarnings();
  void TakeStep();
  void ShowState(double t, const VectorXd& q, const VectorXd& v);
  void CalcAccelerations() const;
  void UpdateAccelerations() const;

  const System& system_;
  SimulationOptions options_;
  mutable tbb::task_arena arena_;
  mutable SystemEvaluator evaluator_;
  mutable std::unique_ptr<AccelerationReport> accelerations_;  // while they are asked for
  std::unique_ptr<Integrator> integrator_;
  LawWatch law_watch_;
  std::vector<std::string> warnings_;
  std::size_t turn_warnings_ = 0;  // of the evaluator's, how many are among them
  int degrees_of_freedom_ = 0;
  bool redundant_ = false;
  std::function<void(const Simulation&)> on_step_;

  double t_ = 0;
  VectorXd q_, v_;
  mutable bool accelerations_valid_ = false;
  mutable VectorXd v_dot_, lambda_;
  mutable std::unique_ptr<Residuals> residuals_;  // of constraint_residual()
};

}  // namespace trunnion
