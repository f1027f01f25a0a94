// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/simulation.hpp"

#include "engine/simulation/simulation_run.hpp"
#include "engine/simulation/state_report.hpp"

namespace trunnion {

Simulation::Simulation(const System& system, const SimulationOptions& options)
    : run_(std::make_unique<Run>(*this, nullptr, system, options)) {
  run_->Start();
}

Simulation::Simulation(System&& system, const SimulationOptions& options) {
  auto owned = std::make_unique<const System>(std::move(system));
  const System& kept = *owned;
  run_ = std::make_unique<Run>(*this, std::move(owned), kept, options);
  run_->Start();
}

Simulation::~Simulation() = default;

void Simulation::step() { run_->Step(); }
void Simulation::advance_to(double t) { run_->AdvanceTo(t); }
void Simulation::advance_exactly_to(double t, const std::function<bool()>& stop) {
  run_->AdvanceExactlyTo(t, stop);
}
void Simulation::AcceptChange() { run_->AcceptChange(); }
void Simulation::Restart(double t, const VectorXd& q, const VectorXd& v) { run_->Restart(t, q, v); }
void Simulation::Restart(const Snapshot& saved) { run_->Restart(saved); }
void Simulation::ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda) {
  run_->ShowState(t, std::move(q), std::move(v), std::move(v_dot), std::move(lambda));
}

const State& Simulation::state() const { return run_->state(); }
Snapshot Simulation::TakeSnapshot() const { return run_->TakeSnapshot(); }
std::string Simulation::SaveCheckpoint(std::string_view more) const {
  return run_->SaveCheckpoint(more);
}
std::string Simulation::LoadCheckpoint(std::string_view bytes, const std::string& name) {
  return run_->LoadCheckpoint(bytes, name);
}
double Simulation::constraint_residual() const { return run_->CalcConstraintResidual(); }
const System& Simulation::system() const { return run_->system(); }
SystemEvaluator& Simulation::evaluator() { return run_->evaluator(); }
const Statistics& Simulation::statistics() const { return run_->integrator().statistics(); }
const std::vector<std::string>& Simulation::warnings() const { return run_->warnings(); }
void Simulation::AddWarning(std::string warning) { run_->AddWarning(std::move(warning)); }
std::vector<EventRecord> Simulation::events() const { return run_->ListEvents(); }
bool Simulation::has_events() const { return run_->has_events(); }
bool Simulation::stopped() const { return run_->stopped(); }
int Simulation::degrees_of_freedom() const { return run_->degrees_of_freedom(); }
double Simulation::step_end() const { return run_->integrator().t(); }
double Simulation::last_step() const { return run_->integrator().last_step(); }
int Simulation::last_order() const { return run_->integrator().last_order(); }

const EnergyAccount* Simulation::energy_account() const { return run_->energy_account(); }

void Simulation::on_step(std::function<void(const Simulation&)> callback) {
  run_->on_step(std::move(callback));
}

}  // namespace trunnion
