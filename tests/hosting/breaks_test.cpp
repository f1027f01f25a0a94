// SPDX-License-Identifier: BSD-3-Clause
//
// Breaks of laws beside communication points.
#include <gtest/gtest.h>

#include "engine/hosting/stepped_simulation.hpp"

namespace trunnion {
namespace {

/// A load that begins at a communication point but for rounding, before it or after it: the step
/// between the two, of 1e-18 s, had no Newton matrix.
TEST(SteppedSimulation, BreaksARoundingErrorFromACommunicationPointFallTogetherWithIt) {
  for (const double off : {0.0, 2e-18, -2e-18, 1e-16, -1e-16, 1e-15, -1e-15}) {
    Model model;
    const double begin = 0.01 + off;
    const BodyId rod = model.AddRigidBody(
        {.name = "rod", .mass = 1, .com = {0.5, 0, 0}, .inertia = Mat3::Identity()});
    model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = rod});
    model.AddAppliedLoad(
        {.name = "load",
         .body = rod,
         .torque = {.law = VectorLaw([begin](double t) { return Vec3(0, 0, t < begin ? 0 : 5); },
                                     MakeBreaks({{begin, 0}}))}});
    SteppedSimulation host(model);
    double t = 0;
    for (int i = 0; i < 30; ++i) {
      t += 1e-3;  // 0.010000000000000002 in the tenth step
      ASSERT_NO_THROW(host.AdvanceTo(t)) << off << ", " << t;
      ASSERT_EQ(host.t(), t);
    }
    const double acceleration = 5 / 1.25, s = t - 0.01;
    EXPECT_NEAR(host.Get(host.FindOutput("hinge.angle")), acceleration * s * s / 2, 1e-9) << off;
    EXPECT_NEAR(host.Get(host.FindOutput("hinge.angle_rate")), acceleration * s, 1e-8) << off;
    EXPECT_LT(host.simulation().statistics().steps, 100) << off;
  }
}

}  // namespace
}  // namespace trunnion
