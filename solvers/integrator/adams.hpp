// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/events/restart.hpp"
#include "solvers/integrator/explicit_stability.hpp"
#include "solvers/integrator/step_driver.hpp"
#include "solvers/problem/multistep_weights.hpp"
#include "solvers/problem/weighted_norm.hpp"

namespace trunnion {

/// The formulation adams, for models that are not stiff: variable-step, variable-order explicit
/// Adams steps on the accelerations of the index-1 form (docs/formulations.md). One step of order k
///
/// 1. integrates the polynomial through the newest k accelerations once for the velocities, twice
///    for the positions (rotations by the Magnus expansion, in the chart of the last state),
/// 2. evaluates the accelerations there, once, by AccelerationSolver,
/// 3. adds what the polynomial through this value, too, changes: order k+1, and
/// 4. takes away the violations of constraints, known to first order from 2, in the metric M.
///
/// Where stability holds the steps it evaluates a second time, at the end, which allows two to four
/// times longer ones (ExplicitStability).
///
/// Source: Shampine & Gordon (1975), chapters 3 and 4, for P, E, C and the choice of order, without
/// the second E; with steps of any size, since weights are made anew for each.
class Adams final : public StepDriver {
 public:
  /// @throws ModelError if an option is out of range or not read, or the system has algebraic
  /// states.
  Adams(ConstrainedSystem& system, const IntegratorOptions& options);

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
  int last_order() const override { return last_order_; }
  void Interpolate(double t, VectorXd& q, VectorXd& v) const override;
  const VectorXd& position_residual() const override { return solver_.residuals().g; }
  const ActiveRows& active_rows() const override { return active_; }
  void Serialize(Archive& archive) override;

  /// True where stability, not accuracy, holds the steps.
  bool is_held() const { return stability_.is_held(); }
  const ExplicitStability& stability() const { return stability_; }
  /// True where the last step is below a tenth of the longest, averaged over 20: accelerations grow
  /// without bound before a singular position, which an explicit step cannot pass, nor end too near
  /// to it.
  bool is_shrinking() const { return last_step_ < 0.1 * longest_mean_; }
  /// After Start: goes on where stability is known to hold the steps at h [s].
  /// @param stability  of the object that found out.
  void ResumeHeld(const ExplicitStability& stability, double h);
  /// Damping ratio ζ of the wave that holds the steps: what a displacement u by one tolerance,
  /// along the last change of the accelerations, and a velocity ω u change in them are ω² u and
  /// 2ζω² u. Infinite where there is nothing to measure.
  double CalcDampingRatio();
  /// True if the last evaluation took all matrices and a factorization of the whole one.
  bool takes_whole_matrix() const { return !solver_.solved_by_blocks(); }
  /// v' and λ at the state (t(), q(), v()). False if they are not determined.
  bool CalcAccelerations(VectorXd& v_dot, VectorXd& lambda);

 private:
  struct Point {
    double t = 0;
    VectorXd v_dot{};
    void Serialize(Archive& archive);
  };
  /// out = scale · base + Σ wⱼ (v' of point j).
  struct Sum {
    Weights weights;
    double scale;
    const VectorXd* base;
    VectorXd* out;
  };
  /// Norms of the local errors of order k − 1, k and k + 1 at this step; −1: not known.
  struct Errors {
    double lower = -1, own = -1, higher = -1;
  };

  bool Attempt() override;
  Candidate candidate() const override { return {end_, q_new_, v_new_}; }
  void Accept() override;
  double next_step() const override { return h_; }
  int worst_component() const override { return worst_; }
  std::string DescribeStability() const override;
  std::string remedy() const override { return kExplicitRemedy; }
  void StartAnew() override;
  void KeepOrder(int order) override;
  void MoveTo(double t, VectorXd& q, VectorXd& v) override;
  bool Predict(double h);
  bool EvaluateNew();
  Errors EstimateErrors(double h);
  double CalcError(int order, double h, const VectorXd& difference);
  bool Correct(double h);
  void FindVelocityRows();
  void Reject(double factor);
  bool Observe();
  int HighestOrder() const;
  double PositionPart() const;
  void ChooseNext(const Errors& errors);
  void Combine(std::span<const Sum> sums) const;
  Weights ExtrapolationWeights(int count, double t) const;
  IntegralWeights WeightsAt(int count, double to) const;
  IntegralWeights CorrectorWeights(int count, double h) const;
  void Integrate(int count, double to, VectorXd& x, VectorXd& v) const;

  AccelerationSolver solver_;
  AccelerationSolver::Seconds counted_{};  // of the solver, in the statistics already
  ActiveRows active_;
  std::vector<int> velocity_rows_;  // of the active ones, those that are non-holonomic
  WeightedNorm norm_;
  ExplicitStability stability_;
  Restart restart_;
  double end_ = 0;  // of the present attempt [s]

  double t_ = 0, h_ = 0, last_step_ = 0;
  int k_ = 1, last_order_ = 0;
  bool starting_ = true;  // order and step still grow in every step
  VectorXd q_, v_, lambda_;
  std::vector<Point> points_;  // the newest first

  VectorXd x_, q_new_, v_new_, v_dot_new_, lambda_new_;
  std::array<VectorXd, 3> differences_;  // v' − its prediction, of order k − 1, k, k + 1
  mutable std::array<VectorXd, 3> gauss_velocities_;
  VectorXd e_q_, e_v_;
  MatrixXd changes_, violation_, projection_;  // columns: positions, velocities
  VectorXd part_;
  Errors errors_;            // of the present attempt
  int worst_ = 0;            // component with the largest share in errors_.own
  double change_ = 0;        // of accelerations by the corrector, over its own, at the last probe
  int stiffest_ = 0;         // component with the largest change there
  int since_probe_ = 0;      // steps
  double probe_t_ = 0;       // [s]
  double longest_mean_ = 0;  // step between two probes [s]
};

}  // namespace trunnion
