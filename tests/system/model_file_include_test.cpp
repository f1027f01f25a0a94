// SPDX-License-Identifier: BSD-3-Clause
// Model files that include others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class IncludeTest : public testing::Test {
 protected:
  IncludeTest() : folder_(fs::path(testing::TempDir()) / ("include_" + std::to_string(getpid()))) {
    fs::create_directories(folder_ / "parts");
    Write("base.json", R"({
      "description": "base", "gravity": [0, 0, -9],
      "bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]},
                 {"name": "b", "mass": 2, "inertia": [1, 1, 1], "position": [1, 0, 0]}],
      "joints": [{"name": "j", "type": "revolute", "body_a": "ground", "body_b": "a",
                  "point": [0, 0, 0], "axis": [0, 1, 0]}],
      "run": {"until": 3, "tolerance": 1e-4}})");
  }
  ~IncludeTest() override { fs::remove_all(folder_); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  ModelFile Read(const std::string& text) const {
    return ParseModel(text, (folder_ / "model.json").string());
  }
  std::string Message(const std::string& text) const {
    try {
      (void)Read(text);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }
  const fs::path folder_;
};

TEST_F(IncludeTest, MergesObjectsByKeyAndListsOfNamedElementsByName) {
  const ModelFile file = Read(R"({"include": "base.json", "description": "changed",
    "bodies": [{"name": "b", "mass": 7}, {"name": "c", "mass": 3, "inertia": [1, 1, 1]}],
    "joints": [{"name": "j", "remove": true}],
    "run": {"until": 5}})");
  EXPECT_EQ(file.description, "changed");
  EXPECT_EQ(file.model.gravity().z(), -9);
  EXPECT_EQ(file.model.num_bodies(), 4);
  EXPECT_EQ(file.model.body(BodyId(2)).mass, 7);
  EXPECT_EQ(file.model.body(BodyId(2)).position.x(), 1);  // kept
  EXPECT_FALSE(file.model.FindJoint("j"));
  EXPECT_EQ(file.run.until, 5);
  EXPECT_EQ(file.run.integrator.tolerance, 1e-4);
}

TEST_F(IncludeTest, FilesComeInTheirOrderFromTheirOwnFolders) {
  Write("parts/heavy.json", R"({"bodies": [{"name": "a", "mass": 10}], "gravity": null})");
  Write("parts/nested.json", R"({"include": ["../base.json", "heavy.json"]})");
  const ModelFile file = Read(R"({"include": ["parts/nested.json"],
    "joints": [{"name": "j", "type": "ball", "axis": null}]})");
  EXPECT_EQ(file.model.body(BodyId(1)).mass, 10);
  EXPECT_EQ(file.model.gravity().norm(), 0);
  EXPECT_EQ(file.model.Compile().num_constraints(), 3);
}

TEST_F(IncludeTest, MistakesAreNamed) {
  const auto expect = [](const std::string& message, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(Message(R"({"include": "no.json"})"),
         {"model.json", "/include", "no.json", "cannot be opened"});
  expect(Message(R"({"include": 3})"), {"/include", "expected an array"});
  expect(Message(R"({"include": "base.json", "joints": [{"name": "k", "remove": true}]})"),
         {"/joints", "there is no 'k'"});
  expect(Message(R"({"include": "base.json", "joints": [{"name": "j", "remove": false}]})"),
         {"/joints", "'j'", "\"remove\": true"});
  Write("circle.json", R"({"include": "circle.json"})");
  expect(Message(R"({"include": "circle.json"})"), {"circle.json", "circle"});
  Write("broken.json", "{\"bodies\": [}");
  expect(Message(R"({"include": "broken.json"})"), {"broken.json:1:"});
  // What is wrong after merging is told as ever.
  expect(Message(R"({"include": "base.json", "bodies": [{"name": "b", "mass": -1}]})"),
         {"body 'b'", "mass"});
}

}  // namespace
}  // namespace trunnion
