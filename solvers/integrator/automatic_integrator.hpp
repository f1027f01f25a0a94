// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "solvers/integrator/adams.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion {

class Archive;

/// The integrator automatic: Adams steps as long as they serve, then BDF on coordinate_splitting:
/// from where stability holds the steps, where they become short (before a singular position) or
/// impossible, or at the start where there are algebraic states. Where stability holds them, BDF
/// is on trial: unless its steps are longer by more than they cost, Adams goes on, and the next
/// trial waits twice as long. With light damping, where fast waves must be damped first, a trial is
/// patient, and the next one is so for twice as long.
class AutomaticIntegrator final : public Integrator {
 public:
  AutomaticIntegrator(ConstrainedSystem& system, const IntegratorOptions& options);

  void Start(double t,
             const VectorXd& q,
             const VectorXd& v,
             const VectorXd& v_dot,
             const VectorXd& lambda) override;
  void SetActiveRows(std::vector<int> rows) override { active().SetActiveRows(std::move(rows)); }
  void Step() override;
  void StopAt(double t) override { active().StopAt(t); }
  void Jump(const VectorXd& v) override { active().Jump(v); }

  double t() const override { return active().t(); }
  const VectorXd& q() const override { return active().q(); }
  const VectorXd& v() const override { return active().v(); }
  const VectorXd& lambda() const override { return active().lambda(); }
  double last_step() const override { return active().last_step(); }
  int last_order() const override { return active().last_order(); }
  void Interpolate(double t, VectorXd& q, VectorXd& v) const override {
    active().Interpolate(t, q, v);
  }
  const VectorXd& position_residual() const override { return active().position_residual(); }
  const ActiveRows& active_rows() const override { return active().active_rows(); }
  void Serialize(Archive& archive) override;
  const Statistics& statistics() const override { return active().statistics(); }
  Statistics& statistics() override { return active().statistics(); }

 private:
  Integrator& active() { return bdf_ ? static_cast<Integrator&>(*bdf_) : *adams_; }
  const Integrator& active() const { return bdf_ ? static_cast<Integrator&>(*bdf_) : *adams_; }
  std::unique_ptr<Adams> MakeAdams() const;
  void JudgeAdams();
  /// @param explicit_step  what its steps are to be compared with [s]; 0: there is no way back.
  void TakeBdf(const char* reason, double explicit_step);
  void TakeAdams();
  void JudgeTrial();

  ConstrainedSystem& system_;
  IntegratorOptions options_;
  std::unique_ptr<Adams> adams_;
  std::unique_ptr<Bdf> bdf_;
  // Of a trial of BDF:
  ExplicitStability stability_;         // of the explicit steps before
  double explicit_step_ = 0;            // [s]
  bool whole_matrix_ = false;           // of their evaluations
  double begin_ = 0, judged_from_ = 0;  // [s]
  bool patient_ = false;                // this trial, for patience_ times the usual
  long patience_ = 1;                   // length
  long trial_begin_ = 0;                // in steps
  long trial_restarts_ = 0;             // breaks and events that it has begun again at
  Statistics judged_statistics_;        // at judged_from_
  long next_trial_ = 0, wait_ = 4000;   // steps before which there is no other
};

}  // namespace trunnion
