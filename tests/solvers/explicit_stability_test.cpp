// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/explicit_stability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/adams.hpp"
#include "solvers/small_system.hpp"

namespace trunnion {
namespace {

constexpr double kStep = 1e-3;

/// Probes that begin a trial.
void BeginTrial(ExplicitStability& stability) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(stability.evaluates_twice());
    stability.ObserveProbe(0.1, kStep);
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
    for (int j = 0; j < 2; ++j) stability.ObserveProbe(0.5, kStep);
    stability.ObserveProbe(0.01, kStep);
  }
  EXPECT_FALSE(stability.evaluates_twice());
  EXPECT_TRUE(std::isinf(stability.limit()));
  for (int i = 0; i < 9; ++i) stability.ObserveProbe(0.03, kStep);
  EXPECT_FALSE(stability.evaluates_twice());
  stability.ObserveProbe(0.03, kStep);
  EXPECT_TRUE(stability.evaluates_twice());
}

TEST(ExplicitStability, TwoEvaluationsStayWhereStepsBecomeLonger) {
  ExplicitStability stability;
  BeginTrial(stability);
  Steps(stability, 20, 0.2, 1.0 * kStep);  // what counts comes after
  Steps(stability, 19, 0.2, 1.8 * kStep);
  EXPECT_FALSE(stability.is_held());
  Steps(stability, 1, 0.2, 1.8 * kStep);
  EXPECT_TRUE(stability.is_held());
  EXPECT_TRUE(stability.evaluates_twice());
  Steps(stability, 1000, 0.2, 1.8 * kStep);
  EXPECT_TRUE(stability.is_held());
}

TEST(ExplicitStability, OneEvaluationReturnsWhereTwoDoNotPayAndTheNextTrialWaits) {
  ExplicitStability stability;
  for (int wait : {1000, 4000}) {
    BeginTrial(stability);
    Steps(stability, 40, 0.2, 1.7 * kStep);
    EXPECT_FALSE(stability.evaluates_twice());
    EXPECT_EQ(stability.limit(), kStep);
    for (int i = 20; i < wait - 40; i += 20) stability.ObserveProbe(0.1, kStep);
    EXPECT_FALSE(stability.evaluates_twice());
    EXPECT_TRUE(std::isinf(stability.limit()));
    if (wait == 1000) stability.ObserveProbe(0, kStep);
  }
}

TEST(ExplicitStability, OneEvaluationReturnsWhereNothingHoldsTheStepsAnyMore) {
  for (const auto& [change, h] : {std::pair(0.001, 2 * kStep), std::pair(0.2, 1.7 * kStep)}) {
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
  for (int i = 0; i < 3; ++i) stability.ObserveProbe(0.1, kStep);
  EXPECT_TRUE(stability.is_held());
  EXPECT_FALSE(stability.evaluates_twice());
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

}  // namespace
}  // namespace trunnion
