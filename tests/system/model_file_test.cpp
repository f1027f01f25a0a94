// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/model_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "bodies/mass_properties.hpp"
#include "engine/batch/check.hpp"
#include "engine/batch/run.hpp"
#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/measures.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

using nlohmann::json;

const std::string kRoot = TRUNNION_SOURCE_DIR;

VectorXd EndState(const Model& model, const SimulationOptions& options, double until) {
  const System system = model.Compile();
  Simulation simulation(system, options);
  simulation.advance_to(until);
  VectorXd state(simulation.q().size() + simulation.v().size());
  state << simulation.q(), simulation.v();
  return state;
}

double Evaluate(const ModelFile& file, const std::string& name, const Simulation& simulation) {
  for (const Signal& signal : file.signals)
    if (signal.name == name) return signal.evaluate(simulation);
  ADD_FAILURE() << "no output " << name;
  return 0;
}

TEST(ModelFile, EqualsTheModelBuiltInCode) {
  const ModelFile file = ParseModel(R"({
    "gravity": [0, 0, -9.81],
    "bodies": [
      { "name": "crank", "mass": 2, "com": [0.1, 0, 0], "inertia": [0.1, 0.2, 0.25, 0.01, 0, -0.02],
        "orientation": { "rotation_vector": [0, 0.3, 0] } },
      { "name": "mass", "type": "point", "mass": 0.5, "position": [0.5, 0.2, 0] },
      { "name": "plate", "mass": 1, "position": [0, 1, 0],
        "shape": { "type": "box", "lengths": [0.3, 0.2, 0.1] } } ],
    "markers": [
      { "name": "F", "body": "crank", "position": [0.3, 0, 0] },
      { "name": "M", "body": "mass" },
      { "name": "P", "body": "plate", "point": [0, 0.9, 0] } ],
    "joints": [
      { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "crank",
        "point": [0, 0, 0], "axis": [0, 1, 0], "initial_rate": "90 deg" },
      { "name": "rod", "type": "distance", "a": "F", "b": "M" } ],
    "forces": [
      { "name": "spring", "type": "spring", "along": { "a": "F", "b": "P" }, "stiffness": 300,
        "damping": 2, "damper_curve": { "points": [[-1, -10], [0, 0], [1, 30]] } },
      { "name": "stop", "type": "stop", "along": "hinge", "limit": 0.5, "side": "upper",
        "stiffness": 2000, "damping": 10, "onset": 0.05 },
      { "name": "load", "type": "load", "body": "plate", "point": [0.1, 0, 0],
        "force": [0, { "type": "harmonic", "amplitude": 5, "angular_frequency": 3 }, 9.81],
        "force_frame": "body" },
      { "name": "rubber", "type": "bushing", "body_a": "ground", "body_b": "plate",
        "point": [0, 1.1, 0], "stiffness": [1e4, 1e4, 2e4, 20, 30, 40], "damping_time": 0.01,
        "curves": { "z": { "linear": 2e4, "cubic": 1e7 } } } ] })");

  Model model;
  model.set_gravity({0, 0, -9.81});
  Mat3 inertia;
  inertia << 0.1, 0.01, 0, 0.01, 0.2, -0.02, 0, -0.02, 0.25;
  const BodyId crank = model.AddRigidBody({.name = "crank",
                                           .mass = 2,
                                           .com = {0.1, 0, 0},
                                           .inertia = inertia,
                                           .orientation = RotationExp({0, 0.3, 0})});
  const BodyId mass = model.AddPointMass({.name = "mass", .mass = 0.5, .position = {0.5, 0.2, 0}});
  const BodyId plate = model.AddRigidBody({.name = "plate",
                                           .mass = 1,
                                           .inertia = SolidBox(1, {0.3, 0.2, 0.1}).inertia,
                                           .position = {0, 1, 0}});
  const MarkerId F = model.AddMarker({.name = "F", .body = crank, .position = {0.3, 0, 0}});
  const MarkerId M = model.AddMarker({.name = "M", .body = mass});
  const MarkerId P = model.AddMarkerAt({.name = "P",
                                        .body = plate,
                                        .point = {0, 0.9, 0},
                                        .z_axis = Vec3::UnitZ(),
                                        .x_axis = Vec3(Vec3::UnitX())});
  const JointId hinge = model.AddJointAt({.name = "hinge",
                                          .body_a = Model::ground(),
                                          .body_b = crank,
                                          .axis = {0, 1, 0},
                                          .initial_rate = 90 * std::numbers::pi / 180});
  model.AddJoint({.name = "rod", .type = JointType::distance, .a = F, .b = M});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(F, P),
                         .stiffness = 300,
                         .damping = 2,
                         .damper_curve = Curve::Table({{-1, -10}, {0, 0}, {1, 30}})});
  model.AddStop({.name = "stop",
                 .along = hinge,
                 .law = {.limit = 0.5, .stiffness = 2000, .damping = 10, .onset = 0.05}});
  const MotionLaw wave = MakeHarmonic({.amplitude = 5, .angular_frequency = 3});
  model.AddAppliedLoad({.name = "load",
                        .body = plate,
                        .point = {0.1, 0, 0},
                        .force = {.law = [wave](double t) { return Vec3(0, wave(t).s, 9.81); },
                                  .frame = AppliedVector::Frame::body}});
  const auto at = [&](const char* name, BodyId body) {
    return model.AddMarkerAt({.name = name,
                              .body = body,
                              .point = {0, 1.1, 0},
                              .z_axis = Vec3::UnitZ(),
                              .x_axis = Vec3(Vec3::UnitX())});
  };
  BushingParameters parameters;
  parameters.stiffness.diagonal() << 1e4, 1e4, 2e4, 20, 30, 40;
  parameters.damping = 0.01 * parameters.stiffness;
  parameters.curves[2] = BushingCurve{.force = Curve::Cubic(2e4, 1e7)};
  const MarkerId a = at("rubber.a", Model::ground());
  model.AddBushing(
      {.name = "rubber", .a = a, .b = at("rubber.b", plate), .parameters = parameters});

  const VectorXd from_file = EndState(file.model, file.run.MakeOptions(), 0.2);
  const VectorXd from_code = EndState(model, {}, 0.2);
  ASSERT_EQ(from_file.size(), from_code.size());
  EXPECT_TRUE((from_file.array() == from_code.array()).all())
      << (from_file - from_code).cwiseAbs().maxCoeff();
}

TEST(ModelFile, WantedJointCoordinatesAreMet) {
  const ModelFile file = ParseModel(R"({
    "bodies": [ { "name": "rod", "mass": 1, "com": [0, 0, -1], "inertia": [1, 1, 1] },
                { "name": "slider", "mass": 1, "inertia": [1, 1, 1] } ],
    "joints": [
      { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
        "point": [0, 0, 0], "axis": [0, 1, 0], "initial_coordinate": "60 deg", "initial_rate": 2 },
      { "name": "sleeve", "type": "cylindrical", "body_a": "ground", "body_b": "slider",
        "point": [0, 0, 0], "axis": [1, 0, 0], "initial_coordinate": [0.3, "-10 deg"],
        "initial_rate": [null, 5] } ] })");
  const System system = file.model.Compile();
  const Simulation simulation(system, file.run.MakeOptions());
  const auto hinge = CalcJointCoordinates(system, JointId(0), simulation.context());
  const auto sleeve = CalcJointCoordinates(system, JointId(1), simulation.context());
  EXPECT_NEAR(hinge[0].value, std::numbers::pi / 3, 1e-10);
  EXPECT_NEAR(hinge[0].rate, 2, 1e-10);
  EXPECT_NEAR(sleeve[0].value, 0.3, 1e-10);
  EXPECT_NEAR(sleeve[1].value, -std::numbers::pi / 18, 1e-10);
  EXPECT_NEAR(sleeve[1].rate, 5, 1e-10);
}

TEST(ModelFile, GivenVelocitiesAreKept) {
  // The second rod must follow the first; without the rule both would meet half way.
  const ModelFile file = ParseModel(R"({
    "bodies": [ { "name": "a", "mass": 1, "com": [1, 0, 0], "inertia": [1, 1, 1],
                  "angular_velocity": [0, 0, 3] },
                { "name": "b", "mass": 1, "position": [3, 0, 0], "inertia": [1, 1, 1] } ],
    "joints": [
      { "name": "A", "type": "revolute", "body_a": "ground", "body_b": "a", "point": [0, 0, 0] },
      { "name": "B", "type": "revolute", "body_a": "a", "body_b": "b", "point": [2, 0, 0] } ] })");
  const System system = file.model.Compile();
  const Simulation simulation(system, file.run.MakeOptions());
  EXPECT_LT((simulation.body(1).w - Vec3(0, 0, 3)).norm(), 1e-10);
  EXPECT_LT((simulation.body(1).v - Vec3(0, 3, 0)).norm(), 1e-10);
  const Vec3 knee = simulation.body(2).v + simulation.body(2).w.cross(Vec3(-1, 0, 0));
  EXPECT_LT((knee - Vec3(0, 6, 0)).norm(), 1e-9);
}

TEST(ModelFile, OutputsAreWhatTheySay) {
  const ModelFile file = ParseModel(R"({
    "gravity": [0, 0, -10],
    "bodies": [ { "name": "rod", "mass": 2, "com": [0, 0, -1], "inertia": [0.1, 0.1, 0.1] } ],
    "markers": [ { "name": "tip", "body": "rod", "position": [0, 0, -2] },
                 { "name": "side", "body": "ground", "position": [1, 0, 0],
                   "orientation": { "rotation_vector": [0, 0, "90 deg"] } } ],
    "joints": [ { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
                  "point": [0, 0, 0], "axis": [0, 1, 0], "initial_rate": 3 } ],
    "forces": [ { "name": "drag", "type": "motor", "along": "hinge",
                  "law": { "type": "over_speed", "linear": -0.5 } } ],
    "outputs": [
      { "name": "x", "type": "velocity", "marker": "tip", "component": "x" },
      { "name": "y", "type": "position", "marker": "tip", "component": "y", "relative_to": "side" },
      { "name": "a", "type": "acceleration", "marker": "tip", "component": "z" },
      { "name": "w", "type": "rate", "along": "hinge", "unit": "deg/s" },
      { "name": "lean", "type": "inclination", "body": "rod", "axis": "x", "unit": "deg" },
      { "name": "heading", "type": "azimuth", "body": "rod", "axis": "y", "unit": "deg" },
      { "name": "pull", "type": "reaction_force", "joint": "hinge", "component": "z" },
      { "name": "drag", "type": "torque", "force": "drag", "scale": -1 },
      { "name": "kinetic", "type": "kinetic_energy" },
      { "name": "rise", "type": "position", "marker": "tip", "component": "z", "unit": "mm",
        "from_initial": true },
      { "name": "zero", "type": "difference", "of": "x", "minus": "x" } ],
    "plots": [ { "title": "t", "y_label": "y", "curves": [ { "output": "x", "label": "l" } ] } ] })");
  const System system = file.model.Compile();
  Simulation simulation(system, file.run.MakeOptions());
  EXPECT_NEAR(Evaluate(file, "x", simulation), -6, 1e-9);
  EXPECT_NEAR(Evaluate(file, "y", simulation), 1, 1e-12);
  EXPECT_NEAR(Evaluate(file, "a", simulation), 18, 1e-8);
  EXPECT_NEAR(Evaluate(file, "w", simulation), 3 * 180 / std::numbers::pi, 1e-8);
  EXPECT_NEAR(Evaluate(file, "lean", simulation), 0, 1e-9);
  EXPECT_NEAR(Evaluate(file, "heading", simulation), 90, 1e-9);
  EXPECT_NEAR(Evaluate(file, "pull", simulation), 2 * (10 + 9), 1e-8);
  EXPECT_NEAR(Evaluate(file, "drag", simulation), 1.5, 1e-9);
  EXPECT_NEAR(Evaluate(file, "kinetic", simulation), 0.5 * (2 + 0.1) * 9, 1e-8);
  EXPECT_EQ(Evaluate(file, "rise", simulation), 0);
  simulation.advance_to(0.1);
  EXPECT_NEAR(
      Evaluate(file, "rise", simulation), 1e3 * (simulation.pose(MarkerId(0)).p.z() + 2), 1e-9);
  EXPECT_EQ(Evaluate(file, "zero", simulation), 0);
  EXPECT_EQ(file.signals[3].unit, "deg/s");
  ASSERT_EQ(file.plots.size(), 1U);
  EXPECT_EQ(file.plots[0].curves[0].label, "l");
}

TEST(Measures, RelativeMotionIsTheDerivativeOfRelativePosition) {
  Model model;
  const Mat3 inertia = Vec3(1, 2, 2.5).asDiagonal();
  for (const char* name : {"a", "b"}) {
    const double s = name[0] == 'a' ? 1 : -0.7;
    model.AddRigidBody({.name = name,
                        .mass = 1,
                        .com = {0.1, 0.2, -0.1},
                        .inertia = inertia,
                        .position = {s, 0, 0},
                        .velocity = {0, s, 1},
                        .angular_velocity = {s, 2, 0.5 * s}});
  }
  const MarkerId m = model.AddMarker(
      {.body = BodyId(1), .position = {0.3, 0, 0.2}, .orientation = RotationExp({1, 2, 0.3})});
  const MarkerId f = model.AddMarker(
      {.body = BodyId(2), .position = {0, 0.5, 0.1}, .orientation = RotationExp({0.2, -1, 1})});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-10, .max_step = 1e-3}});
  const double t = 0.05, h = 1e-4;
  FrameMotion at[3];
  for (int i = 0; i < 3; ++i) {
    simulation.advance_to(t + (i - 1) * h);
    at[i] = CalcFrameMotion(simulation, m, f, true);
  }
  const FrameMotion& now = at[1];
  EXPECT_LT((now.v - (at[2].X.p - at[0].X.p) / (2 * h)).norm(), 1e-5);
  EXPECT_LT((now.a - (at[2].v - at[0].v) / (2 * h)).norm(), 1e-4);
  EXPECT_LT((now.alpha - (at[2].w - at[0].w) / (2 * h)).norm(), 1e-4);
  EXPECT_LT((now.w - RotationLog(at[2].X.R * at[0].X.R.transpose()) / (2 * h)).norm(), 1e-5);
}

TEST(TimeLaws, DerivativesAreThoseOfTheValue) {
  const TimePoints points{{0, 1}, {0.5, -1}, {0.8, 2}, {1.5, 0}};
  const std::vector<MotionLaw> laws{MakeConstant(3),
                                    MakeRamp(1, 2),
                                    MakeHarmonic({2, 5, 0.3, 1}),
                                    MakePolynomial({1, -2, 3, 0.5}),
                                    MakeSmoothStep({0.2, 0.9, 1, 4}),
                                    MakeSplineTable(points),
                                    MakeSumOfTime({MakeRamp(0, 1), MakeSplineTable(points)})};
  const double h = 1e-5;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    for (double t = -0.503; t < 2; t += 0.1) {
      const MotionValue below = laws[i](t - h), at = laws[i](t), above = laws[i](t + h);
      EXPECT_NEAR(at.s_dot, (above.s - below.s) / (2 * h), 1e-6) << i << " at " << t;
      EXPECT_NEAR(at.s_ddot, (above.s_dot - below.s_dot) / (2 * h), 1e-5) << i << " at " << t;
    }
  }
  for (const auto& p : points) {
    EXPECT_NEAR(MakeSplineTable(points)(p[0]).s, p[1], 1e-14);
    EXPECT_NEAR(MakeLinearTable(points)(p[0]).s, p[1], 1e-14);
  }
}

TEST(Check, CountsFreedomsAndNamesRedundantJoints) {
  const CheckReport report = CheckModel(ReadModelFile(kRoot + "/models/four_bar.json"));
  EXPECT_EQ(report.num_velocities, 18);
  EXPECT_EQ(report.num_equations, 21);
  EXPECT_EQ(report.gruebler_freedoms, -3);
  EXPECT_EQ(report.degrees_of_freedom, 0);
  EXPECT_EQ(report.remarks.size(), 3U);
  ASSERT_EQ(report.bodies.size(), 3U);
  EXPECT_EQ(report.bodies[1].name, "coupler");
  ASSERT_EQ(report.constraints.size(), 5U);
  EXPECT_EQ(report.constraints[4].type, "motion");
  EXPECT_EQ(report.constraints[1].bodies, (std::vector<std::string>{"crank", "coupler"}));
}

TEST(Models, AllAreSoundAndRun) {
  for (const auto& item : std::filesystem::directory_iterator(kRoot + "/models")) {
    if (item.path().extension() != ".json") continue;
    SCOPED_TRACE(item.path());
    const ModelFile file = ReadModelFile(item.path());
    (void)CheckModel(file);
    const System system = file.model.Compile();
    Simulation simulation(system, file.run.MakeOptions());
    for (int i = 0; i < 20; ++i) simulation.step();
    for (const Signal& signal : file.signals)
      EXPECT_TRUE(std::isfinite(signal.evaluate(simulation))) << signal.name;
  }
}

TEST(ModelFile, ReadsTheFormulationAndItsParameters) {
  const auto read = [](const std::string& run) {
    return ParseModel(R"({"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}], "run": )" +
                          run + "}",
                      "formulation")
        .run.integrator;
  };
  const BdfOptions bdf = read(R"({"bdf": {"formulation": "projected_invariants",
      "correction_direction": "dependent_coordinates", "invariant_levels": "coupled"}})")
                             .bdf;
  EXPECT_EQ(bdf.formulation, FormulationKind::projected_invariants);
  EXPECT_EQ(bdf.correction_direction, CorrectionDirection::dependent_coordinates);
  EXPECT_EQ(bdf.invariant_levels, InvariantLevels::coupled);
  EXPECT_EQ(
      read(R"({"bdf": {"formulation": "baumgarte", "baumgarte_rate": 3}})").bdf.baumgarte_rate, 3);
  const IntegratorOptions options = read(R"({"integrator": "explicit", "fixed_step": 0.01,
      "explicit": {"method": "half_explicit", "stabilized_levels": "velocity",
      "stabilization_matrix": "coupled", "stabilization_point": "start",
      "stabilization_alpha": 0.5}})");
  EXPECT_EQ(options.kind, IntegratorKind::explicit_method);
  EXPECT_EQ(options.explicit_method.method, ExplicitMethod::half_explicit);
  EXPECT_EQ(options.explicit_method.stabilized_levels, StabilizedLevels::velocity);
  EXPECT_EQ(options.explicit_method.stabilization_matrix, StabilizationMatrix::coupled);
  EXPECT_EQ(options.explicit_method.stabilization_point, StabilizationPoint::start);
  EXPECT_EQ(options.explicit_method.stabilization_alpha, 0.5);
  try {
    ParseModel(R"({"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
                   "run": {"bdf": {"formulation": "index4"}}})",
               "wrong");
    ADD_FAILURE() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("/run/bdf/formulation: unknown value 'index4'"),
              std::string::npos)
        << error.what();
  }
}

// The lists of `more` are appended to those of `base`.
json Merge(json base, const json& more) {
  for (const auto& [key, value] : more.items()) {
    if (value.is_array() && base.contains(key))
      base[key].insert(base[key].end(), value.begin(), value.end());
    else
      base[key] = value;
  }
  return base;
}

TEST(Documentation, ExamplesOfTheSchemaAreTrue) {
  std::ifstream stream(kRoot + "/docs/model_file.md");
  std::string line, block;
  std::vector<json> examples;
  bool inside = false;
  while (std::getline(stream, line)) {
    if (inside && line == "```") {
      examples.push_back(json::parse(block, nullptr, true, true));
      inside = false;
    } else if (inside) {
      block += line + "\n";
    } else if (line == "```json") {
      inside = true;
      block.clear();
    }
  }
  ASSERT_GE(examples.size(), 8U);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::string text = i == 0 ? examples[0].dump() : Merge(examples[0], examples[i]).dump();
    const std::string name = "example " + std::to_string(i);
    ASSERT_NO_THROW({
      const ModelFile file = ParseModel(text, name);
      (void)CheckModel(file);
      const System system = file.model.Compile();
      Simulation simulation(system, file.run.MakeOptions());
      simulation.step();
      for (const Signal& signal : file.signals)
        EXPECT_TRUE(std::isfinite(signal.evaluate(simulation))) << name << signal.name;
      Simulation start(system, file.run.MakeOptions());
      for (const AnalysisRequest& request : file.analyses) (void)RunAnalysis(request, file, start);
    }) << text;
  }
}

}  // namespace
}  // namespace trunnion
