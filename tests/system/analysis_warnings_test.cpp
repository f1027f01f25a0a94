// SPDX-License-Identifier: BSD-3-Clause
// What an analysis leaves out of a model is told.
#include <gtest/gtest.h>

#include <string>

#include "engine/batch/run.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"

namespace trunnion {
namespace analysis_warnings_test {

/// An arm on a hinge; with friction, or driven.
Model Arm(bool friction, bool driven) {
  Model model;
  const BodyId arm = model.AddRigidBody(
      {.name = "arm", .mass = 1, .com = {0.3, 0, 0}, .inertia = Mat3::Identity()});
  JointAt hinge{.name = "hinge", .body_a = Model::ground(), .body_b = arm};
  if (friction) hinge.friction = JointFriction{.coefficient = 0.1, .radius = 0.02};
  const JointId joint = model.AddJointAt(hinge);
  if (driven) model.AddMotion({.along = joint, .law = MakeConstant(0)});
  return model;
}

TEST(AnalysisWarnings, StaticsNamesTheJointsWhoseFrictionItLeavesOut) {
  for (bool friction : {false, true}) {
    const System system = Arm(friction, false).Compile();
    const Simulation simulation(system);
    for (const auto type : {AnalysisType::statics, AnalysisType::quasi_static}) {
      const auto warnings = ListAnalysisWarnings(type, simulation);
      ASSERT_EQ(warnings.size(), friction ? 1u : 0u);
      if (friction) {
        EXPECT_NE(warnings[0].find("joint 'hinge'"), std::string::npos) << warnings[0];
      }
    }
    EXPECT_TRUE(ListAnalysisWarnings(AnalysisType::dynamic, simulation).empty());
  }
}

TEST(AnalysisWarnings, DynamicsWithNothingFreePointsToKinematics) {
  const System system = Arm(false, true).Compile();
  const Simulation simulation(system);
  const auto warnings = ListAnalysisWarnings(AnalysisType::dynamic, simulation);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("'kinematic'"), std::string::npos) << warnings[0];
  EXPECT_TRUE(ListAnalysisWarnings(AnalysisType::kinematic, simulation).empty());
}

}  // namespace analysis_warnings_test
}  // namespace trunnion
