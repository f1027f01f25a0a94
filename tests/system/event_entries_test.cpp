// SPDX-License-Identifier: BSD-3-Clause
//
// Events of model files: what they do, and messages about what is wrong.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/batch/run.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"

namespace trunnion {
namespace event_entries_test {

/// models/released_pendulum.json against energy and a parabola, as a run and as an analysis.
TEST(EventEntries, TheReleasedPendulum) {
  const ModelFile file =
      ReadModelFile(std::string(TRUNNION_SOURCE_DIR) + "/models/released_pendulum.json");
  const System system = file.model.Compile();
  Simulation run(system, file.run.MakeOptions());
  const Results results = trunnion::Run(run, 3, 0.01, file.signals);
  ASSERT_EQ(run.events().size(), 2u);
  EXPECT_EQ(run.events()[0].name, "letting_go");
  EXPECT_EQ(run.events()[1].name, "landing");
  // From the horizontal to 45 degrees: the rate by the energy; then it flies.
  const double m = 2, L = 0.5, I = 0.16667, g = 9.81, low = L * std::sqrt(0.5);
  const double rate = std::sqrt(2 * m * g * low / (I + m * L * L));
  const double up = L * rate * std::sqrt(0.5);
  const double flight = (up + std::sqrt(up * up + 2 * g * (2 - low))) / g;
  const double t = run.events()[1].t;
  EXPECT_NEAR(t - run.events()[0].t, flight, 1e-5);
  EXPECT_EQ(results.time.tail<1>()[0], t);
  EXPECT_NEAR(results.column("height").tail<1>()[0], -2, 1e-9);
  EXPECT_NEAR(std::abs(run.body(1).w.y()), rate, 1e-5);
  EXPECT_EQ(results.column("hinge_force").tail<1>()[0], 0);
  EXPECT_LT(results.column("signals/energy").cwiseAbs().maxCoeff(), 1e-4);

  Simulation again(system, file.run.MakeOptions());
  const AnalysisOutcome outcome =
      RunAnalysis({.name = "swing", .type = AnalysisType::dynamic}, file, again);
  EXPECT_FALSE(outcome.stopped);
  EXPECT_EQ(outcome.t, t);
  EXPECT_NE(Summarize(outcome).find("events: 'letting_go' at "), std::string::npos);
  const ResultTable& steps = outcome.results->table("steps");
  EXPECT_EQ(steps.columns.back().name, "events");
  EXPECT_EQ(steps.values(steps.values.rows() - 1, steps.values.cols() - 1), 2);
}

std::string Model(const std::string& events) {
  return R"({
    "bodies": [{ "name": "rod", "mass": 1, "inertia": [1, 1, 1], "com": [0, 0, -1] },
               { "name": "bob", "type": "point", "mass": 1, "velocity": [1, 0, 0] }],
    "gravity": [0, 0, -10],
    "markers": [{ "name": "o", "body": "ground" }, { "name": "p", "body": "bob" }],
    "joints": [{ "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
                 "point": [0, 0, 0], "axis": [0, 1, 0], "initial_coordinate": 0.5 }],
    "forces": [{ "name": "spring", "type": "spring", "along": { "a": "o", "b": "p", "kind": "offset_x" },
                 "stiffness": 4, "free_length": 0 }],
    "outputs": [{ "name": "angle", "type": "coordinate", "along": "hinge", "unit": "deg" },
                { "name": "x", "type": "position", "body": "bob", "component": "x" },
                { "name": "pull", "type": "force", "force": "spring" }],
    "events": [)" +
         events + "] }";
}

/// Every action, at times: what has come of it is in the outputs.
TEST(EventEntries, Actions) {
  const ModelFile file = ParseModel(Model(R"(
    { "name": "soft", "when": { "time": 0 }, "actions": [{ "type": "scale", "force": "spring", "factor": 0.25 }] },
    { "name": "float", "when": { "time": 0 }, "actions": [{ "type": "gravity", "value": [0, 0, 0] }] },
    { "name": "off", "when": { "output": "x", "crosses": 0.5, "direction": "rising" }, "once": true,
      "actions": [{ "type": "switch_off", "force": "spring" }, { "type": "impulse", "body": "bob", "impulse": [0, 2, 0] }] },
    { "name": "on", "when": { "output": "x", "crosses": 1 }, "once": true,
      "actions": [{ "type": "switch_on", "force": "spring" }] },
    { "name": "end", "when": { "output": "x", "crosses": 0, "direction": "falling" }, "actions": [{ "type": "stop" }] })"));
  const System system = file.model.Compile();
  Simulation run(system, file.run.MakeOptions());
  const Results results = trunnion::Run(run, 10, 0.01, file.signals);
  // x = sin t up to 0.5, where v = cos(asin 0.5); straight on to 1; then with 2 rad/s about 0.
  const double v = std::sqrt(0.75), off = std::asin(0.5), on = off + 0.5 / v;
  const double end =
      on + (std::atan2(1, v / 2) > 0 ? (3.141592653589793 - std::atan2(2, v)) / 2 : 0);
  ASSERT_EQ(run.events().size(), 5u);
  EXPECT_NEAR(run.events()[2].t, off, 1e-4);
  EXPECT_NEAR(run.events()[3].t, on, 1e-4);
  EXPECT_NEAR(run.t(), end, 1e-3);
  EXPECT_NEAR(run.body(2).v.y(), 2, 1e-4);
  EXPECT_NEAR(run.body(2).r.y(), 2 * (run.t() - off), 1e-3);
  const VectorXd x = results.column("x"), pull = results.column("pull");
  for (Eigen::Index i = 0; i + 1 < x.size(); ++i) {
    const double factor = results.time[i] <= off ? 1 : results.time[i] <= on ? 0 : 4;
    EXPECT_NEAR(pull[i], -factor * x[i], 1e-9) << results.time[i];
  }
  EXPECT_NEAR(results.column("angle").tail<1>()[0], 0.5 * 180 / 3.141592653589793, 1e-9);
}

std::string ErrorOf(const std::string& events) {
  try {
    (void)ParseModel(Model(events));
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(EventEntries, Messages) {
  const auto event = [](const std::string& when, const std::string& actions) {
    return R"({ "name": "e", "when": )" + when + R"(, "actions": [)" + actions + "] }";
  };
  const std::string time = R"({ "time": 1 })", stop = R"({ "type": "stop" })";
  struct Case {
    std::string events, message;
  };
  for (const Case& c : {
           Case{
               event(R"({ "output": "angel", "crosses": 1 })", stop),
               "/events/0/when/output: event 'e': unknown output 'angel'; list it among 'outputs'; "
               "did you mean 'angle'?"},
           Case{
               event(R"({ "output": "x", "crosses": "3 deg" })", stop),
               "/events/0/when/crosses: event 'e': the output is in m; give a number in this unit"},
           Case{event(R"({ "time": 1, "direction": "rising" })", stop),
                "/events/0/when/direction: event 'e': unknown key 'direction'"},
           Case{event("{}", stop), "give a 'time', or an 'output' with what it 'crosses'"},
           Case{event(time, ""), "/events/0/actions: event 'e': there is none; add one"},
           Case{event(time, R"({ "type": "release", "joint": "hing" })"), "unknown joint 'hing'"},
           Case{event(time, R"({ "type": "switch_off" })"),
                "give the 'joint', the 'motion' or the 'force' that is switched"},
           Case{event(time, R"({ "type": "explode" })"), "unknown value 'explode'"},
           Case{event(time, stop) + ", " + event(time, stop),
                "/events/1/name: event 'e': the name is taken; give every event its own"},
       }) {
    const std::string error = ErrorOf(c.events);
    EXPECT_NE(error.find(c.message), std::string::npos) << c.message << "\n" << error;
  }
}

/// A degree is a degree, whatever the unit of the output.
TEST(EventEntries, AnglesInDegrees) {
  for (const std::string value : {"0", "\"0 deg\""}) {
    const ModelFile file = ParseModel(
        Model(R"({ "name": "e", "when": { "output": "angle", "crosses": )" + value +
              R"( }, "once": true, "actions": [{ "type": "release", "joint": "hinge" }] })"));
    const System system = file.model.Compile();
    Simulation run(system, file.run.MakeOptions());
    run.advance_to(2);
    ASSERT_EQ(run.events().size(), 1u);
    EXPECT_EQ(run.degrees_of_freedom(), 9);
  }
}

}  // namespace event_entries_test
}  // namespace trunnion
