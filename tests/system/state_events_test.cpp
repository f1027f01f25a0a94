// SPDX-License-Identifier: BSD-3-Clause
//
// Stops and kinks of curves as events of the state, against independent integrations.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace state_events_test {

constexpr auto kMethods = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                                 IntegratorKind::adams,
                                                 IntegratorKind::automatic,
                                                 IntegratorKind::explicit_method});

struct State {
  double x = 0, v = 0;
};

/// x" = a(x, v) by the classical Runge-Kutta method with n steps.
State Integrate(State s, const std::function<double(double, double)>& a, double time, int n) {
  const double h = time / n;
  for (int i = 0; i < n; ++i) {
    const double a1 = a(s.x, s.v), v2 = s.v + h / 2 * a1;
    const double a2 = a(s.x + h / 2 * s.v, v2), v3 = s.v + h / 2 * a2;
    const double a3 = a(s.x + h / 2 * v2, v3), v4 = s.v + h * a3;
    const double a4 = a(s.x + h * v3, v4);
    s = {s.x + h / 6 * (s.v + 2 * v2 + 2 * v3 + v4), s.v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
  }
  return s;
}

/// A mass of 1 kg along z, with the law on its height.
System Along(const ScalarLaw& law, double gravity, double height, double speed = 0) {
  Model model;
  model.set_gravity({0, 0, -gravity});
  const BodyId body = model.AddPointMass(
      {.name = "ball", .mass = 1, .position = {0, 0, height}, .velocity = {0, 0, speed}});
  const MarkerId a = model.AddMarkerAt({.body = Model::ground()});
  const MarkerId b = model.AddMarkerAt({.body = body, .point = {0, 0, height}});
  model.AddMotor({.name = "stop", .along = Between(a, b, CoordinateKind::offset_z), .law = law});
  return model.Compile();
}

double CalcHeight(const System& system, Method method, double tolerance, double end) {
  Simulation run(system, {.integrator = With(method, {.tolerance = tolerance}), .threads = 1});
  run.advance_to(end);
  return run.body(1).r[2];
}

/// Below 1e-5 the errors of BDF add up in the stop (docs/theory.md, section 10).
std::vector<double> TolerancesOf(Method method) {
  if (method == FormulationKind::coordinate_splitting) return {1e-2, 1e-3, 1e-4, 1e-5};
  return {1e-2, 1e-3, 1e-5, 1e-7, 1e-8};
}

/// Onto an elastic stop at zero from 1 m: it bounces for ever to the same height. The time in
/// contact by an integration of it alone, the flights by parabolas.
TEST(StateEvents, ElasticBounce) {
  const double k = 1e8, onset = 1e-3, g = 9.81, end = 5;
  const auto accelerate = [&](double z, double) {
    const double p = -z;
    return p <= 0 ? -g : -g + (p < onset ? k * p * p / (2 * onset) : k * (p - onset / 2));
  };
  State s{0, -std::sqrt(2 * g)};
  double half_contact = 0;
  for (const double h = 1e-9; s.v < 0; half_contact += h) s = Integrate(s, accelerate, h, 1);
  half_contact -= s.v / accelerate(s.x, 0);
  const double fall = std::sqrt(2 / g), period = 2 * (fall + half_contact);
  const double since_top = std::fmod(end + fall, period) - fall;
  const double z = 1 - g * since_top * since_top / 2;
  const System system = Along(
      MakeStop({.limit = 0, .side = StopSide::lower, .stiffness = k, .onset = onset, .curve = {}}),
      g,
      1);
  for (const Method method : kMethods)
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8})
      EXPECT_NEAR(CalcHeight(system, method, tolerance, end), z, 10 * tolerance)
          << method.name() << " at " << tolerance;
}

/// An oscillation of 1 m whose last thousandth is in a stop.
TEST(StateEvents, GrazedStop) {
  const double w = 3, reach = 0.999, k = 1e6;
  const auto accelerate = [&](double x, double) {
    const double p = x - reach;
    return -w * w * x - (p <= 0 ? 0 : p < 1e-3 ? k * p * p / 2e-3 : k * (p - 5e-4));
  };
  const double exact = Integrate({0, w}, accelerate, 5, 1000000).x;
  ASSERT_GT(std::abs(exact - std::sin(5 * w)), 0.05);  // it would be seen if the stop were missed
  const System system = Along(MakeSum({MakeLinearSpringDamper({.stiffness = w * w}),
                                       MakeStop({.limit = reach, .stiffness = k, .curve = {}})}),
                              0,
                              0,
                              w);
  for (const Method method : kMethods)
    for (const double tolerance : TolerancesOf(method))
      EXPECT_NEAR(CalcHeight(system, method, tolerance, 5), exact, 10 * tolerance)
          << method.name() << " at " << tolerance;
}

/// x" = a − slope t for a time.
State Follow(State s, double a, double slope, double time) {
  return {s.x + s.v * time + a * time * time / 2 - slope * time * time * time / 6,
          s.v + a * time - slope * time * time / 2};
}

/// A brake that acts above a speed just below the largest one. The motion is a cubic, so that steps
/// are longer than the time above that speed.
TEST(StateEvents, KinkOverVelocityThatIsPassedAndPassedBack) {
  const double slope = 10, limit = 0.499 * slope, brake = 0.005 * slope, end = 2;
  const double above = 1 - std::sqrt(1 - 2 * limit / slope), a = slope * (1 - above);
  const double time = 2 * (a - brake) / slope, below = above + time;
  State exact = Follow({0, 0}, slope, slope, above);
  exact = Follow(exact, a - brake, slope, time);
  exact = Follow(exact, slope * (1 - below), slope, end - below);
  const ScalarLaw law{[&](double, double c_dot, double t) {
                        return LawValue{.f = slope * (1 - t) - (c_dot > limit ? brake : 0)};
                      },
                      NoBreaks(),
                      {},
                      {limit}};
  const System system = Along(law, 0, 0);
  for (const Method method : kMethods)
    for (const double tolerance : {1e-3, 1e-5, 1e-7})
      EXPECT_NEAR(CalcHeight(system, method, tolerance, end), exact.x, 10 * tolerance)
          << method.name() << " at " << tolerance;
}

/// A gap spring as a linear table: the same as two stops without onset.
TEST(StateEvents, KinksOfASpringCurve) {
  const Curve gap = Curve::Table({{-2, -2e5}, {-1, 0}, {1, 0}, {2, 2e5}});
  EXPECT_EQ(gap.kinks(), (std::vector<double>{-1, 1}));
  EXPECT_TRUE(Curve::Table({{0, 0}, {1, 1}, {2, 2.4}}).kinks().empty());
  const System system = Along(MakeSpringCurve(gap, 0), 0, 0, 2);
  const double w = std::sqrt(2e5), period = 2 + 2 * std::numbers::pi / w, end = 10;
  const double phase = std::fmod(end + 0.5, period) - 0.5;  // since zero, upward
  ASSERT_LT(std::abs(phase), 0.5);
  for (const Method method : kMethods)
    for (const double tolerance : TolerancesOf(method))
      EXPECT_NEAR(CalcHeight(system, method, tolerance, end), 2 * phase, 10 * tolerance)
          << method.name() << " at " << tolerance;
}

/// A force that is constant between edges, toward the middle: motion by parabolas.
struct Staircase {
  std::vector<double> edges{}, forces{};  // one force more than edges

  static Staircase MakeRandom(unsigned seed) {
    std::mt19937 random(seed);
    const auto pick = [&random](double a, double b) {
      return a + (b - a) * static_cast<double>(random()) / 4294967296.0;
    };
    Staircase stairs;
    const int steps = 1 + static_cast<int>(random() % 12);
    for (int i = 0; i < steps; ++i) stairs.edges.push_back(pick(-1, 1));
    std::sort(stairs.edges.begin(), stairs.edges.end());
    for (int i = 0; i <= steps; ++i) stairs.forces.push_back(pick(-30, 30));
    stairs.forces.front() = pick(5, 50);
    stairs.forces.back() = pick(-50, -5);
    return stairs;
  }

  std::size_t PieceOf(double x) const {
    return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) -
                                    edges.begin());
  }

  /// Unit mass. False if an edge holds it, or nearly.
  bool Follow(State& s, double time) const {
    std::size_t piece = PieceOf(s.x);
    for (;;) {
      const double a = forces[piece];
      double leave = time;
      std::size_t next = piece;
      const auto meet = [&](double edge, std::size_t beyond) {
        const double root = std::sqrt(std::max(0.0, s.v * s.v + 2 * a * (edge - s.x)));
        if (s.v * s.v + 2 * a * (edge - s.x) < 0) return;
        for (const double t : {(-s.v - root) / a, (-s.v + root) / a})
          if (t > 1e-9 && t < leave) leave = t, next = beyond;
      };
      if (piece > 0) meet(edges[piece - 1], piece - 1);
      if (piece < edges.size()) meet(edges[piece], piece + 1);
      s = {s.x + s.v * leave + a * leave * leave / 2, s.v + a * leave};
      time -= leave;
      if (next == piece) return true;
      if (std::abs(s.v) < 0.3) return false;
      piece = next;
    }
  }
};

/// Steps whose error vanishes grow until functions cross more than once within one of them; each
/// crossing counts. Edges are found to 1e-9 m, which dozens of crossings add up.
TEST(StateEvents, RandomStaircases) {
  int tested = 0;
  for (unsigned seed = 1; seed <= 80; ++seed) {
    const Staircase stairs = Staircase::MakeRandom(seed);
    State exact{0, 4};
    if (!stairs.Follow(exact, 3)) continue;
    ++tested;
    const ScalarLaw law{[&stairs](double c, double, double) {
                          return LawValue{.f = stairs.forces[stairs.PieceOf(c)]};
                        },
                        NoBreaks(),
                        stairs.edges};
    const System system = Along(law, 0, 0, 4);
    for (const Method method : kMethods)
      for (const double tolerance : {1e-2, 1e-5, 1e-7})
        EXPECT_NEAR(CalcHeight(system, method, tolerance, 3), exact.x, 10 * tolerance)
            << method.name() << " at " << tolerance << ", seed " << seed;
  }
  EXPECT_GT(tested, 40);
}

/// Dry friction written as a jump makes events follow each other without end; the run ends, by
/// name.
TEST(StateEvents, ChatterIsNamed) {
  const ScalarLaw law{[](double c, double c_dot, double) {
                        return LawValue{.f = (c > 0 ? -5.0 : 5.0) - 2 * c_dot, .df_dcd = -2};
                      },
                      NoBreaks(),
                      {0}};
  const System system = Along(law, 0, 0.1);
  for (const Method method : std::initializer_list<Method>{FormulationKind::coordinate_splitting,
                                                           IntegratorKind::explicit_method}) {
    try {
      CalcHeight(system, method, 1e-5, 100);
      ADD_FAILURE() << method.name();
    } catch (const SolverError& error) {
      EXPECT_NE(std::string(error.what()).find("force 'stop' chatters"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace state_events_test
}  // namespace trunnion
