// SPDX-License-Identifier: BSD-3-Clause
//
// Laws of time that break: pulses, kinks, ramps and smooth steps, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace time_events_test {

constexpr auto kMethods = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                                 IntegratorKind::adams,
                                                 IntegratorKind::automatic,
                                                 IntegratorKind::explicit_method});
constexpr double kMass = 2;

/// A mass on a spring of angular frequency `w` (0: none), at rest, under the force x of `law`.
System Oscillator(MotionLaw law, double w) {
  Model model;
  model.set_gravity(Vec3::Zero());
  const BodyId body = model.AddPointMass({.name = "mass", .mass = kMass});
  const MarkerId a = model.AddMarkerAt({.body = Model::ground()});
  const MarkerId b = model.AddMarkerAt({.body = body});
  if (w > 0)
    model.AddSpringDamper({.name = "spring",
                           .along = Between(a, b, CoordinateKind::offset_x),
                           .stiffness = kMass * w * w,
                           .free_length = 0});
  AppliedVector force;
  force.law = {[law](double t) { return Vec3(law(t).s, 0, 0); }, law.breaks()};
  model.AddAppliedLoad({.name = "load", .body = body, .force = force});
  return model.Compile();
}

struct PointState {
  double x = 0, v = 0;
};

/// x" + w² x = a + b s over s = 0 .. h, by the power series in s, in pieces with w s < 1.
PointState Advance(PointState m, double w, double a, double b, double h) {
  const int pieces = 1 + static_cast<int>(w * h);
  const double s = h / pieces;
  for (int i = 0; i < pieces; ++i) {
    std::array<double, 24> c{m.x, m.v};  // terms cₙ sⁿ
    double x = m.x + m.v * s, v = m.v, power = s;
    for (std::size_t n = 2; n < c.size(); ++n) {
      const double force = n == 2 ? a + b * s * i : n == 3 ? b : 0.0;
      const auto number = static_cast<double>(n);
      c[n] = (force - w * w * c[n - 2]) / (number * (number - 1));
      v += number * c[n] * power;
      power *= s;
      x += c[n] * power;
    }
    m = {x, v};
  }
  return m;
}

/// A force that is linear between corners (t, value before, value after); zero outside.
struct Corner {
  double t, before, after;
};
using Corners = std::vector<Corner>;

PointState Exact(const Corners& corners, double w, double end) {
  PointState m;
  double t = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (corners[i].t > t) {
      double a = 0, b = 0;
      if (i > 0) {
        b = (corners[i].before - corners[i - 1].after) / (corners[i].t - t);
        a = corners[i - 1].after;
      }
      m = Advance(m, w, a / kMass, b / kMass, corners[i].t - t);
      t = corners[i].t;
    }
  }
  return Advance(m, w, 0, 0, end - t);
}

MotionLaw MakeLaw(const Corners& corners) {
  std::vector<Break> breaks;
  for (const Corner& c : corners) breaks.push_back({c.t, c.before == c.after ? 1 : 0});
  const auto law = [corners](double t) {
    MotionValue value;
    if (t < corners.front().t || t >= corners.back().t) return value;
    std::size_t i = 0;
    while (t >= corners[i + 1].t) ++i;
    const double slope =
        (corners[i + 1].before - corners[i].after) / (corners[i + 1].t - corners[i].t);
    value.s = corners[i].after + slope * (t - corners[i].t);
    return value;
  };
  return {law, MakeBreaks(breaks)};
}

/// Error of x at the end over the tolerance.
double CalcError(
    const System& system, Method method, double tolerance, double end, const PointState& exact) {
  Simulation run(system, {.integrator = With(method, {.tolerance = tolerance}), .threads = 1});
  run.advance_to(end);
  EXPECT_TRUE(run.warnings().empty());
  return std::abs(run.body(1).r[0] - exact.x) / tolerance;
}

/// A pulse of 1 ms in a table gives 0.5 N s, whatever steps the tolerance would allow.
TEST(TimeEvents, NoStepPassesAPulse) {
  const System system =
      Oscillator(MakeLinearTable({{0, 0}, {1, 0}, {1.0005, 1000}, {1.001, 0}}), 0);
  const PointState exact{0.5 / kMass * (2 - 1.0005), 0.5 / kMass};
  for (const Method method : kMethods)
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8})
      EXPECT_LE(CalcError(system, method, tolerance, 2, exact), 3)
          << method.name() << " at " << tolerance;
}

/// Pulses of 1e-6 to 1 s, rectangular and triangular, of up to 1 N s, on a free mass and on
/// oscillators of up to 20 rad/s.
TEST(TimeEvents, RandomPulses) {
  std::mt19937 random(1);
  const auto uniform = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  for (int i = 0; i < 100; ++i) {
    const double w = i % 3 == 0 ? 0 : uniform(1, 20);
    Corners corners;
    double t = i % 5 == 0 ? 0 : uniform(0, 0.5);
    for (int pulse = 0; pulse < 3; ++pulse) {
      const double width = std::pow(10, uniform(-6, 0)), force = uniform(-1, 1) / width;
      if (uniform(0, 1) < 0.4) {
        corners.push_back({t, 0, force});
        corners.push_back({t + width, force, 0});
      } else {
        corners.push_back({t, 0, 0});
        corners.push_back({t + uniform(0.1, 0.9) * width, 2 * force, 2 * force});
        corners.push_back({t + width, 0, 0});
      }
      t += width + uniform(0, 0.3);
    }
    const double end = t + 0.5;
    const PointState exact = Exact(corners, w, end);
    const System system = Oscillator(MakeLaw(corners), w);
    for (const double tolerance : {1e-3, 1e-5, 1e-8})
      for (const Method method : kMethods)
        EXPECT_LE(CalcError(system, method, tolerance, end, exact), 10)
            << "law " << i << ", method " << method.name() << " at " << tolerance;
  }
}

/// Steps end at the breaks of all kinds of laws, to the bit, and not at times of output.
TEST(TimeEvents, StepsEndAtBreaks) {
  const MotionLaw ramp = MakeLinearTable({{0, 0}, {0.3, 2}, {0.7, 2}});
  const MotionLaw smooth = MakeSmoothStep({.start = 0.11, .end = 0.125, .to = 3});
  const MotionLaw spline = MakeSplineTable({{0, 0}, {0.45, 1}, {0.9, 0}});
  const MotionLaw square{[](double t) { return MotionValue{std::fmod(t, 0.2) < 0.1 ? 1.0 : 0.0}; },
                         MakePeriodicBreaks(0, 0.1, 0)};
  const MotionLaw law = MakeSumOfTime({ramp, smooth, spline, square});
  const System system = Oscillator(law, 5);
  for (const Method method : kMethods) {
    Simulation run(system, {.integrator = With(method), .threads = 1});
    std::vector<double> ends;
    run.on_step([&](const Simulation& s) { ends.push_back(s.t()); });
    for (double t = 0.017; t < 1; t += 0.017) run.advance_to(t);
    for (const double t : {0.11, 0.125, 0.3, 0.45, 0.7, 0.9})
      EXPECT_EQ(std::count(ends.begin(), ends.end(), t), 1) << t;
    for (double t = law.breaks()(0).t; t < 0.95; t = law.breaks()(t).t) {
      const auto meets = [&](double end) { return std::abs(end - t) < 1e-15; };
      EXPECT_EQ(std::count_if(ends.begin(), ends.end(), meets), 1) << t;
    }
    EXPECT_EQ(std::count(ends.begin(), ends.end(), 0.017), 0);
  }
}

/// A break costs few steps: the first one after it is not tiny, and the order is soon back.
TEST(TimeEvents, ABreakCostsAHandfulOfSteps) {
  std::vector<Break> times;
  for (int i = 1; i <= 20; ++i) times.push_back({0.5 * i, 0});
  const auto smooth = [](double t) { return MotionValue{std::sin(t)}; };
  for (const Method method : kMethods) {
    std::array<long, 2> steps{};
    for (const bool breaks : {false, true}) {
      const System system = Oscillator({smooth, breaks ? MakeBreaks(times) : NoBreaks()}, 3);
      Simulation run(system, {.integrator = With(method), .threads = 1});
      run.advance_to(10.25);
      steps[breaks] = run.statistics().steps;
    }
    EXPECT_LE(steps[1] - steps[0], 20 * 18) << method.name();
  }
}

/// A user law that does not tell of its pulse gives a warning that names it; smooth ones do not.
TEST(TimeEvents, UnknownBreaksAreWarnedOf) {
  const auto count = [](const MotionLaw& law) {
    const System system = Oscillator(law, 0);
    Simulation run(system, {.integrator = {.tolerance = 1e-3}, .threads = 1});
    run.advance_to(2);
    for (const std::string& warning : run.warnings())
      EXPECT_NE(warning.find("force 'load'"), std::string::npos) << warning;
    return run.warnings().size();
  };
  const auto pulse = [](double t) { return MotionValue{t > 1 && t < 1.001 ? 500.0 : 0.0}; };
  EXPECT_EQ(count(pulse), 1u);
  EXPECT_EQ(count({pulse, MakeBreaks({{1, 0}, {1.001, 0}})}), 0u);
  EXPECT_EQ(count([](double t) { return MotionValue{std::sin(20 * t)}; }), 0u);
  EXPECT_EQ(count([](double t) { return MotionValue{5 * std::cos(7 * t) + t}; }), 0u);
}

TEST(TimeEvents, FindersOfBreaks) {
  const BreakFinder list = MakeBreaks({{2, 1}, {1, 3}, {2, 0}});
  EXPECT_EQ(list(0).t, 1);
  EXPECT_EQ(list(1).t, 2);
  EXPECT_EQ(list(1).order, 0);
  EXPECT_FALSE(std::isfinite(list(2).t));
  const BreakFinder both = FirstOf({list, MakePeriodicBreaks(0.5, 0.5, 2), BreakFinder()});
  EXPECT_EQ(both(0).t, 0.5);
  EXPECT_EQ(both(0.5).order, 2);  // the lower one of two at 1 s
  EXPECT_EQ(both(1.5).order, 0);
  EXPECT_EQ(OfDerivatives(list, 2)(0).order, 1);
  EXPECT_FALSE(FirstOf({BreakFinder()}));
  EXPECT_THROW(MakePeriodicBreaks(0, 0, 0), ModelError);
}

/// Loads go through the points of a table without swinging beyond them.
TEST(TimeEvents, MonotoneTableKeepsWithinItsPoints) {
  const MotionLaw table = MakeMonotoneTable({{0, 0}, {1, 0}, {1.001, 1000}, {2, 1000}});
  for (double t = -1; t < 3; t += 1e-4) {
    EXPECT_GE(table(t).s, 0) << t;
    EXPECT_LE(table(t).s, 1000) << t;
  }
  EXPECT_EQ(table(-1).s, 0);
  EXPECT_EQ(table(5).s, 1000);
}

}  // namespace time_events_test
}  // namespace trunnion
