// SPDX-License-Identifier: BSD-3-Clause
//
// Parameters and formulas of model files: values, laws against closed forms, messages.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace parameters_test {

/// A cart of a unit mass on a rail.
std::string MakeModel(const std::string& parameters, const std::string& more = "") {
  return R"({"parameters": )" + parameters + R"(,
    "bodies": [{"name": "cart", "mass": "=m", "inertia": [1, 1, 1], "position": ["=a", 0, "=-a"]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
                "point": [0, 0, 0], "axis": [1, 0, 0]}])" +
         more + "}";
}

TEST(Parameters, StandInPlaceOfNumbers) {
  const std::string text = MakeModel(
      R"({"m": "=2*base", "a": "=third*3", "base": {"value": 1.5, "unit": "kg"}, "third": 0.1,
          "turn": "90 deg"})",
      R"(, "description": "=no formula", "run": {"max_steps": "=10^3", "tolerance": "=10^-6"})");
  const ModelFile file = ParseModel(text);
  EXPECT_EQ(file.description, "=no formula");
  EXPECT_EQ(file.run.integrator.max_steps, 1000);
  EXPECT_EQ(file.run.integrator.tolerance, 1e-6);
  const std::map<std::string, double> values{
      {"m", 3}, {"a", 0.1 * 3}, {"base", 1.5}, {"third", 0.1}, {"turn", std::acos(0.0)}};
  EXPECT_EQ(file.parameters, values);
  const System system = file.model.Compile();
  EXPECT_EQ(system.inertia(1).mass(), 3);
  EXPECT_EQ(system.body(1).initial.r.z(), -0.1 * 3);
}

TEST(Parameters, AreSetFromOutside) {
  const std::string text = MakeModel(R"({"m": "=2*base", "a": 0, "base": 1})");
  EXPECT_EQ(ParseModel(text, "model", {}, {{"base", 4}}).model.Compile().inertia(1).mass(), 8);
  EXPECT_EQ(ParseModel(text, "model", {}, {{"m", 5}}).parameters.at("m"), 5);
}

/// f = 10 t² − 4 v on a unit mass: v' = 10 t² − 4 v.
TEST(Parameters, LawsAreFormulas) {
  const ModelFile file =
      ParseModel(MakeModel(R"({"m": 1, "a": 0, "c": 4})",
                           R"(, "forces": [{"name": "motor", "type": "motor", "along": "rail",
                       "law": {"type": "expression", "expression": "10*t^2 - c*v"}}])"));
  const System system = file.model.Compile();
  Simulation run(system, {.integrator = {.tolerance = 1e-8}, .threads = 1});
  run.advance_to(1);
  const double v = 10 * (1 / 4.0 - 2 / 16.0 + 2 / 64.0 - 2 / 64.0 * std::exp(-4.0));
  EXPECT_NEAR(run.v()[0], v, 1e-6);
  EXPECT_TRUE(run.warnings().empty());
}

/// A motion has two derivatives, which its drive shows.
TEST(Parameters, MotionsAreFormulas) {
  const ModelFile file = ParseModel(MakeModel(R"({"m": 3, "a": 0, "w": 5})",
                                              R"(, "motions": [{"name": "drive", "along": "rail",
                        "law": {"type": "expression", "expression": "sin(w*t)/w + t^3"}}])"));
  const System system = file.model.Compile();
  Simulation run(system, {.threads = 1});
  run.advance_to(0.4);
  EXPECT_NEAR(run.context().bodies[1].r.x(), std::sin(2.0) / 5 + 0.064, 1e-5);
  EXPECT_NEAR(
      CalcDrive(system, ConstraintId(0), run.lambda()), 3 * (-5 * std::sin(2.0) + 2.4), 1e-8);
}

TEST(Parameters, SayWhatIsWrong) {
  const auto law = [](const std::string& text) {
    return R"(, "forces": [{"name": "f", "type": "motor", "along": "rail",
      "law": {"type": "expression", "expression": ")" +
           text + R"("}}])";
  };
  const std::vector<std::pair<std::string, std::string>> cases{
      {MakeModel(R"({"m": "=2*", "a": 0})"), "/parameters/m: formula '2*': column 3: "},
      {MakeModel(R"({"m": "=a", "a": "=m + 1"})"), "depends on itself"},
      {MakeModel(R"({"m": 1, "aa": 0})"),
       "/bodies/0/position/0: formula 'a': column 1: unknown name "
       "'a'"},
      {MakeModel(R"({"m": "=mas", "a": 0, "mass": 1})"), "did you mean 'mass'?"},
      {MakeModel(R"_({"m": "=1/(a-a)", "a": 0})_"), "its value is not finite"},
      {MakeModel(R"({"m": 1, "a": 0, "2b": 1})"), "no name of a parameter"},
      {MakeModel(R"({"m": 1, "a": 0, "sin": 1})"), "has a meaning in formulas"},
      {MakeModel(R"({"m": 1, "a": 0, "t": 1})"), "has a meaning in formulas"},
      {MakeModel(R"({"m": 1, "a": true})"), "/parameters/a: expected a number"},
      {MakeModel(R"([1])"), "/parameters: expected an object"},
      {MakeModel(R"({"m": "2 kg", "a": 0})"), "/parameters/m: "},
      {MakeModel(R"({"m": 1, "a": 0})", law("2*q")),
       "/forces/0/law/expression: force 'f': formula "
       "'2*q': column 3: unknown name 'q'"},
      {MakeModel(R"({"m": 1, "a": 0})", R"(, "markers": [{"name": "=x", "body": "cart"}])"),
       "a name must not begin with '='"}};
  for (const auto& [text, message] : cases) {
    try {
      ParseModel(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << message << " is not in: " << error.what();
    }
  }
  try {
    ParseModel(MakeModel(R"({"m": 1, "a": 0})"), "model", {}, {{"mm", 1}});
    ADD_FAILURE() << "an unknown parameter was taken";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("no parameter 'mm'"), std::string::npos)
        << error.what();
  }
}

}  // namespace parameters_test
}  // namespace trunnion
