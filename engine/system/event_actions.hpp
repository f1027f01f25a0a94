// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/core/types.hpp"
#include "engine/system/handles.hpp"

namespace trunnion {

class Simulation;
class UserEvents;

/// What the action of an event may do. Everything happens at once, when the action has ended; of
/// several that change the same thing the last one counts.
///
/// Forces stay finite at an event, so positions go on without a jump, and velocities jump only by
/// impulses and by constraints that come. A force or joint that is off has no part in
/// accelerations, reactions and energies; its coordinates are still there to be measured.
class EventActions {
 public:
  explicit EventActions(UserEvents& events) : events_(events) {}

  /// The state at the event, before it.
  const Simulation& simulation() const;
  /// Ends the run here: Simulation::stopped().
  void Stop();

  /// All equations of a joint go, or come back. They come back where they fit: positions must
  /// satisfy them within the tolerance of the run (else it ends by a SolverError that names the
  /// joint), velocities jump onto them without bounce.
  void Release(JointId joint) { SwitchConstraint(joint, false); }
  void SwitchOn(JointId joint) { SwitchConstraint(joint, true); }
  /// The same of motions, couplings and other constraints.
  void SwitchOff(ConstraintId constraint) { SwitchConstraint(constraint, false); }
  void SwitchOn(ConstraintId constraint) { SwitchConstraint(constraint, true); }

  /// The force counts `factor` times as much as the model says. @throws ModelError if the factor is
  /// not finite, or the force has mass or states of its own.
  void Scale(ForceId force, double factor);
  void SwitchOff(ForceId force) { Scale(force, 0); }
  void SwitchOn(ForceId force) { Scale(force, 1); }
  void set_gravity(const Vec3& gravity);  ///< [m/s²], world

  /// An impulse [N·s] at a point of the body [m, its reference frame], and an angular one [N·m·s],
  /// both in world axes. Joints hand it on at once. @throws ModelError if the body cannot move, or
  /// is a point mass that gets an angular impulse.
  void ApplyImpulse(BodyId body,
                    const Vec3& impulse,
                    const Vec3& point = Vec3::Zero(),
                    const Vec3& angular_impulse = Vec3::Zero());

 private:
  void SwitchConstraint(JointId joint, bool on);
  void SwitchConstraint(ConstraintId constraint, bool on);

  UserEvents& events_;
};

/// Which crossings of zero an event waits for.
enum class Crossing { rising, falling, either };

/// Something that happens within a run, once or again and again: at a time, or where a function of
/// the state crosses zero. The time is found to its rounding, by the solution within a step.
///
///     SimulationOptions options;
///     options.events.push_back(
///         {.name = "letting go",
///          .function = [=](const Simulation& s) { return s.body(bob).r.x() - 0.5; },
///          .direction = Crossing::rising,
///          .action = [=](EventActions& act) { act.Release(hinge); }});
///
/// A function that is zero at the start has to leave zero first. Where several events happen at
/// once, their actions follow each other in the order of the list.
struct UserEvent {
  std::string name;  ///< not empty, and unique
  /// Smooth within steps, in any unit; not given: the event has a time.
  std::function<double(const Simulation&)> function{};
  Crossing direction = Crossing::either;
  std::optional<double> time{};  ///< [s]
  bool once = false;             ///< only its first crossing counts
  std::function<void(EventActions&)> action{};
};

/// An event that has happened.
struct EventRecord {
  std::string name;
  double t = 0;  ///< [s]
};

}  // namespace trunnion
