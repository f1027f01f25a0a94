// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/simulation.hpp"

#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/simulation/initial_state.hpp"
#include "engine/simulation/massless.hpp"
#include "engine/simulation/model_warnings.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/consistency/redundancy.hpp"

namespace trunnion {

Simulation::Simulation(const System& system, const SimulationOptions& options)
    : system_(system),
      options_(options),
      arena_(options.serial        ? 1
             : options.threads > 0 ? options.threads
                                   : tbb::task_arena::automatic),
      evaluator_(system, !options.serial),
      law_watch_(system) {
  Require(options.threads >= 0, "simulation: threads must not be negative");
  arena_.execute([this] {
    auto state = AssembleInitialState(evaluator_, options_.start_time, options_.project_velocities);
    Begin(options_.start_time, std::move(state.q), std::move(state.v));
    warnings_.insert(warnings_.begin(), state.remarks.begin(), state.remarks.end());
  });
}

void Simulation::Begin(double t, VectorXd q, VectorXd v) {
  integrator_ = MakeIntegrator(evaluator_, options_.integrator);
  warnings_ = FindModelWarnings(system_, evaluator_.Evaluate(t, q, v), options_.integrator);
  turn_warnings_ = 0;
  redundant_ = false;
  ShowState(t, q, v);
  ExamineRedundancy();
  AddTurnWarnings();
  CalcAccelerations();
  RequireMassHeld(evaluator_, t_, q_, v_);
  v_ = accelerations_->consistent_v();
  accelerations_.reset();  // a run without output needs the memory elsewhere
  integrator_->Start(t_, q_, v_, v_dot_, lambda_);
}

void Simulation::Restart(double t, const VectorXd& q, const VectorXd& v) {
  arena_.execute([&] {
    VectorXd projected = v;
    if (!AssembleVelocities(evaluator_, t, q, {}, projected).converged)
      throw SolverError("no velocities satisfy the constraints; the motions contradict each other");
    evaluator_.Accept(t, q, projected);
    Begin(t, q, std::move(projected));
  });
}

void Simulation::ShowState(double t, VectorXd q, VectorXd v, VectorXd v_dot, VectorXd lambda) {
  ShowState(t, q, v);
  v_dot_ = std::move(v_dot);
  lambda_ = std::move(lambda);
  accelerations_valid_ = true;
  AddTurnWarnings();
}

void Simulation::ExamineRedundancy() {
  const auto report = AnalyzeRedundancy(evaluator_, t_, q_);
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
  if (RepeatsOnlyHere(evaluator_, t_, q_, report))
    warnings_.push_back(
        "the initial position is singular (a change point, a dead centre or parts in line): there, "
        "and not beside it, " +
        lines.front() + "; the motion may go on in several ways, start beside it to choose one");
  integrator_->SetActiveRows(report.active);
}

void Simulation::AddTurnWarnings() {
  const auto& turned = evaluator_.turn_warnings();
  for (; turn_warnings_ < turned.size(); ++turn_warnings_)
    warnings_.push_back(turned[turn_warnings_]);
}

void Simulation::TakeStep() {
  integrator_->Step();
  AddTurnWarnings();
  if (law_watch_.any())
    law_watch_.Observe(integrator_->t() - integrator_->last_step(), integrator_->t(), warnings_);
  if (!on_step_) return;
  ShowState(integrator_->t(), integrator_->q(), integrator_->v());
  on_step_(*this);
}

void Simulation::step() {
  arena_.execute([this] {
    TakeStep();
    ShowState(integrator_->t(), integrator_->q(), integrator_->v());
  });
}

void Simulation::advance_to(double t) {
  const double earliest = integrator_->t() - integrator_->last_step();
  if (!(t >= earliest) || !std::isfinite(t)) {
    std::ostringstream message;
    message << "simulation: cannot go to t = " << t << " s, the last step began at " << earliest
            << " s";
    throw SolverError(message.str());
  }
  arena_.execute([this, t] {
    while (integrator_->t() < t) TakeStep();
    VectorXd q, v;
    integrator_->Interpolate(t, q, v);
    ShowState(t, q, v);
  });
}

void Simulation::ShowState(double t, const VectorXd& q, const VectorXd& v) {
  t_ = t;
  q_ = q;
  v_ = v;
  accelerations_valid_ = false;
}

void Simulation::CalcAccelerations() const {
  if (!accelerations_) accelerations_ = std::make_unique<AccelerationReport>(evaluator_);
  accelerations_->Solve(t_, q_, v_, integrator_->active_rows(), redundant_, v_dot_, lambda_);
  accelerations_valid_ = true;
}

Snapshot Simulation::TakeSnapshot() const {
  Snapshot snapshot{
      t_, q_, v_, evaluator_.memory(), integrator_->active_rows(), redundant_, {}, {}};
  if (accelerations_valid_) {
    snapshot.v_dot = v_dot_;
    snapshot.lambda = lambda_;
  }
  return snapshot;
}

void Simulation::UpdateAccelerations() const {
  if (accelerations_valid_) return;
  arena_.execute([&] { CalcAccelerations(); });  // interpolated algebraic states stay as they are
}

const VectorXd& Simulation::v_dot() const {
  UpdateAccelerations();
  return v_dot_;
}

const VectorXd& Simulation::lambda() const {
  UpdateAccelerations();
  return lambda_;
}

const ElementContext& Simulation::context() const { return evaluator_.Evaluate(t_, q_, v_); }

double Simulation::kinetic_energy() const { return system_.CalcKineticEnergy(context()); }

double Simulation::constraint_residual() const {
  if (system_.num_constraints() == 0) return 0;
  if (!residuals_) {
    residuals_ = std::make_unique<Residuals>();
    DynamicsMatrices unused;
    evaluator_.InitializePatterns(*residuals_, unused);
  }
  const VectorXd no_acceleration = VectorXd::Zero(v_.size());
  arena_.execute([&] { evaluator_.CalcResiduals(t_, q_, v_, no_acceleration, *residuals_); });
  return residuals_->g.cwiseAbs().maxCoeff();
}

double Simulation::potential_energy() const { return system_.CalcPotentialEnergy(context()); }

}  // namespace trunnion
