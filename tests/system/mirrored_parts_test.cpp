// SPDX-License-Identifier: BSD-3-Clause
//
// Instances that are moved and mirrored: a model moves as the image of the part does, for every
// type of joint, force and constraint.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/rotation.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion {
namespace mirrored_parts_test {

using Json = nlohmann::json;

Json Read(const std::string& text) { return Json::parse(text, nullptr, true, true); }

/// Two bodies without any symmetry; the second flies about.
Json Bodies() {
  return Read(R"([
    {"name": "one", "mass": 1.3, "com": [0.05, -0.02, 0.03], "position": [0.4, 0.3, 0.2],
     "inertia": [0.11, 0.13, 0.17, 0.011, -0.007, 0.013],
     "orientation": {"rotation_vector": [0.2, -0.3, 0.4]}},
    {"name": "two", "mass": 0.7, "com": [0, 0.04, 0], "position": [0.9, -0.2, 0.5],
     "inertia": {"principal": [0.05, 0.07, 0.09], "orientation": {"rotation_vector": [0.5, 0.2, 0.1]}},
     "inertia_frame": {"position": [0.01, 0.02, -0.03], "orientation": {"rotation_vector": [0, 0.3, 0]}},
     "orientation": {"axes": {"x": [1, 2, 0], "z": [0, 0, 1]}}}])");
}

Json Markers() {
  return Read(R"([
    {"name": "wall", "body": "ground", "position": [0.1, 0.2, 0.3],
     "orientation": {"rotation_vector": [0.4, 0.5, -0.2]}},
    {"name": "on_one", "body": "one", "point": [0.1, 0.2, 0.3],
     "orientation": {"rotation_vector": [0.4, 0.5, -0.2]}},
    {"name": "tip", "body": "one", "position": [0.2, 0.1, -0.1],
     "orientation": {"rotation_vector": [0.1, 0.2, 0.3]}},
    {"name": "on_two", "body": "two", "position": [-0.1, 0.2, 0.1],
     "orientation": {"rotation_vector": [-0.3, 0.2, 0.1]}}])");
}

struct Image {
  std::optional<int> mirror;
  Pose X;
  Mat3 S() const {
    Mat3 S = Mat3::Identity();
    if (mirror) S(*mirror, *mirror) = -1;
    return S;
  }
  Mat3 M() const { return X.R * S(); }
};

std::vector<Image> Images() {
  const Pose pose{RotationExp(Vec3(0.3, -0.5, 0.7)), Vec3(1, 2, -3)};
  return {{0, {}}, {1, {}}, {2, {}}, {1, pose}, {{}, pose}, {2, {Mat3::Identity(), Vec3(0, 0, 4)}}};
}

Json ToJson(const Vec3& v) { return {v[0], v[1], v[2]}; }

/// The part with gravity as it acts on it there.
std::string Place(const Json& part, const Image& image, double until) {
  const Mat3& R = image.X.R;
  const std::array axes{'x', 'y', 'z'};
  Json instance{
      {"name", "i"},
      {"part", "p"},
      {"position", ToJson(image.X.p)},
      {"orientation", {{"matrix", {ToJson(R.row(0)), ToJson(R.row(1)), ToJson(R.row(2))}}}}};
  if (R == Mat3::Identity()) instance.erase("orientation");
  if (image.mirror)
    instance["mirror"] = std::string(1, axes[static_cast<std::size_t>(*image.mirror)]);
  return Json{{"parts", {{"p", part}}},
              {"instances", {instance}},
              {"gravity", ToJson(image.M() * Vec3(1, -2, -9))},
              {"run", {{"until", until}}}}
      .dump();
}

struct Result {
  Pose X;
  Vec3 v, w, a;
};

std::vector<Result> Simulate(const std::string& text, double until) {
  const ModelFile file = ParseModel(text);
  const System system = file.model.Compile();
  SimulationOptions options = file.run.MakeOptions();
  options.integrator.tolerance = 1e-8;
  options.threads = 1;
  Simulation run(system, options);
  run.advance_to(until);
  std::vector<Result> results;
  for (const char* name : {"i.one", "i.two"}) {
    const BodyId body = file.model.FindBody(name).value();
    results.push_back(
        {run.pose(body), run.velocity(body), run.angular_velocity(body), run.acceleration(body)});
  }
  return results;
}

/// Both runs keep the tolerance 1e-8.
void ExpectImages(const Json& part, const std::string& what, double until = 0.2) {
  constexpr double kTolerance = 1e-7, kOfRates = 1e-5;
  const auto original = Simulate(Place(part, {}, until), until);
  for (const Image& image : Images()) {
    const std::string where =
        what + (image.mirror ? " mirror " + std::to_string(*image.mirror) : "");
    const auto seen = Simulate(Place(part, image, until), until);
    const double sign = image.mirror ? -1 : 1;
    for (std::size_t i = 0; i < 2; ++i) {
      const Mat3 M = image.M();
      const Result& from = original[i];
      EXPECT_LT((seen[i].X.p - image.X.p - M * from.X.p).norm(), kTolerance) << where;
      EXPECT_LT((seen[i].X.R - M * from.X.R * image.S()).norm(), kTolerance) << where;
      EXPECT_LT((seen[i].v - M * from.v).norm(), kOfRates) << where;
      EXPECT_LT((seen[i].w - sign * M * from.w).norm(), kOfRates) << where;
    }
  }
}

Json MakePart(const std::string& more) {
  Json part{{"bodies", Bodies()}, {"markers", Markers()}};
  const Json added = Read(more);
  for (const auto& [key, value] : added.items()) part[key] = value;
  return part;
}

/// Body one on the wall by a joint over points, with springs that act on its coordinates.
std::string Over(const std::string& type, const std::string& more, const std::string& extra = "") {
  return R"({"joints": [{"name": "j", "type": ")" + type +
         R"(", "body_a": "ground", "body_b": "one", "point": [0.1, 0.2, 0.3],
                         "axis": [0.3, 0.5, 0.8])" +
         more + "}]" + extra + "}";
}
std::string Between(const std::string& type,
                    const std::string& more,
                    const std::string& extra = "") {
  return R"({"joints": [{"name": "j", "type": ")" + type + R"(", "a": "wall", "b": "on_one")" +
         more + "}]" + extra + "}";
}

/// All that acts along a coordinate.
std::string Along(const std::string& along) {
  return R"(, "forces": [
    {"name": "s", "type": "spring", "along": )" +
         along + R"(, "stiffness": 40, "damping": 0.3,
     "free_length": 0.05, "preload": 0.6,
     "spring_curve": {"points": [[-1, -3], [0, 0], [0.5, 2], [1, 9]], "interpolation": "monotone_cubic"},
     "damper_curve": {"points": [[-1, -1], [0, 0], [1, 2]], "interpolation": "monotone_cubic"}},
    {"name": "e", "type": "stop", "along": )" +
         along + R"(, "limit": 0.1, "side": "upper",
     "stiffness": 300, "damping": 1},
    {"name": "m", "type": "motor", "along": )" +
         along + R"(, "law": {"type": "sum", "terms": [
      {"type": "expression", "expression": "2*t - 0.5*x^2 - 3*x + 0.1*v"},
      {"type": "over_speed", "points": [[-2, 1], [0, 0.2], [2, -3]]},
      {"type": "over_coordinate", "linear": -1, "cubic": 0.3},
      {"type": "servo", "stiffness": 3, "damping": 0.1, "target": {"type": "ramp", "rate": 0.7}},
      {"type": "harmonic", "amplitude": 1.5, "frequency": 2, "phase": 0.3, "offset": 0.2},
      {"type": "table", "points": [[0, 0], [0.05, 1], [0.2, -1]]}, -0.3]}},
    {"name": "w", "type": "maxwell", "along": )" +
         along + R"(, "stiffness": 50, "damping": 2}])";
}

TEST(MirroredParts, JointsOverPointsThatDrive) {
  for (const char* type : {"revolute", "prismatic", "cylindrical", "screw"}) {
    const std::string pitch = std::string(type) == "screw" ? R"(, "pitch": 0.1)" : "";
    ExpectImages(MakePart(Over(type, pitch + R"(, "initial_rate": 0.4)", Along("\"j\""))), type);
    ExpectImages(MakePart(Between(type, pitch + R"(, "initial_rate": -0.3)", Along("\"j\""))),
                 std::string(type) + " between markers");
  }
  const std::string angle = R"({"joint": "j", "coordinate": "angle"})";
  const std::string y = R"({"joint": "j", "coordinate": "y"})";
  ExpectImages(MakePart(Over("cylindrical", R"(, "initial_rate": [0.3, 0.5])", Along(angle))),
               "angle");
  ExpectImages(MakePart(Over("planar", R"(, "initial_rate": [0.3, 0.5, -0.2])", Along(angle))),
               "planar");
  ExpectImages(MakePart(Over("planar", "", Along(y))), "planar y");
  ExpectImages(MakePart(Between("planar", R"(, "initial_rate": [0.3, 0.5, -0.2])", Along(y))), "y");
  ExpectImages(MakePart(Over("parallel_axes", "", Along(y))), "parallel_axes");
  ExpectImages(MakePart(Over("parallel_axes", "", Along(angle))), "parallel_axes angle");
  ExpectImages(MakePart(Over("perpendicular_axes", R"(, "axis_b": [0.5, -0.3, 0])", Along(y))),
               "perpendicular");
  ExpectImages(MakePart(Over("point_on_plane", "", Along(y))), "point_on_plane");
  ExpectImages(MakePart(Over("point_on_line", "", Along("\"j\""))), "point_on_line");
}

TEST(MirroredParts, OtherJoints) {
  ExpectImages(MakePart(Over("ball", "")), "ball");
  ExpectImages(MakePart(Over("fixed", "")), "fixed");
  ExpectImages(MakePart(Over("universal", R"(, "axis_b": [0.5, -0.3, 0])")), "universal");
  ExpectImages(MakePart(Over("constant_velocity", R"(, "axis_b": [0.3, 0.4, 0.9])")),
               "constant_velocity");
  ExpectImages(MakePart(Over("distance", R"(, "point_b": [0.5, 0.4, 0.2])")), "distance");
  ExpectImages(MakePart(Over("revolute_spherical", R"(, "point_b": [0.6, -0.1, 0.3])")),
               "revolute_spherical");
  for (const char* type : {"ball", "fixed", "constant_velocity", "point_on_line", "point_on_plane"})
    ExpectImages(MakePart(Between(type, "")), std::string(type) + " between markers");
  const std::string friction =
      R"(, "friction": {"coefficient": 0.3, "radius": 0.02, "bending_arm": 0.1, "stiction_velocity": 0.05})";
  ExpectImages(MakePart(Over("revolute", friction + R"(, "initial_rate": 2)")), "friction");
}

TEST(MirroredParts, MotionsAndCouplings) {
  const std::string second = R"(, {"name": "k", "type": "cylindrical", "body_a": "ground",
    "body_b": "two", "point": [0.9, 0, 0], "axis": [1, 0.2, 0.1]}])";
  std::string joints = Over("cylindrical", "");
  joints = joints.substr(0, joints.size() - 2) + second;
  ExpectImages(MakePart(joints + R"(, "couplings": [{"name": "c", "first": "j", "second":
                 {"joint": "k", "coordinate": "angle"}, "ratio": 0.3}]})"),
               "rack");
  ExpectImages(MakePart(joints + R"(, "motions": [{"name": "c", "along":
                 {"joint": "j", "coordinate": "angle"}, "law": {"type": "polynomial",
                  "coefficients": [0, "20 deg", 0.4]}}]})"),
               "motion");
}

TEST(MirroredParts, ForcesBetweenMarkers) {
  for (const char* kind : {"distance", "offset_y", "offset_z", "angle"})
    ExpectImages(
        MakePart("{\"name\": 0" +
                 Along(R"({"a": "wall", "b": "tip", "kind": ")" + std::string(kind) + "\"}") + "}")
            .patch(Read(R"([{"op": "remove", "path": "/name"}])")),
        kind);
  const auto force = [](const std::string& text, const std::string& what) {
    ExpectImages(MakePart(R"({"forces": [)" + text + "]}"), what);
  };
  force(R"j({"name": "f", "type": "load", "body": "one", "point": [0.1, 0.2, 0.3],
            "force": [1, {"type": "ramp", "rate": 20}, -3], "torque": [0.1, 0.2,
            {"type": "expression", "expression": "0.3*sin(9*t)"}]})j",
        "load");
  force(
      R"({"name": "f", "type": "load", "marker": "tip", "force": [1, {"type": "ramp", "rate": 2}, -3],
            "torque": [0.1, 0.2, 0.3], "force_frame": "body", "torque_frame": "body"})",
      "load of the body");
  force(R"({"name": "f", "type": "cable", "a": "wall", "b": "tip", "axial_stiffness": 300,
            "length": 0.2})",
        "cable");
  const std::string bushing =
      R"({"name": "f", "type": "bushing", "body_a": "ground", "body_b": "one",
    "point": [0.3, 0.3, 0.1], "orientation": {"rotation_vector": [0.3, 0.2, 0.6]}, "damping_time": 0.01,
    "stiffness": [[900, 50, 30, 1, 2, 3], [50, 800, 20, 4, 5, 6], [30, 20, 700, 7, 8, 9],
                  [1, 4, 7, 30, 2, 3], [2, 5, 8, 2, 40, 4], [3, 6, 9, 3, 4, 50]],
    "preload": [1, 2, 3, 0.4, 0.5, 0.6],
    "curves": {"y": {"points": [[-1, -30], [0, 0], [1, 90]]}, "rx": {"points": [[-1, -2], [0, 0], [1, 6]]}})";
  force(bushing + "}", "bushing");
  for (const char* measure : {"plain", "bryant"})
    force(bushing + R"(, "measure": ")" + measure + "\"}", measure);
  force(bushing + R"(, "twist_axis": "y"})", "twist_axis");
  force(
      R"({"name": "f", "type": "bushing", "a": "wall", "b": "on_one", "stiffness": [900, 800, 700, 50, 60, 70],
            "damping": [9, 8, 7, 0.5, 0.6, 0.7], "preload": [1, 2, 3, 0.4, 0.5, 0.6]})",
      "bushing between");
}

TEST(MirroredParts, BeamsAndSuperelements) {
  const std::string section =
      R"("section": {"youngs_modulus": 2e9, "shear_modulus": 8e8, "density": 900,
    "area": 1e-3, "iy": 2e-7, "iz": 1e-7, "torsion": 2e-7, "shear_y": 0.8, "shear_z": 0.7,
    "orientation": "20 deg", "centroid": [0.01, 0.02], "shear_centre": [-0.01, 0.015]})";
  for (const char* formulation : {"corotational", "geometrically_exact"})
    ExpectImages(
        MakePart(R"({"forces": [{"name": "f", "type": "beam", "a": "wall", "b": "tip", "y_axis":
                   [0.1, 0.3, 1], "damping_time": 1e-3, "prestrain": [1e-3, 2e-3, 3e-3, 0.01, 0.02, 0.03],
                   "formulation": ")" +
                 std::string(formulation) + "\", " + section + "}]}"),
        formulation,
        0.05);
  ExpectImages(MakePart(R"({"forces": [{"name": "f", "type": "beam", "a": "wall", "b": "tip",
                 "damping_time": 1e-3, )" +
                        section + "}]}"),
               "beam between axes",
               0.05);
  const Vec3 wall(0.1, 0.2, 0.3);
  const Vec3 tip = Vec3(0.4, 0.3, 0.2) + RotationExp(Vec3(0.2, -0.3, 0.4)) * Vec3(0.2, 0.1, -0.1);
  MatrixXd rigid(12, 6);  // motions that strain nothing
  rigid << Mat3::Identity(), -Skew(wall), Mat3::Zero(), Mat3::Identity(), Mat3::Identity(),
      -Skew(tip), Mat3::Zero(), Mat3::Identity();
  const MatrixXd free = MatrixXd::Identity(12, 12) -
                        rigid * (rigid.transpose() * rigid).inverse() * rigid.transpose();
  MatrixXd K = MatrixXd::Zero(12, 12);
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      K(i, j) = (i == j ? 300.0 : 0.0) + 20 * std::sin(3.0 * i * j + i + j);
  K = (free * (K * K.transpose()) * free / 300).eval();
  Json stiffness = Json::array();
  for (int i = 0; i < 12; ++i)
    stiffness.push_back(std::vector<double>(K.col(i).begin(), K.col(i).end()));
  Json part =
      MakePart(R"({"forces": [{"name": "f", "type": "superelement", "markers": ["wall", "tip"],
                            "damping_time": 1e-3}]})");
  part["forces"][0]["stiffness"] = stiffness;
  ExpectImages(part, "superelement", 0.05);
}

TEST(MirroredParts, ForcesByFormulas) {
  const auto force = [](const std::string& text) {
    ExpectImages(
        MakePart(R"({"forces": [{"name": "f", "type": "expression", "b": "tip", )" + text + "}]}"),
        text);
  };
  force(R"j("a": "wall", "along": "-30*(dm(b, a) - 0.4) - 0.2*vr(b, a)")j");
  force(R"j("a": "wall", "axes": "wall", "about": "0.3 + az(b, a) - 0.1*wz(b, a, a)")j");
  force(
      R"j("a": "wall", "force": ["1 - 9*dx(b, a, a)", "2 - 8*dy(b, a, a) - vy(b, a, a, a)", "3 - offset_z(a, b)"],
           "torque": ["0.1 - ax(b, a)", "0.2 - ay(b, a) - 0.1*wy(b, a, a)", "0.3*yaw(b, a) - roll(b, a)"])j");
  force(
      R"j("force": ["1 - 9*dx(b)", "2 - 8*dy(b, on_two) - vy(b)", 3], "torque": [0.1, "0.2*wx(b)", "ax(b)"])j");
}

TEST(MirroredParts, RollingAndImpulses) {
  const std::string disc = R"({
    "bodies": [{"name": "one", "mass": 1, "inertia": [0.1, 0.1, 0.2], "position": [0, 0, 0.3],
                "orientation": {"axes": {"z": [0.1, 1, 0], "x": [1, -0.1, 0]}},
                "velocity": [0.6, 0.06, 0], "angular_velocity": [-0.2, 2, 0.1]},
               {"name": "two", "mass": 1, "inertia": [0.1, 0.1, 0.2], "angular_velocity": [0, 0, 1]}],
    "markers": [{"name": "floor", "body": "ground"}, {"name": "centre", "body": "one"},
                {"name": "blade", "body": "two", "position": [-0.1, 0.02, 0]}],
    "joints": [{"name": "ice", "type": "planar", "a": "floor", "b": "blade"}],
    "constraints": [{"name": "roll", "type": "rolling_disc", "plane": "floor", "disc": "centre", "radius": 0.3},
                    {"name": "edge", "type": "knife_edge", "plane": "floor", "blade": "blade"}]})";
  Json part = Read(disc);
  part["bodies"][0].erase("velocity");
  part["bodies"][0].erase("angular_velocity");
  ExpectImages(part, "rolling");
  ExpectImages(MakePart(R"({"events": [{"name": "hit", "when": {"time": 0.05}, "actions": [
      {"type": "impulse", "body": "one", "point": [0.1, 0.2, 0.3], "impulse": [0.3, 0.2, 0.1],
       "angular_impulse": [0.01, 0.02, 0.03]},
      {"type": "impulse", "marker": "on_two", "impulse": [0.1, 0, 0.2]}]}]})"),
               "impulse");
}

TEST(MirroredParts, RefuseByNameWhatHasNoImage) {
  const auto message = [](const std::string& more, const std::string& outside = "") {
    std::string text = Place(MakePart(more), {1, {}}, 1);
    if (!outside.empty()) text = text.substr(0, text.size() - 1) + ", " + outside + "}";
    return MessageOf([&] { ParseModel(text, "m"); });
  };
  EXPECT_EQ(
      message(R"j({"forces": [{"name": "f", "type": "expression", "b": "tip",
                        "force": ["psi(b)", 0, 0]}]})j"),
      "m: /parts/p/forces/0: instance 'i': 'f': the measure 'psi' is another one in a mirror; "
      "use yaw, pitch and roll, or ax, ay and az");
  EXPECT_EQ(message(R"({"bodies": [{"name": "f", "type": "mesh", "mesh": "a.inp"}]})"),
            "m: /parts/p/bodies/0: instance 'i': 'f': a mesh body cannot be mirrored; give the "
            "mirrored body a mesh of its own, outside of the part");
  EXPECT_EQ(
      message(R"({"markers": [{"name": "f", "body": "chassis", "position": [1, 0, 0]}]})"),
      "m: /parts/p/markers/0: instance 'i': 'f': its body is not of the part: give 'point', in "
      "the frame of the part, in place of 'position'");
  EXPECT_EQ(
      message(R"({"forces": [{"name": "f", "type": "spring", "along": "steer"}]})"),
      "m: /parts/p/forces/0/along: instance 'i': 'f': the joint 'steer' is not of the part, so "
      "that nobody knows how its coordinate is mirrored; take the element out of the part");
  EXPECT_EQ(
      message(Over("revolute", "", R"(, "forces": [{"name": "f", "type": "bushing", "a": "j.a",
                          "b": "tip", "stiffness": [1, 1, 1, 1, 1, 1]}])")),
      "m: /parts/p/forces/0/a: instance 'i': 'f': the axes of 'j.a' are turned round in the "
      "mirror, so that the joint keeps its angles; add a marker of your own and name it here");
  EXPECT_EQ(
      message(
          R"({"events": [{"name": "f", "when": {"output": "o", "crosses": 1}, "actions": []}]})"),
      "m: /parts/p/events/0: instance 'i': 'f': an event that waits for an output cannot be "
      "mirrored, for outputs are not; take it out of the part and name the output of the "
      "instance");
}

/// A whole suspension, on bushings, hits a bump: its mirror image does, too.
TEST(MirroredParts, SuspensionCorner) {
  const std::string file = TRUNNION_SOURCE_DIR "/models/suspension_corner.json";
  Json part = Json::parse(std::ifstream(file), nullptr, true, true);
  for (const char* key : {"run", "gravity", "units", "analyses"}) part.erase(key);
  const auto simulate = [&](const Image& image) {
    const ModelFile model = ParseModel(Place(part, image, 1));
    const System system = model.model.Compile();
    Simulation run(system, {.integrator = {.tolerance = 1e-7}, .threads = 1});
    run.advance_to(0.3);
    std::vector<Vec3> points;
    for (const char* body : {"i.chassis", "i.lca", "i.wheel", "i.tie_rod"})
      points.push_back(run.pose(model.model.FindBody(body).value()).p);
    return points;
  };
  const auto left = simulate({}), right = simulate({1, {}});
  for (std::size_t i = 0; i < left.size(); ++i)
    EXPECT_LT((right[i] - Vec3(1, -1, 1).cwiseProduct(left[i])).norm(), 1e-6) << i;
}

}  // namespace mirrored_parts_test
}  // namespace trunnion
