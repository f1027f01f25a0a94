// SPDX-License-Identifier: BSD-3-Clause
#include "joints/joint.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "engine/core/error.hpp"
#include "tests/support/check_constraint.hpp"

namespace trunnion {
namespace joint_test {

using test::CheckConstraint;
using test::EvaluateConstraint;
using test::RandomSource;

Joint RandomJoint(JointType type, BodyIndex A, BodyIndex B, RandomSource& random) {
  return MakeJoint(type, {.pair = random.Pair(A, B), .length = 0.8, .pitch = 0.3});
}

/// A pose X_FM that satisfies the joint, found by Newton's method from near the identity.
std::vector<BodyState> Assemble(const Joint& joint, RandomSource& random) {
  std::vector<BodyState> bodies = random.Bodies(2);
  test::PlaceBody(joint.pair(), {random.Rotation(0.6), random.Vector(0.5)}, bodies);
  for (int i = 0; i < 30; ++i) {
    LocalRows<6> g, g_t;
    LocalJacobian<2, 6> G;
    joint.Calc({0, bodies, {}}, g, g_t, G);
    const MatrixXd G_B = G.rightCols<6>();
    test::MoveBody(-G_B.transpose() * (G_B * G_B.transpose()).inverse() * g, bodies[2]);
  }
  return bodies;
}

class EveryJoint : public ::testing::TestWithParam<JointType> {};

TEST_P(EveryJoint, BlocksAreDerivativesOfTheResidual) {
  const bool balanced = DefinitionOf(GetParam()).rows[0].kind != JointRow::Kind::separation;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    RandomSource random(seed + 100);
    const Joint joint = RandomJoint(GetParam(), 1, 2, random);
    EXPECT_EQ(CheckConstraint(joint, seed, {.balanced = balanced}), "");
    // Assembled positions are not multiples of 2^-20 m, so the exact shift does not apply to them.
    EXPECT_EQ(test::CheckConstraintAt(joint, Assemble(joint, random), seed, {.invariant = false}),
              "");
    // Joints to the ground, which does not take part in rigid motions.
    for (const auto& [A, B] : {std::pair{0, 1}, {1, 0}}) {
      const Joint grounded = RandomJoint(GetParam(), A, B, random);
      EXPECT_EQ(CheckConstraint(grounded, seed, {.invariant = false, .balanced = balanced}), "");
    }
  }
}

TEST_P(EveryJoint, RowsAreIndependentAtSolutions) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    RandomSource random(seed);
    const Joint joint = RandomJoint(GetParam(), 1, 2, random);
    const std::vector<BodyState> bodies = Assemble(joint, random);
    const auto at = EvaluateConstraint(joint, {0, bodies, {}}, VectorXd::Ones(joint.num_rows()));
    ASSERT_LT(at.g.norm(), 1e-12) << "seed " << seed;
    EXPECT_TRUE(joint.IsOnRightBranch({0, bodies, {}})) << "seed " << seed;
    const MatrixXd G_B = at.G.rightCols(6);
    Eigen::FullPivLU<MatrixXd> lu(G_B);
    lu.setThreshold(1e-6);
    EXPECT_EQ(lu.rank(), joint.num_rows());
    EXPECT_EQ(joint.num_freedoms(), 6 - lu.rank());
  }
}

TEST_P(EveryJoint, FreeMotionsAreSeenByTheCoordinates) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    RandomSource random(seed);
    const Joint joint = RandomJoint(GetParam(), 1, 2, random);
    const std::vector<BodyState> bodies = Assemble(joint, random);
    LocalRows<6> g, g_t;
    LocalJacobian<2, 6> G;
    joint.Calc({0, bodies, {}}, g, g_t, G);
    // Rates of the coordinates for a basis of velocities of B that the joint admits.
    const MatrixXd basis = Eigen::FullPivLU<MatrixXd>(MatrixXd(G.rightCols<6>())).kernel();
    MatrixXd rates(joint.num_coordinates(), joint.num_freedoms());
    for (int j = 0; j < joint.num_freedoms(); ++j) {
      std::vector<BodyState> moving = bodies;
      moving[1].v = moving[1].w = Vec3::Zero();
      moving[2].v = basis.col(j).head<3>();
      moving[2].w = basis.col(j).tail<3>();
      std::array<CoordinateValue, 6> out;
      joint.CalcCoordinates({0, moving, {}}, out);
      for (int i = 0; i < joint.num_coordinates(); ++i) rates(i, j) = out[i].rate;
    }
    if (GetParam() == JointType::distance) {  // reports the constrained length itself
      EXPECT_LT(rates.norm(), 1e-12);
    } else if (rates.size() > 0) {
      Eigen::FullPivLU<MatrixXd> lu(rates);
      lu.setThreshold(1e-8);
      EXPECT_EQ(lu.rank(), joint.num_freedoms());
    }
  }
}

TEST_P(EveryJoint, CoordinateRatesAreDerivativesOfTheCoordinates) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    RandomSource random(seed);
    const Joint joint = RandomJoint(GetParam(), 1, 2, random);
    std::vector<BodyState> bodies = random.Bodies(2), ahead = bodies, behind = bodies;
    test::PlaceBody(joint.pair(), {random.Rotation(1.2), random.Vector()}, bodies);
    ahead = behind = bodies;
    const double h = 1e-5;
    for (int i : {1, 2}) {
      Vec6 x;
      x << h * bodies[i].v, h * bodies[i].w;
      test::MoveBody(x, ahead[i]);
      test::MoveBody(-x, behind[i]);
    }
    std::array<CoordinateValue, 6> now, later, before;
    joint.CalcCoordinates({0, bodies, {}}, now);
    joint.CalcCoordinates({0, ahead, {}}, later);
    joint.CalcCoordinates({0, behind, {}}, before);
    for (int i = 0; i < joint.num_coordinates(); ++i) {
      EXPECT_NEAR(now[i].rate, (later[i].value - before[i].value) / (2 * h), 1e-7)
          << joint.coordinate(i).name << ", seed " << seed;
    }
  }
}

TEST_P(EveryJoint, ReactionsOnBothBodiesBalance) {
  RandomSource random(5);
  const Joint joint = RandomJoint(GetParam(), 1, 2, random);
  const std::vector<BodyState> bodies = Assemble(joint, random);
  const ElementContext context{0, bodies, {}};
  const VectorXd lambda = VectorXd::Random(joint.num_rows());
  const std::span<const double> l(lambda.data(), static_cast<std::size_t>(lambda.size()));
  const Reaction on_B = joint.CalcReaction(context, l), on_A = joint.CalcReactionOnA(context, l);
  const PairKinematics x(joint.pair(), bodies[1], bodies[2]);
  EXPECT_LT((on_A.force + on_B.force).norm(), 1e-14);
  const Vec3 moment_about_Fo = on_A.torque + on_B.torque + x.p_FM_W().cross(on_B.force);
  EXPECT_LT(moment_about_Fo.norm(), 1e-13);
  // The reaction is powerless in every motion the joint admits, and lambda_i conjugate to row i.
  Vec12 v;
  v << bodies[1].v, bodies[1].w, bodies[2].v, bodies[2].w;
  const auto velocity = [&](const BodyState& body, const Vec3& p) -> Vec3 {
    return body.v + body.R * body.w.cross(p);
  };
  const double power = on_B.force.dot(velocity(bodies[2], joint.pair().X_BM.p)) +
                       on_B.torque.dot(bodies[2].R * bodies[2].w) +
                       on_A.force.dot(velocity(bodies[1], joint.pair().X_AF.p)) +
                       on_A.torque.dot(bodies[1].R * bodies[1].w);
  const auto at = EvaluateConstraint(joint, context, lambda);
  EXPECT_NEAR(power, -lambda.dot(at.G * v), 1e-12);
}

TEST_P(EveryJoint, NamesConvertBothWays) {
  EXPECT_EQ(JointTypeFromString(to_string(GetParam())), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Joints,
                         EveryJoint,
                         ::testing::ValuesIn(kJointTypes),
                         [](const auto& param) { return std::string(to_string(param.param)); });

/// A joint with one deliberate error.
enum class Mutation { none, jacobian, stiffness, velocity_gradient, gamma, time, balance };
struct WrongJoint {
  static constexpr int kBodies = 2, kMaxRows = 6;
  Joint joint;
  Mutation mutation;

  std::array<BodyIndex, 2> bodies() const { return joint.bodies(); }
  int num_rows() const { return joint.num_rows(); }
  bool is_rotational(int row) const { return joint.is_rotational(row); }
  void Calc(const ElementContext& x,
            LocalRows<6>& g,
            LocalRows<6>& g_t,
            LocalJacobian<2, 6>& G) const {
    joint.Calc(x, g, g_t, G);
    if (mutation == Mutation::jacobian) G(3, 4) = -G(3, 4);
    if (mutation == Mutation::time) g_t[0] = 1e-3;
    if (mutation == Mutation::balance) G.col(8) *= 2;
  }
  void CalcGamma(const ElementContext& x, LocalRows<6>& gamma) const {
    joint.CalcGamma(x, gamma);
    if (mutation == Mutation::gamma) gamma[1] *= 1.001;
  }
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              LocalMatrix<2>& K) const {
    joint.CalcGeometricStiffness(x, lambda, K);
    if (mutation == Mutation::stiffness) K.transposeInPlace();
  }
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<2, 6>& L) const {
    joint.CalcVelocityGradient(x, L);
    if (mutation == Mutation::velocity_gradient) L.row(0).setZero();
  }
};

TEST(ConstraintChecker, FindsEveryMutation) {
  RandomSource random(7);
  const Joint joint = RandomJoint(JointType::cylindrical, 1, 2, random);
  const auto check = [&](Mutation m) { return CheckConstraint(WrongJoint{joint, m}, 3); };
  EXPECT_EQ(check(Mutation::none), "");
  EXPECT_NE(check(Mutation::jacobian).find("G: "), std::string::npos);
  EXPECT_NE(check(Mutation::stiffness).find("stiffness"), std::string::npos);
  EXPECT_NE(check(Mutation::velocity_gradient).find("velocity gradient"), std::string::npos);
  EXPECT_NE(check(Mutation::gamma).find("gamma"), std::string::npos);
  EXPECT_NE(check(Mutation::time).find("g_t"), std::string::npos);
  EXPECT_NE(check(Mutation::balance).find("sum of the forces"), std::string::npos);
}

TEST(MakeJoint, RefusesImpossibleParameters) {
  RandomSource random(1);
  const MarkerPair pair = random.Pair(1, 2);
  EXPECT_THROW(MakeJoint(JointType::ball, {.pair = random.Pair(1, 1)}), ModelError);
  EXPECT_THROW(MakeJoint(JointType::distance, {.pair = pair}), ModelError);
  EXPECT_THROW(MakeJoint(JointType::screw, {.pair = pair, .pitch = std::nan("")}), ModelError);
  MarkerPair skewed = pair;
  skewed.X_BM.R(0, 0) += 1e-3;
  EXPECT_THROW(MakeJoint(JointType::ball, {.pair = skewed}), ModelError);
  EXPECT_FALSE(JointTypeFromString("hinge").has_value());
}

TEST(Joint, ReversedAxisIsOnTheWrongBranch) {
  const Pose flipped{RotationExp(Vec3(std::acos(-1.0), 0, 0)), Vec3::Zero()};
  for (JointType type : {JointType::revolute, JointType::fixed, JointType::screw}) {
    const Joint joint = MakeJoint(type, {.pair = {.A = 0, .B = 1, .X_BM = flipped}});
    EXPECT_FALSE(joint.IsOnRightBranch({0, std::vector<BodyState>(2), {}})) << to_string(type);
  }
}

}  // namespace joint_test
}  // namespace trunnion
