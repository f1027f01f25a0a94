// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/simulation/energy_account.hpp"
#include "engine/simulation/simulation_options.hpp"
#include "engine/simulation/state.hpp"
#include "engine/system/system.hpp"
#include "solvers/problem/statistics.hpp"

namespace trunnion {

class SystemEvaluator;
struct Snapshot;  // engine/simulation/state_report.hpp

/// One run of a System: assembles consistent initial conditions, then integrates.
///
/// The state that it shows is that at t(): the last step after step(), the interpolated state after
/// advance_to(). Objects are independent: many may run one System in parallel threads. Not
/// thread-safe itself.
class Simulation {
 public:
  /// @param system  must outlive the object.
  /// @throws ModelError if the model cannot be assembled, naming the joints; if constraints
  /// contradict each other; with `strict` if any is redundant; if an option is out of range.
  explicit Simulation(const System& system, const SimulationOptions& options = {});
  /// Keeps the System itself, e.g. Simulation run(model.Compile()).
  explicit Simulation(System&& system, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// One integrator step; t() is its end. None after an event has stopped the run.
  /// @throws SolverError if no step can be made, naming what limits it.
  void step();
  /// Steps until `t` [s] is passed, then interpolates: t() == t, or the time of an event before it
  /// that has stopped the run. Going back is possible only within the last step. What a program
  /// changes between two calls comes into a step that has begun: SteppedSimulation is for that.
  /// @throws SolverError as step(), and if t lies before the last step.
  void advance_to(double t);

  /// Steps until `t` [s], where the last one ends: nothing behind t has been looked at, so that
  /// what acts on the model may jump there. t() == t, or the time of an event before it that has
  /// stopped the run. Later steps may go beyond t again. @throws SolverError as step(), and if t
  /// lies before step_end().
  /// @param stop  asked before each step, may be empty: true ends it there, before t.
  void advance_exactly_to(double t, const std::function<bool()>& stop = {});
  /// Something outside, an input or a parameter, has changed the equations at step_end(), which is
  /// shown now; velocities jump onto motions whose rates have jumped, by the impulses of the
  /// motions. The next steps take short notice of it. @throws SolverError naming a constraint that
  /// positions violate by more than the tolerance now.
  void AcceptChange();

  /// Takes another state, with the velocities moved as little as necessary to satisfy the
  /// constraints, and integrates from there: t() == t, statistics start anew. Multi-turn angles
  /// have the turns that they had at t if t is behind (a thousand quarter turns are remembered, and
  /// the start), else those of now; what events have switched stays so. @throws ModelError,
  /// SolverError as the constructor; ModelError if a vector has another size than that of the
  /// system, SolverError if the turns at t are no longer known.
  void Restart(double t, const VectorXd& q, const VectorXd& v);
  /// The same from a snapshot of a run of this System, with its turns and switches.
  void Restart(const Snapshot& saved);
  /// Shows a state that another analysis has found, with its accelerations and multipliers; both
  /// empty: to be solved for where they are asked for. The integration is left where it is.
  void ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda);

  /// What is shown; the reference is good for the life of the object, its contents until the next
  /// step, advance_to, Restart or ShowState.
  const State& state() const;
  double t() const { return state().t(); }           ///< [s]
  const VectorXd& q() const { return state().q(); }  ///< as State, and so on
  const VectorXd& v() const { return state().v(); }
  const VectorXd& v_dot() const { return state().v_dot(); }
  const VectorXd& lambda() const { return state().lambda(); }
  const ElementContext& context() const { return state().context(); }
  BodyState body(BodyIndex b) const { return state().body(b); }
  Pose pose(BodyId body) const { return state().pose(body); }
  Pose pose(MarkerId marker) const { return state().pose(marker); }
  Vec3 velocity(BodyId body) const { return state().velocity(body); }
  Vec3 velocity(MarkerId marker) const { return state().velocity(marker); }
  Vec3 angular_velocity(BodyId body) const { return state().angular_velocity(body); }
  Vec3 acceleration(BodyId body) const { return state().acceleration(body); }
  Vec3 acceleration(MarkerId marker) const { return state().acceleration(marker); }
  double coordinate(const CoordinateRef& of) const { return state().coordinate(of); }
  double rate(const CoordinateRef& of) const { return state().rate(of); }
  Reaction reaction(JointId joint) const { return state().reaction(joint); }
  double drive(ConstraintId motion) const { return state().drive(motion); }
  Reaction force(ForceId force, BodyId on = {}) const { return state().force(force, on); }
  double report(ForceId force, const std::string& column) const {
    return state().report(force, column);
  }
  double kinetic_energy() const { return state().kinetic_energy(); }
  double potential_energy() const { return state().potential_energy(); }

  /// The whole run between two steps, as bytes: with them the steps and states that follow are the
  /// same, bit by bit, here or in another Simulation of the same model and options, also in another
  /// process. Contains what the integrator remembers, factorizations, the memory of elements, what
  /// events have switched, statistics, warnings and the state that is shown; not the callback
  /// on_step, and nothing that functions of the user remember. Saving does not disturb the run.
  /// For files: engine/simulation/checkpoint.hpp. Not to be called by callbacks.
  /// @param more  of the caller's, kept beside.
  std::string SaveCheckpoint(std::string_view more = {}) const;
  /// Goes on from there, forth or back in time. @return `more`.
  /// @param name  of the bytes, for messages.
  /// @throws FileError, and leaves the run as it is, if they are damaged or of another version,
  /// model or options, naming the first element or option that differs.
  std::string LoadCheckpoint(std::string_view bytes, const std::string& name = "the checkpoint");

  /// A copy of the state that is shown, with its accelerations if they have been asked for.
  Snapshot TakeSnapshot() const;
  /// max |g| over all constraint rows at t() [m or rad]; small at the ends of steps, of the order
  /// of the tolerance at interpolated times. Evaluated on demand.
  double constraint_residual() const;

  const System& system() const;
  /// The equations with the element memory of this run: what analyses beside dynamics solve with.
  SystemEvaluator& evaluator();
  const Statistics& statistics() const;
  /// What is suspicious about the model (engine/simulation/model_warnings.hpp), redundant
  /// constraints, and elements that turned further than their laws are accurate: one sentence each.
  /// The last may come at any step.
  const std::vector<std::string>& warnings() const;
  void AddWarning(std::string warning);
  /// The events of the options that have happened up to t(), in their order. Actions are called as
  /// steps find them, a step ahead at most.
  std::vector<EventRecord> events() const;
  bool has_events() const;
  bool stopped() const;  ///< an event has ended the run, at step_end()
  /// Of the run up to step_end(); null without SimulationOptions::energy_balance, and from where
  /// reactions were not determined on, at a singular position.
  const EnergyAccount* energy_account() const;
  int degrees_of_freedom() const;
  double step_end() const;   ///< end of the last integrator step [s]
  double last_step() const;  ///< [s]
  int last_order() const;

  /// Called after every accepted step; t() is the end of the step.
  void on_step(std::function<void(const Simulation&)> callback);

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace trunnion
