// SPDX-License-Identifier: BSD-3-Clause
//
// Forces by formulas in models and model files, against closed forms and elements of the engine.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace user_formulas_test {

constexpr IntegratorKind kIntegrators[]{
    IntegratorKind::bdf, IntegratorKind::adams, IntegratorKind::explicit_method};

/// A mass of 1 kg along x, with a formula on its place.
Model AlongX(const std::string& formula, double x, double v) {
  Model model;
  const BodyId body =
      model.AddPointMass({.name = "ball", .mass = 1, .position = {x, 0, 0}, .velocity = {v, 0, 0}});
  const MarkerId b = model.AddMarkerAt({.name = "ball", .body = body, .point = {x, 0, 0}});
  model.AddForceByFormulas({.name = "wall", .b = b, .force = {formula, "", ""}});
  return model;
}

struct Motion {
  double x, v;
};

Motion MoveOn(const Model& model, IntegratorKind kind, double tolerance, double end) {
  IntegratorOptions options{.tolerance = tolerance};
  options.kind = kind;
  Simulation run(model.Compile(), {.integrator = options});
  run.advance_to(end);
  return {run.body(1).r.x(), run.body(1).v.x()};
}

/// A half wave of contact, then free flight.
TEST(UserFormulas, ALinearStopGivesTheSpeedBack) {
  const Model model = AlongX("if(dx(b) < 0, -1e4*dx(b), 0)", 0.1, -1);
  for (const IntegratorKind kind : kIntegrators) {
    const Motion at = MoveOn(model, kind, 1e-7, 0.3);
    const double left = 0.1 + std::numbers::pi / 100;
    EXPECT_NEAR(at.x, 0.3 - left, 2e-5);
    EXPECT_NEAR(at.v, 1, 2e-4);
  }
}

TEST(UserFormulas, AJumpOverTimeIsNotSteppedOver) {
  // A pulse of 1 ms: the speed is 5e3 * 1e-3.
  const Model model = AlongX("if(t < 0.5, 0, if(t < 0.501, 5e3, 0))", 0, 0);
  for (const IntegratorKind kind : kIntegrators) {
    const Motion at = MoveOn(model, kind, 1e-5, 1);
    EXPECT_NEAR(at.v, 5, 1e-4);
    EXPECT_NEAR(at.x, 5 * 0.4995, 1e-4);
  }
}

/// A law with x^1.5 in contact, by energy: k/2.5 p^2.5 = v²/2 at the deepest place, and back.
TEST(UserFormulas, ImpactIsConservativeWithoutDamping) {
  const Model model = AlongX("impact(dx(b), vx(b), 0, 1e5, 1.5, 0, 1e-3)", 0.05, -1);
  for (const IntegratorKind kind : kIntegrators)
    EXPECT_NEAR(MoveOn(model, kind, 1e-7, 0.3).v, 1, 2e-4);
}

constexpr const char* kBase = R"json({
  "gravity": [0, 0, -9.81],
  "parameters": { "k": 300 },
  "inputs": [{ "name": "push", "start": 2 }],
  "bodies": [
    { "name": "arm", "mass": 2, "inertia": [0.2, 0.2, 0.01], "position": [0.4, 0, -0.9],
      "orientation": { "rotation_vector": [0.3, -0.2, 0.5] }, "angular_velocity": [1, 2, -1] },
    { "name": "bob", "mass": 1, "inertia": [0.02, 0.03, 0.01], "position": [1, 0.2, -1], "velocity": [0, 1, 0] }
  ],
  "markers": [
    { "name": "wall", "body": "ground", "position": [0.5, 0.1, 0.2], "orientation": { "rotation_vector": [0.2, 0.1, 0] } },
    { "name": "tip (left)", "body": "arm", "position": [0, 0.1, 0.3] },
    { "name": "bob.c", "body": "bob", "position": [0.05, 0, 0] }
  ],
  "forces": [FORCES]
})json";

ModelFile Read(const std::string& forces) {
  std::string text = kBase;
  text.replace(text.find("FORCES"), 6, forces);
  return ParseModel(text, "model.json");
}

std::vector<Vec3> PlacesAt(const std::string& forces, double end) {
  Simulation run(Read(forces).model.Compile(), {.integrator = {.tolerance = 1e-8}});
  run.advance_to(end);
  return {run.body(1).r, run.body(2).r, run.body(1).R.col(0)};
}

void ExpectSameMotion(const std::string& forces, const std::string& others) {
  const auto a = PlacesAt(forces, 0.7), b = PlacesAt(others, 0.7);
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_LT((a[i] - b[i]).norm(), 2e-6) << forces << a[i].transpose() << " " << b[i].transpose();
}

TEST(UserFormulas, IsTheSpringThatItWrites) {
  ExpectSameMotion(
      R"json({ "name": "s", "type": "expression", "a": "wall", "b": "tip (left)",
           "along": "-k*(distance(a, b) - 0.5) - 4*distance_rate(wall, 'tip (left)')" })json",
      R"json({ "name": "s", "type": "spring", "along": { "a": "wall", "b": "tip (left)" },
           "stiffness": 300, "damping": 4, "free_length": 0.5 })json");
}

/// Translations of a plain bushing, as components in the axes of its first marker.
TEST(UserFormulas, IsTheBushingThatItWrites) {
  ExpectSameMotion(
      R"json({ "name": "s", "type": "expression", "a": "tip (left)", "b": "bob.c",
           "force": ["-k*dx(b, a, a) - 3*vx(b, a, a, a)", "-200*offset_y(a, b) - 2*offset_y_rate(a, b)",
                     "-100*dz(b, a, a) - vz(b, a, a, a)"],
           "torque": ["-0.2*wx(b, a, a)", "-0.2*wy(b, a, a)", "-0.2*wz(b, a, a)"] })json",
      R"json({ "name": "s", "type": "bushing", "a": "tip (left)", "b": "bob.c",
           "stiffness": [300, 200, 100, 0, 0, 0], "damping": [3, 2, 1, 0.2, 0.2, 0.2] })json");
}

TEST(UserFormulas, IsTheLoadThatItWrites) {
  ExpectSameMotion(
      R"json({ "name": "s", "type": "expression", "b": "bob.c", "force": ["push*sin(3*t)", 1.5, 0], "torque": [0, 0, "0.01*t"] })json",
      R"json({ "name": "s", "type": "load", "marker": "bob.c",
           "force": [{ "type": "expression", "expression": "2*sin(3*t)" }, 1.5, 0],
           "torque": [0, 0, { "type": "ramp", "rate": 0.01 }] })json");
}

TEST(UserFormulas, TablesAreFunctions) {
  ExpectSameMotion(
      R"json({ "name": "s", "type": "expression", "a": "wall", "b": "bob.c", "along": "-soft(dm(b, a) - 0.5)",
           "tables": { "soft": { "points": [[0, 0], [2, 600]] } } })json",
      R"json({ "name": "s", "type": "spring", "along": { "a": "wall", "b": "bob.c" },
           "stiffness": 300, "free_length": 0.5 })json");
}

TEST(UserFormulas, AreReported) {
  const ModelFile file = Read(
      R"json({ "name": "s", "type": "expression", "a": "wall", "b": "bob.c", "axes": "tip (left)", "force": [1, "2*t", 3] },
         { "name": "c", "type": "expression", "a": "wall", "b": "bob.c", "along": "5" })json");
  Simulation run(file.model.Compile(), {});
  run.advance_to(0.1);
  EXPECT_EQ(run.report(file.model.FindForce("s").value(), "force_x"), 1);
  EXPECT_NEAR(run.report(file.model.FindForce("s").value(), "force_y"), 0.2, 1e-12);
  EXPECT_EQ(run.report(file.model.FindForce("c").value(), "force"), 5);
}

TEST(UserFormulas, AreOutputs) {
  std::string text = kBase;
  text.replace(text.find("FORCES"), 6, "");
  text.insert(text.rfind('}'), R"json(, "outputs": [
    { "name": "reach", "type": "expression", "scale": 2,
      "expression": "dm(bob.c, wall) + push + half(4)*t", "tables": { "half": { "points": [[0, 0], [2, 1]] } } }])json");
  const ModelFile file = ParseModel(text, "model.json");
  Simulation run(file.model.Compile(), {});
  run.advance_to(0.3);
  const Vec3 bob = run.body(2).r + run.body(2).R * Vec3(0.05, 0, 0);
  EXPECT_NEAR(
      file.signals[0].evaluate(run), 2 * ((bob - Vec3(0.5, 0.1, 0.2)).norm() + 2 + 2 * 0.3), 1e-12);
  text.replace(text.find("bob.c, wall"), 11, "bob.c, roof");
  try {
    (void)ParseModel(text, "model.json");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/outputs/0/expression: output 'reach': formula"),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("column 1: there is no marker 'roof'"),
              std::string::npos);
  }
}

TEST(UserFormulas, RefusesWithThePlaceAndTheColumn) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"json("a": "wall", "b": "bob.c", "along": "3*dx(b, wal)")json",
       "force 'f': formula '3*dx(b, wal)': column 3: there is no marker 'wal'"},
      {R"json("a": "wall", "b": "bob.c", "along": "3 + * 2")json", "column 5: expected a number"},
      {R"json("a": "wall", "b": "bob.c", "along": "k*gap(b)")json",
       "column 3: unknown function 'gap'"},
      {R"json("a": "wall", "b": "bob.c", "along": "dm(b, a, a)")json", "dm takes one to 2 markers"},
      {R"json("a": "wall", "b": "bob.c", "along": "1", "about": "2")json", "give 'along', 'about'"},
      {R"json("a": "wall", "b": "bob.c")json", "give 'along', 'about'"},
      {R"json("b": "bob.c", "along": "1")json", "marker a is missing"},
      {R"json("a": "wall", "b": "wall", "along": "1")json", "both markers are on the same body"},
      {R"json("a": "wall", "b": "bob.c", "force": [1, 2])json", "expected three"},
      {R"json("a": "wall", "b": "bob.c", "along": "1", "tables": {"sin": {"points": [[0, 0], [1, 1]]}})json",
       "'sin' cannot be the name of a table"},
      {R"json("a": "wall", "b": "bob.c", "along": "1", "tables": {"s": {"points": [[0, 0], [0, 1]]}})json",
       "increasing order"},
      {R"json("a": "wall", "b": "bob.c", "alon": "1")json", "did you mean 'along'"}};
  for (const auto& [keys, message] : cases) {
    try {
      Read(R"json({ "name": "f", "type": "expression", )json" + keys + " }");
      ADD_FAILURE() << keys;
    } catch (const Error& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(message), std::string::npos) << what;
      EXPECT_EQ(what.rfind("model.json: /forces/0", 0), 0u) << what;
    }
  }
}

TEST(UserFormulas, PointMassesHaveNoAxes) {
  Model model;
  const BodyId p = model.AddPointMass({.name = "p", .mass = 1});
  const MarkerId at = model.AddMarker({.name = "at", .body = p});
  const MarkerId wall = model.AddMarker({.name = "wall", .body = Model::ground()});
  EXPECT_THROW(model.AddForceByFormulas({.a = wall, .b = at, .torque = {"1", "", ""}}), ModelError);
  EXPECT_THROW(model.AddForceByFormulas({.a = at, .b = wall, .force = {"1", "", ""}}), ModelError);
  EXPECT_THROW(model.AddForceByFormulas({.a = wall, .b = at, .along = "az(b, a)"}), ModelError);
  EXPECT_NO_THROW(model.AddForceByFormulas({.a = wall, .b = at, .along = "-dm(b, a)"}));
}

}  // namespace user_formulas_test
}  // namespace trunnion
