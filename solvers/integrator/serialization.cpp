// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of integrators: all that the next step looks back on.
#include "engine/core/archive.hpp"
#include "solvers/integrator/adams.hpp"
#include "solvers/integrator/automatic_integrator.hpp"
#include "solvers/integrator/bdf.hpp"
#include "solvers/integrator/explicit_integrator.hpp"

namespace trunnion {

void Serialize(Archive& archive, StatePoint& point) {
  archive(point.t, point.q, point.v, point.lambda);
}

/// Coordinates are those of the points in the chart of the newest one.
void PointHistory::Serialize(Archive& archive) {
  archive(points_);
  if (!archive.loading()) return;
  coordinates_.resize(points_.size(), VectorXd::Zero(system_.num_velocities()));
  charted_ = std::min<std::size_t>(points_.size(), 1);
}

void StabilityWatch::Serialize(Archive& archive) {
  archive(phase_, steps_, wait_, hold_, mean_, free_mean_, capped_mean_, caps_);
}

void CircleFit::Serialize(Archive& archive) {
  archive(any_);
  for (Block& b : blocks_)
    archive(b.area, b.length, b.rate, b.rate_square, b.time, b.turn, b.omega);
}

void StepLimits::Serialize(Archive& archive) { archive(last_, oldest_, others_); }

void StepDriver::Serialize(Archive& archive) {
  archive(statistics_, breaks_, events_, triggers_, limits_);
  archive(at_event_, jumps_, uncut_, held_step_, restarts_, until_, jumped_, interval_, limit_);
}

void OneStepMethod::Serialize(Archive& archive) {
  archive(x_, v_, x_dot_, v_dot_, first_x_dot_, last_x_dot_, first_v_dot_, h_, rate_);
}

void Bdf::Serialize(Archive& archive) {
  StepDriver::Serialize(archive);
  archive(*formulation_, norm_, history_, stability_, circles_, restart_, event_);
  archive(options_.bdf.max_order, h_, k_, last_step_, last_order_, steps_at_size_, error_failures_);
  archive(starting_, order_changed_, first_step_, accepted_derivatives_, worst_);
  archive(start_v_dot_, start_v_ddot_);
  archive(one_.active, one_.last, one_.first, one_.first_step, one_.trial, one_.wait, one_.penalty);
  bool has_method = one_.method != nullptr;
  archive(has_method);
  if (has_method && !one_.method)
    one_.method = std::make_unique<OneStepMethod>(system_, *formulation_);
  has_method ? archive(*one_.method) : one_.method.reset();
}

void ExplicitStability::Serialize(Archive& archive) {
  archive(begun_by_stiffness_, phase_, steps_, stiff_probes_, held_probes_, easy_steps_, wait_);
  archive(next_wait_, failures_, once_step_, step_of_evaluation_, judged_time_, limit_, growth_);
  archive(limited_steps_);
}

void Adams::Point::Serialize(Archive& archive) { archive(t, v_dot); }

void Adams::Serialize(Archive& archive) {
  StepDriver::Serialize(archive);
  archive(points_, solver_, counted_.residual, counted_.factor, counted_.solve);
  archive(active_, velocity_rows_, norm_, stability_, restart_);
  archive(t_, h_, last_step_, k_, last_order_, starting_, q_, v_, lambda_);
  archive(change_, since_probe_, probe_t_, longest_mean_, worst_, stiffest_);
}

void ConstrainedOde::Serialize(Archive& archive) {
  archive(active_, solver_, projector_, lambda_, evaluations_);
}

void ExplicitStepper::Serialize(Archive& archive) {
  archive(t_, z_, d_, order_);
  archive(t_old_, h_, z_old_, d_old_, x_accepted_, shift_, rates_accepted_);
}

void ExplicitIntegrator::Serialize(Archive& archive) {
  StepDriver::Serialize(archive);
  archive(ode_, stepper_, norm_, t_, h_, last_step_, rejected_, q_, v_, lambda_);
}

void AutomaticIntegrator::Serialize(Archive& archive) {
  bool has_bdf = bdf_ != nullptr;
  archive(has_bdf);
  if (archive.loading() && has_bdf != (bdf_ != nullptr)) {
    adams_ = has_bdf ? nullptr : MakeAdams();
    bdf_ = has_bdf ? std::make_unique<Bdf>(system_, options_) : nullptr;
  }
  archive(active());
  archive(stability_, explicit_step_, whole_matrix_, begin_, judged_from_, patient_, patience_);
  archive(trial_begin_, trial_restarts_, judged_statistics_, next_trial_, wait_);
}

}  // namespace trunnion
