// SPDX-License-Identifier: BSD-3-Clause
//
// Studies: samples, reductions and sensitivities against closed forms; tables that depend neither
// on the number of jobs nor on where a study was killed.
#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <thread>

#include "engine/core/error.hpp"
#include "engine/study/correlation.hpp"
#include "engine/study/runner.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion {
namespace study_test {

namespace fs = std::filesystem;
using std::numbers::pi;

const MakeTypes kTypes = [] { return OwnTypes(); };

std::string Read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A folder of its own for each test, with a mass on a spring that is let go at x = 1.
class Studies : public testing::Test {
 protected:
  Studies() {
    folder_ =
        fs::path(testing::TempDir()) /
        ("study_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "mass.json") << R"({
      "parameters": {"m": 2, "k": 50},
      "bodies": [{"name": "mass", "mass": "=m", "inertia": [1, 1, 1]}],
      "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "mass",
                  "point": [0, 0, 0], "axis": [1, 0, 0], "initial_coordinate": 1}],
      "forces": [{"name": "s", "type": "spring", "along": "rail", "stiffness": "=k", "free_length": 0}],
      "outputs": [{"name": "x", "type": "coordinate", "along": "rail", "unit": "mm"}],
      "run": {"until": 5, "output_interval": 0.005, "tolerance": 1e-7}})";
  }

  fs::path Write(const std::string& text, const std::string& name = "study.json") const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  Study MakeStudy(const std::string& text) const { return ReadStudy(Write(text), kTypes); }
  std::string MessageOfStudy(const std::string& text) const {
    const std::string message = MessageOf([&] { MakeStudy(text); });
    const std::string place = folder_.string() + "/";
    return message.starts_with(place) ? message.substr(place.size()) : message;
  }

  fs::path folder_;
};

std::string Text(const std::string& sampling, const std::string& parameters) {
  return R"({"model": "mass.json", "sampling": )" + sampling + R"(, "parameters": )" + parameters +
         R"(, "outputs": [{"output": "x", "reduce": "frequency"}, {"output": "x", "reduce": "rms"},
             {"name": "late", "output": "x", "reduce": "value", "at": 1.5}]})";
}

TEST_F(Studies, GridsCountTheLastParameterFirst) {
  const Study study =
      MakeStudy(Text(R"({"type": "grid"})",
                     R"({"m": {"from": 1, "to": 3, "levels": 3}, "k": {"values": [10, 20]}})"));
  MatrixXd expected(6, 2);
  expected << 10, 1, 10, 2, 10, 3, 20, 1, 20, 2, 20, 3;  // k, then m
  EXPECT_EQ(MakeSamples(study), expected);
}

TEST_F(Studies, OneAtATimeLeavesTheOthersNominal) {
  const Study study =
      MakeStudy(Text(R"({"type": "one_at_a_time"})",
                     R"({"m": {"values": [1, 3]}, "k": {"values": [9], "nominal": 40}})"));
  MatrixXd expected(4, 2);
  expected << 40, 2, 9, 2, 40, 1, 40, 3;
  EXPECT_EQ(MakeSamples(study), expected);
}

TEST_F(Studies, LatinHypercubesHaveOneRunInEachSlice) {
  const Study study = MakeStudy(Text(R"({"type": "latin_hypercube", "runs": 40, "seed": 7})",
                                     R"({"m": {"from": 1, "to": 2}, "k": {"from": 0, "to": 4}})"));
  const MatrixXd samples = MakeSamples(study);
  for (int c = 0; c < 2; ++c) {
    std::vector<int> slices;
    for (int row = 0; row < 40; ++row)
      slices.push_back(
          static_cast<int>(c == 0 ? samples(row, 0) * 10 : (samples(row, 1) - 1) * 40));
    std::sort(slices.begin(), slices.end());
    for (int i = 0; i < 40; ++i) EXPECT_EQ(slices[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(samples, MakeSamples(study));
}

TEST_F(Studies, MonteCarloHasTheMomentsOfItsDistributions) {
  const Study study =
      MakeStudy(Text(R"({"type": "monte_carlo", "runs": 20000})",
                     R"({"m": {"mean": 5, "deviation": 0.5}, "k": {"from": 2, "to": 4}})"));
  const MatrixXd samples = MakeSamples(study);
  const VectorXd k = samples.col(0), m = samples.col(1);
  const double n = 20000;  // four standard errors
  EXPECT_NEAR(m.mean(), 5, 4 * 0.5 / std::sqrt(n));
  EXPECT_NEAR((m.array() - m.mean()).square().mean(), 0.25, 4 * 0.25 * std::sqrt(2 / n));
  EXPECT_NEAR(k.mean(), 3, 4 * std::sqrt(1 / 3.0 / n));
  EXPECT_NEAR(study.parameters[1].Quantile(0.975), 5 + 0.5 * 1.959963984540054, 1e-14);
}

TEST(StudyReductions, AreThoseOfASine) {
  const int n = 2001;
  VectorXd t(n), y(n);
  for (int i = 0; i < n; ++i) {
    t[i] = 0.005 * i;
    y[i] = 0.5 + 2 * std::sin(2 * pi * 3.3 * t[i]);
  }
  using Kind = Reduction::Kind;
  const auto reduce = [&](Kind kind) { return Reduce({.kind = kind}, t, y); };
  const double w = 2 * pi * 3.3, h = 0.005, chord = w * w * h * h / 8;  // of straight pieces
  EXPECT_NEAR(reduce(Kind::max), 2.5, 2 * chord);
  EXPECT_NEAR(reduce(Kind::min), -1.5, 2 * chord);
  EXPECT_NEAR(reduce(Kind::range), 4, 4 * chord);
  EXPECT_NEAR(reduce(Kind::peak), 2.5, 2 * chord);
  EXPECT_NEAR(reduce(Kind::mean), 0.5, 1e-12);  // over whole periods
  EXPECT_NEAR(reduce(Kind::rms), std::sqrt(0.25 + 2), 2 * chord);
  EXPECT_NEAR(reduce(Kind::frequency), 3.3, 0.002);  // a fiftieth of 1/T
  EXPECT_EQ(reduce(Kind::initial), 0.5);
  EXPECT_EQ(reduce(Kind::final), y[n - 1]);
  EXPECT_EQ(Reduce({.kind = Kind::value, .at = 0.5}, t, y), y[100]);
  EXPECT_NEAR(Reduce({.kind = Kind::value, .at = 0.5025}, t, y), (y[100] + y[101]) / 2, 1e-12);
  EXPECT_EQ(Reduce({.kind = Kind::final, .before = 0.5}, t, y), y[100]);
  EXPECT_EQ(MessageOf([&] { Reduce({.kind = Kind::max, .after = 11}, t, y); }),
            "there is no output in the time looked at; check 'after' and 'before'");
  EXPECT_EQ(MessageOf([&] { Reduce({.kind = Kind::value, .at = 11}, t, y); }),
            "the time 'at' lies outside of the run, which may have ended early");
}

TEST(StudyCorrelations, OfLinearAndMonotoneDependence) {
  VectorXd x(6), line(6), cubic(6), flat = VectorXd::Constant(6, 0.1), ties(6);
  x << 1, 2, 3, 4, 5, 6;
  line = -2 * x.array() + 7;
  cubic = x.array().pow(9);
  ties << 1, 1, 2, 2, 3, 3;
  EXPECT_NEAR(CalcPearson(x, line), -1, 1e-15);
  EXPECT_LT(CalcPearson(x, cubic), 0.9);
  EXPECT_NEAR(CalcSpearman(x, cubic), 1, 1e-15);
  EXPECT_NEAR(CalcSpearman(x, ties), std::sqrt(16 / 17.5), 1e-14);  // ranks 0.5, 2.5, 4.5 twice
  EXPECT_TRUE(std::isnan(CalcPearson(x, flat)));
}

/// Ishigami's function (Ishigami, Homma 1990) with a = 7, b = 0.1, of which all indices are known.
TEST_F(Studies, SobolIndicesOfIshigamisFunction) {
  std::ofstream(folder_ / "three.json") << R"({"parameters": {"x1": 0, "x2": 0, "x3": 0},
      "bodies": [{"name": "b", "mass": 1}], "outputs": [{"name": "x", "type": "position", "body": "b",
      "component": "x"}]})";
  const std::string range = R"({"from": ")" + std::to_string(-180) + R"( deg", "to": "180 deg"})";
  const Study study = MakeStudy(
      R"({"model": "three.json", "sampling": {"type": "sobol", "runs": 20000}, "parameters": {"x1": )" +
      range + R"(, "x2": )" + range + R"(, "x3": )" + range +
      R"(}, "outputs": [{"output": "x", "reduce": "max"}]})");
  const MatrixXd samples = MakeSamples(study);
  ASSERT_EQ(samples.rows(), 100000);
  VectorXd y(samples.rows());
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const auto x = samples.row(i);
    y[i] =
        std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) + 0.1 * std::pow(x[2], 4) * std::sin(x[0]);
  }
  const double p4 = std::pow(pi, 4), v1 = 0.5 * std::pow(1 + 0.1 * p4 / 5, 2), v2 = 49.0 / 8;
  const double v13 = 0.01 * p4 * p4 * 8 / 225, all = v1 + v2 + v13;
  const SobolIndices indices = CalcSobol(y, 3);
  const double error = 4 / std::sqrt(20000.0);  // of a mean of numbers of about the size of 1
  EXPECT_NEAR(indices.first[0], v1 / all, error);
  EXPECT_NEAR(indices.first[1], v2 / all, error);
  EXPECT_NEAR(indices.first[2], 0, error);
  EXPECT_NEAR(indices.total[0], (v1 + v13) / all, error);
  EXPECT_NEAR(indices.total[1], v2 / all, error);
  EXPECT_NEAR(indices.total[2], v13 / all, error);
}

/// x = cos(ωt), ω² = k/m.
TEST_F(Studies, RunsAreThoseOfTheModel) {
  const Study study = MakeStudy(
      Text(R"({"type": "grid"})", R"({"m": {"values": [1, 2, 3]}, "k": {"values": [40, 90]}})"));
  const StudyResult result = RunStudy(study, kTypes, folder_ / "out");
  ASSERT_EQ(result.runs.size(), 6u);
  EXPECT_EQ(result.units, (std::vector<std::string>{"Hz", "mm", "mm"}));
  for (int i = 0; i < 6; ++i) {
    const double w = std::sqrt(result.samples(i, 0) / result.samples(i, 1));
    const StudyRun& run = result.runs[static_cast<std::size_t>(i)].value();
    EXPECT_EQ(run.message, "");
    EXPECT_NEAR(run.outputs[0], w / (2 * pi), 0.02 / 5);
    const double chord = 1000 * w * w * 0.005 * 0.005 / 8;  // of straight pieces
    EXPECT_NEAR(run.outputs[1], 1000 * std::sqrt(0.5 + std::sin(10 * w) / (20 * w)), chord);
    EXPECT_NEAR(run.outputs[2], 1000 * std::cos(1.5 * w), 0.01);
  }
  WriteStudy(study, result, folder_ / "out");
  const std::string page = Read(folder_ / "out" / "study.html");
  for (const char* text : {"const data = ", "Spearman", "x.rms [mm]", "</html>"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
  const std::size_t space = page.find("http://www.w3.org/2000/svg");  // a name, no address
  EXPECT_EQ(page.find("http"), space);
  EXPECT_EQ(page.find("http", space + 1), std::string::npos);
  EXPECT_EQ(page.find("src="), std::string::npos);
}

std::string TableOf(const Study& study, const fs::path& folder, int jobs) {
  WriteStudy(study, RunStudy(study, kTypes, folder, {.jobs = jobs}), folder);
  return Read(folder / "study.csv");
}

TEST_F(Studies, TablesDoNotDependOnJobs) {
  const Study study =
      MakeStudy(Text(R"({"type": "latin_hypercube", "runs": 12})",
                     R"({"m": {"from": 1, "to": 2}, "k": {"from": 10, "to": 40}})"));
  const std::string one = TableOf(study, folder_ / "one", 1);
  EXPECT_EQ(one, TableOf(study, folder_ / "two", 2));
  EXPECT_EQ(one, TableOf(study, folder_ / "five", 5));
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 13);
}

TEST_F(Studies, GoOnFromWhatIsDone) {
  const Study study =
      MakeStudy(Text(R"({"type": "monte_carlo", "runs": 9})", R"({"k": {"from": 10, "to": 40}})"));
  const std::string whole = TableOf(study, folder_ / "whole", 1);
  fs::create_directories(folder_ / "half");
  const std::string journal = Read(folder_ / "whole" / "runs.jsonl");
  std::size_t end = 0;
  for (int line = 0; line < 5; ++line) end = journal.find('\n', end) + 1;  // four runs
  std::ofstream(folder_ / "half" / "runs.jsonl") << journal.substr(0, end + 20);
  const StudyResult result = RunStudy(study, kTypes, folder_ / "half");
  EXPECT_EQ(result.resumed, 4);
  EXPECT_EQ(result.CountMissing(), 0);
  EXPECT_EQ(TableOf(study, folder_ / "half", 1), whole);
}

TEST_F(Studies, StopBetweenRuns) {
  const Study study =
      MakeStudy(Text(R"({"type": "monte_carlo", "runs": 9})", R"({"k": {"from": 10, "to": 40}})"));
  int done = 0;
  const StudyResult result = RunStudy(study,
                                      kTypes,
                                      folder_ / "out",
                                      {.jobs = 1,
                                       .progress = [&](int runs, int) { done = runs; },
                                       .stop = [&] { return done >= 3; }});
  EXPECT_EQ(result.CountMissing(), 6);
  EXPECT_EQ(TableOf(study, folder_ / "out", 1), TableOf(study, folder_ / "whole", 1));
}

/// A spring that falls short of any mass: such runs keep their row.
TEST_F(Studies, FailedRunsKeepTheirMessage) {
  const Study study = MakeStudy(Text(R"({"type": "grid"})", R"({"m": {"values": [1, -1, 2]}})"));
  const StudyResult result = RunStudy(study, kTypes, folder_ / "out");
  EXPECT_EQ(result.CountFailed(), 1);
  const std::string message = result.runs[1]->message;
  EXPECT_NE(message.find("/bodies/0"), std::string::npos) << message;
  EXPECT_NE(message.find("body 'mass'"), std::string::npos) << message;
  WriteStudy(study, result, folder_ / "out");
  const std::string csv = Read(folder_ / "out" / "study.csv");
  EXPECT_NE(csv.find("\n2,failed,-1,,,,"), std::string::npos) << csv;
  EXPECT_NE(csv.find("body 'mass'"), std::string::npos);
}

TEST_F(Studies, FoldersOfOtherStudiesAreRefused) {
  const auto text = [](int k) {
    return Text(R"({"type": "grid"})", R"({"k": {"values": [)" + std::to_string(k) + "]}}");
  };
  RunStudy(MakeStudy(text(10)), kTypes, folder_ / "out");
  const std::string message =
      MessageOf([&] { RunStudy(MakeStudy(text(11)), kTypes, folder_ / "out"); });
  EXPECT_NE(message.find("the folder has runs of another study"), std::string::npos) << message;
}

#ifdef TRUNNION_COMMAND
pid_t Start(const fs::path& study, const fs::path& output) {
  const pid_t child = fork();
  if (child == 0) {
    execl(TRUNNION_COMMAND,
          "trunnion",
          "study",
          study.c_str(),
          "--output",
          output.c_str(),
          "--quiet",
          nullptr);
    _exit(127);
  }
  return child;
}

int Wait(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_F(Studies, GoOnAfterTheyWereKilled) {
  const fs::path file =
      Write(Text(R"({"type": "latin_hypercube", "runs": 60})",
                 R"({"m": {"from": 1, "to": 2}, "k": {"from": 900, "to": 1000}})"));
  ASSERT_EQ(Wait(Start(file, folder_ / "whole")), 0);
  const pid_t child = Start(file, folder_ / "killed");
  const fs::path journal = folder_ / "killed" / "runs.jsonl";
  const auto count = [&] {
    const std::string text = Read(journal);
    return std::count(text.begin(), text.end(), '\n');
  };
  for (int i = 0; i < 5000 && count() < 6; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  kill(child, SIGKILL);
  EXPECT_EQ(Wait(child), -SIGKILL);
  EXPECT_GE(count(), 6);
  EXPECT_LT(count(), 61);
  EXPECT_FALSE(fs::exists(folder_ / "killed" / "study.csv"));
  EXPECT_EQ(Wait(Start(file, folder_ / "killed")), 0);
  EXPECT_EQ(Read(folder_ / "killed" / "study.csv"), Read(folder_ / "whole" / "study.csv"));
}
#endif

TEST_F(Studies, MistakesNameThePlaceAndTheRemedy) {
  const auto of = [&](const std::string& sampling, const std::string& parameters) {
    return MessageOfStudy(Text(sampling, parameters));
  };
  const std::string k = R"({"k": {"from": 1, "to": 2}})", grid = R"({"type": "grid"})";
  EXPECT_EQ(of(grid, R"({"kk": {"from": 1, "to": 2}})"),
            "study.json: /parameters/kk: parameter 'kk': the model has no parameter 'kk'; did you "
            "mean 'k'?");
  EXPECT_EQ(of(R"({"type": "gird"})", k).substr(0, 54),
            "study.json: /sampling/type: unknown value 'gird'; give");
  EXPECT_EQ(of(R"({"type": "grid", "runs": 3})", k),
            "study.json: /sampling/runs: this sampling follows from the levels of the parameters; "
            "remove the key");
  EXPECT_EQ(of(R"({"type": "monte_carlo"})", k),
            "study.json: /sampling: the key 'runs' is missing; add it");
  EXPECT_EQ(of(grid, R"({"k": {"mean": 1, "deviation": 2}})"),
            "study.json: /parameters/k: parameter 'k': a distribution has no levels; give "
            "'values', or 'from' and "
            "'to', or take another sampling");
  EXPECT_EQ(of(grid, R"({"k": {"from": 1}})"),
            "study.json: /parameters/k: parameter 'k': the key 'to' is missing; add it");
  EXPECT_EQ(of(grid, "{}"), "study.json: /parameters: there is none; add one");
  EXPECT_EQ(
      MessageOfStudy(R"({"model": "mass.json", "sampling": {"type": "grid"}, "parameters": )" + k +
                     R"(, "outputs": [{"output": "y", "reduce": "max"}]})"),
      "study.json: /outputs/0/output: the model has no output 'y'; list it there under 'outputs'");
  EXPECT_EQ(
      MessageOfStudy(R"({"model": "mass.json", "sampling": {"type": "grid"}, "parameters": )" + k +
                     R"(, "outputs": [{"output": "x", "reduce": "max", "at": 3}]})"),
      "study.json: /outputs/0/at: only \"reduce\": \"value\" has a time; remove the key");
  const std::string many =
      R"({"k": {"from": 1, "to": 2, "levels": 2000}, "m": {"from": 1, "to": 2, "levels": 2000}})";
  EXPECT_EQ(MessageOf([&] { MakeSamples(MakeStudy(Text(grid, many))); }),
            "this sampling needs more than 1e6 runs; take fewer levels, parameters or runs");
}

}  // namespace study_test
}  // namespace trunnion
