// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <memory>
#include <string>

#include "solvers/integrator.hpp"

namespace trunnion {

/// The loop that every integrator runs: attempts until one is accepted. It watches the constraint
/// rows that were left out as redundant: rows that a step violates are taken back and the step is
/// repeated; rows that still repeat others, so that nothing can satisfy them, end the run by name.
class StepDriver : public Integrator {
 public:
  void Step() final;
  /// Takes over what another integrator, which this one replaces, knows of the steps so far.
  void CarryOn(const StepDriver& before) { held_step_ = before.held_step_; }

 protected:
  StepDriver(ConstrainedSystem& system, const IntegratorOptions& options)
      : system_(system), options_(options) {}

  /// The state that an attempt has reached.
  struct Candidate {
    double t;  ///< [s]
    const VectorXd& q;
    const VectorXd& v;
  };

  ConstrainedSystem& system_;
  IntegratorOptions options_;
  /// The step [s] that velocities are weighted by in the tests of an attempt with the step h [s]: h,
  /// or what is left of longer steps before. An error of velocities in a short event is carried on
  /// by the longer steps after it.
  double CalcVelocityStep(double h) const { return std::max(h, held_step_); }

  std::string limit_;  ///< what rejected the last attempt
  static constexpr const char* kExplicitRemedy =
      "take smaller steps, or an implicit formulation if the model is stiff";

 private:
  /// Tries one step of next_step(). False: limit_ says what was wrong, and the next attempt is
  /// another one.
  virtual bool Attempt() = 0;
  virtual Candidate candidate() const = 0;
  /// The candidate becomes the state.
  virtual void Accept() = 0;
  virtual double next_step() const = 0;  ///< [s]
  /// What helps where no step is possible.
  virtual std::string remedy() const = 0;

  bool RowsHold();
  [[noreturn]] void ThrowNoStep();
  [[noreturn]] void ThrowContradiction(const Candidate& at, int row, double violation);

  std::unique_ptr<Residuals> residuals_;  // of candidates, where rows are left out
  double held_step_ = 0;                  // [s]
};

}  // namespace trunnion
