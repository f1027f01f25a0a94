// SPDX-License-Identifier: BSD-3-Clause
//
// Laws of users that are not what they say, and what outputs or steps would not show.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace user_laws_test {

constexpr auto kMethods = std::to_array<Method>(
    {FormulationKind::coordinate_splitting, IntegratorKind::adams, IntegratorKind::automatic});

/// A mass of 1 kg at the speed `speed` along x, with markers for a coordinate.
struct Slide {
  Model model;
  BodyId mass;
  CoordinateRef along;

  explicit Slide(double speed = 0) {
    mass = model.AddPointMass({.name = "mass", .mass = 1, .velocity = {speed, 0, 0}});
    along = Between(model.AddMarkerAt({.body = Model::ground()}),
                    model.AddMarkerAt({.body = mass}),
                    CoordinateKind::offset_x);
  }
};

struct Outcome {
  std::string error;
  std::vector<std::string> warnings;
  double x = 0;
  bool Warns(const std::string& text) const {
    for (const std::string& warning : warnings)
      if (warning.find(text) != std::string::npos) return true;
    return false;
  }
};

Outcome Simulate(const Model& model,
                 Method method,
                 double tolerance = 1e-5,
                 double interval = 0.01) {
  Outcome outcome;
  try {
    const System system = model.Compile();
    Simulation run(system, {.integrator = With(method, {.tolerance = tolerance}), .threads = 1});
    (void)Run(run, 1, interval);
    outcome.warnings = run.warnings();
    outcome.x = run.body(1).r.x();
  } catch (const Error& error) {
    outcome.error = error.what();
  }
  return outcome;
}

Outcome Drive(const MotionLaw& law, Method method) {
  Slide slide;
  slide.model.AddMotion({.name = "drive", .along = slide.along, .law = law});
  return Simulate(slide.model, method);
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Value, rate and second derivative of a motion must belong together.
TEST(UserLaws, MotionsThatAreNotWhatTheySay) {
  struct Case {
    MotionLaw law;
    std::string message;
  };
  const double w = 7;
  const auto sine = [=](double t) {
    return MotionValue{std::sin(w * t), w * std::cos(w * t), -w * w * std::sin(w * t)};
  };
  const std::vector<Case> cases{
      {[=](double t) {
         return MotionValue{sine(t).s, 0.9 * sine(t).s_dot, sine(t).s_ddot};
       },
       "its law has a rate that is not the derivative of its value"},
      {[=](double t) {
         return MotionValue{sine(t).s, 0, 0};
       },
       "its law has a rate that is not the derivative of its value"},
      {[=](double t) {
         return MotionValue{sine(t).s, sine(t).s_dot, 0};
       },
       "its law has a second derivative that is not the derivative of its rate"},
      {{[=](double t) {
         return MotionValue{sine(t).s + (t >= 0.4 ? 0.01 : 0), sine(t).s_dot, sine(t).s_ddot};
       }},
       "its law jumps at t = 0.4 s"},
      {{[=](double t) {
          return MotionValue{t >= 0.4 ? 0.01 : 0.0, 0, 0};
        },
        MakeBreaks({{0.4, 0}})},
       "its law jumps at t = 0.4 s"},
      {[=](double t) {
         return MotionValue{t > 0.4 ? kNan : 0.0, 0, 0};
       },
       "is not finite"},
  };
  for (const Case& c : cases) {
    for (const Method method : kMethods) {
      const std::string error = Drive(c.law, method).error;
      EXPECT_NE(error.find("motion 'drive'"), std::string::npos) << error;
      EXPECT_NE(error.find(c.message), std::string::npos) << c.message << ": " << error;
    }
  }
}

/// What is right passes without a word: fast, slow, far in time, by numerical derivatives.
TEST(UserLaws, MotionsThatAreRight) {
  std::vector<MotionLaw> laws{MakeHarmonic({.amplitude = 0.1, .angular_frequency = 300}),
                              MakeHarmonic({.amplitude = 1e-6, .angular_frequency = 1}),
                              MakeRamp(1e6, 10),
                              MakePolynomial({1, 0, 3, -2, 5}),
                              MakeSmoothStep({.start = 0.3, .end = 0.31, .to = 0.01}),
                              MakeSplineTable({{0, 0}, {0.3, 0.1}, {0.5, 0.2}, {1, 0.1}})};
  laws.push_back({[](double t) {
                    const double d = 1e-5;
                    const auto s = [](double at) { return std::sin(3 * at) * std::exp(-at); };
                    return MotionValue{s(t),
                                       (s(t + d) - s(t - d)) / (2 * d),
                                       (s(t + d) - 2 * s(t) + s(t - d)) / (d * d)};
                  },
                  NoBreaks()});
  laws.push_back({[](double t) {  // s'' jumps
                    const double u = std::max(t - 0.5, 0.0);
                    return MotionValue{u * u, 2 * u, u > 0 ? 2.0 : 0.0};
                  },
                  MakeBreaks({{0.5, 2}})});
  for (std::size_t i = 0; i < laws.size(); ++i) {
    const Outcome outcome = Drive(laws[i], FormulationKind::coordinate_splitting);
    EXPECT_EQ(outcome.error, "") << i;
    EXPECT_FALSE(outcome.Warns("its law")) << i;
  }
}

TEST(UserLaws, ARateThatJumpsIsToldOf) {
  const Outcome outcome = Drive({[](double t) {
                                   const double u = std::max(t - 0.5, 0.0);
                                   return MotionValue{u, u > 0 ? 1.0 : 0.0, 0};
                                 },
                                 MakeBreaks({{0.5, 1}})},
                                FormulationKind::coordinate_splitting);
  EXPECT_EQ(outcome.error, "");
  EXPECT_TRUE(outcome.Warns("motion 'drive': its law has a rate that jumps at t = 0.5 s"));
}

/// Forces and energies that are no numbers end the run by name, from the start or later.
TEST(UserLaws, NumbersThatAreNone) {
  for (const Method method : kMethods) {
    Slide energy(1);
    energy.model.AddMotor(
        {.name = "spring", .along = energy.along, .law = [](double c, double, double) {
           return LawValue{.f = -c, .df_dc = -1, .energy = std::sqrt(0.5 - c)};
         }});
    const std::string of_energy = Simulate(energy.model, method).error;
    EXPECT_NE(of_energy.find("force 'spring': its energy is"), std::string::npos) << of_energy;

    Slide later(1);
    later.model.AddMotor(
        {.name = "root", .along = later.along, .law = [](double c, double, double) {
           return LawValue{.f = c > 0.5 ? kNan : 0.0};
         }});
    const std::string of_force = Simulate(later.model, method).error;
    EXPECT_NE(of_force.find("force 'root' is not finite at t = 0.5"), std::string::npos)
        << of_force;

    Slide start;
    start.model.AddAppliedLoad({.name = "push", .body = start.mass, .force = {.law = [](double) {
                                                                      return Vec3(kNan, 0, 0);
                                                                    }}});
    const std::string at_start = Simulate(start.model, method).error;
    EXPECT_NE(at_start.find("force 'push' is not finite at t = 0 s"), std::string::npos)
        << at_start;
  }
}

/// A bump of 20 mm in the way of 10 m/s costs 10 J of 50, at any tolerance.
TEST(UserLaws, ABumpIsSeen) {
  const Curve::Points points{{2.9, 0}, {3, 0}, {3.01, 1000}, {3.02, 0}, {3.1, 0}};
  for (const Interpolation interpolation : {Interpolation::linear, Interpolation::monotone_cubic}) {
    const Curve bump = Curve::Table(points, interpolation);
    double time = 0.3;  // until it is past the bump: ∫ dx/v
    constexpr int kParts = 20000;
    for (int i = 0; i < kParts; ++i) {
      const double x = 3 + 0.02 * (i + 0.5) / kParts;
      time += 0.02 / kParts / std::sqrt(100 - 2 * bump(x).integral);
    }
    const double exact = 3.02 + std::sqrt(100 - 2 * bump(3.02).integral) * (1 - time);
    Slide slide(10);
    slide.model.AddSpringDamper(
        {.name = "bump", .along = slide.along, .free_length = 0, .spring_curve = bump});
    for (const Method method : kMethods)
      for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6})
        EXPECT_NEAR(Simulate(slide.model, method, tolerance).x, exact, 10 * tolerance)
            << method.name() << " " << tolerance;
  }
}

/// The same as a function of which nothing is known: a warning by name.
TEST(UserLaws, ABumpOfUnknownKinksIsToldOf) {
  Slide slide(10);
  slide.model.AddMotor({.name = "bump", .along = slide.along, .law = [](double c, double, double) {
                          return LawValue{.f = c > 3 && c < 3.02 ? -1000.0 : 0.0};
                        }});
  for (const Method method : kMethods)
    EXPECT_TRUE(Simulate(slide.model, method, 1e-3).Warns("force 'bump': its law changes at t"))
        << method.name();
}

/// A damper whose characteristic bends: v' = −d(v)/m in closed form on either side.
TEST(UserLaws, DampersThatBend) {
  const Curve damper = Curve::Table({{-1, -1}, {1, 1}, {2, 21}});
  Slide slide(3);
  slide.model.AddSpringDamper({.name = "damper", .along = slide.along, .damper_curve = damper});
  // f = 20 v − 19 above 1, f = v below: from 3 to 1, then on.
  const double above = std::log((20 * 3 - 19.0) / (20 - 19.0)) / 20;
  const double way = 19.0 / 20 * above + (3 - 19.0 / 20) * (1 - std::exp(-20 * above)) / 20;
  const double exact = way + 1 - std::exp(-(1 - above));
  for (const Method method : kMethods)
    for (const double tolerance : {1e-3, 1e-5, 1e-7})
      EXPECT_NEAR(Simulate(slide.model, method, tolerance).x, exact, 10 * tolerance)
          << method.name() << " " << tolerance;
}

TEST(UserLaws, SplinesThatOvershootAreToldOf) {
  const MotionLaw pulse = MakeSplineTable({{0, 0}, {1, 0}, {1.0005, 1000}, {1.001, 0}, {2, 0}});
  EXPECT_NE(pulse.doubt().find("overshoots: its spline reaches"), std::string::npos);
  TimePoints sine;
  for (int i = 0; i <= 16; ++i) sine.push_back({0.1 * i, std::sin(0.1 * i * 4)});
  EXPECT_EQ(MakeSplineTable(sine).doubt(), "");
  EXPECT_EQ(MakeMonotoneTable({{0, 0}, {1, 0}, {1.0005, 1000}, {1.001, 0}}).doubt(), "");
  Slide slide;
  slide.model.AddMotor(
      {.name = "push",
       .along = slide.along,
       .law = MakeSum({MakeForceOverTime(MakeSumOfTime({MakeConstant(1), pulse}))})});
  slide.model.AddAppliedLoad({.name = "load", .body = slide.mass});
  const Outcome outcome = Simulate(slide.model, FormulationKind::coordinate_splitting);
  EXPECT_TRUE(outcome.Warns("force 'push' overshoots: its spline reaches"));
  const ModelFile file = ParseModel(R"({
    "bodies": [{ "name": "m", "type": "point", "mass": 1 }],
    "markers": [{ "name": "o", "body": "ground" }, { "name": "p", "body": "m" }],
    "motions": [{ "name": "cam", "along": { "a": "o", "b": "p", "kind": "offset_x" },
      "law": { "type": "table", "points": [[0, 0], [1, 0], [1.001, 0.1], [2, 0.1]] } }],
    "forces": [{ "name": "push", "type": "load", "body": "m",
      "force": [0, { "type": "table", "points": [[0, 0], [1, 0], [1.001, 5], [2, 0]] }, 0] }]
  })");
  const System system = file.model.Compile();
  const auto warnings = Simulation(system, file.run.MakeOptions()).warnings();
  ASSERT_EQ(warnings.size(), 1u);  // a load is linear between its points
  EXPECT_NE(warnings[0].find("motion 'cam' overshoots"), std::string::npos);
}

/// A motion within 15 ms between outputs of 50 ms.
TEST(UserLaws, MotionsThatOutputsMissAreToldOf) {
  const MotionLaw kick =
      MakeSumOfTime({MakeSmoothStep({.start = 0.501, .end = 0.5085, .to = 0.1}),
                     MakeSmoothStep({.start = 0.5085, .end = 0.516, .to = -0.1})});
  Slide slide;
  slide.model.AddMotion({.name = "kick", .along = slide.along, .law = kick});
  const auto method = FormulationKind::coordinate_splitting;
  const Outcome coarse = Simulate(slide.model, method, 1e-5, 0.05);
  EXPECT_TRUE(
      coarse.Warns("motion 'kick' moves by 0.1 m and back between the outputs at t = 0.5 and "
                   "0.55 s"));
  EXPECT_FALSE(Simulate(slide.model, method, 1e-5, 0.001).Warns("which do not show it"));
  Slide smooth;
  smooth.model.AddMotion(
      {.name = "sway", .along = smooth.along, .law = MakeHarmonic({.angular_frequency = 6})});
  EXPECT_FALSE(Simulate(smooth.model, method, 1e-5, 0.1).Warns("which do not show it"));
}

}  // namespace user_laws_test
}  // namespace trunnion
