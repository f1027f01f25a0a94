// SPDX-License-Identifier: BSD-3-Clause
// What looks like a mistake is told by name, by `check` and by runs; models that are right are not.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/batch/check.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace model_warnings_test {

using nlohmann::json;

/// A pendulum of length L [m] on a distance joint.
json Pendulum(double L) {
  return {{"gravity", {0, 0, -9.81}},
          {"bodies",
           {{{"name", "p"},
             {"type", "point"},
             {"mass", 1},
             {"position", {0.5 * L, 0, -0.8660254037844387 * L}}}}},
          {"joints",
           {{{"name", "d"},
             {"type", "distance"},
             {"body_a", "ground"},
             {"body_b", "p"},
             {"point", {0, 0, 0}},
             {"point_b", {0.5 * L, 0, -0.8660254037844387 * L}}}}}};
}

/// An arm on a hinge; its centre of mass is L from it.
json Arm(double L, double mass, const json& inertia) {
  return {{"gravity", {0, 0, -9.81}},
          {"bodies", {{{"name", "arm"}, {"mass", mass}, {"com", {L, 0, 0}}, {"inertia", inertia}}}},
          {"joints",
           {{{"name", "hinge"},
             {"type", "revolute"},
             {"body_a", "ground"},
             {"body_b", "arm"},
             {"point", {0, 0, 0}},
             {"axis", {0, 1, 0}}}}}};
}

std::vector<std::string> Warnings(const json& model) {
  const ModelFile file = ParseModel(model.dump());
  const System system = file.model.Compile();
  const std::vector<std::string> of_run = Simulation(system, file.run.MakeOptions()).warnings();
  EXPECT_EQ(CheckModel(file).remarks, of_run);
  return of_run;
}

void ExpectOne(const json& model, const std::string& part) {
  const auto warnings = Warnings(model);
  ASSERT_EQ(warnings.size(), 1u) << model.dump();
  EXPECT_NE(warnings[0].find(part), std::string::npos) << warnings[0];
}

TEST(ModelWarnings, ToleranceAboveTheSizeOfTheModel) {
  for (const double L : {1e-6, 1e-5, 1e-4, 5e-3})
    ExpectOne(Pendulum(L), "of the size of the model");
  for (const double L : {2e-2, 1.0, 1e3}) EXPECT_TRUE(Warnings(Pendulum(L)).empty()) << L;
  json model = Pendulum(1e-6);
  model["run"]["tolerance"] = 1e-12;
  model["run"]["angle_tolerance"] = 1e-6;
  EXPECT_TRUE(Warnings(model).empty());
  model = Pendulum(1e4);
  model["run"]["tolerance"] = 1;
  ExpectOne(model, "that of angles is 1 rad");
  model["run"]["angle_tolerance"] = 1e-5;
  EXPECT_TRUE(Warnings(model).empty());
  model = Pendulum(1);
  model["run"]["tolerance"] = 1;
  EXPECT_EQ(Warnings(model).size(), 2u);
}

TEST(ModelWarnings, Inertias) {
  EXPECT_TRUE(Warnings(Arm(0.5, 2, {0.01, 0.2, 0.2})).empty());
  ExpectOne(Arm(0.5, 1, {84000, 84000, 84000}), "body 'arm' has a radius of gyration of 290 m");
  ExpectOne(Arm(0.5, 2, {0, 0, 0}), "body 'arm' has mass and no inertia");
}

TEST(ModelWarnings, Millimetres) {
  ExpectOne(Arm(250, 2, {1000, 40000, 40000}), "body 'arm' is lighter than a wire of its length");
  json model = Arm(0.25, 2, {0.001, 0.04, 0.04});
  model["gravity"] = {0, 0, -9810};
  ExpectOne(model, "gravity of 9.81e+03 m/s^2");
  EXPECT_TRUE(Warnings(Arm(60, 9000, {1e4, 1e7, 1e7})).empty());  // a wind turbine's blade
}

TEST(ModelWarnings, NegativeStiffness) {
  json model = Arm(0.5, 2, {0.01, 0.2, 0.2});
  model["forces"] = {{{"name", "s"}, {"type", "spring"}, {"along", "hinge"}, {"stiffness", -3}}};
  ExpectOne(model, "force 's' has a negative stiffness");
  model["forces"] = {{{"name", "b"},
                      {"type", "bushing"},
                      {"body_a", "ground"},
                      {"body_b", "arm"},
                      {"point", {0, 0, 0}},
                      {"stiffness", {1, 1, 1, 1, -0.5, 1}}}};
  ExpectOne(model, "force 'b' has a negative stiffness");
  model["forces"][0]["stiffness"] = {1, 1, 1, 1, 0, 1};
  EXPECT_TRUE(Warnings(model).empty());
}

/// Of a model file; none of a piece that only others can include.
std::vector<std::string> RemarksOf(const std::filesystem::path& path, int& count) {
  std::optional<ModelFile> file;
  try {
    file = ReadModelFile(path);
  } catch (const FileError&) {
    return {};
  }
  ++count;
  return CheckModel(*file).remarks;
}

TEST(ModelWarnings, NoFalseAlarms) {
  const std::filesystem::path models = TRUNNION_SOURCE_DIR "/models";
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(models)) {
    if (entry.path().extension() != ".json") continue;
    for (const std::string& warning : RemarksOf(entry.path(), count))
      EXPECT_EQ(warning.find("redundant constraint: "), 0u) << entry.path() << ": " << warning;
  }
  EXPECT_GE(count, 9);
}

}  // namespace model_warnings_test
}  // namespace trunnion
