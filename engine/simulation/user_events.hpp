// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/system/event_actions.hpp"
#include "engine/system/switches.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/events/trigger_source.hpp"

namespace trunnion {

class Archive;

/// The events of one run of a Simulation: their functions, what they have asked for, and when they
/// have happened. Internal to the engine; users give UserEvent and read EventRecord.
class UserEvents final : public TriggerSource {
 public:
  /// Lets the simulation show a state, for functions and actions.
  using Show = std::function<void(double t, const VectorXd& q, const VectorXd& v)>;

  /// @param evaluator  of the simulation; both must outlive this object.
  /// @throws ModelError if an event has no name or that of another, neither or both of a function
  /// and a time, or no action.
  UserEvents(const Simulation& simulation,
             SystemEvaluator& evaluator,
             std::vector<UserEvent> events,
             Show show);

  /// Begins a run at a state; events at time t happen.
  void Begin(double t, const VectorXd& q, const VectorXd& v);

  int size() const override { return static_cast<int>(events_.size()); }
  int direction(int i) const override;
  std::string label(int i) const override { return "event '" + event(i).name + "'"; }
  /// @throws SolverError if a function is not finite, naming the event.
  void CalcValues(double t, const VectorXd& q, const VectorXd& v, VectorXd& values) override;
  double FindTime(double t) const override;
  void Fire(const std::vector<int>& events,
            double t,
            const VectorXd& q,
            const VectorXd& v) override;
  bool has_changes() const override { return has_changes_; }
  EquationChange ApplyChanges() override;

  bool stopped() const { return stopped_; }
  const std::vector<EventRecord>& records() const { return records_; }
  void Serialize(Archive& archive);

 private:
  friend class EventActions;
  const UserEvent& event(int i) const { return events_[static_cast<std::size_t>(i)]; }
  /// The switches to change.
  Switches& switches();
  void SwitchConstraint(const ElementInfo& info, bool on);

  const Simulation& simulation_;
  SystemEvaluator& evaluator_;
  const System& system_;
  std::vector<UserEvent> events_;
  Show show_;
  std::vector<bool> done_;             // of those that happen once
  std::unique_ptr<Switches> changed_;  // null: nothing has changed
  EquationChange change_;              // its rows are told by the switches
  bool has_changes_ = false, stopped_ = false;
  std::vector<EventRecord> records_;
};

}  // namespace trunnion
