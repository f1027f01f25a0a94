// SPDX-License-Identifier: BSD-3-Clause
//
// Parts and instances of model files: the same bits as the model written out by hand, messages with
// the place in the part, definitions.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/model_file/model_file.hpp"
#include "engine/model_file/parameters.hpp"
#include "engine/model_file/parts.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion {
namespace parts_test {

VectorXd Simulate(const std::string& text, double until = 0.3) {
  const ModelFile file = ParseModel(text);
  const System system = file.model.Compile();
  Simulation run(system, {.threads = 1});
  run.advance_to(until);
  VectorXd all(run.q().size() + run.v().size());
  all << run.q(), run.v();
  return all;
}

void ExpectSameBits(const std::string& parts, const std::string& by_hand) {
  const VectorXd a = Simulate(parts), b = Simulate(by_hand);
  ASSERT_EQ(a.size(), b.size());
  EXPECT_TRUE(a == b) << (a - b).cwiseAbs().maxCoeff();
}

constexpr const char* kPendulum = R"json({
  "parameters": {"m": 2, "length": "=l0"},
  "bodies": [{"name": "rod", "mass": "=m", "com": [0.5, 0, 0], "inertia": [0.1, 0.2, 0.2]}],
  "markers": [{"name": "tip", "body": "rod", "position": ["=length", 0, 0]}],
  "joints": [{"name": "pin", "type": "revolute", "body_a": "carrier", "body_b": "rod",
              "point": [0, 0, 0], "axis": [0, 1, 0]}],
  "forces": [{"name": "spring", "type": "spring", "along": "pin", "stiffness": 3, "free_length": 0},
             {"name": "drive", "type": "motor", "along": "pin",
              "law": {"type": "expression", "expression": "m*1e-1*sin(t) - length*v"}},
             {"name": "pull", "type": "expression", "b": "tip", "force": ["m*dz(tip)", "0", "0"]}],
  "outputs": [{"name": "angle", "type": "coordinate", "along": "pin"}]
})json";

std::string WithPendulums(const std::string& instances) {
  return R"({"parameters": {"l0": 0.75},
    "bodies": [{"name": "cart", "mass": 5, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
                "point": [0, 0, 0], "axis": [1, 0, 0]}],
    "gravity": [0, 0, -9.81], "parts": {"pendulum": )" +
         std::string(kPendulum) + R"(}, "instances": )" + instances + "}";
}

/// The pendulum at x, with the names of an instance.
std::string ByHand(const std::string& section, const std::string& name, double m, double x) {
  const std::string at = "[" + std::to_string(x) + ", 0, 0]", mass = std::to_string(m);
  if (section == "bodies")
    return R"({"name": ")" + name + R"(.rod", "mass": )" + mass +
           R"(, "com": [0.5, 0, 0], "inertia": [0.1, 0.2, 0.2], "position": )" + at + "}";
  if (section == "markers")
    return R"({"name": ")" + name + R"(.tip", "body": ")" + name +
           R"(.rod", "position": [0.75, 0, 0]})";
  if (section == "joints")
    return R"({"name": ")" + name + R"(.pin", "type": "revolute", "body_a": "cart", "body_b": ")" +
           name + R"(.rod", "point": )" + at + R"(, "axis": [0, 1, 0]})";
  return R"({"name": ")" + name + R"(.spring", "type": "spring", "along": ")" + name +
         R"(.pin", "stiffness": 3, "free_length": 0}, {"name": ")" + name +
         R"(.drive", "type": "motor", "along": ")" + name +
         R"(.pin", "law": {"type": "expression", "expression": ")" + mass +
         R"(*1e-1*sin(t) - 0.75*v"}}, {"name": ")" + name +
         R"(.pull", "type": "expression", "b": ")" + name + R"(.tip", "force": [")" + mass +
         "*dz('" + name + R"json(.tip')", "0", "0"]})json";
}

std::string ByHand(const std::string& section) {
  return ByHand(section, "left", 2, 0) + ", " + ByHand(section, "right", 3, 0);
}

TEST(Parts, AreTheSameBitsAsWrittenByHand) {
  const std::string parts = WithPendulums(
      R"([{"name": "left", "part": "pendulum", "connect": {"carrier": "cart"}},
          {"name": "right", "part": "pendulum", "parameters": {"m": 3},
           "connect": {"carrier": "cart"}}])");
  const std::string by_hand =
      R"({"gravity": [0, 0, -9.81], "bodies": [)" + ByHand("bodies") +
      R"(, {"name": "cart", "mass": 5, "inertia": [1, 1, 1]}], "markers": [)" + ByHand("markers") +
      R"(], "joints": [)" + ByHand("joints") +
      R"(, {"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
            "point": [0, 0, 0], "axis": [1, 0, 0]}], "forces": [)" +
      ByHand("forces") + "]}";
  ExpectSameBits(parts, by_hand);
  const ModelFile file = ParseModel(parts);
  EXPECT_EQ(file.signals.at(1).name, "right.angle");
  EXPECT_EQ(file.paths.at("joint 'right.pin'"), "/parts/pendulum/joints/0");
  EXPECT_EQ(file.paths.at("joint 'rail'"), "/joints/0");
}

/// A chain along a line: each link hangs on the tip of the one before.
TEST(Parts, RepeatAlongALine) {
  const std::string link = R"({
    "bodies": [{"name": "rod", "mass": "=1 + i/8", "com": [0.25, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
    "markers": [{"name": "begin", "body": "rod"}, {"name": "tip", "body": "rod", "position": [0.5, 0, 0]}],
    "joints": [{"name": "pin", "type": "ball", "a": "before", "b": "begin"}]})";
  const std::string parts =
      R"({"gravity": [0, 0, -9.81], "parameters": {"n": 5}, "parts": {"link": )" + link +
      R"(}, "markers": [{"name": "link0.tip", "body": "ground", "orientation":
             {"axes": {"x": [1, 0, 0], "z": [0, -1, 0]}}}],
          "instances": [{"name": "link{k}", "part": "link", "position": ["=(k-1)/2", 0, 0],
            "parameters": {"i": "=k"}, "connect": {"before": "link{k-1}.tip"},
            "repeat": {"index": "k", "count": "=n"}}]})";
  std::string declared = parts;
  declared.insert(declared.find("\"bodies\""), "\"parameters\": {\"i\": 0}, ");
  std::string bodies, markers, joints;
  for (int i = 1; i <= 5; ++i) {
    const std::string name = "link" + std::to_string(i), comma = i > 1 ? ", " : "";
    bodies += comma + R"({"name": ")" + name + R"(.rod", "mass": )" + std::to_string(1 + i / 8.0) +
              R"(, "com": [0.25, 0, 0], "inertia": [0.1, 0.1, 0.1], "position": [)" +
              std::to_string((i - 1) / 2.0) + ", 0, 0]}";
    markers += comma + R"({"name": ")" + name + R"(.begin", "body": ")" + name +
               R"(.rod"}, {"name": ")" + name + R"(.tip", "body": ")" + name +
               R"(.rod", "position": [0.5, 0, 0]})";
    joints += comma + R"({"name": ")" + name + R"(.pin", "type": "ball", "a": "link)" +
              std::to_string(i - 1) + R"(.tip", "b": ")" + name + R"(.begin"})";
  }
  ExpectSameBits(declared,
                 R"({"gravity": [0, 0, -9.81], "bodies": [)" + bodies + R"(], "markers": [)" +
                     markers +
                     R"(, {"name": "link0.tip", "body": "ground", "orientation":
                                 {"axes": {"x": [1, 0, 0], "z": [0, -1, 0]}}}], "joints": [)" +
                     joints + "]}");
}

/// Spokes on a circle: each is where the turn by its angle puts it.
TEST(Parts, RepeatAroundACircle) {
  const ModelFile file = ParseModel(R"({"parts": {"spoke": {
      "bodies": [{"name": "rod", "mass": 1, "inertia": [1, 2, 3], "position": [2, 0, 0],
                  "velocity": [0, 1, 0], "angular_velocity": [0, 0, 0.5]}]}},
    "instances": [{"name": "s{i}", "part": "spoke", "repeat": {"count": 6, "from": 0},
      "orientation": {"rotation_vector": [0, 0, "=2*pi*i/6"]}, "position": [1, 0, 0]}]})");
  const System system = file.model.Compile();
  const Simulation run(system, {.threads = 1});
  for (int i = 0; i < 6; ++i) {
    const BodyId body = file.model.FindBody("s" + std::to_string(i) + ".rod").value();
    const double angle = std::acos(-1.0) * i / 3;
    const Mat3 R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    EXPECT_LT((run.pose(body).p - Vec3(1, 0, 0) - R * Vec3(2, 0, 0)).norm(), 1e-15);
    EXPECT_LT((run.pose(body).R - R).norm(), 1e-15);
    EXPECT_LT((run.velocity(body) - R * Vec3(0, 1, 0)).norm(), 1e-15);
    EXPECT_LT((run.angular_velocity(body) - Vec3(0, 0, 0.5)).norm(), 1e-15);
  }
}

/// A part within a part, with a name of the outer one and one of the model.
TEST(Parts, HoldInstancesOfOthers) {
  const ModelFile file = ParseModel(R"({"parts": {
      "wheel": {"bodies": [{"name": "rim", "mass": 1, "inertia": [1, 1, 1], "position": [0, 0.1, 0]}],
                "joints": [{"name": "hub", "type": "revolute", "body_a": "axle", "body_b": "rim",
                            "point": [0, 0.1, 0], "axis": [0, 1, 0]}]},
      "axle": {"bodies": [{"name": "beam", "mass": 3, "inertia": [1, 1, 1]}],
               "instances": [{"name": "left", "part": "wheel", "position": [0, 0.5, 0],
                              "connect": {"axle": "beam"}},
                             {"name": "right", "part": "wheel", "position": [0, -0.5, 0],
                              "mirror": "y", "connect": {"axle": "beam"}}]}},
    "instances": [{"name": "rear", "part": "axle", "position": [-2, 0, 0]}]})");
  const System system = file.model.Compile();
  const Simulation run(system, {.threads = 1});
  EXPECT_EQ(run.pose(file.model.FindBody("rear.left.rim").value()).p, Vec3(-2, 0.6, 0));
  EXPECT_EQ(run.pose(file.model.FindBody("rear.right.rim").value()).p, Vec3(-2, -0.6, 0));
  EXPECT_TRUE(file.model.FindJoint("rear.right.hub").has_value());
}

TEST(Parts, UseDefinitionsByName) {
  const std::string used = R"({"parameters": {"k": 7}, "definitions": {
      "hard": {"points": [[-1, "=-k"], [0, 0], [1, "=2*k"]]},
      "soft": {"use": "hard", "interpolation": "monotone_cubic"},
      "steel": {"shape": "circle", "youngs_modulus": 2.1e11, "poisson_ratio": 0.3},
      "push": {"type": "harmonic", "amplitude": 2, "frequency": 3}},
    "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "markers": [{"name": "m", "body": "b"}, {"name": "w", "body": "ground", "point": [1, 0, 0]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "b",
                "point": [0, 0, 0], "axis": [1, 0, 0], "initial_coordinate": 0.3}],
    "forces": [{"name": "s", "type": "spring", "along": "rail", "free_length": 0,
                "spring_curve": {"use": "soft"}},
               {"name": "p", "type": "motor", "along": "rail", "law": {"use": "push", "amplitude": 4}},
               {"name": "rod", "type": "beam", "a": "m", "b": "w", "section":
                {"use": "steel", "radius": 0.001}}]})";
  const std::string plain = R"({
    "bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}],
    "markers": [{"name": "m", "body": "b"}, {"name": "w", "body": "ground", "point": [1, 0, 0]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "b",
                "point": [0, 0, 0], "axis": [1, 0, 0], "initial_coordinate": 0.3}],
    "forces": [{"name": "s", "type": "spring", "along": "rail", "free_length": 0, "spring_curve":
                {"points": [[-1, -7], [0, 0], [1, 14]], "interpolation": "monotone_cubic"}},
               {"name": "p", "type": "motor", "along": "rail",
                "law": {"type": "harmonic", "amplitude": 4, "frequency": 3}},
               {"name": "rod", "type": "beam", "a": "m", "b": "w", "section": {"shape": "circle",
                "youngs_modulus": 2.1e11, "poisson_ratio": 0.3, "radius": 0.001}}]})";
  ExpectSameBits(used, plain);
}

std::string MessageOf(const std::string& text) {
  try {
    ParseModel(text, "car.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

/// Each mistake gives the place in the file, the instance and a remedy.
TEST(Parts, MistakesAreToldWithTheirPlaceInThePart) {
  const auto instance = [](const std::string& more) {
    return MessageOf(WithPendulums("[{\"name\": \"left\", \"part\": \"pendulum\"" + more + "}]"));
  };
  const std::string joined = R"(, "connect": {"carrier": "cart"})";
  EXPECT_EQ(instance(R"(, "connect": {"carrier": "cat"})"),
            "car.json: /parts/pendulum/joints/0/body_a: joint 'left.pin': unknown body 'cat'; did "
            "you mean 'cart'?");
  EXPECT_EQ(instance(""),
            "car.json: /parts/pendulum/joints/0/body_a: joint 'left.pin': unknown body 'carrier'; "
            "define it before, or correct the name");
  EXPECT_EQ(instance(joined + R"(, "parameters": {"mass": 1})"),
            "car.json: /instances/0/parameters/mass: instance 'left': the part has no parameter "
            "'mass'; it has 'length' or 'm'");
  EXPECT_EQ(instance(joined + R"(, "parameters": {"m": "heavy"})").substr(0, 60),
            "car.json: /instances/0/parameters/m: instance 'left': expect");
  EXPECT_EQ(instance(R"(, "connect": {"carrier": "cart", "wall": "cart"})"),
            "car.json: /instances/0/connect: instance 'left': nothing in the part names 'wall' "
            "that it lacks; remove it, or correct the name");
  EXPECT_EQ(instance(joined + R"(, "mirror": "w")"),
            "car.json: /instances/0/mirror: instance 'left': unknown value 'w'; give 'x', 'y' or "
            "'z'");
  EXPECT_EQ(instance(joined + R"(, "repeat": {"count": 2})"),
            "car.json: /instances/0/name: copies need names of their own; write {i} into the name");
  EXPECT_EQ(MessageOf(WithPendulums(R"([{"name": "left", "part": "pendlum"}])")),
            "car.json: /instances/0/part: instance 'left': unknown part 'pendlum'; did you mean "
            "'pendulum'?");
  EXPECT_EQ(MessageOf(WithPendulums(R"([{"name": "l{j}", "part": "pendulum"}])")).substr(0, 70),
            "car.json: /instances/0/name: formula 'j': column 1: unknown name 'j'; ");
}

TEST(Parts, MistakesWithinAPart) {
  const auto part = [](const std::string& what, const std::string& by) {
    std::string text =
        WithPendulums(R"([{"name": "left", "part": "pendulum", "connect": {"carrier": "cart"}}])");
    text.replace(text.find(what), what.size(), by);
    return MessageOf(text);
  };
  EXPECT_EQ(part("\"=m\"", "\"=mm\""),
            "car.json: /parts/pendulum/bodies/0/mass: instance 'left': formula 'mm': column 1: "
            "unknown name 'mm'; did you mean 'm'?");
  EXPECT_EQ(part("\"=m\"", "true"),
            "car.json: /parts/pendulum/bodies/0/mass: body 'left.rod': expected a number, found "
            "true");
  EXPECT_EQ(part("\"bodies\": [{\"name\": \"rod\"", "\"run\": {}, \"bodies\": [{\"name\": \"rod\""),
            "car.json: /parts/pendulum/run: instance 'left': 'run' belongs to the model, not to a "
            "part of it; move it there, or take it out, where the part includes a file by \"run\": "
            "null");
  EXPECT_EQ(part("\"name\": \"tip\"", "\"name\": \"\""),
            "car.json: /parts/pendulum/markers/0/name: instance 'left': the name is empty; give "
            "one");
  EXPECT_EQ(part("\"stiffness\": 3", "\"stifness\": 3").substr(0, 94),
            "car.json: /parts/pendulum/forces/0/stifness: force 'left.spring': unknown key "
            "'stifness'; did ");
}

TEST(Parts, MistakesInDefinitions) {
  const auto spring = [](const std::string& definitions, const std::string& curve) {
    return MessageOf(R"({"definitions": )" + definitions +
                     R"(, "bodies": [{"name": "b", "mass": 1}],
      "joints": [{"name": "j", "type": "prismatic", "body_a": "ground", "body_b": "b",
                  "point": [0, 0, 0]}],
      "forces": [{"name": "s", "type": "spring", "along": "j", "spring_curve": )" +
                     curve + "}]}");
  };
  EXPECT_EQ(spring(R"({"soft": {"linear": 1}})", R"({"use": "sofft"})"),
            "car.json: /forces/0/spring_curve/use: unknown definition 'sofft'; did you mean "
            "'soft'?");
  EXPECT_EQ(spring(R"({"soft": {"use": "soft"}})", R"({"use": "soft"})"),
            "car.json: /forces/0/spring_curve/use: definitions use each other in a circle; write "
            "one of them out");
  EXPECT_EQ(spring(R"({"soft": {"linear": "much"}})", R"({"use": "soft"})"),
            "car.json: /definitions/soft/linear: force 's': expected a number, found a string");
  EXPECT_EQ(spring(R"({"soft": 3})", R"({"use": "soft", "linear": 1})"),
            "car.json: /forces/0/spring_curve/use: this definition is no object, and takes no "
            "other keys; remove them");
}

TEST(Parts, HoldEachOtherInACircle) {
  EXPECT_EQ(MessageOf(R"({"parts": {"a": {"instances": [{"name": "x", "part": "a"}]}},
                          "instances": [{"name": "y", "part": "a"}]})"),
            "car.json: /parts/a/instances/0: instance 'x': parts hold each other more than 16 "
            "levels deep; take one of the instances away");
}

/// The picture of a mirrored body: its points are mirrored in the world, its faces look outside.
TEST(Parts, MirrorMeshesOfPictures) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "parts_test.obj") << "v 0 0 0\nv 1 2 0\nv 0 3 1\nf 1 2 3\n";
  std::ofstream(folder + "parts_test_picture.json") << R"({"parts": {"p": {"bodies": [{"name": "b",
      "mass": 1, "inertia": [1, 1, 1], "position": [1, 1, 0], "geometry": [{"type": "mesh",
      "file": "parts_test.obj", "position": [0.5, 0.25, 0],
      "orientation": {"rotation_vector": [0.3, 0.2, 0.1]}}]}]}},
    "instances": [{"name": "l", "part": "p"}, {"name": "r", "part": "p", "mirror": "y"}]})";
  const ModelFile file = ReadModelFile(folder + "parts_test_picture.json");
  const System system = file.model.Compile();
  const auto corners = [&](std::size_t body) {
    const auto& info = system.parts().bodies[body];
    const Geometry& shape = info.geometry.at(0);
    const Simulation run(system, {.threads = 1});
    const Pose X = run.pose(file.model.FindBody(info.name).value());
    std::vector<Vec3> points;
    for (const int corner : shape.mesh->triangles.at(0)) {
      const auto& p = shape.mesh->points[static_cast<std::size_t>(corner)];
      points.push_back(X.p + X.R * (shape.X_BG.p + shape.X_BG.R * Vec3(p[0], p[1], p[2])));
    }
    return points;
  };
  const auto left = corners(1), right = corners(2);
  const std::array<std::size_t, 3> turned{0, 2, 1};
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_LT((right[turned[i]] - Vec3(1, -1, 1).cwiseProduct(left[i])).norm(), 1e-14) << i;
}

/// As FMUs hold it.
TEST(Parts, WrittenOutAreTheSameModel) {
  const std::string text = WithPendulums(
      R"([{"name": "left{i}", "part": "pendulum", "connect": {"carrier": "cart"}, "position": [0, "=i", 0],
           "mirror": "y", "repeat": {"count": 2}}])");
  model_file::Json document = model_file::ParseText(text, "model");
  const model_file::Entry root(document, "model");
  model_file::WriteOutParts(document, root, model_file::ReadParameters(root, {}));
  for (const char* key : {"parts", "instances"}) EXPECT_FALSE(document.contains(key));
  EXPECT_EQ(document["outputs"].size(), 2u);
  ExpectSameBits(document.dump(), text);
}

/// The example of the manual.
TEST(Parts, ExampleOfTheManual) {
  std::ostringstream page;
  page << std::ifstream(TRUNNION_SOURCE_DIR "/docs/model_file.md").rdbuf();
  const std::string text = page.str();
  const std::size_t section = text.find("## Parts and instances");
  const std::size_t begin = text.find("```jsonc\n", section) + 9, end = text.find("```", begin);
  ASSERT_LT(section, begin);
  const ModelFile file = ParseModel(text.substr(begin, end - begin));
  const System system = file.model.Compile();
  Simulation run(system, {.threads = 1});
  run.advance_to(0.2);
  EXPECT_EQ(system.num_bodies(), 1 + 1 + 2 + 4);
  EXPECT_NEAR(run.pose(file.model.FindBody("link4.rod").value()).p.norm(), 0.9, 0.1);
  for (const Signal& signal : file.signals) {
    const double angle = signal.evaluate(run);
    if (signal.name == "roll") {
      EXPECT_LT(std::abs(angle), 0.5);
    } else {
      EXPECT_LT(angle, -0.5);
    }
  }
}

/// A part may stand in a file of its own.
TEST(Parts, IncludeFiles) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "parts_test_pendulum.json") << kPendulum;
  std::string text =
      WithPendulums(R"([{"name": "left", "part": "pendulum", "connect": {"carrier": "cart"}}])");
  const VectorXd expected = Simulate(text);
  const std::string part = kPendulum;
  text.replace(text.find(part),
               part.size(),
               R"({"include": "parts_test_pendulum.json", "parameters": {"m": 2}})");
  std::ofstream(folder + "parts_test_model.json") << text;
  const ModelFile file = ReadModelFile(folder + "parts_test_model.json");
  const System system = file.model.Compile();
  Simulation run(system, {.threads = 1});
  run.advance_to(0.3);
  EXPECT_EQ(VectorXd(run.q()), VectorXd(expected.head(run.q().size())));
}

}  // namespace parts_test
}  // namespace trunnion
