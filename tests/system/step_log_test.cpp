// SPDX-License-Identifier: BSD-3-Clause
// The log of steps of a long run is thinned; sums and extremes stay those of all steps.
#include "engine/recorder/step_log.hpp"

#include <gtest/gtest.h>

#include "engine/model/model.hpp"
#include "engine/recorder/recorder.hpp"

namespace trunnion {
namespace {

/// A rod that falls about its end.
Model MakeSwing() {
  Model model;
  model.set_gravity({0, -9.81, 0});
  RigidBody description{.name = "rod", .mass = 2};
  description.inertia = Vec3(0.1, 0.2, 0.3).asDiagonal();
  description.position = {-0.5, 0, 0};
  const BodyId rod = model.AddRigidBody(description);
  const MarkerId a = model.AddMarker({.name = "a", .body = Model::ground()});
  const MarkerId b = model.AddMarker({.name = "b", .body = rod, .position = {0.5, 0, 0}});
  model.AddJoint({.name = "hinge", .type = JointType::revolute, .a = a, .b = b});
  return model;
}

TEST(StepLog, ThinnedRowsStandForAllSteps) {
  const System system = MakeSwing().Compile();
  Simulation simulation(system);
  StepLog all, thin(8);
  simulation.on_step([&](const Simulation& s) {
    all.Sample(s);
    thin.Sample(s);
  });
  simulation.advance_to(1);
  const MatrixXd every = all.MakeTable().values, few = thin.MakeTable().values;
  ASSERT_GT(every.rows(), 40);
  EXPECT_EQ(all.steps_per_row(), 1);
  EXPECT_GT(thin.steps_per_row(), 4);
  EXPECT_LE(few.rows(), 8);
  EXPECT_EQ(few.rows(), (every.rows() + thin.steps_per_row() - 1) / thin.steps_per_row());
  EXPECT_EQ(few.col(3).sum(), every.col(3).sum());  // Newton iterations
  EXPECT_EQ(few.col(3).sum(), static_cast<double>(simulation.statistics().newton_iterations));
  EXPECT_EQ(few.col(5).maxCoeff(), every.col(5).maxCoeff());
  EXPECT_EQ(few.bottomRows(1).col(0), every.bottomRows(1).col(0));  // the last step
  EXPECT_EQ(few.bottomRows(1).col(4), every.bottomRows(1).col(4));
  EXPECT_EQ(few(0, 0), every(thin.steps_per_row() - 1, 0));
  EXPECT_EQ(thin.largest_residual(), all.largest_residual());
}

TEST(OutputTimes, AShortSpanHasItsEnd) {
  const auto list = [](double end, double interval) {
    std::vector<double> times;
    ForEachOutputTime(0, end, interval, [&](double t) {
      times.push_back(t);
      return true;
    });
    return times;
  };
  EXPECT_EQ(list(1e-9, 0.1), (std::vector<double>{0, 1e-9}));
  EXPECT_EQ(list(1e-300, 1), (std::vector<double>{0, 1e-300}));
  EXPECT_EQ(list(0, 1), std::vector{0.0});
  EXPECT_EQ(list(1 + 1e-9, 0.5),
            (std::vector<double>{0, 0.5, 1 + 1e-9}));  // rounding of the interval
}

/// The k-th output is at the number that a person would write, which is k/10 to the last bit.
TEST(OutputTimes, AreDecimalNumbers) {
  int k = 0;
  ForEachOutputTime(0, 100, 0.1, [&](double t) {
    EXPECT_EQ(t, k++ / 10.0);
    return true;
  });
  EXPECT_EQ(k, 1001);
  k = 0;
  ForEachOutputTime(2.3, 3.3, 0.001, [&](double t) {
    EXPECT_EQ(t, (2300 + k++) / 1000.0);
    return true;
  });
  k = 0;  // thirds are no decimal numbers, and stay
  ForEachOutputTime(0, 10, 1.0 / 3, [&](double t) {
    EXPECT_EQ(t, k == 30 ? 10 : k * (1.0 / 3));
    ++k;
    return true;
  });
}

}  // namespace
}  // namespace trunnion
