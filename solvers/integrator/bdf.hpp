// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "solvers/events/restart.hpp"
#include "solvers/formulation/formulation.hpp"
#include "solvers/integrator/circle_fit.hpp"
#include "solvers/integrator/one_step_method.hpp"
#include "solvers/integrator/point_history.hpp"
#include "solvers/integrator/stability_watch.hpp"
#include "solvers/integrator/step_driver.hpp"

namespace trunnion {

class Archive;

/// Variable-step, variable-order BDF (orders 1 to 5) on the constraint manifold, with the
/// coordinate-splitting formulation.
///
/// The formula of order k goes through the new point and the k newest accepted points (variable
/// coefficients from the Lagrange polynomial); the prediction extrapolates through k+1. Local
/// error, step and order follow Brenan, Campbell & Petzold (Numerical Solution of Initial-Value
/// Problems in DAEs, 1989, section 5.2; code DASSL), measured in translation-invariant weights with
/// the error test of IntegratorOptions.
class Bdf final : public StepDriver {
 public:
  /// @throws ModelError if an option is out of range, or set and not read.
  Bdf(ConstrainedSystem& system, const IntegratorOptions& options);

  /// The prediction of the first step uses q' = N v and v'.
  void Start(double t,
             const VectorXd& q,
             const VectorXd& v,
             const VectorXd& v_dot,
             const VectorXd& lambda) override;
  /// Starts from known states, newest first, at full order (order studies).
  void Start(std::vector<StatePoint> states);

  void SetActiveRows(std::vector<int> rows) override;

  double t() const override { return end().t; }
  const VectorXd& q() const override { return end().q; }
  const VectorXd& v() const override { return end().v; }
  const VectorXd& lambda() const override { return end().lambda; }
  double last_step() const override { return last_step_; }
  int last_order() const override { return last_order_; }

  /// By the polynomial of the BDF formula.
  void Interpolate(double t, VectorXd& q, VectorXd& v) const override;

  const VectorXd& position_residual() const override { return formulation_->position_residual(); }
  /// μ of the last step, of the active rows; empty where the formulation has none.
  const VectorXd& position_multipliers() const { return formulation_->position_multipliers(); }
  const ActiveRows& active_rows() const override { return formulation_->active_rows(); }

  /// Highest order from the next choice on, 1..5.
  void SetMaxOrder(int order) { options_.bdf.max_order = order; }
  void Serialize(Archive& archive) override;

 private:
  using Terms = std::array<double, kMaxOrder + 2>;  // by order
  /// Local error as DASSL judges it: size is ‖h^{k+1} x^{(k+1)}‖ over (k+1) for the order to go on
  /// with; terms at the present and the neighbouring orders decide on the order.
  struct ErrorEstimate {
    double error = 0;
    double size = 0;
    int order = 1;
    double term = 0, lower_size = 0;
    double lower_term = -1, higher_term = -1;  // -1: unknown
    double second_term = -1;                   // of order 2
  };
  struct Norm {
    double value = 0;
    int worst = 0;  // component
  };
  using Norms = std::array<Norm, 4>;  // by column of the differences

  bool Attempt() override;
  Candidate candidate() const override { return {formula_.t, state_.q, state_.v}; }
  void Accept() override;
  double next_step() const override { return h_; }
  int worst_component() const override { return worst_; }
  std::string remedy() const override;
  void MakeFormula(double t);
  bool Predict();
  bool may_raise_order() const;
  void CalcDifferences(int lowest, int count);
  double DifferenceScale(int order) const;
  Norms CalcInterpolationTerms(int lowest, int count);
  Terms CalcTerms();
  ErrorEstimate EstimateError();
  bool CapOrder(const ErrorEstimate& estimate);
  void ChooseNext(const ErrorEstimate& estimate);
  void RejectByError();
  void RejectByNewton(CorrectorStatus status);
  void ChangeStep(double factor);
  int max_order() const;
  int lowest_order() const;
  double ChooseInitialStep(const VectorXd& v, const VectorXd& v_dot) const;
  void PlaceArtificialPoints();
  /// The newest point, or the event before it.
  const StatePoint& end() const { return at_event_ ? event_ : history_[0]; }
  void StartAnew() override;
  void KeepOrder(int order) override;
  void MoveTo(double t, VectorXd& q, VectorXd& v) override;
  bool MayCarryOn() override;
  bool StartOneSteps(StatePoint& now);
  bool AttemptOneStep();
  void AcceptOneStep();
  bool Reject();

  bool test_error_;
  std::unique_ptr<Formulation> formulation_;
  WeightedNorm norm_;
  PointHistory history_;
  StabilityWatch stability_;
  CircleFit circles_;
  StepFormula formula_;  // of the present attempt, and its state
  StepState state_;
  StatePoint accepted_;
  ErrorEstimate estimate_;                        // of the present attempt
  int error_failures_ = 0;                        // of the present step
  VectorXd x_;                                    // chart coordinates of the state
  int worst_ = 0;                                 // component that limits the error test
  Terms derivatives_{}, accepted_derivatives_{};  // norms of x^(m+1) by order m
  MatrixXd e_q_, e_v_;  // differences of the state with its history, one column an order

  double h_ = 0;
  int k_ = 1;
  int steps_at_size_ = 0;       // accepted steps with the present step and order
  bool starting_ = true;        // step and order still rise with every step
  bool order_changed_ = false;  // at the last accepted step
  /// v' and v'' of the artificial points, while they stand before the first step; else empty.
  VectorXd start_v_dot_, start_v_ddot_;
  bool first_step_ = true;  // since the last start
  StatePoint event_;        // that the last step ends at, if at_event_
  Restart restart_;
  double last_step_ = 0;
  int last_order_ = 1;
  OneStepPhase one_;
};

}  // namespace trunnion
