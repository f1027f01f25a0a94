// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tbb/task_arena.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/friction_lock.hpp"
#include "engine/simulation/law_watch.hpp"
#include "engine/simulation/motion_watch.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/simulation/state_report.hpp"
#include "engine/simulation/turn_records.hpp"
#include "engine/simulation/user_events.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/integrator/integrator.hpp"

namespace trunnion {

/// What a Simulation works with. Internal to engine/simulation.
class Simulation::Run {
 public:
  /// @param owned  null: the user keeps `system`.
  Run(const Simulation& owner,
      std::unique_ptr<const System> owned,
      const System& system,
      const SimulationOptions& options);

  /// Assembles the initial state and begins there; `owner` must show this run by then.
  void Start();
  void Step();
  void AdvanceTo(double t);
  void AdvanceExactlyTo(double t, const std::function<bool()>& stop);
  void AcceptChange();
  void Restart(double t, const VectorXd& q, const VectorXd& v);
  void Restart(const Snapshot& saved);
  void ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda);
  Snapshot TakeSnapshot() const;
  std::string SaveCheckpoint(std::string_view more);
  std::string LoadCheckpoint(std::string_view bytes, const std::string& name);
  double CalcConstraintResidual();

  const System& system() const { return system_; }
  const State& state() const { return state_; }
  SystemEvaluator& evaluator() { return evaluator_; }
  const Integrator& integrator() const { return *integrator_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  void AddWarning(std::string warning) { warnings_.push_back(std::move(warning)); }
  std::vector<EventRecord> ListEvents() const;
  bool has_events() const { return events_ != nullptr; }
  bool stopped() const { return events_ && events_->stopped(); }
  const EnergyAccount* energy_account() const { return energy_ ? energy_->account() : nullptr; }
  int degrees_of_freedom() const { return degrees_of_freedom_; }
  void on_step(std::function<void(const Simulation&)> callback) { on_step_ = std::move(callback); }

 private:
  void Serialize(Archive& archive);
  const std::string& Facts();
  void Begin(double t, const VectorXd& q, const VectorXd& v);
  void RestartFrom(double t, const VectorXd& q, const VectorXd& v);
  void RequireSizes(const VectorXd& q, const VectorXd& v) const;
  void ExamineRedundancy();
  void AddTurnWarnings();
  void FollowEvents();
  bool IsRowOn(int row) const;
  void TryStep();
  void ObserveConvergence();
  void TakeStep();
  void Show(double t, const VectorXd& q, const VectorXd& v);
  void FollowRates(double t, VectorXd& v);
  Residuals& GetResiduals();
  void CalcAccelerations(const State& state, VectorXd& v_dot, VectorXd& lambda);

  const Simulation& owner_;
  std::unique_ptr<const System> owned_;
  const System& system_;
  SimulationOptions options_;
  InputSignals::Use inputs_;
  tbb::task_arena arena_;
  SystemEvaluator evaluator_;
  std::unique_ptr<AccelerationReport> accelerations_;  // while they are asked for
  std::unique_ptr<UserEvents> events_;                 // null: there are none
  std::shared_ptr<const Switches> followed_;
  std::unique_ptr<Integrator> integrator_;
  LawWatch law_watch_;
  MotionWatch motion_watch_;
  TurnRecords turns_;
  FrictionWatch friction_watch_;
  std::unique_ptr<EnergyBalance> energy_;  // null: not asked for
  std::vector<std::string> warnings_;
  std::size_t turn_warnings_ = 0;  // of the evaluator's, how many are among them
  int degrees_of_freedom_ = 0;
  bool redundant_ = false, warned_of_corrections_ = false;
  std::function<void(const Simulation&)> on_step_;
  State state_;
  std::optional<Residuals> residuals_;  // of CalcConstraintResidual
  std::string facts_;                   // of Facts; empty: not asked for yet
  std::size_t checkpoint_size_ = 0;     // of the last state that was saved
};

}  // namespace trunnion
