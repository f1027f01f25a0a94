// SPDX-License-Identifier: BSD-3-Clause
//
// What is wrong with an FMU, its connections or its answers is told by name.
#include <algorithm>

#include "engine/batch/check.hpp"
#include "engine/batch/run.hpp"
#include "engine/cosimulation/fmu_archive.hpp"
#include "tests/cosimulation/small_fmus.hpp"

namespace trunnion::fmu {
namespace {

class Refused : public testing::TestWithParam<int> {
 protected:
  /// The message of a model with these FMUs, at its start.
  std::string Start(const std::string& fmus) {
    return MessageOf([&] { SteppedSimulation host(folder_.Read(Cart(fmus))); });
  }
  std::string WithSpring(const std::string& connections) {
    folder_.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
    return Start(R"([{"name": "one", "file": "spring.fmu", )" + connections + "}]");
  }
  TestFolder folder_;
};

#define EXPECT_SAYS(message, words)                               \
  do {                                                            \
    const std::string said = message;                             \
    EXPECT_NE(said.find(words), std::string::npos) << said;       \
    EXPECT_NE(said.find("fmu 'one'"), std::string::npos) << said; \
  } while (false)

TEST_P(Refused, FilesThatAreNoFmu) {
  EXPECT_SAYS(Start(R"([{"name": "one", "file": "nowhere.fmu"}])"), "cannot be opened");
  std::ofstream(folder_.path() / "text.fmu") << "no archive";
  EXPECT_NE(Start(R"([{"name": "one", "file": "text.fmu"}])").find("text.fmu' is no zip archive"),
            std::string::npos);
  WriteZip(folder_.path() / "empty.fmu", {{"readme.txt", "nothing"}}, 315532800);
  EXPECT_SAYS(Start(R"([{"name": "one", "file": "empty.fmu"}])"), "no modelDescription.xml");
  WriteZip(folder_.path() / "broken.fmu", {{"modelDescription.xml", "<fmiModel"}}, 315532800);
  EXPECT_SAYS(Start(R"([{"name": "one", "file": "broken.fmu"}])"), "is no description of an FMU");
}

TEST_P(Refused, FmusOfOtherKindsAndPlatforms) {
  const std::string start = R"([{"name": "one", "file": "other.fmu"}])";
  const auto with = [&](const SmallOptions& options, const std::string& law = "spring") {
    folder_.AddFmu(GetParam(), "other", law, SpringVariables(), options);
    return Start(start);
  };
  EXPECT_SAYS(with({.kind = "ModelExchange"}), "not for co-simulation, but for model exchange");
  EXPECT_SAYS(with({.version = "1.0"}), "is of FMI '1.0'");
  EXPECT_SAYS(with({.version = "3.0-beta.2"}), "is of FMI '3.0-beta.2'");
  EXPECT_SAYS(with({.folder = "win64"}), "no library for 64-bit Linux");
  EXPECT_SAYS(with({.folder = "win64"}), "but for win64");
  EXPECT_SAYS(with({.attributes = "needsExecutionTool=\"true\""}), "needs the program");
  EXPECT_SAYS(with({}, "refuses"), "cannot be instantiated: no licence for one");
  const std::string place = GetParam() == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
  EXPECT_SAYS(with({.identifier = "text", .files = {{place + "text.so", "no library"}}}),
              "cannot be loaded");
}

TEST_P(Refused, NamesThatLeaveTheFolder) {
  for (const char* name : {"../escaped", "a/../../escaped", "/tmp/escaped", "..\\escaped", "c:x"}) {
    EXPECT_FALSE(StaysInFolder(name)) << name;
    WriteZip(folder_.path() / "evil.fmu", {{name, "x"}}, 315532800);
    EXPECT_NE(MessageOf([&] { FmuArchive(folder_.path() / "evil.fmu"); }).find("outside"),
              std::string::npos)
        << name;
  }
  EXPECT_TRUE(StaysInFolder("resources/a..b/table.csv"));
  EXPECT_FALSE(fs::exists(folder_.path() / "escaped"));
}

int CountUnpacked() {
  int count = 0;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
    count += entry.path().filename().string().starts_with("trunnion_fmu_");
  return count;
}

TEST_P(Refused, TheFolderGoesAlsoWhereItFails) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", folder_.path().c_str(), 1);  // nobody else's are counted
  folder_.AddFmu(GetParam(), "other", "refuses", SpringVariables());
  WriteZip(folder_.path() / "evil.fmu", {{"a", "x"}, {"b/../../c", "x"}}, 315532800);
  folder_.AddFmu(GetParam(), "spring", "spring", SpringVariables());
  {
    const ImportedFmu fmu(folder_.path() / "spring.fmu");
    EXPECT_EQ(CountUnpacked(), 1);
    for (const char* name : {"other.fmu", "evil.fmu"})
      EXPECT_THROW(ImportedFmu(folder_.path() / name), FileError);
    EXPECT_EQ(CountUnpacked(), 1);
  }
  EXPECT_EQ(CountUnpacked(), 0);
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

TEST_P(Refused, DamagedArchives) {
  folder_.AddFmu(GetParam(), "spring", "spring", SpringVariables());
  std::string bytes = ReadWhole(folder_.path() / "spring.fmu");
  for (std::size_t i = 200; i < 1200; ++i) bytes[i] = static_cast<char>(bytes[i] ^ 0x5A);
  std::ofstream(folder_.path() / "bad.fmu") << bytes;
  EXPECT_THROW(FmuArchive(folder_.path() / "bad.fmu"), FileError);
  std::ofstream(folder_.path() / "bad.fmu", std::ios::trunc) << bytes.substr(0, bytes.size() / 2);
  EXPECT_THROW(FmuArchive(folder_.path() / "bad.fmu"), FileError);
}

TEST_P(Refused, VariablesOfWrongNamesKindsAndTypes) {
  EXPECT_SAYS(WithSpring(R"("inputs": {"w": "x"})"), "no variable 'w'");
  EXPECT_SAYS(WithSpring(R"("drives": {"push": "farce"})"), "did you mean 'force'?");
  EXPECT_SAYS(WithSpring(R"("inputs": {"force": "x"})"),
              "'force' is an output of the FMU, not an input");
  EXPECT_SAYS(WithSpring(R"("drives": {"push": "k"})"),
              "'k' is a parameter of the FMU, not an output");
  EXPECT_SAYS(WithSpring(R"("start": {"force": 2})"), "start values are for parameters and inputs");
  EXPECT_SAYS(WithSpring(R"("start": {"x": 2}, "inputs": {"x": "x"})"), "follows the output 'x'");
  EXPECT_SAYS(WithSpring(R"("start": {"k": "soft"})"), "is a real number, not a string");
  EXPECT_SAYS(WithSpring(R"("start": {"k": true})"), "give a number");
}

TEST_P(Refused, ValuesOfTypesThatCannotHoldThem) {
  folder_.AddFmu(GetParam(),
                 "typed",
                 "abs",
                 {{"flag", 10, "Boolean", "parameter", "false"},
                  {"entry", 11, "Boolean", "input", "false"},
                  {"count", 20, "Integer", "parameter", "0"},
                  {"text", 30, "String", "output"}});
  const auto with = [&](const std::string& connections) {
    return Start(R"([{"name": "one", "file": "typed.fmu", )" + connections + "}]");
  };
  EXPECT_SAYS(with(R"("start": {"flag": 1})"), "is a Boolean; give true or false");
  EXPECT_SAYS(with(R"("start": {"count": 1.5})"), "give a whole number");
  EXPECT_SAYS(with(R"("start": {"count": 3e9})"), "give a whole number of its range");
  EXPECT_SAYS(with(R"("inputs": {"entry": "x"})"), "'entry' is a Boolean");
  EXPECT_SAYS(with(R"("drives": {"push": "text"})"), "'text' is a string");
}

TEST_P(Refused, WhatTheModelFileSaysWrong) {
  folder_.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.step_size = ""});
  const auto with = [&](const std::string& keys) {
    return Start(R"([{"name": "one", "file": "spring.fmu", )" + keys + "}]");
  };
  EXPECT_SAYS(with(R"("inputs": {"x": "y"})"), "/fmus/0/inputs/x: fmu 'one': unknown output 'y'");
  EXPECT_SAYS(with(R"("drives": {"pull": "force"})"), "unknown input 'pull'");
  EXPECT_SAYS(with(R"("drives": {"push": {"variable": "force", "course": "cubic"}})"), "'linear'");
  EXPECT_SAYS(with(R"("interval": 0)"), "greater than 0");
  EXPECT_SAYS(with(R"("start": {})"), "does not say which interval it prefers");
  EXPECT_SAYS(with(R"("intervall": 1)"), "did you mean 'interval'?");
  const std::string two = R"([{"name": "a", "file": "spring.fmu", "drives": {"push": "force"}},
    {"name": "one", "file": "spring.fmu", "drives": {"push": "force"}}])";
  EXPECT_SAYS(Start(two), "follows fmu 'a' already");
}

/// What an FMU does beyond 0.05 s, by the number of its kind.
class Hostile : public Refused {
 protected:
  ModelFile Make(int kind, const std::string& more = "", const std::string& tail = "") {
    folder_.AddFmu(GetParam(),
                   "hostile",
                   "hostile",
                   {{"kind", 20, "Integer", "parameter", "0"},
                    {"text", 30, "String", "parameter", ""},
                    {"y", 5, "Real", "output"}},
                   {.attributes = more});
    return folder_.Read(Cart(R"([{"name": "one", "file": "hostile.fmu", "start": {"kind": )" +
                                 std::to_string(kind) +
                                 R"(, "text": "50 % left"}, "drives": {"push": "y"}}])",
                             tail));
  }
  std::string Run(int kind) {
    SteppedSimulation host(Make(kind));
    return MessageOf([&] { host.AdvanceTo(0.2); });
  }
};

TEST_P(Hostile, FailuresCarryTheMessageOfTheFmu) {
  EXPECT_SAYS(Run(1), "fails in its step at t = 0.04 s with status error: the pump is broken at");
  EXPECT_SAYS(Run(1), "50 % left");
  EXPECT_SAYS(Run(2), "refuses its step at t = 0.04 s: too long a step");
  EXPECT_SAYS(Run(3), "gives a value of 'y' that is not finite");
  EXPECT_SAYS(Run(4), "ends the simulation in its step at t = 0.04 s");
  EXPECT_SAYS(Run(5), "with status fatal: everything is lost");
}

TEST_P(Hostile, WarningsAreThoseOfTheRun) {
  SteppedSimulation host(Make(7));
  host.AdvanceTo(0.5);
  const auto& warnings = host.simulation().warnings();
  const auto count = std::count_if(warnings.begin(), warnings.end(), [](const std::string& w) {
    return w.find("fmu 'one': its step at t = ") == 0 && w.find("the oil is low") != w.npos;
  });
  EXPECT_EQ(count, 10);  // not all of them
}

TEST_P(Hostile, StatesThatAreNotSaved) {
  const ModelFile file = Make(0);
  folder_.AddFmu(GetParam(), "hostile", "hostile", {{"y", 5, "Real", "output"}});
  // A later attribute would be a second one of its name: take the right out of the text.
  std::string text = DescribeSmall(GetParam(), "hostile", {{"y", 5, "Real", "output"}}, {});
  const std::string word =
      GetParam() == 2 ? "canSerializeFMUstate=\"true\"" : "canSerializeFMUState=\"true\"";
  text.erase(text.find(word), word.size());
  const std::string library = "small_fmi" + std::to_string(GetParam()) + ".so";
  const std::string place = GetParam() == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
  WriteZip(folder_.path() / "hostile.fmu",
           {{"modelDescription.xml", text},
            {place + library, ReadWhole(fs::path(TRUNNION_SMALL_FMUS) / library)}},
           315532800);
  SteppedSimulation host(
      folder_.Read(Cart(R"([{"name": "one", "file": "hostile.fmu", "drives": {"push": "y"}}])")));
  EXPECT_SAYS(MessageOf([&] { host.Save(); }), "cannot save its state");
}

TEST_P(Hostile, OtherAnalysesAndRunsWithoutThemAreRefused) {
  const ModelFile file = Make(0, "", R"(, "analyses": [{"name": "rest", "type": "static"}])");
  SimulationOptions options = file.run.MakeOptions();
  options.sets_inputs = true;
  const System system = file.model.Compile();
  Simulation simulation(system, options);
  EXPECT_SAYS(MessageOf([&] { RequireRoom(file.analyses, file, system, false); }),
              "take part in dynamic analyses only, and 'static' is another one");
  EXPECT_SAYS(MessageOf([&] { RunAnalysis(file.analyses[0], file, simulation); }), "dynamic");
  EXPECT_NE(MessageOf([&] { RunAnalysis({}, file, simulation); }).find("FmuCoupling"),
            std::string::npos);
}

TEST_P(Hostile, ExportAndCheckTellOfThem) {
  (void)Make(0);
  EXPECT_SAYS(MessageOf([&] {
                ExportFmu({.model = folder_.path() / "model.json",
                           .output = folder_.path() / "out.fmu",
                           .fmi = GetParam(),
                           .kit = folder_.path()});
              }),
              "an FMU holds no other FMUs");
  const ModelFile wrong =
      folder_.Read(Cart(R"([{"name": "one", "file": "hostile.fmu", "drives": {"push": "z"}}])"));
  EXPECT_SAYS(MessageOf([&] { CheckModel(wrong); }), "no variable 'z'");
}

INSTANTIATE_TEST_SUITE_P(Fmi, Refused, testing::Values(2, 3));
INSTANTIATE_TEST_SUITE_P(Fmi, Hostile, testing::Values(2, 3));

}  // namespace
}  // namespace trunnion::fmu
