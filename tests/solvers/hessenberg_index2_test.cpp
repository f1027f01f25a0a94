// SPDX-License-Identifier: BSD-3-Clause
#include "bench/problems/hessenberg_index2.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "bench/problems/stability_problems.hpp"
#include "engine/core/error.hpp"

namespace trunnion {
namespace hessenberg_index2_test {

using problems::HessenbergSolution;
using problems::LongControl;
using problems::TurningConstraint;

struct End {
  double error, drift;
  VectorXd x, multiplier;
};

End Integrate(const HessenbergDae& dae, const HessenbergOptions& options, int steps = 100) {
  HessenbergBackwardEuler integrator(dae, options);
  integrator.Start(0, HessenbergSolution(0));
  for (int i = 0; i < steps; ++i) integrator.Step(1.0 / steps);
  return {(integrator.x() - HessenbergSolution(1)).cwiseAbs().maxCoeff(),
          integrator.Drift().norm(),
          integrator.x(),
          integrator.multiplier()};
}

TEST(HessenbergIndex2, ExactSolutionSatisfiesEveryForm) {
  for (const auto& dae : {TurningConstraint(3), LongControl(3)}) {
    for (double t : {0.0, 0.3, 1.0}) {
      const auto c = dae(t);
      const VectorXd x = HessenbergSolution(t), x_dot = x;
      const VectorXd y = VectorXd::Constant(1, -std::exp(t) / (2 - t));
      EXPECT_LT((c.A * x + c.B * y + c.q - x_dot).norm(), 1e-13);
      EXPECT_LT((c.C * x + c.r).norm(), 1e-13);
      EXPECT_LT((c.C * x_dot + c.C_dot * x + c.r_dot).norm(), 1e-13);
      const UnderlyingOde ode(c);
      EXPECT_LT((ode.A_hat * x + ode.b - x_dot).norm(), 1e-12);
    }
  }
}

TEST(HessenbergIndex2, EveryFormConvergesWithOrderOne) {
  for (auto form : {HessenbergForm::baumgarte,
                    HessenbergForm::stabilized_ode,
                    HessenbergForm::projected_invariant,
                    HessenbergForm::state_space}) {
    for (const auto& dae : {TurningConstraint(1), LongControl(2)}) {
      const HessenbergOptions options{.form = form, .gamma = 1};
      const double coarse = Integrate(dae, options, 100).error;
      EXPECT_NEAR(coarse / Integrate(dae, options, 200).error, 2, 0.1);
    }
  }
}

/// Baumgarte's method is backward Euler on x' = f~ − γ F (C x + r).
TEST(HessenbergIndex2, BaumgarteIsAStabilizedOde) {
  for (double gamma : {0.0, 1.0, 50.0}) {
    const auto dae = LongControl(20);
    const auto baumgarte = Integrate(dae, {.gamma = gamma});
    const auto ode = Integrate(dae,
                               {.form = HessenbergForm::stabilized_ode,
                                .gamma = gamma,
                                .direction = HessenbergDirection::control});
    EXPECT_LT((baumgarte.x - ode.x).norm(), 1e-11);
  }
}

TEST(HessenbergIndex2, ConstraintsHoldWhereTheyAreImposed) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const auto& dae : {TurningConstraint(10), LongControl(10)}) {
    EXPECT_LT(Integrate(dae, {.gamma = infinite}).drift, 1e-12);
    EXPECT_LT(Integrate(dae, {.form = HessenbergForm::projected_invariant}).drift, 1e-12);
    EXPECT_LT(Integrate(dae, {.form = HessenbergForm::state_space}).drift, 1e-12);
    EXPECT_GT(Integrate(dae, {.gamma = 0}).drift, 1e-6);
  }
}

/// Expansion of the step: μ = −h/2 C x''/(C Cᵀ) + O(h²), here with C Cᵀ = 1 and x'' = eᵗ(1, 1).
TEST(HessenbergIndex2, MultiplierOfTheInvariantVanishes) {
  const HessenbergOptions projected{.form = HessenbergForm::projected_invariant};
  const double slope = -0.5 * (std::sin(1.0) + std::cos(1.0)) * std::exp(1.0);
  for (int steps : {100, 1000}) {
    const double h = 1.0 / steps;
    EXPECT_NEAR(Integrate(TurningConstraint(1), projected, steps).multiplier[0] / h, slope, 10 * h);
  }
}

/// Either component may be the independent one where the other one's coefficient is not zero.
TEST(HessenbergIndex2, StateSpaceFormInEitherComponent) {
  for (int i : {0, 1}) {
    const HessenbergOptions options{.form = HessenbergForm::state_space, .independent = {i}};
    EXPECT_LT(Integrate(LongControl(2), options, 400).error, 5e-3);
  }
}

/// Independent recomputation of the claim below eq. (3.10) of Ascher, Qin & Reich (1992): D = Hᵀ,
/// α = 1 after each backward Euler step of the underlying ODE, ν = 1000, gives no drift.
TEST(HessenbergIndex2, PostStabilizationLeavesNoDrift) {
  const HessenbergOptions options{.form = HessenbergForm::stabilized_ode, .alpha = 1};
  const auto turning = Integrate(TurningConstraint(1000), options);
  EXPECT_NEAR(turning.error, 2.0203885e-4, 1e-9);
  EXPECT_LT(turning.drift, 1e-14);
  const auto control = Integrate(LongControl(1000), options);
  EXPECT_NEAR(control.error, 1.3530060e-5, 1e-10);
  EXPECT_LT(control.drift, 1e-14);
}

TEST(HessenbergIndex2, BadInputIsRefused) {
  EXPECT_THROW(HessenbergBackwardEuler(LongControl(1), {.gamma = -1}), ModelError);
  HessenbergBackwardEuler both(LongControl(1),
                               {.form = HessenbergForm::state_space, .independent = {0, 1}});
  EXPECT_THROW(both.Start(0, HessenbergSolution(0)), ModelError);
  // C B = 0 at t = 2.
  HessenbergBackwardEuler singular(LongControl(1), {.form = HessenbergForm::baumgarte});
  singular.Start(1, HessenbergSolution(1));
  EXPECT_THROW(singular.Step(1), SolverError);
}

}  // namespace hessenberg_index2_test
}  // namespace trunnion
