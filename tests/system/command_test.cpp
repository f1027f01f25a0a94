// SPDX-License-Identifier: BSD-3-Clause
// Runs the program `trunnion` as a shell does: exit codes, messages, files.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace trunnion {
namespace command_test {

namespace fs = std::filesystem;

constexpr const char* kPendulum = R"({
  // A rod of 1 m, hinged at its left end, released from the horizontal.
  "gravity": [0, 0, -9.81],
  "bodies": [{"name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": [0.001, 0.1667, 0.1667]}],
  "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
              "point": [0, 0, 0], "axis": [0, 1, 0]}],
  "outputs": [{"name": "height", "type": "position", "body": "rod", "component": "z"},
              {"name": "angle", "type": "coordinate", "along": "hinge", "unit": "deg"}],
  "plots": [{"title": "swing", "y_label": "angle [deg]", "curves": [{"output": "angle"}]}],
  "run": {"until": 1, "output_interval": 0.1, "tolerance": 1e-7}
})";

std::string ReadText(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

int CountLines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

class CommandTest : public testing::Test {
 protected:
  struct Outcome {
    int code = -1;
    std::string out, err;
  };

  CommandTest() : folder_(fs::path(testing::TempDir()) / ("command_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write("pendulum.json", kPendulum);
  }
  ~CommandTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  /// The pendulum with one text replaced.
  void WriteChanged(const std::string& name, const std::string& from, const std::string& to) const {
    std::string text = kPendulum;
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    Write(name, text.replace(at, from.size(), to));
  }
  Outcome Execute(const std::string& arguments) const {
    const std::string line = "cd '" + folder_.string() + "' && '" TRUNNION_COMMAND "' " +
                             arguments + " > stdout.txt 2> stderr.txt";
    const int status = std::system(line.c_str());
    Outcome outcome;
    if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
    outcome.out = ReadText(folder_ / "stdout.txt");
    outcome.err = ReadText(folder_ / "stderr.txt");
    return outcome;
  }
  /// Exit code, one message with this text in it, nothing on stdout, no result files.
  void ExpectFailure(const std::string& arguments, int code, const std::string& message) const {
    const Outcome outcome = Execute(arguments);
    EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.err;
    EXPECT_EQ(outcome.err.rfind("trunnion: ", 0), 0u) << outcome.err;
    EXPECT_EQ(CountLines(outcome.err), 1) << outcome.err;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << arguments << "\n" << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(fs::exists(folder_ / "out")) << arguments;
  }
  const fs::path folder_;
};

TEST_F(CommandTest, TellsVersionAndHelp) {
  const Outcome version = Execute("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.rfind("trunnion ", 0), 0u) << version.out;
  for (const char* arguments : {"--help", "run --help", "check --help"}) {
    const Outcome help = Execute(arguments);
    EXPECT_EQ(help.code, 0) << arguments;
    EXPECT_GT(help.out.size(), 100u) << arguments;
  }
}

TEST_F(CommandTest, RefusesAWrongCommandLine) {
  ExpectFailure("", 2, "subcommand");
  ExpectFailure("fly pendulum.json", 2, "fly");
  ExpectFailure("run", 2, "MODEL");
  ExpectFailure("run pendulum.json --colour red", 2, "--colour");
  for (const char* value : {"0", "-1", "nan", "inf", "fast", "''"}) {
    for (const char* option : {"--until", "--tolerance", "--interval"}) {
      const std::string text = std::string("run pendulum.json --output out ") + option;
      ExpectFailure(text + "=" + value, 2, option);
    }
  }
  for (const char* option : {"--output", "--plot", "--resume"})
    ExpectFailure(std::string("run pendulum.json ") + option + " ''", 2, "give a name");
  ExpectFailure("run pendulum.json --one --two", 2, "not expected: --one --two");
  ExpectFailure("run pendulum.json --output out --formulation index4",
                2,
                "--formulation: 'index4' is unknown; known are coordinate_splitting, ");
  ExpectFailure(
      "run pendulum.json --output out --integrator 1", 2, "'1' is unknown; known are bdf");
  for (const std::string name : {"adams", "automatic", "explicit_stabilized"})
    ExpectFailure("run pendulum.json --output out --formulation " + name,
                  2,
                  "is given by --integrator " + name.substr(0, name.find('_')));
  const std::string adams = "run pendulum.json --output out --integrator adams ";
  ExpectFailure(adams + "--formulation coordinate_splitting", 2, "the integrator bdf only");
  ExpectFailure(adams + "--linear-solver klu", 2, "--linear-solver is read by the integrators bdf");
  ExpectFailure("run pendulum.json --output out --threads 0", 2, "--threads");
  ExpectFailure("run pendulum.json --output out --until 1e9 --interval 1e-9", 2, "--interval");
}

TEST_F(CommandTest, RefusesBadModelsWithTheirPlace) {
  ExpectFailure("run missing.json --output out", 2, "missing.json");
  ExpectFailure("run . --output out", 2, "folder");
  Write("text.json", "{\"bodies\": [}");
  ExpectFailure("run text.json --output out", 2, "text.json:1:");
  WriteChanged("negative.json", "\"mass\": 2", "\"mass\": -2");
  ExpectFailure("run negative.json --output out", 2, "/bodies/0");
  WriteChanged("triangle.json", "0.001, 0.1667", "1.001, 0.1667");
  ExpectFailure("run triangle.json --output out", 2, "/bodies/0");
  WriteChanged("unknown.json", "\"body_b\": \"rod\"", "\"body_b\": \"rot\"");
  ExpectFailure("run unknown.json --output out", 2, "/joints/0/body_b");
  ExpectFailure("check unknown.json", 2, "/joints/0/body_b");
}

TEST_F(CommandTest, RefusesFoldersThatCannotBeWrittenTo) {
  Write("file", "not a folder");
  ExpectFailure("run pendulum.json --output file", 2, "file");
  ExpectFailure("run pendulum.json --output file/below", 2, "file/below");
  ExpectFailure("run pendulum.json --output /proc/trunnion", 2, "/proc/trunnion");
  ExpectFailure("run pendulum.json --output out --plot .", 2, "folder");
  ExpectFailure("run pendulum.json --output out --plot file/plot.svg", 2, "file");
  EXPECT_EQ(ReadText(folder_ / "file"), "not a folder");
}

TEST_F(CommandTest, AFailedRunLeavesNoResults) {
  WriteChanged("short.json", "\"until\": 1,", "\"until\": 1, \"max_steps\": 5,");
  ExpectFailure("run short.json --output out/new --plot out/p.svg", 3, "no results are written");
  fs::create_directories(folder_ / "old");
  Write("old/energy.csv", "old");
  EXPECT_EQ(Execute("run short.json --output old").code, 3);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "old"), {}), 0);
}

TEST_F(CommandTest, RunsAndWritesWhatTheModelAsksFor) {
  const Outcome run = Execute("run pendulum.json --output out/new --threads 2");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  for (const char* line : {"steps",
                           "Newton iterations",
                           "factorizations",
                           "degrees of freedom",
                           "constraint residual",
                           "total energy",
                           "of order"}) {
    EXPECT_NE(run.out.find(line), std::string::npos) << line << "\n" << run.out;
  }
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_ / "out" / "new")) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names,
            (std::vector<std::string>{"bodies.csv",
                                      "energy.csv",
                                      "joints.csv",
                                      "plots.svg",
                                      "results.h5",
                                      "signals.csv",
                                      "steps.csv"}));
  EXPECT_NE(ReadText(folder_ / "out/new/plots.svg").find("</svg>"), std::string::npos);
}

TEST_F(CommandTest, RunsAnyIntegratorAndFormulation) {
  for (const char* option : {"--formulation stabilized_index2",
                             "--formulation state_space",
                             "--integrator explicit",
                             "--integrator adams",
                             "--integrator automatic",
                             "--integrator bdf --formulation index2",
                             "--linear-solver klu"}) {
    const Outcome run = Execute(std::string("run pendulum.json ") + option);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_NE(run.out.find("total energy"), std::string::npos) << run.out;
  }
}

TEST_F(CommandTest, ResultsArePlausible) {
  ASSERT_EQ(Execute("run pendulum.json --output out --interval 0.05 --until 0.5 --quiet").code, 0);
  EXPECT_EQ(ReadText(folder_ / "stdout.txt"), "");
  std::istringstream csv(ReadText(folder_ / "out" / "energy.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "time [s],kinetic [J],potential [J],total [J],damping_power [W]");
  int rows = 0;
  double t = 0, kinetic = 0, potential = 0, total = 0;
  for (; std::getline(csv, line); ++rows) {
    ASSERT_EQ(std::sscanf(line.c_str(), "%lf,%lf,%lf,%lf", &t, &kinetic, &potential, &total), 4);
    EXPECT_NEAR(t, 0.05 * rows, 1e-12);
    EXPECT_NEAR(total, 0, 1e-4);
  }
  EXPECT_EQ(rows, 11);
  EXPECT_GT(kinetic, 1);

  const fs::path name = folder_ / "out" / "results.h5";
  const hid_t file = H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t data = H5Dopen2(file, "energy", H5P_DEFAULT);
  std::array<double, 55> values{};
  ASSERT_EQ(H5Dget_storage_size(data) > 0, true);
  H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  EXPECT_EQ(values[51], kinetic);
  H5Dclose(data);
  H5Fclose(file);
}

TEST_F(CommandTest, ProgressForScriptsIsLinesOfJson) {
  const Outcome run = Execute("run pendulum.json --quiet --progress json");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  ASSERT_GE(CountLines(run.err), 2) << run.err;
  std::istringstream lines(run.err);
  double t = -1;
  nlohmann::json last;
  for (std::string line; std::getline(lines, line);) {
    last = nlohmann::json::parse(line);
    EXPECT_GE(last["time"], t);
    t = last["time"];
    for (const char* key : {"seconds", "step_size", "order", "rejected_steps"})
      EXPECT_TRUE(last[key].is_number()) << key;
  }
  EXPECT_EQ(last["time"], 1.0);
  EXPECT_EQ(last["part"], 1.0);
  EXPECT_EQ(last["seconds_left"], 0.0);
  EXPECT_GT(last["steps"], 5);
  ExpectFailure("run pendulum.json --progress loud", 2, "--progress");
}

TEST_F(CommandTest, PlotGoesWhereItIsAskedFor) {
  EXPECT_EQ(Execute("run pendulum.json --quiet --plot figures/swing.svg").code, 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "figures"), {}), 1);
  EXPECT_NE(ReadText(folder_ / "figures/swing.svg").find("swing"), std::string::npos);
}

TEST_F(CommandTest, WritesVtkFilesOfFlexibleParts) {
  ExpectFailure("run pendulum.json --output out --vtk", 2, "no flexible part");
  ExpectFailure("run pendulum.json --vtk", 2, "--output");
  fs::copy(fs::path(TRUNNION_SOURCE_DIR) / "tests/data/meshes/block_c3d8_r1.inp", folder_);
  Write("block.json", R"({"gravity": [0, 0, -9.81],
    "bodies": [{"name": "block", "type": "mesh", "mesh": "block_c3d8_r1.inp", "fixed_sets": ["CLAMP"],
                "material": {"E": 1e7, "nu": 0.3, "density": 1000}}],
    "run": {"until": 0.002, "output_interval": 0.001, "tolerance": 1e-3}})");
  const Outcome outcome = Execute("run block.json --output out --vtk --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* name :
       {"vtk/block.pvd", "vtk/block_000000.vtu", "vtk/block_000002.vtu", "meshes.csv"})
    EXPECT_TRUE(fs::exists(folder_ / "out" / name)) << name;
  EXPECT_FALSE(fs::exists(folder_ / "out/vtk/block_000003.vtu"));

  std::string analyses = ReadText(folder_ / "block.json");
  analyses.insert(1, R"("analyses": [{"name": "sag", "type": "static"},
      {"name": "path", "type": "quasi_static", "until": 0.002, "output_interval": 0.001}],)");
  Write("analyses.json", analyses);
  const Outcome both = Execute("run analyses.json --output both --vtk --quiet");
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_TRUE(fs::exists(folder_ / "both/sag/vtk/block_000000.vtu"));
  EXPECT_FALSE(fs::exists(folder_ / "both/sag/vtk/block_000001.vtu"));
  EXPECT_TRUE(fs::exists(folder_ / "both/path/vtk/block_000002.vtu"));
  EXPECT_EQ(Execute("run analyses.json --vtk").code, 2);

  // Shorter, and with another name of the part: nothing of the longer run stays, but what is not a
  // series does.
  std::string renamed = ReadText(folder_ / "block.json");
  renamed.replace(renamed.find("\"name\": \"block\""), 15, R"("name": "brick")");
  Write("brick.json", renamed);
  Write("out/vtk/mine.pvd", "view");
  const Outcome shorter = Execute("run block.json --output out --vtk --quiet --until 0.001");
  EXPECT_EQ(shorter.code, 0) << shorter.err;
  EXPECT_TRUE(fs::exists(folder_ / "out/vtk/block_000001.vtu"));
  EXPECT_FALSE(fs::exists(folder_ / "out/vtk/block_000002.vtu"));
  EXPECT_EQ(Execute("run brick.json --output out --vtk --quiet").code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "out/vtk/brick_000002.vtu"));
  EXPECT_FALSE(fs::exists(folder_ / "out/vtk/block_000000.vtu"));
  EXPECT_FALSE(fs::exists(folder_ / "out/vtk/block.pvd"));
  EXPECT_TRUE(fs::exists(folder_ / "out/vtk/mine.pvd"));
}

// Before any analysis runs; those that have nothing to show leave no folder.
TEST_F(CommandTest, VtkWithAnalyses) {
  WriteChanged("rigid.json", "\"run\":", R"("analyses": [{"type": "static"}], "run":)");
  ExpectFailure("run rigid.json --output out --vtk", 2, "rigid.json: --vtk: the model has no");
  fs::copy(fs::path(TRUNNION_SOURCE_DIR) / "tests/data/meshes/block_c3d8_r1.inp", folder_);
  Write("block.json", R"({"gravity": [0, 0, -9.81],
    "bodies": [{"name": "block", "type": "mesh", "mesh": "block_c3d8_r1.inp", "fixed_sets": ["CLAMP"],
                "material": {"E": 1e7, "nu": 0.3, "density": 1000}}],
    "analyses": [{"type": "static"}, {"type": "eigenmodes", "modes": 2, "near": 1}]})");
  const Outcome run = Execute("run block.json --output modes --vtk --quiet");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(folder_ / "modes/static/vtk/block.pvd"));
  EXPECT_TRUE(fs::exists(folder_ / "modes/eigenmodes/vtk/block.pvd"));
}

TEST_F(CommandTest, RedundantConstraintsAreAWarningOrWithStrictAnError) {
  WriteChanged("twice.json", "\"axis\": [0, 1, 0]}", R"("axis": [0, 1, 0]},
    {"name": "second", "type": "revolute", "body_a": "ground", "body_b": "rod",
     "point": [0, 1, 0], "axis": [0, 1, 0]})");
  const Outcome run = Execute("run twice.json --quiet");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.err.find("trunnion: warning: redundant"), std::string::npos) << run.err;
  ExpectFailure("run twice.json --strict --output out", 2, "redundant");
  const Outcome check = Execute("check twice.json");
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_NE(check.out.find("degrees of freedom 1\n"), std::string::npos) << check.out;
  EXPECT_NE(check.out.find("redundant"), std::string::npos) << check.out;
}

TEST_F(CommandTest, RunsTheAnalysesOfTheModelInTheirOrder) {
  WriteChanged("analyses.json",
               "\"run\":",
               R"("forces": [{"name": "drive", "type": "motor", "along": "hinge", "law": 0},
              {"name": "wind", "type": "load", "body": "rod", "force": [{"type": "ramp", "rate": 5}, 0, 0]}],
  "analyses": [{"type": "static"}, {"type": "eigenmodes", "name": "modes"},
               {"type": "linearize", "inputs": ["drive"], "outputs": ["angle"]},
               {"type": "quasi_static", "until": 2, "output_interval": 0.5},
               {"type": "dynamic", "until": 2.5, "output_interval": 0.25}],
  "run":)");
  const Outcome run = Execute("run analyses.json --output out");
  ASSERT_EQ(run.code, 0) << run.err;
  for (const char* text : {"static (static)", "modes (eigenmodes)", "frequency Hz", "2 states"})
    EXPECT_NE(run.out.find(text), std::string::npos) << text << "\n" << run.out;
  EXPECT_EQ(run.out.find(" -0 "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("energy not accounted for: at most "), std::string::npos) << run.out;
  // The rod hangs: a pendulum of 1 m with ω² = m g l/J, J = 0.1667 + 2·0.25.
  const std::string modes = ReadText(folder_ / "out/modes/eigenmodes.json");
  const auto at = modes.find("\"frequency\": ", modes.find("\"modes\""));
  ASSERT_NE(at, std::string::npos) << modes;
  EXPECT_NEAR(std::stod(modes.substr(at + 13)), std::sqrt(9.81 / 0.6667) / (2 * M_PI), 1e-9);
  EXPECT_NE(ReadText(folder_ / "out/linearize/A.csv").find("rod."), std::string::npos);
  EXPECT_EQ(CountLines(ReadText(folder_ / "out/linearize/B.csv")), 3);
  EXPECT_EQ(CountLines(ReadText(folder_ / "out/static/signals.csv")), 2);
  EXPECT_EQ(CountLines(ReadText(folder_ / "out/quasi_static/joints.csv")), 6);
  // Dynamics starts where quasi-statics ended, at t = 2 s.
  const std::string signals = ReadText(folder_ / "out/dynamic/signals.csv");
  EXPECT_EQ(signals.substr(signals.find('\n') + 1, 2), "2,") << signals;
  EXPECT_EQ(CountLines(signals), 4);
}

TEST_F(CommandTest, AFailedAnalysisLeavesTheResultsOfThoseBefore) {
  WriteChanged("free.json",
               "\"run\":",
               R"("analyses": [{"type": "static"}, {"type": "kinematic"}, {"type": "eigenmodes"}],
  "run":)");
  const Outcome run = Execute("run free.json --output out");
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("degrees of freedom are left"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("the results of 'static' are written"), std::string::npos) << run.err;
  EXPECT_EQ(CountLines(ReadText(folder_ / "out/static/signals.csv")), 2);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "out"), {}), 1);
  WriteChanged("first.json",
               "\"run\":",
               R"("analyses": [{"type": "kinematic"}, {"type": "static"}], "run":)");
  fs::remove_all(folder_ / "out");
  ExpectFailure("run first.json --output out/new", 3, "no results are written");
}

TEST_F(CommandTest, CheckShowsWhatAModelConsistsOf) {
  const Outcome check = Execute("check pendulum.json");
  EXPECT_EQ(check.code, 0) << check.err;
  for (const char* text : {"rod", "hinge", "revolute", "ground", "degrees of freedom 1\n"}) {
    EXPECT_NE(check.out.find(text), std::string::npos) << text << "\n" << check.out;
  }
}

}  // namespace command_test
}  // namespace trunnion
