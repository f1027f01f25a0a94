// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "solvers/integrator/constrained_ode.hpp"
#include "solvers/integrator/explicit_stepper.hpp"
#include "solvers/integrator/step_driver.hpp"
#include "solvers/problem/weighted_norm.hpp"

namespace trunnion {

class Archive;

/// The formulation explicit_stabilized: an explicit method on the underlying ODE of the index-1
/// form, each step followed by a step toward the constraints (Ascher, Qin & Reich 1992). For models
/// that are not stiff.
///
/// dormand_prince chooses its steps so that the estimated local error keeps the tolerances of the
/// options, with the error test of the options; fixed_step > 0 overrides that. The other methods
/// have no error estimate and need fixed_step.
class ExplicitIntegrator final : public StepDriver {
 public:
  /// @throws ModelError if an option is out of range or not read, or fixed_step is missing.
  ExplicitIntegrator(ConstrainedSystem& system, const IntegratorOptions& options);

  /// v' and λ are computed, not taken.
  void Start(double t,
             const VectorXd& q,
             const VectorXd& v,
             const VectorXd& v_dot,
             const VectorXd& lambda) override;
  void SetActiveRows(std::vector<int> rows) override;

  double t() const override { return t_; }
  const VectorXd& q() const override { return q_; }
  const VectorXd& v() const override { return v_; }
  const VectorXd& lambda() const override { return lambda_; }
  double last_step() const override { return last_step_; }
  int last_order() const override { return stepper_.order(); }
  void Interpolate(double t, VectorXd& q, VectorXd& v) const override;
  const VectorXd& position_residual() const override { return ode_.position_residual(); }
  const ActiveRows& active_rows() const override { return ode_.active_rows(); }
  void Serialize(Archive& archive) override;

 private:
  bool Attempt() override;
  Candidate candidate() const override { return {end_, q_new_, v_new_}; }
  void Accept() override;
  double next_step() const override { return h_; }
  int worst_component() const override { return norm_.worst_component(); }
  std::string remedy() const override { return kExplicitRemedy; }
  void StartAnew() override;
  void KeepOrder(int order) override;
  void MoveTo(double t, VectorXd& q, VectorXd& v) override;
  void StartStepper();
  bool TestError();
  void ChooseInitialStep(const VectorXd& v_dot);
  void CountEvaluations();

  ConstrainedOde ode_;
  ExplicitStepper stepper_;
  WeightedNorm norm_;
  double t_ = 0;
  double h_ = 0, last_step_ = 0;
  double end_ = 0;     // of the present attempt [s]
  double growth_ = 1;  // of the next step
  bool rejected_ = false;
  VectorXd q_, v_, lambda_, q_new_, v_new_;
};

}  // namespace trunnion
