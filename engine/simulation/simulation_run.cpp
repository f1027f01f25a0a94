// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/simulation_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/simulation/faults.hpp"
#include "engine/simulation/initial_state.hpp"
#include "engine/simulation/massless.hpp"
#include "engine/simulation/model_warnings.hpp"
#include "engine/system/handle_checks.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/consistency/redundancy.hpp"
#include "solvers/events/velocity_jump.hpp"

namespace trunnion {

Simulation::Run::Run(const Simulation& owner,
                     std::unique_ptr<const System> owned,
                     const System& system,
                     const SimulationOptions& options)
    : owner_(owner),
      owned_(std::move(owned)),
      system_(system),
      options_(options),
      inputs_(system.parts().inputs, options.sets_inputs),
      arena_(options.serial        ? 1
             : options.threads > 0 ? options.threads
                                   : tbb::task_arena::automatic),
      evaluator_(system, !options.serial),
      law_watch_(system),
      motion_watch_(system),
      friction_watch_(system),
      state_(system) {
  Require(options.threads >= 0, "simulation: threads must not be negative");
  if (options.sets_inputs) (void)Facts();  // before parameters change
  state_.solve_ = [this](const State& state, VectorXd& v_dot, VectorXd& lambda) {
    arena_.execute([&] { CalcAccelerations(state, v_dot, lambda); });
  };
  if (options.events.empty()) return;
  const auto show = [this](double t, const VectorXd& q, const VectorXd& v) { Show(t, q, v); };
  events_ = std::make_unique<UserEvents>(owner, evaluator_, options.events, show);
  evaluator_.set_triggers(events_.get());
}

void Simulation::Run::Start() {
  arena_.execute([this] {
    auto state = AssembleInitialState(evaluator_, options_.start_time, options_.project_velocities);
    Begin(options_.start_time, state.q, state.v);
    warnings_.insert(warnings_.begin(), state.remarks.begin(), state.remarks.end());
  });
}

void Simulation::Run::Begin(double t, const VectorXd& q, const VectorXd& v) {
  integrator_ = MakeIntegrator(evaluator_, options_.integrator);
  warnings_ = FindModelWarnings(system_, evaluator_.Evaluate(t, q, v), options_.integrator);
  turn_warnings_ = 0;
  redundant_ = warned_of_corrections_ = false;
  Show(t, q, v);
  ExamineRedundancy();
  AddTurnWarnings();
  if (const auto fault = FindFault(evaluator_, t, q, v); !fault.empty()) throw ModelError(fault);
  VectorXd v_dot, lambda;
  CalcAccelerations(state_, v_dot, lambda);
  RequireMassHeld(evaluator_, t, q, v);
  Show(t, q, accelerations_->consistent_v());
  accelerations_.reset();  // a run without output needs the memory elsewhere
  followed_ = evaluator_.switches();
  const VectorXd start = state_.v();
  if (events_) {
    events_->Begin(t, q, start);
    Show(t, q, start);
  }
  integrator_->Start(t, q, start, v_dot, lambda);
  if (options_.energy_balance) {
    energy_ = std::make_unique<EnergyBalance>(evaluator_, options_.integrator);
    energy_->Begin(*integrator_);
  }
  turns_.Start(t, evaluator_.memory());
  state_.Accelerate(std::move(v_dot), std::move(lambda));
}

void Simulation::Run::RequireSizes(const VectorXd& q, const VectorXd& v) const {
  RequireSize(q.size(), system_.configuration_size(), "simulation: the configuration q");
  RequireSize(v.size(), system_.num_velocities(), "simulation: the velocity v");
}

void Simulation::Run::RestartFrom(double t, const VectorXd& q, const VectorXd& v) {
  arena_.execute([&] {
    const VectorXd start = q;
    VectorXd projected = v;
    if (!AssembleVelocities(evaluator_, t, start, {}, projected).converged)
      throw SolverError("no velocities satisfy the constraints; the motions contradict each other");
    evaluator_.Accept(t, start, projected);
    Begin(t, start, projected);
  });
}

void Simulation::Run::Restart(double t, const VectorXd& q, const VectorXd& v) {
  RequireSizes(q, v);
  if (t < integrator_->t()) {
    const std::vector<double>* memory = turns_.Find(t);
    if (!memory) {
      std::ostringstream message;
      message << "simulation: the turns of angles at t = " << t
              << " s are no longer known; restart from a snapshot that was taken then";
      throw SolverError(message.str());
    }
    evaluator_.set_memory(*memory);
  }
  RestartFrom(t, q, v);
}

void Simulation::Run::Restart(const Snapshot& saved) {
  RequireSizes(saved.q, saved.v);
  RequireSize(static_cast<Eigen::Index>(saved.memory.size()),
              system_.memory_size(),
              "simulation: the memory of the snapshot");
  evaluator_.set_memory(saved.memory);
  evaluator_.set_switches(saved.switches);
  RestartFrom(saved.t, saved.q, saved.v);
}

void Simulation::Run::ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda) {
  RequireSizes(q, v);
  const bool known = v_dot.size() > 0 || lambda.size() > 0;
  if (known) {
    RequireSize(v_dot.size(), system_.num_velocities(), "simulation: the vector of accelerations");
    RequireSize(lambda.size(), system_.num_constraints(), "simulation: the vector of multipliers");
  }
  Show(t, q, v);
  if (known) state_.Accelerate(std::move(v_dot), std::move(lambda));
  AddTurnWarnings();
}

void Simulation::Run::ExamineRedundancy() {
  const auto report = AnalyzeRedundancy(evaluator_, state_.t(), state_.q());
  degrees_of_freedom_ = report.degrees_of_freedom;
  if (report.redundant.empty()) return;
  redundant_ = true;
  const auto lines = DescribeRedundancy(evaluator_, report);
  if (options_.strict) {
    throw ModelError("redundant constraints: " + lines.front() +
                     (lines.size() > 1 ? " (and " + std::to_string(lines.size() - 1) + " more rows)"
                                       : std::string()) +
                     "; replace joints by ones with fewer equations, or run without strict");
  }
  for (const auto& line : lines) warnings_.push_back("redundant constraint: " + line);
  const std::string friction = FindAmbiguousFriction(system_, report);
  if (!friction.empty()) warnings_.push_back(friction);
  if (RepeatsOnlyHere(evaluator_, state_.t(), state_.q(), report))
    warnings_.push_back(
        "the initial position is singular (a change point, a dead centre or parts in line): there, "
        "and not beside it, " +
        lines.front() + "; the motion may go on in several ways, start beside it to choose one");
  integrator_->SetActiveRows(report.active);
}

void Simulation::Run::AddTurnWarnings() {
  const auto& turned = evaluator_.turn_warnings();
  for (; turn_warnings_ < turned.size(); ++turn_warnings_)
    warnings_.push_back(turned[turn_warnings_]);
}

bool Simulation::Run::IsRowOn(int row) const {
  const auto& switches = evaluator_.switches();
  return !switches || switches->rows_on[idx(row)];
}

/// After constraints have come or gone, within the last step.
void Simulation::Run::FollowEvents() {
  if (followed_ == evaluator_.switches()) return;
  followed_ = evaluator_.switches();
  const ActiveRows& active = integrator_->active_rows();
  degrees_of_freedom_ =
      AnalyzeRedundancy(evaluator_, integrator_->t(), integrator_->q()).degrees_of_freedom;
  const std::vector<int> left_out = active.Inactive();
  redundant_ =
      std::any_of(left_out.begin(), left_out.end(), [this](int row) { return IsRowOn(row); });
}

/// Where no step is possible, an element that has no values there or a motion that jumps is told of
/// rather than what the integrator has met, and friction that locks itself beside it.
void Simulation::Run::TryStep() {
  constexpr double kAhead = 1e-6;         // [s]
  constexpr double kNearlyLocked = 1.05;  // share of the friction
  try {
    integrator_->Step();
  } catch (const SolverError& error) {
    const double t = integrator_->t();
    const VectorXd &q = integrator_->q(), &v = integrator_->v();
    const auto fault = FindFaultAhead(evaluator_, t, q, v);
    if (!fault.empty()) throw SolverError(fault);
    motion_watch_.Observe(t, t + kAhead, warnings_);
    const auto lock =
        FindFrictionLock(evaluator_, t, q, v, integrator_->active_rows(), kNearlyLocked);
    if (lock.empty()) throw;
    throw SolverError(std::string(error.what()) + "; " + lock);
  }
}

/// Fixed steps with a fixed number of corrections do not fail where they are too few.
void Simulation::Run::ObserveConvergence() {
  const Statistics& s = integrator_->statistics();
  if (warned_of_corrections_ || s.unconverged_steps == 0) return;
  warned_of_corrections_ = true;
  std::ostringstream warning;
  warning << "from t = " << integrator_->t() << " s on: the "
          << options_.integrator.bdf.newton_iterations
          << " corrections of a step do not reach the tolerance at "
          << s.unconverged_steps_by_element.begin()->first
          << "; take more newton_iterations, a shorter fixed_step or a smaller matrix_interval";
  warnings_.push_back(warning.str());
}

void Simulation::Run::TakeStep() {
  if (energy_) energy_->BeginStep(*integrator_);
  TryStep();
  if (energy_) energy_->EndStep(*integrator_, redundant_);
  ObserveConvergence();
  turns_.Observe(integrator_->t(), evaluator_.memory());
  if (events_) FollowEvents();
  AddTurnWarnings();
  const double end = integrator_->t(), begin = end - integrator_->last_step();
  if (law_watch_.any()) {
    const auto& x = evaluator_.Evaluate(end, integrator_->q(), integrator_->v());
    law_watch_.Observe(begin, end, x, warnings_);
  }
  if (motion_watch_.any()) motion_watch_.Observe(begin, end, warnings_);
  friction_watch_.Observe(evaluator_, *integrator_, warnings_);
  if (!on_step_) return;
  Show(integrator_->t(), integrator_->q(), integrator_->v());
  on_step_(owner_);
}

void Simulation::Run::Step() {
  arena_.execute([this] {
    if (!stopped()) TakeStep();
    Show(integrator_->t(), integrator_->q(), integrator_->v());
  });
}

void Simulation::Run::AdvanceTo(double t) {
  const double earliest = integrator_->t() - integrator_->last_step();
  if (!(t >= earliest) || !std::isfinite(t)) {
    std::ostringstream message;
    message << "simulation: cannot go to t = " << t << " s, the last step began at " << earliest
            << " s";
    throw SolverError(message.str());
  }
  arena_.execute([this, t] {
    while (integrator_->t() < t && !stopped()) TakeStep();
    const double at = stopped() ? std::min(t, integrator_->t()) : t;
    VectorXd q, v;
    integrator_->Interpolate(at, q, v);
    Show(at, q, v);
  });
}

void Simulation::Run::AdvanceExactlyTo(double t, const std::function<bool()>& stop) {
  if (!(t >= integrator_->t()) || !std::isfinite(t)) {
    std::ostringstream message;
    message << "simulation: cannot step to t = " << t << " s, the last step ends at "
            << integrator_->t() << " s";
    throw SolverError(message.str());
  }
  arena_.execute([&] {
    constexpr double kNever = std::numeric_limits<double>::infinity();
    integrator_->StopAt(t);
    try {
      while (integrator_->t() < t && !stopped() && !(stop && stop())) TakeStep();
    } catch (...) {  // later steps may go beyond t
      integrator_->StopAt(kNever);
      throw;
    }
    integrator_->StopAt(kNever);
    Show(integrator_->t(), integrator_->q(), integrator_->v());
  });
}

void Simulation::Run::AcceptChange() {
  arena_.execute([this] {
    const double t = integrator_->t();
    VectorXd v = integrator_->v();
    FollowRates(t, v);
    integrator_->Jump(v);
    Show(t, integrator_->q(), v);
  });
}

/// Velocities that miss the constraints by more than what steps leave jump onto them.
void Simulation::Run::FollowRates(double t, VectorXd& v) {
  if (!motion_watch_.any()) return;
  Residuals& r = GetResiduals();
  evaluator_.CalcResiduals(t, integrator_->q(), v, VectorXd::Zero(v.size()), r);
  const VectorXd rates = r.GT.transpose() * v + r.g_t;
  double missed = r.g.cwiseAbs().maxCoeff(), rate = 0;
  for (int row : integrator_->active_rows().rows()) rate = std::max(rate, std::abs(rates[row]));
  const double tolerance = options_.integrator.tolerance;
  if (rate <= tolerance && missed <= tolerance) return;
  const EquationChange change{.rows = false, .impulse = {}, .causes = "an input that has changed"};
  CalcJump({evaluator_, t, integrator_->q(), integrator_->active_rows(), change, tolerance}, v);
}

void Simulation::Run::Show(double t, const VectorXd& q, const VectorXd& v) {
  state_.Show(t, q, v, evaluator_.memory(), evaluator_.switches());
}

std::vector<EventRecord> Simulation::Run::ListEvents() const {
  if (!events_) return {};
  std::vector<EventRecord> happened = events_->records();
  std::erase_if(happened, [this](const EventRecord& event) { return event.t > state_.t(); });
  return happened;
}

void Simulation::Run::CalcAccelerations(const State& state, VectorXd& v_dot, VectorXd& lambda) {
  if (!accelerations_) accelerations_ = std::make_unique<AccelerationReport>(evaluator_);
  accelerations_->Solve(
      state.t(), state.q(), state.v(), integrator_->active_rows(), redundant_, v_dot, lambda);
}

Snapshot Simulation::Run::TakeSnapshot() const {
  Snapshot snapshot{.t = state_.t(),
                    .q = state_.q(),
                    .v = state_.v(),
                    .memory = state_.memory_,
                    .switches = state_.switches_,
                    .active = integrator_->active_rows(),
                    .redundant = redundant_,
                    .v_dot = {},
                    .lambda = {}};
  if (state_.has_accelerations_) {
    snapshot.v_dot = state_.v_dot();
    snapshot.lambda = state_.lambda();
  }
  return snapshot;
}

Residuals& Simulation::Run::GetResiduals() {
  if (!residuals_) {
    residuals_.emplace();
    DynamicsMatrices unused;
    evaluator_.InitializePatterns(*residuals_, unused);
  }
  return *residuals_;
}

double Simulation::Run::CalcConstraintResidual() {
  if (system_.num_constraints() == 0) return 0;
  Residuals& r = GetResiduals();
  const VectorXd no_acceleration = VectorXd::Zero(state_.v().size());
  arena_.execute(
      [&] { evaluator_.CalcResiduals(state_.t(), state_.q(), state_.v(), no_acceleration, r); });
  return r.g.cwiseAbs().maxCoeff();
}

}  // namespace trunnion
