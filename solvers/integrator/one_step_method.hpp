// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "solvers/formulation/formulation.hpp"
#include "solvers/integrator/point_history.hpp"

namespace trunnion {

class Archive;

/// Steps without a past: a diagonally implicit Runge–Kutta method of order 3 with an explicit first
/// stage and three implicit ones, stiffly accurate and L-stable, with an embedded method of order
/// 2. Stage i at t + c_i h has the form x' = a x + c that every Formulation solves, with one
/// a = 1/(γh), so that one iteration matrix serves all stages and all steps of one size.
///
/// In the chart of the state at the begin of the step
///
///     x_i = h Σ_{j≤i} A_ij x'_j,    v_i = v_0 + h Σ_{j≤i} A_ij v'_j,    i = 2, 3, 4,
///
/// and the last stage is the state at the end. Positions and velocities satisfy the constraints at
/// every stage. The first stage takes the accelerations at the begin.
///
/// Source    Kennedy & Carpenter (2003), ARK3(2)4L[2]SA, the implicit part.
/// Verified  tests/solvers/one_step_method_test.cpp: order conditions, observed order, stiff decay.
class OneStepMethod {
 public:
  static constexpr int kStages = 4;
  using Row = std::array<double, kStages>;
  static const std::array<Row, kStages>& A();
  static const Row& error_weights();  ///< of the method minus those of the embedded one

  /// All must outlive the object.
  OneStepMethod(ConstrainedSystem& system, Formulation& formulation);

  /// Begins with the accelerations v' of a state.
  void Start(const VectorXd& v_dot) { v_dot_[0] = v_dot; }

  enum class Result { converged, leaves_chart, diverged, singular };
  /// Solves a step from `from`. @param formula  its t, h, h_velocity are those of the step; all
  /// else is overwritten. @param end  overwritten with the state there.
  Result Step(const StatePoint& from,
              StepFormula& formula,
              const WeightedNorm& norm,
              StepState& end);
  /// The local error of the last Step that converged, passed through the iteration matrix; NaN if
  /// that fails. Largest norm over the tolerance of one step.
  double CalcError(const WeightedNorm& norm, double velocity_scale);
  /// Chart coordinates of the stage that was predicted last: what left its chart.
  const VectorXd& predicted() const { return x_[predicted_]; }
  /// The end of the last step becomes the begin of the next one.
  void Accept() { v_dot_[0].swap(v_dot_[kStages - 1]); }

  /// Within the last accepted step, between `from` and `to`: cubic in both, x in the chart of
  /// `from`.
  void Interpolate(
      const StatePoint& from, const StatePoint& to, double t, VectorXd& x, VectorXd& v) const;
  void Serialize(Archive& archive);

 private:
  bool Predict(int stage, const StatePoint& from, double h, StepState& state);
  void MakeFormula(int stage, const StatePoint& from, StepFormula& formula);
  Result SolveStage(int stage,
                    const StatePoint& from,
                    StepFormula& formula,
                    const WeightedNorm& norm,
                    StepState& state);
  void ClearStates(VectorXd& x) const;
  void ObserveRate();

  ConstrainedSystem& system_;
  Formulation& formulation_;
  std::array<VectorXd, kStages> x_, v_, x_dot_, v_dot_;  // of the stages
  VectorXd first_x_dot_, last_x_dot_, first_v_dot_;      // of the last step: for Interpolate
  MatrixXd e_q_, e_v_;
  double h_ = 0;               // of the last step [s]
  std::size_t predicted_ = 0;  // stage
  double rate_ = 0;            // contraction of the corrections of late; 0: not known
};

/// What BDF knows of its steps without a past, after changes from outside.
struct OneStepPhase {
  std::unique_ptr<OneStepMethod> method{};
  bool active = false;        ///< the next step is one
  bool last = false;          ///< so was the last step
  bool first = false;         ///< the next one is the first after a change
  double error = 0;           ///< of the present attempt
  double first_step = 0;      ///< what the last first one should have been [s]; 0: unknown
  bool trial = false;         ///< the present step of BDF goes on across a change
  int wait = 0, penalty = 1;  ///< changes until the next trial; the same after that fails
};

}  // namespace trunnion
