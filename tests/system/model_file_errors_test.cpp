// SPDX-License-Identifier: BSD-3-Clause
// Every bad model file gives one message that starts with the place in the file, and nothing else.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "engine/batch/check.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace model_file_errors_test {

constexpr const char* kBase = R"({
  "description": "base",
  "gravity": [0, 0, -9.81],
  "bodies": [
    { "name": "rod", "mass": 2, "inertia": [1, 1, 0.5], "position": [0, 0, -1] },
    { "name": "bob", "mass": 3, "inertia": [2, 2, 2], "position": [0, 0, -2], "velocity": [0, 0, 0],
      "angular_velocity": [0, 0, 0] }
  ],
  "markers": [
    { "name": "m1", "body": "rod" },
    { "name": "m2", "body": "bob", "position": [0, 0, 1] }
  ],
  "joints": [
    { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
      "point": [0, 0, 0], "axis": [0, 1, 0] },
    { "name": "knee", "type": "ball", "a": "m1", "b": "m2" }
  ],
  "motions": [ { "name": "turn", "along": "hinge", "law": 0 } ],
  "forces": [
    { "name": "spring", "type": "spring", "along": { "a": "m1", "b": "m3" }, "stiffness": 100,
      "free_length": 1, "spring_curve": { "points": [[0, 0], [1, 1]] } },
    { "name": "push", "type": "load", "body": "rod", "force": [1, 2, 3] },
    { "name": "rubber", "type": "bushing", "a": "m1", "b": "m3", "stiffness": [1, 2, 3, 4, 5, 6],
      "damping": [1, 1, 1, 1, 1, 1] },
    { "name": "limit", "type": "stop", "along": "hinge", "limit": 1, "side": "upper" },
    { "name": "motor", "type": "motor", "along": "hinge", "law": { "type": "ramp", "rate": 2 } }
  ],
  "outputs": [
    { "name": "z", "type": "position", "marker": "m1", "component": "z", "unit": "mm" },
    { "name": "moment", "type": "torque", "force": "motor" }
  ],
  "plots": [ { "title": "P", "curves": [ { "output": "z" } ] } ],
  "run": { "until": 1, "output_interval": 0.1 }
})";

std::string Base() {
  std::string text = kBase;
  const std::string marker = R"("markers": [)";
  return text.insert(text.find(marker) + marker.size(),
                     R"( { "name": "m3", "body": "ground", "position": [1, 0, 0] },)");
}

std::string Replaced(const std::string& what, const std::string& by) {
  std::string text = Base();
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

/// The message of whatever ParseModel or CheckModel throws.
std::string MessageOf(const std::string& text) {
  try {
    ModelFile file = ParseModel(text, "bad.json");
    file.run.strict = true;
    (void)CheckModel(file);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

struct Case {
  const char* what;  ///< in the base model
  const char* by;
  const char* place;     ///< how the message starts, after "bad.json"
  const char* fragment;  ///< what it says
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.by << " for " << c.what; }

class BadFile : public testing::TestWithParam<Case> {};

TEST_P(BadFile, GivesOneMessageWithThePlace) {
  const Case& c = GetParam();
  const std::string message = MessageOf(Replaced(c.what, c.by));
  EXPECT_EQ(message.rfind(std::string("bad.json") + c.place, 0), 0U) << message;
  EXPECT_NE(message.find(c.fragment), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Structure,
    BadFile,
    testing::Values(
        Case{R"("mass": 2, )", "", ": /bodies/0: ", "'mass' is missing"},
        Case{R"("name": "rod", )", "", ": /bodies/0: ", "'name' is missing"},
        Case{R"("name": "rod")", R"("name": "")", ": /bodies/0/name: ", "1 to 200 characters"},
        Case{R"("name": "rod")", R"("name": 7)", ": /bodies/0/name: ", "a string, found a number"},
        Case{R"("mass": 2)", R"("mass": "2")", ": /bodies/0/mass: ", "a number, found a string"},
        Case{R"("mass": 2)", R"("mass": null)", ": /bodies/0/mass: ", "found null"},
        Case{R"("mass": 2)", R"("mass": true)", ": /bodies/0/mass: ", "found true"},
        Case{R"("mass": 2)", R"("mass": [2])", ": /bodies/0/mass: ", "found an array"},
        Case{R"("mass": 2)", R"("mass": 2, "mas": 1)", ": /bodies/0/mas: ", "did you mean 'mass'"},
        Case{R"("position": [0, 0, -1])",
             R"("positon": [0, 0, -1])",
             ": /bodies/0/positon: ",
             "did you mean 'position'"},
        Case{R"("mass": 2)", R"("com": [0, {"a": 1, "a": 3}])", ": /bodies/0/com/1/a: ", "twice"},
        Case{R"("mass": 2)", R"("mass": 1e999)", ": /bodies/0/mass: ", "too large"},
        Case{R"("position": [0, 0, -1])",
             R"("position": [0, 0, -1e400])",
             ": /bodies/0/position/2: ",
             "too large"},
        Case{R"("mass": 2)", R"("mass": NaN)", ":5:", "not valid JSON"},
        Case{R"("mass": 2,)", R"("mass": 2)", ":5:", "not valid JSON"},
        Case{R"("position": [0, 0, -1])",
             R"("position": [0, 0])",
             ": /bodies/0/position: ",
             "3 numbers, found 2"},
        Case{R"("position": [0, 0, -1])",
             R"("position": [0, "a", 0])",
             ": /bodies/0/position/1: ",
             "found a string"},
        Case{R"("position": [0, 0, -1])",
             R"("position": 1)",
             ": /bodies/0/position: ",
             "found a number"},
        Case{
            R"("bodies": [)", R"("joint": [], "bodies": [)", ": /joint: ", "did you mean 'joints'"},
        Case{R"("description": "base")", R"("units": "mm")", ": /units: ", "only \"SI\""},
        Case{R"("gravity": [0, 0, -9.81])", R"("gravity": -9.81)", ": /gravity: ", "array of 3"},
        Case{R"("run": {)", R"("run": { "untl": 1, )", ": /run/untl: ", "did you mean 'until'"}));

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    BadFile,
    testing::Values(
        Case{R"("mass": 2)", R"("mass": -2)", ": /bodies/0: body 'rod'", "must not be negative"},
        Case{R"([1, 1, 0.5])", R"([1, 1, 2.5])", ": /bodies/0: body 'rod'", "triangle inequality"},
        Case{R"([1, 1, 0.5])", R"([1, -1, 0.5])", ": /bodies/0: body 'rod'", "semidefinite"},
        Case{R"([1, 1, 0.5])",
             R"([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])",
             ": /bodies/0: body 'rod'",
             "not symmetric"},
        Case{R"([1, 1, 0.5])", R"([1, 1])", ": /bodies/0/inertia: ", "6 are Ixx"},
        Case{R"("inertia": [1, 1, 0.5])",
             R"("inertia": [1, 1, 1], "shape": { "type": "sphere", "radius": 1 })",
             ": /bodies/0: ",
             "exclude each other"},
        Case{R"("inertia": [1, 1, 0.5])",
             R"("shape": { "type": "spere", "radius": 1 })",
             ": /bodies/0/shape/type: ",
             "did you mean 'sphere'"},
        Case{R"("inertia": [1, 1, 0.5])",
             R"("shape": { "type": "sphere", "radius": -1 })",
             ": /bodies/0/shape/radius: ",
             "must not be negative"},
        Case{R"("name": "bob")", R"("name": "rod")", ": /bodies/1: ", "the name is taken"},
        Case{R"("name": "rod")", R"("name": "ground")", ": /bodies/0: ", "the name is taken"},
        Case{R"("mass": 2)",
             R"("mass": 2, "orientation": { "quaternion": [0, 0, 0, 0] })",
             ": /bodies/0/orientation/quaternion: ",
             "zero"},
        Case{R"("mass": 2)",
             R"("mass": 2, "orientation": { "matrix": [[1,0,0],[0,1,0],[0,0,2]] })",
             ": /bodies/0/orientation/matrix: ",
             "no rotation"},
        Case{R"("mass": 2)",
             R"("mass": 2, "orientation": { "axes": { "z": [0, 0, 1], "x": [0, 0, 2] } })",
             ": /bodies/0/orientation/axes: ",
             "parallel"},
        Case{R"("mass": 2)",
             R"("mass": 2, "orientation": {})",
             ": /bodies/0/orientation: ",
             "exactly one of"},
        Case{R"("mass": 2)",
             R"("mass": 2, "orientation": { "rotation_vector": ["30 grad", 0, 0] })",
             ": /bodies/0/orientation/rotation_vector/0: ",
             "30 deg"},
        Case{R"("mass": 2)",
             R"("mass": 2, "type": "soft")",
             ": /bodies/0/type: ",
             "'rigid', 'point', 'reduced' or 'mesh'"},
        Case{R"("body": "rod" })",
             R"("body": "rood" })",
             ": /markers/1/body: ",
             "unknown body 'rood'; did you mean 'rod'?"}));

INSTANTIATE_TEST_SUITE_P(
    Elements,
    BadFile,
    testing::Values(
        Case{R"("axis": [0, 1, 0])",
             R"("axis": [0, 0, 0])",
             ": /joints/0: joint 'hinge'",
             "the axis is zero"},
        Case{R"("revolute")", R"("revolut")", ": /joints/0/type: ", "did you mean 'revolute'"},
        Case{R"("body_b": "rod")",
             R"("body_b": "ground")",
             ": /joints/0: joint 'hinge'",
             "connect two bodies"},
        Case{R"("body_b": "rod")",
             R"("body_b": "wheel")",
             ": /joints/0/body_b: ",
             "unknown body 'wheel'"},
        Case{R"("a": "m1", "b": "m2" })",
             R"("a": "m1", "b": "m9" })",
             ": /joints/1/b: ",
             "unknown marker 'm9'"},
        Case{R"("name": "knee")", R"("name": "hinge")", ": /joints/1: ", "the name is taken"},
        Case{R"("point": [0, 0, 0], )",
             R"("point": [0, 0, 0], "pitch": 1, )",
             ": /joints/0: joint 'hinge'",
             "takes no pitch"},
        Case{R"("point": [0, 0, 0], )",
             R"("point": [0, 0, 0], "initial_rate": [1, 2], )",
             ": /joints/0/initial_rate: ",
             "has 1 coordinate;"},
        Case{R"("along": "hinge", "law": 0)",
             R"("along": "hing", "law": 0)",
             ": /motions/0/along: ",
             "did you mean 'hinge'"},
        Case{R"("law": 0)",
             R"("law": { "type": "harmonic", "amplitude": 1 })",
             ": /motions/0/law: ",
             "'frequency' is missing"},
        Case{R"("law": 0)",
             R"("law": { "type": "table", "points": [[0, 0], [1, 1]], "interpolation": "linear" })",
             ": /motions/0/law/interpolation: ",
             "two derivatives"},
        Case{R"("law": 0)",
             R"("law": { "type": "table", "points": [[1, 0], [0, 1]] })",
             ": /motions/0/law/points: ",
             "sort the points"},
        Case{R"("law": 0)",
             R"("law": { "type": "smooth_step", "start": 1, "end": 1, "to": 1 })",
             ": /motions/0/law: ",
             "start must lie before end"},
        Case{R"("stiffness": 100)",
             R"("stiffness": 100, "damping": -1)",
             ": /forces/0: force 'spring'",
             "damping"},
        Case{R"([[0, 0], [1, 1]])",
             R"([[0, 0], [0, 1]])",
             ": /forces/0/spring_curve/points: ",
             "point"},
        Case{R"([[0, 0], [1, 1]])",
             R"([[0, 0], [1]])",
             ": /forces/0/spring_curve/points/1: ",
             "two numbers"},
        Case{R"("type": "load", "body": "rod")",
             R"("type": "lod", "body": "rod")",
             ": /forces/1/type: ",
             "did you mean 'load'"},
        Case{R"("force": [1, 2, 3])", R"("force": [1, 2])", ": /forces/1/force: ", "three"},
        Case{R"("force": [1, 2, 3])",
             R"("force": ["1", 2, 3])",
             ": /forces/1/force/0: ",
             "found a string"},
        Case{R"("damping": [1, 1, 1, 1, 1, 1])",
             R"("damping": [1, 1, -1, 1, 1, 1])",
             ": /forces/2: force 'rubber'",
             "semidefinite"},
        Case{R"("damping": [1, 1, 1, 1, 1, 1])",
             R"("damping_time": -1)",
             ": /forces/2/damping_time: ",
             "negative"},
        Case{R"([1, 2, 3, 4, 5, 6])", R"([1, 2, 3])", ": /forces/2/stiffness: ", "6 numbers"},
        Case{R"("side": "upper")", R"("side": "up")", ": /forces/3/side: ", "'lower' or 'upper'"},
        Case{R"("marker": "m1", "component": "z")",
             R"("marker": "m1")",
             ": /outputs/0: ",
             "'component' is missing"},
        Case{R"("unit": "mm")", R"("unit": "kN")", ": /outputs/0/unit: ", "give 'm'"},
        Case{R"("type": "torque", "force": "motor")",
             R"("type": "force", "force": "motor")",
             ": /outputs/1/type: ",
             "acts on an angle"},
        Case{R"({ "output": "z" })",
             R"({ "output": "zz" })",
             ": /plots/0/curves/0/output: ",
             "unknown output 'zz'"},
        Case{R"("until": 1)", R"("until": -1)", ": /run/until: ", "greater than 0"},
        Case{R"("until": 1)", R"("until": 1e90)", ": /run: ", "1e7 outputs"},
        Case{R"("until": 1)", R"("strict": 1)", ": /run/strict: ", "true or false"}));

INSTANTIATE_TEST_SUITE_P(
    Assembly,
    BadFile,
    testing::Values(
        Case{R"("law": 0)",
             R"("law": 0 }, { "name": "turn2", "along": "hinge", "law": 1)",
             ": /joints/0: ",
             "cannot be assembled"},
        Case{R"("law": 0)",
             R"("law": { "type": "ramp", "rate": 1 })",
             ": /bodies/1: ",
             "the given velocity of body 'bob' contradicts joint 'hinge', joint 'knee'"},
        Case{R"("velocity": [0, 0, 0])",
             R"("velocity": [1, 0, 0])",
             ": /bodies/1: ",
             "leave it out"},
        Case{R"("a": "m1", "b": "m2" })",
             R"("a": "m1", "b": "m2" }, { "name": "twin", "type": "ball", "a": "m1", "b": "m2" })",
             ": /joints/",
             "redundant constraints"}));

TEST(BadFile, ThatIsNoModel) {
  EXPECT_NE(MessageOf("").find("bad.json:1:1: the file is empty"), std::string::npos);
  EXPECT_NE(MessageOf(" \n").find("the file is empty"), std::string::npos);
  EXPECT_NE(MessageOf("hello").find("bad.json:1:1: not valid JSON"), std::string::npos);
  EXPECT_NE(MessageOf("{\n  \"a\": 1,\n}").find("bad.json:3:1: not valid"), std::string::npos)
      << MessageOf("{\n  \"a\": 1,\n}");
  EXPECT_NE(MessageOf("[1, 2]").find("bad.json: /: expected an object, found an array"),
            std::string::npos);
  EXPECT_NE(MessageOf("{}").find("bad.json: /: the key 'bodies' is missing"), std::string::npos);
  EXPECT_NE(MessageOf(R"({"bodies": []})").find("there is no body"), std::string::npos);
  EXPECT_NE(MessageOf(std::string(100000, '[')).find("nested deeper than 64"), std::string::npos);
  EXPECT_NE(MessageOf("{\"a\": \"\xff\"}").find("not valid JSON"), std::string::npos);
}

TEST(BadFile, ThatCannotBeRead) {
  EXPECT_THROW((void)ReadModelFile("/no/such/file.json"), FileError);
  EXPECT_THROW((void)ReadModelFile(TRUNNION_SOURCE_DIR), FileError);
}

TEST(BadFile, TheBaseModelIsGood) {
  const CheckReport report = CheckModel(ParseModel(Base(), "base.json"));
  EXPECT_EQ(report.degrees_of_freedom, 3);  // the ball; the motion holds the hinge
}

// Parse, compile, assemble, a few steps: either all goes well or a trunnion::Error comes (false).
bool RunOrRefuse(const std::string& text) {
  try {
    const ModelFile file = ParseModel(text, "sweep");
    const System system = file.model.Compile();
    SimulationOptions options = file.run.MakeOptions();
    options.serial = true;
    options.threads = 1;
    Simulation simulation(system, options);
    for (int i = 0; i < 3 && simulation.t() < file.run.until; ++i) simulation.step();
    for (const Signal& signal : file.signals) (void)signal.evaluate(simulation);
    return true;
  } catch (const Error&) {
    return false;
  }
}

constexpr const char* kSmall = R"({"gravity":[0,0,-9.81],"bodies":[
{"name":"a","mass":2,"inertia":[1,1,0.5],"com":[0,0,-1],"orientation":{"rotation_vector":[0,0.3,0]}},
{"name":"p","type":"point","mass":1,"position":[1,0,0],"velocity":[0,1,0]}],
"markers":[{"name":"m","body":"a","position":[0,0,-2]},{"name":"q","body":"p"}],
"joints":[{"name":"h","type":"revolute","body_a":"ground","body_b":"a","point":[0,0,0],"axis":[0,1,0]}],
"forces":[{"name":"s","type":"spring","along":{"a":"m","b":"q"},"stiffness":50,"damping":1},
{"name":"b","type":"stop","along":"h","limit":"20 deg","side":"upper","stiffness":1e3,"onset":0.1},
{"name":"l","type":"load","body":"a","force":[{"type":"harmonic","amplitude":3,"frequency":2},0,1]}],
"outputs":[{"name":"e","type":"energy"},{"name":"z","type":"position","marker":"m","component":"z"}],
"run":{"until":1,"tolerance":1e-4,"max_step":0.1}})";

TEST(ByteSweep, AnyByteChangedWorksOrIsRefused) {
  const std::string text = kSmall;
  ASSERT_TRUE(RunOrRefuse(text));
  int good = 0;
  const char replacements[] = {'9', '"', '-', 'e', ' ', '\0', '\xff'};
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char replacement : replacements) {
      std::string changed = text;
      changed[i] = replacement;
      ASSERT_NO_THROW(good += RunOrRefuse(changed)) << "byte " << i << " replaced: " << changed;
    }
    const std::string shorter = std::string(text).erase(i, 1);
    ASSERT_NO_THROW((void)RunOrRefuse(shorter)) << "byte " << i << " removed: " << shorter;
  }
  EXPECT_GT(good, 200);  // digits, names and spaces: the sweep reaches the integrator
}

TEST(ByteSweep, AnyTruncationIsRefused) {
  const std::string text = kSmall;
  for (std::size_t i = 0; i < text.size(); ++i)
    ASSERT_THROW((void)ParseModel(text.substr(0, i), "cut"), FileError) << i;
}

TEST(ByteSweep, HugeAndTinyNumbersWorkOrAreRefused) {
  const std::string text = kSmall;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') continue;
    for (const char* number : {"1e308", "1e-308", "1e155", "0", "4503599627370497"}) {
      std::string changed = text;
      ASSERT_NO_THROW((void)RunOrRefuse(changed.replace(i, 1, number))) << changed;
    }
  }
}

}  // namespace model_file_errors_test
}  // namespace trunnion
