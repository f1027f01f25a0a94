// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "joints/joint.hpp"
#include "tests/joints/joint_residuals.hpp"
#include "tests/support/check_constraint.hpp"

namespace trunnion {
namespace {

using test::EvaluateConstraint;
using test::RandomSource;

class JointResidual : public ::testing::TestWithParam<JointType> {};

TEST_P(JointResidual, BlocksAgreeWithAutomaticDifferentiation) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    RandomSource random(seed);
    const Joint joint =
        MakeJoint(GetParam(), {.pair = random.Pair(1, 2), .length = 0.8, .pitch = 0.3});
    const std::vector<BodyState> bodies = random.Bodies(2);
    const ElementContext context{0.3, bodies, {}};
    const VectorXd lambda = VectorXd::Random(joint.num_rows());
    const auto ours = EvaluateConstraint(joint, context, lambda);
    test::ForResidualOf(GetParam(), joint.pair(), 0.8, 0.3, [&](const auto& user) {
      ASSERT_EQ(user.num_rows(), joint.num_rows());
      const auto automatic = EvaluateConstraint(user, context, lambda);
      EXPECT_LT((ours.g - automatic.g).norm(), 1e-14);
      EXPECT_LT((ours.g_t - automatic.g_t).norm(), 1e-14);
      EXPECT_LT((ours.G - automatic.G).norm(), 1e-12);
      EXPECT_LT((ours.L - automatic.L).norm(), 1e-12 * (1 + ours.L.norm()));
      EXPECT_LT((ours.gamma - automatic.gamma).norm(), 1e-12 * (1 + ours.gamma.norm()));
      EXPECT_LT((ours.stiffness - automatic.stiffness).norm(), 1e-12 * (1 + ours.stiffness.norm()));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Joints,
                         JointResidual,
                         ::testing::ValuesIn(kJointTypes),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace
}  // namespace trunnion
