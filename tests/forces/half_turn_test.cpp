// SPDX-License-Identifier: BSD-3-Clause
// Elements whose frames are turned by more than half a turn against each other, as they remember.
#include <gtest/gtest.h>

#include <numbers>

#include "forces/bushing.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/superelement.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace half_turn_test {

using test::ForceChecker;
using test::RandomPose;
using test::RandomSemidefinite;
using test::RandomVector;

/// An element with a memory of its own.
template <class E>
struct Remembering {
  static constexpr int kBodies = E::kBodies;
  E element;
  std::vector<double> memory;

  explicit Remembering(E e)
      : element(std::move(e)), memory(static_cast<std::size_t>(element.num_memory()), 0.0) {}
  ElementContext With(const ElementContext& x) const { return {x.t, x.bodies, memory}; }
  auto bodies() const { return element.bodies(); }
  void CalcForce(const ElementContext& x, LocalVector<kBodies>& f) const {
    element.CalcForce(With(x), f);
  }
  void Linearize(const ElementContext& x,
                 LocalMatrix<kBodies>& f_q,
                 LocalMatrix<kBodies>& f_v) const {
    element.Linearize(With(x), f_q, f_v);
  }
  double CalcEnergy(const ElementContext& x) const { return element.CalcEnergy(With(x)); }
};

/// Turns the last body against the others by `angle` about an axis of the world, in small steps.
template <class E>
void TurnLast(Remembering<E>& e, std::vector<BodyState>& bodies, const Vec3& axis, double angle) {
  constexpr int kSteps = 100;
  const Mat3 R = bodies.back().R;
  double last = e.element.CalcEnergy({0, bodies, e.memory});
  for (int i = 1; i <= kSteps; ++i) {
    bodies.back().R = RotationExp(angle * i / kSteps * axis) * R;
    const double energy = e.element.CalcEnergy({0, bodies, e.memory});
    EXPECT_LT(std::abs(energy - last), 0.2 * (1 + energy)) << i;  // no jump at half a turn
    last = energy;
    e.element.UpdateMemory({0, bodies, e.memory}, e.memory);
  }
}

/// Energy gradient and tangents where the frames are turned by 190° to 330°.
template <class Make>
void Check(const Make& make, bool conservative) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    Remembering element(make(random));
    using E = decltype(element);
    std::vector<BodyState> bodies(1);
    for (int i = 0; i < E::kBodies; ++i)
      bodies.push_back({.r = RandomVector(random, 0.5), .v = RandomVector(random, 1)});
    const double angle = std::uniform_real_distribution<double>(3.3, 5.8)(random);
    TurnLast(element, bodies, RandomVector(random, 1).normalized(), angle);
    EXPECT_GT(element.element.CalcTurn({0, bodies, element.memory}).angle, 1.2);
    for (BodyState& body : bodies) body.w = RandomVector(random, 1);
    const ForceChecker<E> checker(element, bodies, {.step = 1e-3});
    EXPECT_EQ(checker.CheckTangents(), "") << "seed " << seed << ", angle " << angle;
    if (conservative) {
      EXPECT_EQ(checker.CheckGradient(), "") << "seed " << seed;
    }
    EXPECT_EQ(checker.CheckBalance(), "") << "seed " << seed;
  }
}

/// Frames on bodies 1 and 2 that are parallel where the bodies are.
MarkerPair ParallelFrames(std::mt19937& random) {
  MarkerPair pair{.A = 1, .B = 2, .X_AF = RandomPose(random), .X_BM = RandomPose(random)};
  pair.X_BM.R = pair.X_AF.R;
  return pair;
}

TEST(HalfTurn, BushingsGoOn) {
  for (const bool damped : {false, true})
    Check(
        [damped](std::mt19937& random) {
          BushingParameters p{.stiffness = RandomSemidefinite(6, random)};
          if (damped) p.damping = RandomSemidefinite(6, random);
          return Bushing(ParallelFrames(random), p);
        },
        !damped);
}

TEST(HalfTurn, BeamsGoOn) {
  for (const bool chord : {false, true})
    for (const bool curved : {false, true})
      Check(
          [&](std::mt19937& random) {
            BeamParameters p{.stiffness = RandomSemidefinite(6, random), .chord = chord};
            p.free << 1, 0, 0, (curved ? 0.5 : 0) * Vec3(0.3, -0.5, 0.4);
            p.mass = RandomSemidefinite(12, random);
            return Beam(ParallelFrames(random), p);
          },
          true);
}

template <int K>
Superelement<K> MakeSuperelement(std::mt19937& random) {
  FrameGroup<K> frames;
  for (std::size_t i = 0; i < K; ++i) {
    frames.bodies[i] = static_cast<BodyIndex>(i) + 1;
    frames.X_BF[i] = RandomPose(random);
    frames.X_EF[i] = {frames.X_BF[i].R, RandomVector(random, 1)};
  }
  return Superelement<K>(frames,
                         {.stiffness = RandomSemidefinite(6 * K, random),
                          .damping = RandomSemidefinite(6 * K, random)});
}

TEST(HalfTurn, SuperelementsGoOn) {
  Check([](std::mt19937& random) { return MakeSuperelement<2>(random); }, true);
}

// Three frames: the last one turns by 3/2 of its angle from the mean.
TEST(HalfTurn, SuperelementsOfThreeFramesGoOn) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    Remembering element(MakeSuperelement<3>(random));
    std::vector<BodyState> bodies(1);
    for (int i = 0; i < 3; ++i) bodies.push_back({.r = RandomVector(random, 0.5)});
    TurnLast(element, bodies, RandomVector(random, 1).normalized(), 4.2);
    EXPECT_NEAR(element.element.CalcTurn({0, bodies, element.memory}).angle, 2.8, 1e-9);
    const ForceChecker<decltype(element)> checker(element, bodies, {.step = 1e-3});
    EXPECT_EQ(checker.CheckTangents(), "") << "seed " << seed;
    EXPECT_EQ(checker.CheckGradient(), "") << "seed " << seed;
  }
}

TEST(HalfTurn, WithoutMemoryAnElementTakesTheShorterWay) {
  std::mt19937 random(3);
  BushingParameters p{.stiffness = RandomSemidefinite(6, random)};
  std::vector<BodyState> bodies(3);
  bodies[2].R = RotationExp(Vec3(0, 0, 4));
  const Bushing bushing({.A = 1, .B = 2}, p);
  EXPECT_NEAR(bushing.CalcDeformation({0, bodies, {}}).e[5], 4 - 2 * std::numbers::pi, 1e-14);
}

}  // namespace half_turn_test
}  // namespace trunnion
