// SPDX-License-Identifier: BSD-3-Clause
//
// When events of users happen: stops, grazing, repeated and simultaneous ones, and their errors.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/user_events.hpp"

namespace trunnion {
namespace user_event_times_test {

System FallingMass(double height = 0) {
  Model model;
  model.set_gravity({0, 0, -kG});
  model.AddPointMass({.name = "mass", .mass = 1, .position = {0, 0, height}});
  return model.Compile();
}

/// A run ends at a crossing, to 1e-8 of its time and with an output there.
TEST(UserEvents, StopsAtACrossing) {
  const System system = FallingMass(1);
  for (const Method method : kMethods) {
    const UserEvent stop{.name = "half way",
                         .function = [](const Simulation& s) { return s.body(1).r.z() - 0.5; },
                         .direction = Crossing::falling,
                         .action = [](EventActions& act) { act.Stop(); }};
    Simulation run(system, Options(method, 1e-5, {stop}));
    const Results results = trunnion::Run(run, 5, 0.1);
    const double t = std::sqrt(1 / kG);
    EXPECT_TRUE(run.stopped());
    ASSERT_EQ(results.time.size(), 5) << method.name();
    EXPECT_NEAR(results.time[4], t, 1e-8) << method.name();
    EXPECT_NEAR(run.body(1).r.z(), 0.5, 1e-8);
    EXPECT_EQ(run.t(), run.events()[0].t);
    run.step();
    EXPECT_EQ(run.t(), run.events()[0].t);
    EXPECT_NE(results.document("events").find("half way"), std::string::npos);
  }
}

/// A signal that passes the value by 1e-4 of its amplitude, within a step: all crossings, none
/// else.
TEST(UserEvents, GrazingSignals) {
  const double w = 3;
  Model model;
  const BodyId mass = model.AddPointMass({.name = "mass", .mass = 1, .velocity = {w, 0, 0}});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(model.AddMarkerAt({.body = Model::ground()}),
                                          model.AddMarkerAt({.body = mass}),
                                          CoordinateKind::offset_x),
                         .stiffness = w * w,
                         .free_length = 0});
  const System system = model.Compile();
  for (const double level : {0.9999, 1.0001}) {
    for (const Method method : kMethods) {
      const UserEvent pass{.name = "pass",
                           .function = [=](const Simulation& s) { return s.body(1).r.x() - level; },
                           .action = [](EventActions&) {}};
      Simulation run(system, Options(method, 1e-6, {pass}));
      run.advance_to(10);
      std::vector<double> exact;
      for (int i = 0; level < 1 && i < 5; ++i)
        for (const double angle : {std::asin(level), std::numbers::pi - std::asin(level)})
          if (const double t = (angle + 2 * std::numbers::pi * i) / w; t < 10) exact.push_back(t);
      ASSERT_EQ(run.events().size(), exact.size()) << level << " " << method.name();
      // The time errs by that of the amplitude over the speed there, w √(1 − level²).
      for (std::size_t i = 0; i < exact.size(); ++i)
        EXPECT_NEAR(run.events()[i].t, exact[i], 2e-3) << i << " " << method.name();
    }
  }
}

/// Bounces by impulses: the steps in between are long, and what is at once happens in order.
TEST(UserEvents, RepeatedAndSimultaneousEvents) {
  const System system = FallingMass(1);
  std::string order;
  const auto height = [](const Simulation& s) { return s.body(1).r.z(); };
  const UserEvent bounce{.name = "bounce",
                         .function = height,
                         .direction = Crossing::falling,
                         .action = [&](EventActions& act) {
                           order += 'a';
                           const double v = act.simulation().body(1).v.z();
                           act.ApplyImpulse(BodyId(1), {0, 0, -2 * v});
                         }};
  const UserEvent note{.name = "note",
                       .function = [=](const Simulation& s) { return -3 * height(s); },
                       .direction = Crossing::rising,
                       .once = true,
                       .action = [&](EventActions&) { order += 'b'; }};
  const UserEvent turn{.name = "turn",
                       .function = [](const Simulation& s) { return s.body(1).v.z(); },
                       .direction = Crossing::rising,
                       .action = [&](EventActions&) { order += 'c'; }};
  for (const Method method : kMethods) {
    order.clear();
    Simulation run(system, Options(method, 1e-6, {bounce, note, turn}));
    run.advance_to(5);
    const double fall = std::sqrt(2 / kG), since = std::fmod(5 + fall, 2 * fall) - fall;
    EXPECT_NEAR(run.body(1).r.z(), 1 - kG * since * since / 2, 1e-5) << method.name();
    EXPECT_EQ(order.substr(0, 13), "abcacacacacac") << method.name();  // a step may be ahead
    EXPECT_LT(run.statistics().steps, 600) << method.name();
  }
}

std::string ErrorOf(const System& system,
                    const std::vector<UserEvent>& events,
                    Method method = FormulationKind::coordinate_splitting) {
  try {
    Simulation run(system, Options(method, 1e-6, events));
    run.advance_to(10);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(UserEvents, FailuresNameTheEvent) {
  const System falling = FallingMass(1);
  const UserEvent half_bounce{.name = "bounce",
                              .function = [](const Simulation& s) { return s.body(1).r.z(); },
                              .direction = Crossing::falling,
                              .action =
                                  [](EventActions& act) {
                                    const double v = act.simulation().body(1).v.z();
                                    act.ApplyImpulse(BodyId(1), {0, 0, -1.5 * v});
                                  }};
  for (const Method method : kMethods) {
    const std::string text = ErrorOf(falling, {half_bounce}, method);
    EXPECT_NE(text.find("event 'bounce' chatters at t = 1.35"), std::string::npos) << text;
  }
  const UserEvent nan{.name = "bad",
                      .function = [](const Simulation& s) { return std::sqrt(0.5 - s.t()); },
                      .action = [](EventActions&) {}};
  EXPECT_NE(ErrorOf(falling, {nan}).find("event 'bad': its function is"), std::string::npos);

  Model model;
  const BodyId slide = model.AddPointMass({.name = "slide", .mass = 2});
  const CoordinateRef along = Between(model.AddMarkerAt({.body = Model::ground()}),
                                      model.AddMarkerAt({.body = slide}),
                                      CoordinateKind::offset_x);
  const MotionId pull = model.AddMotion({.name = "pull", .along = along, .law = MakeRamp(0, 1)});
  const System driven = model.Compile();
  const UserEvent off{.name = "off", .time = 0.5, .action = [&](EventActions& act) {
                        act.SwitchOff(pull);
                        act.ApplyImpulse(slide, {2, 0, 0});
                      }};
  const UserEvent on{
      .name = "on", .time = 1, .action = [&](EventActions& act) { act.SwitchOn(pull); }};
  const std::string text = ErrorOf(driven, {off, on});
  EXPECT_NE(text.find("event 'on' at t = 1 s: motion 'pull', row 1 is off by 0.5 m"),
            std::string::npos)
      << text;
  EXPECT_NE(ErrorOf(falling, {{.name = "x", .action = [](EventActions&) {}}})
                .find("event 'x': give it a function or a time"),
            std::string::npos);
  EXPECT_NE(ErrorOf(falling, {off, off}).find("event 'off': give every event a name of its own"),
            std::string::npos);
  EXPECT_NE(
      ErrorOf(
          falling,
          {{.name = "x", .time = 1, .action = [](EventActions& act) { act.Release(JointId(7)); }}})
          .find("unknown joint handle"),
      std::string::npos);
}

/// A motion that comes back where the coordinate is takes the velocity with it.
TEST(UserEvents, AMotionComesBack) {
  Model model;
  const BodyId slide = model.AddPointMass({.name = "slide", .mass = 2});
  const CoordinateRef along = Between(model.AddMarkerAt({.body = Model::ground()}),
                                      model.AddMarkerAt({.body = slide}),
                                      CoordinateKind::offset_x);
  const MotionId pull = model.AddMotion({.name = "pull", .along = along, .law = MakeRamp(0, 1)});
  const System system = model.Compile();
  const auto lead = [](const Simulation& s) {
    return s.t() > 0.7 ? s.body(1).r.x() - s.t() : 1.0;  // zero, but for rounding, before
  };
  for (const Method method : kMethods) {
    // Hit forward at 0.5 s to twice the speed, and back at 1 s to none: caught at 1.5 s.
    Simulation run(system,
                   Options(method,
                           1e-7,
                           {{.name = "hit",
                             .time = 0.5,
                             .action =
                                 [&](EventActions& act) {
                                   act.SwitchOff(pull);
                                   act.ApplyImpulse(slide, {2, 0, 0});
                                 }},
                            {.name = "stand",
                             .time = 1,
                             .action =
                                 [&](EventActions& act) {
                                   act.ApplyImpulse(slide, {-4, 0, 0});
                                 }},
                            {.name = "catch",
                             .function = lead,
                             .direction = Crossing::falling,
                             .once = true,
                             .action = [&](EventActions& act) { act.SwitchOn(pull); }}}));
    run.advance_to(1.4);
    EXPECT_NEAR(run.body(1).r.x(), 1.5, 1e-6) << method.name();
    run.advance_to(2);
    ASSERT_EQ(run.events().size(), 3u) << method.name();
    EXPECT_NEAR(run.events()[2].t, 1.5, 1e-6) << method.name();
    EXPECT_NEAR(run.body(1).r.x(), 2, 1e-6) << method.name();
    EXPECT_NEAR(run.body(1).v.x(), 1, 1e-6) << method.name();
  }
}

/// Gravity that turns, and the energy that belongs to it.
TEST(UserEvents, GravityChanges) {
  const System system = FallingMass();
  Simulation run(system,
                 Options(FormulationKind::coordinate_splitting,
                         1e-8,
                         {{.name = "turn", .time = 1, .action = [](EventActions& act) {
                             act.set_gravity({1, 0, 0});
                           }}}));
  run.advance_to(3);
  EXPECT_NEAR(run.body(1).r.x(), 2, 1e-6);
  EXPECT_NEAR(run.body(1).r.z(), -kG * 2.5, 1e-6);
  EXPECT_NEAR(run.potential_energy(), -run.body(1).r.x(), 1e-12);
}

}  // namespace user_event_times_test
}  // namespace trunnion
