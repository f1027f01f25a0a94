// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "solvers/formulation.hpp"
#include "solvers/order_cap.hpp"
#include "solvers/point_history.hpp"

namespace trunnion {

/// Variable-step, variable-order BDF (orders 1 to 5) on the constraint manifold, with the
/// coordinate-splitting formulation.
///
/// The formula of order k goes through the new point and the k newest accepted points (variable
/// coefficients from the Lagrange polynomial); the prediction extrapolates through k+1. Local
/// error, step and order follow Brenan, Campbell & Petzold (Numerical Solution of Initial-Value
/// Problems in DAEs, 1989, section 5.2; code DASSL), measured in translation-invariant weights with
/// the error test of IntegratorOptions.
class Bdf {
 public:
  /// @throws ModelError if an option is out of range.
  Bdf(ConstrainedSystem& system, const IntegratorOptions& options);
  Bdf(const Bdf&) = delete;
  Bdf& operator=(const Bdf&) = delete;

  /// Starts from a consistent state with the accelerations and multipliers that belong to it; the
  /// prediction of the first step uses q' = N v and v'.
  void Start(double t,
             const VectorXd& q,
             const VectorXd& v,
             const VectorXd& v_dot,
             const VectorXd& lambda);
  /// Starts from known states, newest first, at full order (order studies).
  void Start(std::vector<StatePoint> states);

  /// Restricts the constraint rows that are solved with (redundant constraints).
  void SetActiveRows(std::vector<int> rows);

  /// Called with (t, q) when a row that is not active is violated by more than the tolerance at a
  /// converged step; returns the new active rows (the step is then repeated) or the present ones.
  using RowWatch = std::function<std::vector<int>(double t, const VectorXd& q)>;
  void SetRowWatch(RowWatch watch) { row_watch_ = std::move(watch); }

  /// One accepted step.
  /// @throws SolverError if the step falls below the minimum or the steps are used up; the message
  /// names what limited them.
  void Step();

  double t() const { return history_[0].t; }
  const VectorXd& q() const { return history_[0].q; }
  const VectorXd& v() const { return history_[0].v; }
  const VectorXd& lambda() const { return history_[0].lambda; }
  double last_step() const { return last_step_; }  ///< [s]
  int last_order() const { return last_order_; }

  /// State at time t within the last step, by the polynomial of the BDF formula.
  void Interpolate(double t, VectorXd& q, VectorXd& v) const;

  const Statistics& statistics() const { return statistics_; }
  Statistics& statistics() { return statistics_; }
  /// g of all rows at the last evaluated iterate, active or not.
  const VectorXd& position_residual() const { return formulation_->position_residual(); }
  const ActiveRows& active_rows() const { return formulation_->active_rows(); }

 private:
  /// Local error as DASSL judges it: size is ‖h^{k+1} x^{(k+1)}‖ over (k+1) for the order to go on
  /// with; terms at the present and the next lower order decide on the order.
  struct ErrorEstimate {
    double error = 0;
    double size = 0;
    int order = 1;
    double term = 0, lower_size = 0, lower_term = 0;
  };

  bool Attempt(int& error_failures);
  bool ReinstateRows(const StepFormula& formula, const StepState& state);
  StepFormula MakeFormula(double t) const;
  bool Predict(const StepFormula& formula, StepState& state) const;
  double DifferenceTerm(const StepFormula& formula, const StepState& state, int order);
  ErrorEstimate EstimateError(const StepFormula& formula, const StepState& state);
  void AcceptStep(const StepFormula& formula, StepState state, const ErrorEstimate& estimate);
  void ChooseNext(const ErrorEstimate& estimate, double higher_term);
  void RejectByError(const ErrorEstimate& estimate, int failures);
  void RejectByNewton(CorrectorStatus status);
  void ChangeStep(double factor);
  int max_order() const;
  double ChooseInitialStep(const VectorXd& v, const VectorXd& v_dot) const;
  void PlaceArtificialPoint();

  ConstrainedSystem& system_;
  IntegratorOptions options_;
  bool test_error_;
  Statistics statistics_;
  std::unique_ptr<Formulation> formulation_;
  WeightedNorm norm_;
  PointHistory history_;
  OrderCap order_cap_;
  RowWatch row_watch_;

  double h_ = 0;
  int k_ = 1;
  int steps_at_size_ = 0;       // accepted steps with the present step and order
  bool starting_ = true;        // step and order still rise with every step
  bool order_changed_ = false;  // at the last accepted step
  VectorXd start_v_dot_;        // not empty while the artificial point stands before the first step
  double last_step_ = 0;
  int last_order_ = 1;
  std::string limit_;  // what rejected the last attempt
};

}  // namespace trunnion
