// SPDX-License-Identifier: BSD-3-Clause
// The section "analyses" of a model file: what is read, and what is refused with its place.
#include <gtest/gtest.h>

#include <string>

#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace {

std::string WithAnalyses(const std::string& list) {
  return R"({
    "bodies": [{"name": "rod", "mass": 1, "inertia": [1, 1, 1]}],
    "markers": [{"name": "m", "body": "rod"}, {"name": "o", "body": "ground"}],
    "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
                "point": [0, 0, 0], "axis": [0, 1, 0]}],
    "forces": [{"name": "drive", "type": "motor", "along": "hinge", "law": 0},
               {"name": "rubber", "type": "bushing", "a": "o", "b": "m", "stiffness": [1, 1, 1, 1, 1, 1]}],
    "outputs": [{"name": "angle", "type": "coordinate", "along": "hinge"},
                {"name": "speed", "type": "rate", "along": "hinge"}],
    "analyses": [)" +
         list + "]}";
}

std::string Message(const std::string& list) {
  try {
    (void)ParseModel(WithAnalyses(list), "m.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(AnalysisEntries, AreReadWithTheirDefaults) {
  const ModelFile file = ParseModel(WithAnalyses(R"({"type": "static", "tolerance": 1e-8},
    {"type": "linearize", "inputs": ["drive"], "axes": "body"},
    {"type": "eigenmodes", "name": "few", "modes": 3, "near": 2.5, "damping": false},
    {"type": "kinematic", "until": 4})"));
  ASSERT_EQ(file.analyses.size(), 4u);
  EXPECT_EQ(file.analyses[0].name, "static");
  EXPECT_EQ(file.analyses[0].statics.tolerance, 1e-8);
  EXPECT_EQ(file.analyses[1].linear.inputs[0].index(), 0);
  EXPECT_EQ(file.analyses[1].linear.axes, IncrementAxes::body);
  EXPECT_EQ(file.analyses[1].output_names, (std::vector<std::string>{"angle", "speed"}));
  EXPECT_EQ(file.analyses[2].modes.count, 3);
  EXPECT_EQ(file.analyses[2].modes.near, 2.5);
  EXPECT_FALSE(file.analyses[2].modes.damping);
  EXPECT_EQ(file.analyses[3].until, 4);
  EXPECT_FALSE(file.analyses[3].output_interval);
}

TEST(AnalysisEntries, MistakesAreNamedWithTheirPlace) {
  const auto expect = [](const std::string& list, std::initializer_list<const char*> parts) {
    const std::string message = Message(list);
    EXPECT_EQ(message.rfind("m.json: /analyses/", 0), 0u) << message;
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(R"({"type": "statics"})", {"/0/type", "did you mean 'static'?"});
  expect(R"({"name": "x"})", {"/0", "'type' is missing"});
  expect(R"({"type": "static", "until": 3})", {"/0/until", "unknown key"});
  expect(R"({"type": "static"}, {"type": "static"})", {"/1", "another analysis 'static'"});
  expect(R"({"type": "static", "name": "../up"})", {"/0/name", "becomes a folder"});
  expect(R"({"type": "static", "tolerance": 0})", {"/0/tolerance", "greater than 0"});
  expect(R"({"type": "static", "max_iterations": 0})", {"/0/max_iterations", "between 1 and"});
  expect(R"({"type": "kinematic", "until": -1})", {"/0/until", "greater than 0"});
  expect(R"({"type": "eigenmodes", "near": "fast"})", {"/0/near", "expected a number"});
  expect(R"({"type": "eigenmodes", "axes": "moon"})", {"/0/axes", "'world', 'body' or 'rotor'"});
  expect(R"({"type": "linearize", "inputs": ["rubber"]})", {"/0/inputs/0", "bushing"});
  expect(R"({"type": "linearize", "inputs": ["drove"]})", {"/0/inputs/0", "did you mean 'drive'?"});
  expect(R"({"type": "linearize", "outputs": ["angel"]})",
         {"/0/outputs/0", "did you mean 'angle'?"});
}

}  // namespace
}  // namespace trunnion
