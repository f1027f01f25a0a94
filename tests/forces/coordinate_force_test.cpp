// SPDX-License-Identifier: BSD-3-Clause
#include "forces/coordinate_force.hpp"

#include <gtest/gtest.h>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "forces/laws.hpp"
#include "forces/user_force.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace coordinate_force_test {

using test::CheckForce;
using test::CheckSameForce;

constexpr CoordinateKind kKinds[] = {CoordinateKind::offset_x,
                                     CoordinateKind::offset_y,
                                     CoordinateKind::offset_z,
                                     CoordinateKind::distance,
                                     CoordinateKind::angle,
                                     CoordinateKind::disc_height};

/// Frames with tilted axes in both bodies, so that relative angles stay away from half a turn.
MarkerPair RandomPair(std::mt19937& random) {
  MarkerPair pair{
      .A = 1, .B = 2, .X_AF = test::RandomPose(random), .X_BM = test::RandomPose(random)};
  pair.X_BM.R = pair.X_AF.R * RotationExp(Vec3(1, 0.2, 0));
  pair.radius = 0.3;
  return pair;
}

ScalarLaw Spring(double damping) {
  return MakeLinearSpringDamper(
      {.stiffness = 3, .damping = damping, .free_length = 0.4, .preload = 0.7});
}

TEST(CoordinateForce, SatisfiesEveryForceCheck) {
  for (const CoordinateKind kind : kKinds)
    for (unsigned seed = 1; seed <= 10; ++seed) {
      std::mt19937 random(seed);
      const MarkerPair pair = RandomPair(random);
      EXPECT_TRUE(CheckForce(
          CoordinateForce(kind, pair, Spring(0)), seed, {.conservative = true, .max_angle = 0.9}))
          << static_cast<int>(kind);
      EXPECT_TRUE(CheckForce(
          CoordinateForce(kind, pair, Spring(2)), seed, {.dissipative = true, .max_angle = 0.9}))
          << static_cast<int>(kind);
    }
}

TEST(CoordinateForce, NonlinearLawOfPositionSpeedAndTimeIsExactToo) {
  const ScalarLaw law = MakeScalarLaw([](const auto& c, const auto& c_dot, double t) {
    using std::sin;
    return sin(c) * (t + c_dot) - c * c * c_dot;
  });
  for (const CoordinateKind kind : kKinds) {
    std::mt19937 random(5);
    const CoordinateForce force(kind, RandomPair(random), law);
    EXPECT_TRUE(CheckForce(force, 5, {.max_angle = 0.9})) << static_cast<int>(kind);
  }
}

/// The distance spring-damper written once more, in the world.
struct DistanceFunction {
  MarkerPair pair;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f) const {
    using std::sqrt;
    using V = Eigen::Matrix<S, 3, 1>;
    const V s_A = pair.X_AF.p.cast<S>(), s_B = pair.X_BM.p.cast<S>();
    const V d = (b[1].r + b[1].R * s_B) - (b[0].r + b[0].R * s_A);
    const V d_dot =
        (b[1].v + b[1].R * V(b[1].w.cross(s_B))) - (b[0].v + b[0].R * V(b[0].w.cross(s_A)));
    const S c = sqrt(d.dot(d));
    const S c_dot = d.dot(d_dot) / c;
    const V F = d * S(-(3.0 * (c - 0.4) + 2.0 * c_dot + 0.7) / c);
    f[0] << -F, -s_A.cross(V(b[0].R.transpose() * F));
    f[1] << F, s_B.cross(V(b[1].R.transpose() * F));
  }
};

TEST(CoordinateForce, AgreesWithAutomaticDifferentiationOfTheSameLaw) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const MarkerPair pair = RandomPair(random);
    const UserForce<DistanceFunction, 2> same({1, 2}, {pair});
    EXPECT_TRUE(CheckSameForce(
        CoordinateForce(CoordinateKind::distance, pair, Spring(2)), same, seed, 1e-11));
  }
}

/// Ground and one body with its marker at `d` from the ground's, moving with `v`.
std::vector<BodyState> PointAt(const Vec3& d, const Vec3& v) {
  std::vector<BodyState> bodies(2);
  bodies[1].r = d;
  bodies[1].v = v;
  return bodies;
}

TEST(CoordinateForce, SpringOfZeroLengthIsSmoothThroughZero) {
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  const CoordinateForce spring(
      CoordinateKind::distance, pair, MakeLinearSpringDamper({.stiffness = 10, .damping = 0.5}));
  const Vec3 direction = Vec3(1, -2, 3).normalized(), v = 2 * direction;
  for (const double z : {-1e-3, -1e-9, -1e-11, -1e-200, 0.0, 1e-300, 1e-11, 1e-9, 1e-3}) {
    const auto bodies = PointAt(z * direction, v);
    LocalVector<2> f;
    spring.CalcForce({0, bodies, {}}, f);
    EXPECT_LT((f.segment<3>(6) + 10 * z * direction + 0.5 * v).norm(), 1e-14) << z;
    EXPECT_LT((f.segment<3>(0) + f.segment<3>(6)).norm(), 1e-15);
    LocalMatrix<2> f_q, f_v;
    const auto rest = PointAt(z * direction, Vec3::Zero());
    spring.Linearize({0, rest, {}}, f_q, f_v);
    EXPECT_LT((f_q.block<3, 3>(6, 6) + 10 * Mat3::Identity()).norm(), 1e-13) << z;
    EXPECT_TRUE(f_v.allFinite());
    EXPECT_NEAR(direction.dot(f_v.block<3, 3>(6, 6) * direction), -0.5, 1e-14);
  }
}

TEST(CoordinateForce, TangentAtZeroDistanceIsExactForBothBodies) {
  std::mt19937 random(6);
  MarkerPair pair = RandomPair(random);
  const ScalarLaw law = MakeLinearSpringDamper({.stiffness = 3});
  const CoordinateForce spring(CoordinateKind::distance, pair, law);
  auto bodies = test::RandomStates(2, random, {});
  bodies[2].r = bodies[1].r + bodies[1].R * pair.X_AF.p - bodies[2].R * pair.X_BM.p;
  const test::ForceChecker<CoordinateForce> checker(spring, bodies, {});
  EXPECT_LT(checker.Force(bodies).norm(), 1e-14);
  EXPECT_EQ(checker.CheckTangents(), "");
}

TEST(CoordinateForce, FreeLengthHasNoDirectionAtZeroDistance) {
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  const CoordinateForce spring(CoordinateKind::distance, pair, Spring(2));
  const auto bodies = PointAt(Vec3::Zero(), Vec3::Zero());
  LocalVector<2> f;
  LocalMatrix<2> f_q, f_v;
  spring.CalcForce({0, bodies, {}}, f);
  spring.Linearize({0, bodies, {}}, f_q, f_v);
  EXPECT_EQ(f.norm(), 0);
  EXPECT_TRUE(f_q.allFinite() && f_v.allFinite());
}

TEST(CoordinateForce, AnglesCountTurnsThroughTheirMemory) {
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  CoordinateForce spring(CoordinateKind::angle, pair, MakeLinearSpringDamper({.stiffness = 2}));
  EXPECT_EQ(spring.num_memory(), 1);
  spring.set_memory(1);
  std::vector<double> memory{99, 0, 99};
  std::vector<BodyState> bodies(2);
  const double step = 0.7;
  for (int i = 1; i <= 40; ++i) {
    bodies[1].R = RotationExp(i * step * Vec3::UnitZ());
    const ElementContext x{0, bodies, memory};
    EXPECT_NEAR(spring.CalcReport(x).c, i * step, 1e-12);
    LocalVector<2> f;
    spring.CalcForce(x, f);
    EXPECT_NEAR(f(11), -2 * i * step, 1e-11);
    spring.UpdateMemory(x, memory);
  }
  EXPECT_NEAR(memory[1], 40 * step, 1e-12);
  EXPECT_EQ(memory[0] + memory[2], 198);
}

struct MutatedForce : CoordinateForce {
  using CoordinateForce::CoordinateForce;
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const {
    CoordinateForce::Linearize(x, f_q, f_v);
    f_q.block<3, 3>(3, 9).transposeInPlace();
  }
};

TEST(CoordinateForce, MutationsAreNoticed) {
  std::mt19937 random(7);
  const MarkerPair pair = RandomPair(random);
  for (const CoordinateKind kind : kKinds)
    EXPECT_FALSE(CheckForce(MutatedForce(kind, pair, Spring(2)), 7, {.max_angle = 0.9}));
  // A law that claims an energy it does not have, and one that feeds energy in.
  const ScalarLaw liar = [](double c, double, double) {
    return LawValue{.f = -c, .df_dc = -1, .df_dcd = 0, .energy = c * c};
  };
  EXPECT_FALSE(
      CheckForce(CoordinateForce(CoordinateKind::distance, pair, liar), 7, {.conservative = true}));
  const ScalarLaw feeder = [](double, double c_dot, double) {
    return LawValue{.f = c_dot, .df_dc = 0, .df_dcd = 1, .energy = 0};
  };
  EXPECT_FALSE(CheckForce(
      CoordinateForce(CoordinateKind::distance, pair, feeder), 7, {.dissipative = true}));
}

TEST(CoordinateForce, RefusesOneBodyAndNoLaw) {
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  const MarkerPair same{.A = 1, .B = 1, .X_AF = {}, .X_BM = {}};
  EXPECT_THROW(CoordinateForce(CoordinateKind::distance, pair, nullptr), ModelError);
  EXPECT_THROW(CoordinateForce(CoordinateKind::distance, same, Spring(0)), ModelError);
}

}  // namespace coordinate_force_test
}  // namespace trunnion
