// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/integrator/adams.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace {

constexpr double kStep = 1e-3, kStable = 0.8e-3;

/// So many steps with one evaluation, and the change at the last of them.
void Probe(ExplicitStability& stability, double change, double h = kStep) {
  stability.ObserveProbe(change, h, stability.steps_per_probe(), kStable);
}

/// Probes that begin a trial.
void BeginTrial(ExplicitStability& stability) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(stability.evaluates_twice());
    Probe(stability, 0.1);
  }
  EXPECT_TRUE(stability.evaluates_twice());
  EXPECT_FALSE(stability.is_held());
}

void Steps(ExplicitStability& stability, int count, double change, double h) {
  for (int i = 0; i < count; ++i) stability.ObserveStep(change, h);
}

TEST(ExplicitStability, SmallOrSingleChangesMeanNothing) {
  ExplicitStability stability;
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 2; ++j) Probe(stability, 0.19);
    Probe(stability, 0.01);
  }
  EXPECT_FALSE(stability.evaluates_twice());
  EXPECT_TRUE(std::isinf(stability.limit()));
  for (int i = 0; i < 9; ++i) Probe(stability, 0.03);
  EXPECT_FALSE(stability.evaluates_twice());
  Probe(stability, 0.03);
  EXPECT_TRUE(stability.evaluates_twice());
}

TEST(ExplicitStability, AChangeThatCannotBeStableBeginsATrialAtOnce) {
  ExplicitStability stability;
  Probe(stability, 0.21);
  EXPECT_TRUE(stability.evaluates_twice());
}

/// Without damping, waves that are as large as the tolerance look smooth, but steps fail.
TEST(ExplicitStability, AQuarterOfFailedAttemptsBeginsATrialToo) {
  for (const auto& [failures, begins] : {std::pair(5, true), std::pair(3, false)}) {
    ExplicitStability stability;
    EXPECT_EQ(stability.steps_per_probe(), 20);
    for (int probe = 0; probe < 3; ++probe) {
      for (int i = 0; i < failures; ++i) stability.ObserveFailure(kStep);
      EXPECT_EQ(stability.steps_per_probe(), begins ? 5 : 20);
      Probe(stability, 0.015);
    }
    EXPECT_EQ(stability.evaluates_twice(), begins);
  }
}

TEST(ExplicitStability, TwoEvaluationsStayWhereStepsBecomeLonger) {
  ExplicitStability stability;
  BeginTrial(stability);
  Steps(stability, 20, 0.2, 0.5 * kStep);  // what counts comes after
  Steps(stability, 19, 0.2, 1.3 * kStep);
  EXPECT_FALSE(stability.is_held());
  Steps(stability, 1, 0.2, 1.3 * kStep);
  EXPECT_TRUE(stability.is_held());
  EXPECT_TRUE(stability.evaluates_twice());
  Steps(stability, 1000, 0.2, 1.3 * kStep);
  EXPECT_TRUE(stability.is_held());
}

TEST(ExplicitStability, ATrialIsJudgedByWhatAnEvaluationGains) {
  ExplicitStability stability;
  Probe(stability, 0.1);
  Probe(stability, 0.1);
  for (int i = 0; i < 5; ++i) stability.ObserveFailure(kStep);  // of 10 attempts
  Probe(stability, 0.1);
  EXPECT_EQ(stability.step_of_evaluation(), kStep / 2);
  ExplicitStability with_failures = stability;
  Steps(stability, 40, 0.2, 0.7 * kStep);
  EXPECT_TRUE(stability.evaluates_twice());
  Steps(with_failures, 20, 0.2, 0.7 * kStep);
  for (int i = 0; i < 10; ++i) with_failures.ObserveFailure(kStep);
  Steps(with_failures, 20, 0.2, 0.7 * kStep);
  EXPECT_FALSE(with_failures.evaluates_twice());
}

/// Stiffness is certain there, and something else has to be tried; until then steps stay stable.
TEST(ExplicitStability, ATrialThatDoesNotPayLeavesStepsHeldAndTheNextOneWaits) {
  ExplicitStability stability;
  BeginTrial(stability);
  for (int wait : {200, 400}) {
    Steps(stability, 40, 0.2, 1.2 * kStep);
    EXPECT_FALSE(stability.evaluates_twice());
    EXPECT_TRUE(stability.is_held());
    EXPECT_TRUE(stability.holds_once());
    EXPECT_EQ(stability.limit(), kStep);
    for (int i = 20; i < wait; i += 20) {
      Probe(stability, 0.01, 0.9 * kStable);
      EXPECT_EQ(stability.limit(), kStable);
    }
    EXPECT_TRUE(stability.is_held());
    Probe(stability, 0.01, kStep);
    EXPECT_TRUE(stability.evaluates_twice());
    EXPECT_TRUE(std::isinf(stability.limit()));
  }
}

TEST(ExplicitStability, StepsThatAccuracyHoldsAreNotHeldByStability) {
  ExplicitStability stability;
  BeginTrial(stability);
  Steps(stability, 40, 0.2, 1.2 * kStep);
  Probe(stability, 0.01, 0.9 * kStable);
  EXPECT_TRUE(stability.is_held());
  Probe(stability, 0.01, 0.6 * kStable);
  EXPECT_FALSE(stability.is_held());
  EXPECT_TRUE(std::isinf(stability.limit()));
}

/// Moderate changes are those of accurate steps at high orders as well.
TEST(ExplicitStability, ModerateChangesDoNotLeaveStepsHeld) {
  ExplicitStability stability;
  for (int i = 0; i < 10; ++i) Probe(stability, 0.03);
  Steps(stability, 40, 0.03, kStep);
  EXPECT_FALSE(stability.evaluates_twice());
  EXPECT_FALSE(stability.is_held());
}

TEST(ExplicitStability, OneEvaluationReturnsWhereNothingHoldsTheStepsAnyMore) {
  for (const auto& [change, h] : {std::pair(0.001, 2 * kStep), std::pair(0.2, 1.2 * kStep)}) {
    ExplicitStability stability;
    BeginTrial(stability);
    Steps(stability, 40, 0.2, 2 * kStep);
    Steps(stability, 99, change, h);
    Steps(stability, 1, 0.2, 2 * kStep);
    Steps(stability, 99, change, h);
    EXPECT_TRUE(stability.is_held());
    Steps(stability, 1, change, h);
    EXPECT_FALSE(stability.is_held());
    BeginTrial(stability);
  }
}

TEST(ExplicitStability, AFailureBoundsStepsForAWhile) {
  ExplicitStability stability;
  stability.ObserveFailure(kStep);
  EXPECT_TRUE(std::isinf(stability.limit())) << "with one evaluation, accuracy may be the reason";
  stability.Resume(kStep);
  EXPECT_TRUE(stability.is_held());
  EXPECT_EQ(stability.limit(), kStep);
  stability.ObserveFailure(kStep);
  EXPECT_EQ(stability.limit(), 0.95 * kStep);
  Steps(stability, 49, 0.2, kStep);
  EXPECT_EQ(stability.limit(), 0.95 * kStep);
  for (double bound : {0.95 * 1.05, 0.95 * 1.05 * 1.1, 0.95 * 1.05 * 1.1 * 1.2}) {
    Steps(stability, 1, 0.2, kStep);
    EXPECT_NEAR(stability.limit(), bound * kStep, 1e-12);
    Steps(stability, 49, 0.2, kStep);
  }
}

TEST(ExplicitStability, FixedStepsAreHeldAtOnce) {
  ExplicitStability stability(true);
  for (int i = 0; i < 3; ++i) Probe(stability, 0.1);
  EXPECT_TRUE(stability.is_held());
  EXPECT_FALSE(stability.evaluates_twice());
  EXPECT_FALSE(stability.holds_once());
}

/// x" = −ω²x − 2ζω x'.
struct Oscillator {
  static constexpr int n = 1, m = 0;
  static constexpr double omega = 1000;
  double zeta = 0;
  Eigen::Matrix<double, 1, 1> mass() const { return Eigen::Matrix<double, 1, 1>(1.0); }
  std::vector<NormBlock> blocks() const { return {{0, 1}}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 1, 1>& q,
             const Eigen::Matrix<S, 1, 1>& v,
             Eigen::Matrix<S, 1, 1>& f) const {
    f[0] = -omega * omega * q[0] - 2 * zeta * omega * v[0];
  }
};

/// The oscillation is far below the tolerance, so that stability alone holds the steps. (Without
/// damping, what a step beyond the bound has excited stays, and then accuracy holds the steps.)
TEST(ExplicitStability, HeldStepsAreAsLongAsLinearAnalysisSays) {
  for (double zeta : {0.02, 0.05, 0.1, 0.2, 0.35}) {
    Oscillator oscillator;
    oscillator.zeta = zeta;
    SmallSystem<Oscillator> system(oscillator);
    IntegratorOptions options;
    options.tolerance = 1e-2;
    Adams adams(system, options);
    const VectorXd x = VectorXd::Constant(1, 1e-4);
    adams.Start(0, x, VectorXd::Zero(1), -1e6 * x, VectorXd(0));
    adams.ResumeHeld(ExplicitStability(), 1.2 / Oscillator::omega);
    while (adams.t() < 0.5) adams.Step();
    const double begin = adams.t();
    double largest = 0;
    for (int i = 0; i < 1000; ++i) {
      adams.Step();
      largest = std::max(largest, std::abs(adams.q()[0]));
    }
    const double mean = (adams.t() - begin) / 1000 * Oscillator::omega;
    EXPECT_GT(mean, zeta < 0.1 ? 1.2 : 1.7) << zeta;
    EXPECT_LT(mean, 2.1) << zeta;
    EXPECT_LT(largest, 1e-2) << zeta;
    EXPECT_TRUE(adams.is_held()) << zeta;
  }
}

/// One evaluation where accuracy asks for order 5 and the oscillation for h ω = 0.5.
TEST(ExplicitStability, HeldStepsWithOneEvaluationExciteNothing) {
  SmallSystem<Oscillator> system;
  IntegratorOptions options;
  options.tolerance = 1e-2;
  Adams adams(system, options);
  const VectorXd x = VectorXd::Constant(1, 1e-4);
  adams.Start(0, x, VectorXd::Zero(1), -1e6 * x, VectorXd(0));
  ExplicitStability held;
  for (int i = 0; i < 3; ++i) held.ObserveProbe(0.1, 2e-4, 5, 5e-4);
  for (int i = 0; i < 40; ++i) held.ObserveStep(0.1, 1e-5);
  ASSERT_TRUE(held.holds_once());
  adams.ResumeHeld(held, 2e-4);
  double largest = 0;
  for (int i = 0; i < 180; ++i) {
    adams.Step();
    largest = std::max(largest, std::abs(adams.q()[0]));
  }
  EXPECT_TRUE(adams.stability().holds_once());
  EXPECT_LT(largest, 1.2e-4);
  EXPECT_GT(adams.last_step() * Oscillator::omega, 0.45);
}

TEST(ExplicitStability, TheDampingRatioIsMeasured) {
  for (double zeta : {0.0, 0.001, 0.01, 0.2}) {
    Oscillator oscillator;
    oscillator.zeta = zeta;
    SmallSystem<Oscillator> system(oscillator);
    Adams adams(system, {});
    const VectorXd x = VectorXd::Constant(1, 1e-4);
    adams.Start(0, x, VectorXd::Zero(1), -1e6 * x, VectorXd(0));
    EXPECT_TRUE(std::isinf(adams.CalcDampingRatio()));
    for (int i = 0; i < 5; ++i) adams.Step();
    EXPECT_NEAR(adams.CalcDampingRatio(), zeta, 1e-7);
  }
}

}  // namespace
}  // namespace trunnion
