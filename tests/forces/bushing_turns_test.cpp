// SPDX-License-Identifier: BSD-3-Clause
// Bushings at large rotation: tilt and twist about an axis, turns that are counted, limits.
#include <gtest/gtest.h>

#include <numbers>

#include "engine/core/error.hpp"
#include "forces/bushing.hpp"
#include "forces/user_force.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace bushing_turns_test {

using std::numbers::pi;
using test::CheckForce;
using test::RandomPose;
using test::RandomSemidefinite;
using test::RandomVector;

MarkerPair ParallelFrames(std::mt19937& random) {
  MarkerPair pair{.A = 1, .B = 2, .X_AF = RandomPose(random), .X_BM = RandomPose(random)};
  pair.X_BM.R = pair.X_AF.R;
  return pair;
}

TEST(BushingTurns, TiltAndTwistHaveExactTangentsAndAnEnergy) {
  for (const int axis : {0, 1, 2})
    for (unsigned seed = 1; seed <= 8; ++seed) {
      std::mt19937 random(seed);
      BushingParameters p{.stiffness = RandomSemidefinite(6, random), .twist_axis = axis};
      p.preload = Vec6::NullaryExpr([&] { return std::normal_distribution<double>()(random); });
      const MarkerPair pair = ParallelFrames(random);
      EXPECT_TRUE(CheckForce(Bushing(pair, p), seed, {.conservative = true, .max_angle = 1.3}));
      p.damping = RandomSemidefinite(6, random);
      EXPECT_TRUE(CheckForce(Bushing(pair, p), seed, {.dissipative = true, .max_angle = 1.3}));
      // Small tilts, where series are used.
      EXPECT_TRUE(CheckForce(Bushing(pair, p), seed, {.dissipative = true, .max_angle = 0.05}));
    }
}

/// Tilt and twist about z from the definitions, for any scalar; no frames, body A is the ground.
struct TiltAndTwist {
  Mat3 K, D;

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f) const {
    using std::atan2, std::sqrt;
    using V = Eigen::Matrix<S, 3, 1>;
    using M = Eigen::Matrix<S, 3, 3>;
    const M& Q = b[1].R;
    const V omega = Q * b[1].w, m = Q.col(2);
    const S sine = sqrt(m(0) * m(0) + m(1) * m(1)), factor = atan2(sine, m(2)) / sine;
    V s, theta;
    s << -m(1), m(0), S(0.0);
    theta << -factor * m(1), factor * m(0), atan2(Q(1, 0) - Q(0, 1), Q(0, 0) + Q(1, 1));
    const S g = (S(1.0) - factor * m(2)) / (sine * sine);
    M G = s * s.transpose() * g;
    for (int i = 0; i < 3; ++i) {
      G(i, i) += factor * m(2);
      G(i, 2) -= factor * m(i);
      G(2, i) += (m(i) + S(i == 2 ? 1.0 : 0.0)) / (S(1.0) + m(2));
    }
    const V S_theta = K.cast<S>() * theta + D.cast<S>() * V(G * omega);
    const V torque = -(G.transpose() * S_theta);
    f[0] << V(-b[1].r * S(0.0)), V(-torque);
    f[1] << V(b[1].r * S(0.0)), V(Q.transpose() * torque);
  }
};

TEST(BushingTurns, TiltAndTwistAgreeWithAutomaticDifferentiation) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    BushingParameters p{.twist_axis = 2};
    p.stiffness.bottomRightCorner<3, 3>() = RandomSemidefinite(3, random);
    p.damping.bottomRightCorner<3, 3>() = RandomSemidefinite(3, random);
    const MarkerPair pair{.A = 0, .B = 1};
    const UserForce<TiltAndTwist, 2> same(
        {0, 1}, {p.stiffness.bottomRightCorner<3, 3>(), p.damping.bottomRightCorner<3, 3>()});
    std::vector<BodyState> bodies(2);
    bodies[1] = {.R = test::RandomRotation(random, 2.6), .w = RandomVector(random, 1)};
    const ElementContext x{0, bodies, {}};
    LocalVector<2> f, expected;
    LocalMatrix<2> f_q, f_v, expected_q, expected_v;
    const Bushing bushing(pair, p);
    bushing.CalcForce(x, f);
    same.CalcForce(x, expected);
    bushing.Linearize(x, f_q, f_v);
    same.Linearize(x, expected_q, expected_v);
    EXPECT_LT((f - expected).norm(), 1e-12 * (1 + expected.norm()));
    const auto own = [](const LocalMatrix<2>& A) { return A.bottomRightCorner<3, 3>(); };
    EXPECT_LT((own(f_q) - own(expected_q)).norm(), 1e-11 * (1 + expected_q.norm()));
    EXPECT_LT((own(f_v) - own(expected_v)).norm(), 1e-11 * (1 + expected_v.norm()));
  }
}

/// A bushing on body 1 against the ground, M turned by Q, at rest.
BushingDeformation Deformation(const BushingParameters& p, const Mat3& Q) {
  std::vector<BodyState> bodies(2);
  bodies[1].R = Q;
  return Bushing({.A = 0, .B = 1}, p).CalcDeformation({0, bodies, {}});
}

TEST(BushingTurns, TheOnlyFreeAxisIsTheTwistAxis) {
  for (const int axis : {0, 1, 2}) {
    BushingParameters p;
    p.stiffness.diagonal() << 1, 1, 1, 50, 50, 50;
    p.stiffness(3 + axis, 3 + axis) = 0;
    const Vec3 tilt = 0.01 * Vec3::Unit((axis + 1) % 3);
    for (double turn = 0; turn < 7; turn += 0.1) {
      const Mat3 Q = RotationExp(tilt) * RotationExp(turn * Vec3::Unit(axis));
      const Vec3 torque = Deformation(p, Q).wrench.tail<3>();
      EXPECT_LT((torque + 50 * tilt).norm(), 1e-12) << "axis " << axis << ", turn " << turn;
    }
    p.twist_axis = -1;  // the rotation vector, stiffer across
    const Mat3 Q = RotationExp(tilt) * RotationExp(0.5 * pi * Vec3::Unit(axis));
    const double across = Deformation(p, Q).wrench.tail<3>().dot(tilt.normalized());
    EXPECT_NEAR(across, -0.5 * std::pow(0.25 * pi / std::sin(0.25 * pi), 2), 1e-3);
  }
}

TEST(BushingTurns, SecondOrderOfTheEnergyIsThatOfTheRotationVector) {
  std::mt19937 random(5);
  BushingParameters p;
  p.stiffness.diagonal() << 1, 1, 1, 7, 4, 0;
  BushingParameters vector = p;
  vector.twist_axis = -1;
  const MarkerPair pair{.A = 0, .B = 1};
  for (int i = 0; i < 10; ++i) {
    const Vec3 direction = RandomVector(random, 1).normalized();
    std::array<double, 2> difference{};
    for (const std::size_t k : {0u, 1u}) {
      std::vector<BodyState> bodies(2);
      bodies[1].R = RotationExp((k == 0 ? 2e-2 : 1e-2) * direction);
      const ElementContext x{0, bodies, {}};
      difference[k] =
          std::abs(Bushing(pair, p).CalcEnergy(x) - Bushing(pair, vector).CalcEnergy(x));
    }
    EXPECT_LT(difference[0], 3 * 8e-6);                // (k_x - k_y) θ³
    EXPECT_NEAR(difference[0] / difference[1], 8, 2);  // third order
  }
}

/// Carries the element through a rotation about an axis in small steps, as accepted states do.
struct Carried {
  Bushing bushing;
  std::vector<double> memory;
  std::vector<BodyState> bodies{2};

  explicit Carried(const BushingParameters& p)
      : bushing({.A = 0, .B = 1}, p), memory(static_cast<std::size_t>(bushing.num_memory()), 0.0) {}
  ElementContext x() const { return {0, bodies, memory}; }
  void TurnTo(double from, double to, const Vec3& axis, const Mat3& before) {
    for (int i = 1; i <= 200; ++i) {
      bodies[1].R = RotationExp((from + (to - from) * i / 200) * axis) * before;
      bushing.UpdateMemory(x(), memory);
    }
  }
};

TEST(BushingTurns, RotationVectorsAreFollowedBeyondHalfATurn) {
  std::mt19937 random(2);
  for (const BushingMeasure measure : {BushingMeasure::energy, BushingMeasure::plain}) {
    BushingParameters p{.measure = measure};
    p.stiffness.diagonal() << 1, 1, 1, 2, 3, 4;
    Carried carried(p);
    const Vec3 axis = RandomVector(random, 1).normalized();
    carried.TurnTo(0, 5.5, axis, Mat3::Identity());
    EXPECT_LT((carried.bushing.CalcDeformation(carried.x()).e.tail<3>() - 5.5 * axis).norm(),
              1e-12);
    const Turn turn = carried.bushing.CalcTurn(carried.x());
    EXPECT_NEAR(turn.angle, 5.5, 1e-12);
    EXPECT_FALSE(turn.ended);
    carried.TurnTo(5.5, 6.1, axis, Mat3::Identity());
    EXPECT_TRUE(carried.bushing.CalcTurn(carried.x()).ended);
    carried.TurnTo(5.5, 0.4, axis, Mat3::Identity());  // and back
    EXPECT_LT((carried.bushing.CalcDeformation(carried.x()).e.tail<3>() - 0.4 * axis).norm(),
              1e-12);
  }
}

TEST(BushingTurns, TwistCountsTurns) {
  BushingParameters p{.twist_axis = 1};
  p.stiffness.diagonal() << 1, 1, 1, 20, 0.5, 20;
  Carried carried(p);
  const Mat3 tilt = RotationExp(Vec3(0.1, 0, 0.2));
  for (int k = 0; k < 10; ++k) {
    for (int i = 1; i <= 50; ++i) {
      carried.bodies[1].R = tilt * RotationExp(2 * pi * (k + i / 50.0) * Vec3::UnitY());
      carried.bushing.UpdateMemory(carried.x(), carried.memory);
    }
  }
  const BushingDeformation at = carried.bushing.CalcDeformation(carried.x());
  EXPECT_NEAR(at.e[4], 20 * pi, 1e-12);
  EXPECT_NEAR(at.e[3], 0.1, 1e-12);
  EXPECT_NEAR(
      carried.bushing.CalcEnergy(carried.x()), 0.5 * 20 * 0.05 + 0.25 * std::pow(20 * pi, 2), 1e-9);
  EXPECT_EQ(carried.bushing.CalcTurn(carried.x()).ended, false);
}

TEST(BushingTurns, BryantEnergyIsTheWorkOfItsSines) {
  BushingParameters p{.measure = BushingMeasure::bryant};
  p.stiffness.diagonal() << 1, 1, 1, 0.2, 0.2, 0.3;
  const Bushing bushing({.A = 0, .B = 1}, p);
  std::vector<BodyState> bodies(2);
  LocalVector<2> f;
  double work = 0;
  const int n = 2000;
  for (int i = 0; i < n; ++i) {  // about y, a turn and a half
    bodies[1].R = RotationExp(3 * pi * (i + 0.5) / n * Vec3::UnitY());
    bushing.CalcForce({0, bodies, {}}, f);
    work -= f[10] * 3 * pi / n;
    bodies[1].R = RotationExp(3 * pi * (i + 1.0) / n * Vec3::UnitY());
    EXPECT_NEAR(bushing.CalcEnergy({0, bodies, {}}), work, 1e-5);
  }
  EXPECT_NEAR(work, 0.4, 1e-5);
}

TEST(BushingTurns, DampingOfFreeRotationActsOnTheAngularVelocity) {
  BushingParameters p;
  p.damping.diagonal() << 0, 0, 0, 2, 3, 4;
  std::vector<BodyState> bodies(2);
  bodies[1] = {.R = RotationExp({0, 3.0, 0.5}), .w = {1, 2, 3}};
  const Bushing bushing({.A = 0, .B = 1}, p);
  const Vec3 omega = bodies[1].R * bodies[1].w;
  const Vec3 torque = bushing.CalcDeformation({0, bodies, {}}).wrench.tail<3>();
  EXPECT_LT((torque + Vec3(2 * omega.x(), 3 * omega.y(), 4 * omega.z())).norm(), 1e-14);
  EXPECT_EQ(bushing.num_memory(), 0);
}

TEST(BushingTurns, TwistAxisNeedsMeasureEnergy) {
  EXPECT_THROW(
      Bushing({.A = 0, .B = 1}, {.measure = BushingMeasure::plain, .twist_axis = 2}, "force 'b'"),
      ModelError);
  EXPECT_THROW(Bushing({.A = 0, .B = 1}, {.twist_axis = 3}), ModelError);
}

}  // namespace bushing_turns_test
}  // namespace trunnion
