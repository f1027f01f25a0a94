// SPDX-License-Identifier: BSD-3-Clause
#include "forces/formula_force.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "forces/coordinate_force.hpp"
#include "forces/laws.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace formula_force_test {

using test::RandomPose;

/// The element as one with a number of bodies that is known, and a memory.
template <int K>
struct Fixed {
  static constexpr int kBodies = K;
  FormulaForce force;
  std::vector<double> memory{};

  ElementContext With(const ElementContext& x) const { return {x.t, x.bodies, memory}; }
  std::array<BodyIndex, K> bodies() const {
    EXPECT_EQ(force.bodies().size(), static_cast<std::size_t>(K));
    std::array<BodyIndex, K> list{};
    std::copy(force.bodies().begin(), force.bodies().end(), list.begin());
    return list;
  }
  void CalcForce(const ElementContext& x, LocalVector<K>& f) const {
    VectorXd all;
    force.CalcForce(With(x), all);
    f = all;
  }
  void Linearize(const ElementContext& x, LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const {
    MatrixXd q, v;
    force.Linearize(With(x), q, v);
    f_q = q;
    f_v = v;
  }
  double CalcEnergy(const ElementContext& x) const { return force.CalcEnergy(x); }
};

/// Measures by name, of random markers on bodies 1 .. 4, and formulas of them.
FormulaForce::Parts MakeParts(FormulaAction action,
                              const std::vector<std::string>& formulas,
                              std::mt19937& random) {
  FormulaForce::Parts parts{.action = action,
                            .a = {1, RandomPose(random)},
                            .b = {2, RandomPose(random)},
                            .axes = {3, RandomPose(random)}};
  const std::array<ElementPlace, 4> places{parts.a, parts.b, parts.axes, {4, RandomPose(random)}};
  const auto measure = [&](const std::string& function,
                           const std::vector<std::string>& arguments) -> std::optional<int> {
    const auto kind = FindMeasureKind(function);
    if (!kind) return {};
    MarkerMeasure m{.kind = *kind, .i = parts.a, .j = parts.a, .k = parts.a, .l = parts.a};
    const std::array<ElementPlace*, 4> targets{&m.i, &m.j, &m.k, &m.l};
    for (std::size_t n = 0; n < arguments.size(); ++n)
      *targets[n] = places[static_cast<std::size_t>(arguments[n][0] - '1')];
    parts.variables.measures.push_back(m);
    return parts.variables.size() - 1;
  };
  ExpressionNames names{.variables = {"t", "u"}, .measure = measure};
  parts.variables.laws.push_back([](double t) { return MotionValue{.s = t * t, .s_dot = 2 * t}; });
  for (const std::string& formula : formulas)
    parts.formulas.push_back(Expression::Parse(formula, names));
  return parts;
}

TEST(FormulaForce, AlongALineSatisfiesEveryForceCheck) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    const Fixed<3> spring{FormulaForce(
        MakeParts(FormulaAction::along, {"-40*(dm(2,1) - 0.3) - 5*vr(2,1) + sin(t)*u"}, random))};
    EXPECT_TRUE(test::CheckForce(spring, seed, {.max_angle = 3}));
  }
}

TEST(FormulaForce, DependsOnMarkersOfOtherBodies) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    const Fixed<4> force{FormulaForce(
        MakeParts(FormulaAction::along,
                  {"tanh(dx(3,4,1)*vy(1,2,3,4)) + exp(-dz(2,4,3)^2)*wx(3,1,4) + roll(1,4)"},
                  random))};
    EXPECT_TRUE(test::CheckForce(force, seed, {.max_angle = 3}));
  }
}

TEST(FormulaForce, WrenchesSatisfyEveryForceCheck) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    const Fixed<4> force{FormulaForce(MakeParts(FormulaAction::wrench,
                                                {"-30*dx(2,1,3) - 2*vx(2,1,3,4)",
                                                 "dy(2,1,3)^3",
                                                 "vm(2,4,1)*t",
                                                 "-3*sin(psi(1,4))",
                                                 "-wy(2,1,3)*dm(3,4)",
                                                 "theta(2,3) + wm(2,3)"},
                                                random))};
    EXPECT_TRUE(test::CheckForce(force, seed, {.max_angle = 3}));
    const Fixed<4> torque{FormulaForce(
        MakeParts(FormulaAction::about, {"-sin(yaw(2,1)) - 0.3*wz(2,1,3) + pitch(4,1)"}, random))};
    EXPECT_TRUE(test::CheckForce(torque, seed, {.max_angle = 3}));
  }
}

TEST(FormulaForce, WithoutReactionActsOnOneBody) {
  std::mt19937 random(7);
  auto parts =
      MakeParts(FormulaAction::wrench, {"dx(2,1,3)", "1", "t", "0.1", "u", "vz(2,1,3,1)"}, random);
  parts.reaction = false;
  const Fixed<3> force{FormulaForce(parts)};
  EXPECT_TRUE(test::CheckForce(force, 7, {.balanced = false, .max_angle = 3}));
  std::mt19937 states(1);
  const auto bodies = test::RandomStates(3, states, {});
  VectorXd f;
  FormulaForce(parts).CalcForce({0.5, bodies, {}}, f);
  EXPECT_EQ(f.head<6>().norm(), 0);
  EXPECT_GT(f.segment<6>(6).norm(), 1);
  EXPECT_EQ(f.tail<6>().norm(), 0);
}

/// A spring and damper as CoordinateForce has it, along the line and about the axis.
TEST(FormulaForce, IsTheSpringOfTheEngine) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::mt19937 random(seed);
    auto parts = MakeParts(FormulaAction::along, {"-40*(dm(2,1) - 0.3) - 5*vr(2,1) + 2"}, random);
    parts.axes = parts.a;
    const MarkerPair pair{.A = 1, .B = 2, .X_AF = parts.a.X_CF, .X_BM = parts.b.X_CF};
    const LinearSpringDamper spring{
        .stiffness = 40, .damping = 5, .free_length = 0.3, .preload = -2};
    EXPECT_TRUE(test::CheckSameForce(
        Fixed<2>{FormulaForce(parts)},
        CoordinateForce(CoordinateKind::distance, pair, MakeLinearSpringDamper(spring)),
        seed));
  }
}

TEST(FormulaForce, HasNoDirectionAtZeroLength) {
  FormulaForce::Parts parts{.a = {1, {}}, .b = {2, {}}, .axes = {1, {}}};
  parts.formulas.push_back(Expression("3"));
  const std::vector<BodyState> bodies(3);
  VectorXd f;
  MatrixXd f_q, f_v;
  const FormulaForce force(parts);
  force.CalcForce({0, bodies, {}}, f);
  force.Linearize({0, bodies, {}}, f_q, f_v);
  EXPECT_EQ(f.norm(), 0);
  EXPECT_TRUE(f_q.allFinite() && f_v.allFinite());
}

/// A body turned on in small steps, as elements remember it.
TEST(FormulaForce, AnglesCountTurns) {
  std::mt19937 random(2);
  auto parts = MakeParts(FormulaAction::about, {"-az(2,1)"}, random);
  parts.a = parts.b = parts.axes = {1, {}};
  parts.b.body = 2;
  parts.variables.measures[0].i = parts.b;
  parts.variables.measures[0].j = parts.a;
  FormulaForce force(parts);
  force.set_memory(1);
  Fixed<2> turning{force, {7, 0}};
  std::vector<BodyState> bodies(3);
  for (int i = 1; i <= 100; ++i) {
    bodies[2].R = RotationExp(Vec3(0, 0, 0.1 * i));
    turning.force.UpdateMemory(turning.With({0, bodies, {}}), turning.memory);
  }
  EXPECT_EQ(turning.memory[0], 7);
  EXPECT_NEAR(turning.memory[1], 10, 1e-12);
  VectorXd f;
  turning.force.CalcForce(turning.With({0, bodies, {}}), f);
  EXPECT_NEAR(f(11), -10, 1e-12);
  bodies[2].v = Vec3(1, 2, 3);
  EXPECT_EQ((test::ForceChecker<Fixed<2>>(turning, bodies, {.step = 1e-3}).CheckTangents()), "");
}

/// Within a step the force goes on smoothly, and events say where its pieces end.
TEST(FormulaForce, KinksAreEvents) {
  std::mt19937 random(2);
  auto parts = MakeParts(FormulaAction::along, {"if(dm(2,1) < 1, 5*(1 - dm(2,1)), 0)"}, random);
  parts.a = parts.axes = {1, {}};
  parts.b = {2, {}};
  for (MarkerMeasure& m : parts.variables.measures)
    m = {.kind = m.kind, .i = parts.b, .j = parts.a};
  const FormulaForce force(parts);
  ASSERT_EQ(force.num_events(), 2);
  ASSERT_EQ(force.num_memory(), 1);
  std::vector<double> memory(1);
  std::vector<BodyState> bodies(3);
  const auto at = [&](double x, double v) {
    bodies[2].r.x() = x;
    bodies[2].v.x() = v;
    return ElementContext{.t = 0, .bodies = bodies, .memory = memory, .in_pieces = true};
  };
  const auto push = [&](const ElementContext& x) {
    VectorXd f;
    force.CalcForce(x, f);
    return f(static_cast<Eigen::Index>(force.bodies().size()) * 6 - 6);
  };
  std::array<double, 2> values{}, rates{};
  force.UpdateMemory(at(0.8, 1), memory);
  EXPECT_NEAR(push(at(0.8, 1)), 1, 1e-14);
  EXPECT_NEAR(push(at(1.2, 1)), -1, 1e-14);  // beyond the end
  force.CalcEvents(at(0.9, 1), values, rates);
  EXPECT_NEAR(values[0], 0.1, 1e-14);
  EXPECT_NEAR(rates[0], -1, 1e-14);
  EXPECT_EQ(values[1], 1);
  EXPECT_EQ(rates[1], 0);
  force.UpdateMemory(at(1, 1), memory);  // where it leaves
  EXPECT_EQ(push(at(0.8, 1)), 0);
  force.CalcEvents(at(1.3, -2), values, rates);
  EXPECT_NEAR(values[1], 0.3, 1e-14);
  EXPECT_NEAR(rates[1], -2, 1e-14);
  force.UpdateMemory(at(1, -1), memory);
  EXPECT_NEAR(push(at(0.8, 1)), 1, 1e-14);
}

TEST(FormulaForce, RefusesWhatCannotAct) {
  FormulaForce::Parts parts{.a = {1, {}}, .b = {1, {}}};
  parts.formulas.push_back(Expression("3"));
  EXPECT_THROW(FormulaForce{parts}, ModelError);
  parts.b.body = 2;
  parts.action = FormulaAction::wrench;
  EXPECT_THROW(FormulaForce{parts}, ModelError);
}

}  // namespace formula_force_test
}  // namespace trunnion
