// SPDX-License-Identifier: BSD-3-Clause
//
// Checkpoints against runs that were never saved: all that follows has the same bits.
#include "engine/simulation/checkpoint.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file/model_file.hpp"
#include "tests/support/hard_model.hpp"

namespace trunnion {
namespace checkpoint_test {

namespace fs = std::filesystem;

/// All that a run tells of itself, as a checksum of bits.
class Trace {
 public:
  void Add(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof(x));
    hash_ = (hash_ ^ bits) * 1099511628211u;
    hash_ ^= hash_ >> 29;
  }
  void Add(const VectorXd& x) {
    for (const double value : x) Add(value);
  }
  void Add(const std::string& text) {
    for (const char c : text) Add(c);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037u;
};

std::uint64_t Look(const Simulation& s, const std::vector<Signal>& signals) {
  Trace trace;
  trace.Add(s.t());
  trace.Add(s.q());
  trace.Add(s.v());
  trace.Add(s.v_dot());
  trace.Add(s.lambda());
  trace.Add(s.step_end());
  trace.Add(s.last_step());
  trace.Add(s.last_order());
  trace.Add(s.kinetic_energy() + s.potential_energy());
  for (const Signal& signal : signals) trace.Add(signal.evaluate(s));
  const Statistics& n = s.statistics();
  for (const long count : {n.steps,
                           n.residual_evaluations,
                           n.newton_iterations,
                           n.factorizations,
                           n.error_test_failures,
                           n.order_caps,
                           n.redundancy_checks})
    trace.Add(static_cast<double>(count));
  for (const LinearSolverStatistics& l : {n.saddle_point, n.projection})
    for (const int count : {l.analyses, l.factorizations, l.refactorizations, l.solves})
      trace.Add(count);
  trace.Add(n.integrator + n.linear_solver);
  for (const auto& [name, count] : n.error_failures_by_element) trace.Add(name);
  for (const std::string& warning : s.warnings()) trace.Add(warning);
  for (const EventRecord& event : s.events()) trace.Add(event.name), trace.Add(event.t);
  return trace.hash();
}

/// Some steps, and outputs within them; where no step is possible, why.
std::vector<std::uint64_t> GoOn(Simulation& s, const std::vector<Signal>& signals, int steps) {
  std::vector<std::uint64_t> seen;
  for (int i = 0; i < steps; ++i) {
    try {
      s.step();
    } catch (const SolverError& error) {
      Trace trace;
      trace.Add(error.what());
      seen.push_back(trace.hash());
      return seen;
    }
    if (i % 3 == 0) seen.push_back(Look(s, signals));
    if (i % 10 == 9) {
      s.advance_to(s.step_end() - 0.3 * s.last_step());
      seen.push_back(Look(s, signals));
    }
  }
  seen.push_back(Look(s, signals));
  return seen;
}

struct Case {
  ModelFile file;
  System system;
  SimulationOptions options;

  explicit Case(ModelFile model) : file(std::move(model)), system(file.model.Compile()) {
    options = file.run.MakeOptions();
    options.threads = 1;
  }
  std::unique_ptr<Simulation> Start() const {
    auto simulation = std::make_unique<Simulation>(system, options);
    // Those relative to the start see it.
    for (const Signal& signal : file.signals) (void)signal.evaluate(*simulation);
    return simulation;
  }
};

/// Saves every few steps. Every checkpoint must lead to what a run that was never saved has shown.
/// @return that run.
std::unique_ptr<Simulation> ExpectTheSameWayOn(const Case& c, int count, int every) {
  std::vector<std::vector<std::uint64_t>> expected;
  auto undisturbed = c.Start();
  const auto saved = c.Start();
  std::vector<std::string> checkpoints;
  for (int i = 0; i < count; ++i) {
    const auto way = GoOn(*undisturbed, c.file.signals, every);
    EXPECT_EQ(GoOn(*saved, c.file.signals, every), way) << "disturbed by saving, " << i;
    checkpoints.push_back(saved->SaveCheckpoint("more"));
    EXPECT_EQ(saved->SaveCheckpoint("more"), checkpoints.back());
    if (i > 0) expected.push_back(way);
  }
  const auto fresh = c.Start();
  for (int i = count - 2; i >= 0; --i) {  // back in time
    for (Simulation* s : {fresh.get(), saved.get()}) {
      EXPECT_EQ(s->LoadCheckpoint(checkpoints[idx(i)]), "more");
      EXPECT_TRUE(s->SaveCheckpoint("more") == checkpoints[idx(i)]) << "not the same again";
      EXPECT_EQ(GoOn(*s, c.file.signals, every), expected[idx(i)]) << "from checkpoint " << i;
    }
  }
  return undisturbed;
}

Case OfText(const std::string& text, Method method = {}) {
  ModelFile file = ParseModel(text);
  file.run.integrator = With(method, file.run.integrator);
  return Case(std::move(file));
}

bool TakesStates(Method method) { return method.kind != IntegratorKind::explicit_method; }

std::vector<Method> ListMethods() {
  std::vector<Method> list;
  for (const auto& [name, formulation] : kOptionNames<FormulationKind>) list.push_back(formulation);
  for (const auto& [name, kind] : kOptionNames<IntegratorKind>)
    if (kind != IntegratorKind::bdf) list.push_back(kind);
  return list;
}

const std::vector<Method> kIntegrators{IntegratorKind::bdf,
                                       IntegratorKind::adams,
                                       IntegratorKind::explicit_method,
                                       IntegratorKind::automatic};

TEST(Checkpoint, EveryMethodGoesOnWithTheSameBits) {
  for (const Method method : ListMethods()) {
    SCOPED_TRACE(method.name());
    const auto run = ExpectTheSameWayOn(OfText(HardModel(TakesStates(method)), method), 5, 40);
    if (method == Method()) {
      EXPECT_FALSE(run->events().empty());
    }
  }
}

TEST(Checkpoint, EveryOptionGoesOnWithTheSameBits) {
  const std::vector<std::function<void(IntegratorOptions&)>> variants{
      [](auto& o) { o.bdf.newton_system = NewtonSystem::one_shot; },
      [](auto& o) { o.bdf.iteration_matrix = IterationMatrix::cs; },
      [](auto& o) { o.bdf.linear_solver = LinearSolverKind::klu; },
      [](auto& o) { o.bdf.linear_solver = LinearSolverKind::block_lu; },
      [](auto& o) { o.relative_tolerance = 1e-3; },
      [](auto& o) { o.fixed_step = 1e-3; },
      [](auto& o) { o.bdf.project_error = true; },
      [](auto& o) {
        o.bdf.formulation = FormulationKind::projected_invariants;
        o.bdf.invariant_levels = InvariantLevels::coupled;
      },
      [](auto& o) {
        o.bdf.formulation = FormulationKind::state_space;
        o.bdf.correction_direction = CorrectionDirection::dependent_coordinates;
      },
      [](auto& o) {
        o.bdf.formulation = FormulationKind::stabilized_index2;
        o.bdf.correction_direction = CorrectionDirection::inverse_mass;
      }};
  for (std::size_t i = 0; i < variants.size(); ++i) {
    SCOPED_TRACE(i);
    ModelFile file = ParseModel(HardModel(i != 9));
    variants[i](file.run.integrator);
    ExpectTheSameWayOn(Case(std::move(file)), 4, 50);
  }
  for (const ExplicitMethod method : {ExplicitMethod::forward_euler,
                                      ExplicitMethod::midpoint,
                                      ExplicitMethod::runge_kutta4,
                                      ExplicitMethod::adams_bashforth,
                                      ExplicitMethod::half_explicit}) {
    SCOPED_TRACE(static_cast<int>(method));
    Case c = OfText(HardModel(false), IntegratorKind::explicit_method);
    c.options.integrator.explicit_method.method = method;
    c.options.integrator.fixed_step = 2e-4;
    ExpectTheSameWayOn(c, 3, 40);
  }
}

class CheckpointOfModel : public testing::TestWithParam<std::string> {};

TEST_P(CheckpointOfModel, GoesOnWithTheSameBits) {
  for (const Method method : kIntegrators) {
    SCOPED_TRACE(method.name());
    ModelFile file = ReadModelFile(fs::path(TRUNNION_SOURCE_DIR) / "models" / GetParam());
    file.run.integrator = With(method, file.run.integrator);
    const bool large = file.model.Compile().num_velocities() > 500;
    ExpectTheSameWayOn(Case(std::move(file)), 3, large ? 6 : 24);
  }
}

INSTANTIATE_TEST_SUITE_P(Models,
                         CheckpointOfModel,
                         testing::Values("bushing_rig.json",
                                         "control_arm.json",
                                         "flexible_pendulum.json",
                                         "four_bar.json",
                                         "four_bar_ladder.json",
                                         "pendulum.json",
                                         "released_pendulum.json",
                                         "slider_crank.json",
                                         "suspension_corner.json",
                                         "front_corner/ideal.json",
                                         "front_corner/linear_synthetic_bushings.json",
                                         "front_corner/wheel_travel.json"),
                         [](const auto& model) {
                           std::string name = model.param.substr(0, model.param.find('.'));
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

/// Explicit steps that find out that the model is stiff, try BDF and come back.
TEST(Checkpoint, AutomaticChangesTheMethodAsItWouldHave) {
  ModelFile file =
      ReadModelFile(fs::path(TRUNNION_SOURCE_DIR) / "models" / "suspension_corner.json");
  file.run.integrator.kind = IntegratorKind::automatic;
  const Case c(std::move(file));
  const auto run = ExpectTheSameWayOn(c, 10, 60);
  EXPECT_NE(run->statistics().integrator.find("BDF"), std::string::npos);
}

/// A step aside leaves nothing behind, as hosts want it that try a step and take it back: also
/// where several communication points lie within one step of the integrator.
TEST(Checkpoint, TakesBackEveryCommunicationStep) {
  for (const Method method : kIntegrators) {
    SCOPED_TRACE(method.name());
    const Case c = OfText(HardModel(TakesStates(method)), method);
    const auto plain = c.Start(), tried = c.Start();
    for (int i = 1; i <= 150; ++i) {
      const double t = 0.0005 * i;
      plain->advance_to(t);
      const std::string before = tried->SaveCheckpoint();
      tried->advance_to(t + 0.007);
      tried->LoadCheckpoint(before);
      tried->advance_to(t);
      ASSERT_EQ(Look(*tried, c.file.signals), Look(*plain, c.file.signals)) << t;
    }
  }
}

class CheckpointFile : public testing::Test {
 protected:
  CheckpointFile()
      : folder_(fs::path(testing::TempDir()) / ("checkpoint_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~CheckpointFile() override { fs::remove_all(folder_); }
  std::string Message(const std::function<void()>& f) const {
    try {
      f();
    } catch (const FileError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }
  const fs::path folder_;
};

TEST_F(CheckpointFile, ServesAnotherProcess) {
  const Case c = OfText(HardModel());
  const auto run = c.Start();
  GoOn(*run, c.file.signals, 80);
  const fs::path file = folder_ / "run.checkpoint";
  WriteCheckpoint(*run, file);
  const auto expected = GoOn(*run, c.file.signals, 60);
  const pid_t child = fork();
  if (child == 0) {
    // Of its own: model, system and simulation.
    const Case own = OfText(HardModel());
    const auto other = own.Start();
    ReadCheckpoint(*other, file);
    _exit(GoOn(*other, own.file.signals, 60) == expected ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(CheckpointFile, OfAnotherModelIsRefusedByName) {
  const Case c = OfText(HardModel());
  const auto run = c.Start();
  GoOn(*run, c.file.signals, 10);
  const fs::path file = folder_ / "run.checkpoint";
  WriteCheckpoint(*run, file);
  const auto replaced = [](const std::string& from, const std::string& to) {
    std::string text = HardModel();
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
    return text;
  };
  const auto refusal = [&](const std::string& text) {
    const Case other = OfText(text);
    const auto s = other.Start();
    const auto before = Look(*s, {});
    const std::string message = Message([&] { ReadCheckpoint(*s, file); });
    EXPECT_EQ(Look(*s, {}), before);
    EXPECT_NE(message.find(file.string()), std::string::npos) << message;
    return message;
  };
  const auto expect_part = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect_part(refusal(replaced("\"rotor\"", "\"disc\"")),
              "body 'rotor' where this run has body 'disc'");
  expect_part(refusal(replaced("\"guy\"", "\"rope\"")), "where this run has force 'rope'");
  expect_part(refusal(replaced("1e-5", "1e-6")),
              "option tolerance = 1e-05 where this run has option tolerance = 1e-06");
  expect_part(refusal(replaced("\"push\"", "\"shove\"")), "event 'push'");
  expect_part(refusal(HardModel(false)), "rubber");
}

TEST_F(CheckpointFile, ThatIsDamagedIsRefused) {
  const Case c = OfText(HardModel());
  const auto run = c.Start();
  const std::string good = run->SaveCheckpoint();
  const auto refusal = [&](const std::string& bytes) {
    return Message([&] { run->LoadCheckpoint(bytes, "'x'"); });
  };
  EXPECT_EQ(run->LoadCheckpoint(good), "");
  EXPECT_NE(refusal("").find("'x' is no checkpoint"), std::string::npos);
  EXPECT_NE(refusal("{}").find("is no checkpoint"), std::string::npos);
  for (std::size_t size = 20; size < good.size(); size += good.size() / 40 + 1)
    EXPECT_NE(refusal(good.substr(0, size)).find("is cut off"), std::string::npos) << size;
  EXPECT_NE(refusal(good + "x").find("cut off or damaged"), std::string::npos);
  for (std::size_t at = 32; at < good.size(); at += good.size() / 40 + 1) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 4);
    EXPECT_NE(refusal(bad).find("is damaged: its checksum is wrong"), std::string::npos) << at;
  }
  std::string other = good;
  other[20] = 7;  // the format follows the mark
  EXPECT_NE(refusal(other).find("in format 7"), std::string::npos);
  EXPECT_EQ(Look(*run, c.file.signals), Look(*c.Start(), c.file.signals));
  EXPECT_NE(Message([&] { ReadCheckpoint(*run, folder_ / "none"); }).find("none"),
            std::string::npos);
}

}  // namespace checkpoint_test
}  // namespace trunnion
