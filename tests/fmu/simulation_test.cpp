// SPDX-License-Identifier: BSD-3-Clause
//
// FMUs against the engine itself, to the bit: runs, inputs, states, threads.
#include <algorithm>
#include <cmath>
#include <thread>

#include "tests/fmu/fmu_host.hpp"

namespace trunnion::fmu {
namespace {

class Simulated : public testing::TestWithParam<int> {};

TEST_P(Simulated, ModelsRunAsTheyDoWithoutAnFmu) {
  for (const char* name :
       {"suspension_corner", "four_bar_ladder", "control_arm", "flexible_pendulum"}) {
    const std::string path = kModels + name + ".json";
    const Fmu fmu(path, GetParam());
    Reference reference(ReadModelFile(path), path);
    HostedFmu run(fmu, GetParam());
    ASSERT_NE(run.instance, nullptr) << run.Last();
    run.Initialize();
    const auto outputs = Outputs(reference.list);
    EXPECT_EQ(run.Get(outputs), reference.Get()) << name;
    for (int i = 0; i < 12; ++i) {
      ASSERT_EQ(run.Step(1e-3 * i, 1e-3), 0) << run.Last();
      reference.host->AdvanceTo(1e-3 * i + 1e-3);
      ASSERT_EQ(run.Get(outputs), reference.Get()) << name << " step " << i;
    }
    EXPECT_EQ(run.Terminate(), 0);
  }
}

/// A run of the driven model with inputs that jump and move.
struct Driven {
  explicit Driven(int fmi) : fmu(Fmu::OfText(kDriven, fmi)), run(*fmu, fmi) {
    for (const char* name : {"rod.vz", "rod.az", "hinge.force_x", "cart.z", "height", "jolt"})
      outputs.push_back(fmu->Reference(name));
    motor = fmu->Reference("motor");
    lift = fmu->Reference("lift");
    stiffness = fmu->Reference("spring.stiffness");
  }
  void Steps(int from, int to) {
    for (int i = from; i < to; ++i) {
      ASSERT_EQ(run.Set(motor, 3 * std::sin(0.4 * i)), 0) << run.Last();
      ASSERT_EQ(run.Set(lift, 1e-5 * i * i), 0) << run.Last();
      if (i == 13) {
        ASSERT_EQ(run.Set(stiffness, 260), 0) << run.Last();
      }
      ASSERT_EQ(run.Step(2e-3 * i, 2e-3), 0) << run.Last();
    }
  }
  std::unique_ptr<Fmu> fmu;
  HostedFmu run;
  std::vector<unsigned> outputs;
  unsigned motor, lift, stiffness;
};

TEST_P(Simulated, InputsAndParametersActAsThoseOfTheHost) {
  Driven driven(GetParam());
  driven.run.Initialize();
  const ModelFile file = ParseModel(kDriven);
  auto host = Reference::Make(file);
  const auto motor = host->FindInput("motor"), lift = host->FindInput("lift");
  const auto force = host->FindOutput("hinge.force_x"), height = host->FindOutput("cart.z");
  for (int i = 0; i < 30; ++i) {
    driven.Steps(i, i + 1);
    host->Hold(motor, 3 * std::sin(0.4 * i));
    if (host->Get(lift) != 1e-5 * i * i) host->Ramp(lift, 1e-5 * i * i);
    if (i == 13) host->Set(host->FindParameter("spring.stiffness"), 260);
    host->AdvanceTo(2e-3 * i + 2e-3);
    ASSERT_EQ(driven.run.Get("hinge.force_x"), host->Get(force)) << i;
    ASSERT_EQ(driven.run.Get("cart.z"), host->Get(height)) << i;
  }
  EXPECT_NEAR(driven.run.Get("cart.z"), 0.5 + 1e-5 * 29 * 29, 1e-9);
  EXPECT_EQ(driven.run.Get("spring.stiffness"), 260);
}

TEST_P(Simulated, StatesBringTheSameBitsBack) {
  Driven driven(GetParam());
  HostedFmu& run = driven.run;
  run.Initialize();
  driven.Steps(0, 10);
  void *first = nullptr, *second = nullptr;
  ASSERT_EQ(run.GetState(&first), 0) << run.Last();
  driven.Steps(10, 20);
  ASSERT_EQ(run.GetState(&second), 0);
  const auto middle = run.Get(driven.outputs);
  driven.Steps(20, 30);
  const auto end = run.Get(driven.outputs);
  ASSERT_EQ(run.SetState(first), 0) << run.Last();
  EXPECT_EQ(run.Get("spring.stiffness"), 200);
  driven.Steps(10, 20);
  EXPECT_EQ(run.Get(driven.outputs), middle);
  ASSERT_EQ(run.Reset(), 0) << run.Last();
  ASSERT_EQ(run.SetState(second), 0) << run.Last();  // also over a reset
  EXPECT_EQ(run.Get(driven.outputs), middle);
  driven.Steps(20, 30);
  EXPECT_EQ(run.Get(driven.outputs), end);
  EXPECT_EQ(run.FreeState(&first), 0);
  EXPECT_EQ(first, nullptr);
  EXPECT_EQ(run.FreeState(&first), 0);  // none is ignored
}

/// What the child of the next test does; alone it has nothing to do.
TEST(Child, GoesOnFromTheState) {
  const char* place = std::getenv("TRUNNION_FMU_CHILD");
  if (place == nullptr) GTEST_SKIP() << "for the next test only";
  const int fmi = std::atoi(std::getenv("TRUNNION_FMU_VERSION"));
  const fs::path folder(place);
  const Fmu fmu(Fmu::Unpacked{folder / "unpacked"}, fmi);
  HostedFmu run(fmu, fmi);
  void* state = nullptr;
  ASSERT_EQ(run.Deserialize(ReadWhole(folder / "state"), &state), 0) << run.Last();
  ASSERT_EQ(run.SetState(state), 0) << run.Last();  // straight after instantiation
  std::ofstream out(folder / "child", std::ios::binary);
  for (int i = 10; i < 20; ++i) {
    ASSERT_EQ(run.Step(2e-3 * i, 2e-3), 0) << run.Last();
    for (const char* name : {"rod.az", "hinge.force_x", "cart.z", "height", "jolt"}) {
      const double x = run.Get(name);
      out.write(reinterpret_cast<const char*>(&x), sizeof x);
    }
  }
}

TEST_P(Simulated, SerializedStatesGoOnInAnotherProcess) {
  Driven driven(GetParam());
  HostedFmu& run = driven.run;
  ASSERT_EQ(run.Set(driven.lift, 0.02), 0);
  ASSERT_EQ(run.Set(driven.motor, 2.5), 0);
  ASSERT_EQ(run.EnterInitialization(0, 0, 1e-7), 0);
  ASSERT_EQ(run.ExitInitialization(), 0) << run.Last();
  EXPECT_NEAR(run.Get("cart.z"), 0.52, 1e-12);  // the motion starts with its input
  for (int i = 0; i < 10; ++i) ASSERT_EQ(run.Step(2e-3 * i, 2e-3), 0) << run.Last();
  void* state = nullptr;
  ASSERT_EQ(run.GetState(&state), 0);
  const fs::path folder = driven.fmu->folder();
  std::ofstream(folder / "state", std::ios::binary) << run.Serialize(state);
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  const std::string command = "TRUNNION_FMU_CHILD=" + folder.string() +
                              " TRUNNION_FMU_VERSION=" + std::to_string(GetParam()) + " " + self +
                              " --gtest_filter=Child.GoesOnFromTheState > " +
                              (folder / "log").string();
  ASSERT_EQ(std::system(command.c_str()), 0) << ReadWhole(folder / "log");
  std::string expected;
  for (int i = 10; i < 20; ++i) {
    ASSERT_EQ(run.Step(2e-3 * i, 2e-3), 0);
    for (const char* name : {"rod.az", "hinge.force_x", "cart.z", "height", "jolt"}) {
      const double x = run.Get(name);
      expected.append(reinterpret_cast<const char*>(&x), sizeof x);
    }
  }
  EXPECT_TRUE(ReadWhole(folder / "child") == expected);
}

TEST_P(Simulated, DamagedStatesAreRefused) {
  Driven driven(GetParam());
  HostedFmu& run = driven.run;
  run.Initialize();
  driven.Steps(0, 3);
  void *state = nullptr, *read = nullptr;
  ASSERT_EQ(run.GetState(&state), 0);
  const std::string bytes = run.Serialize(state);
  for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 60) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] + 1);
    EXPECT_EQ(run.Deserialize(damaged, &read), 3) << i;
    EXPECT_EQ(run.Deserialize(bytes.substr(0, i), &read), 3) << i;
    EXPECT_EQ(read, nullptr);
  }
  const auto other = Fmu::OfText(
      std::string(kDriven).replace(std::string(kDriven).find("\"mass\": 3"), 9, "\"mass\": 4"),
      GetParam());
  HostedFmu stranger(*other, GetParam());
  EXPECT_EQ(stranger.Deserialize(bytes, &read), 3);
  EXPECT_NE(stranger.Last().find("another FMU"), std::string::npos) << stranger.Last();
  EXPECT_EQ(run.SetState(&run), 3);  // no state at all
  EXPECT_EQ(run.SetState(nullptr), 3);
  ASSERT_EQ(run.SetState(state), 0) << run.Last();
  driven.Steps(3, 5);
}

TEST_P(Simulated, ManyInstancesInManyThreads) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  const std::vector<unsigned> outputs{fmu->Reference("rod.az"), fmu->Reference("hinge.force_x")};
  const unsigned motor = fmu->Reference("motor");
  std::vector<std::vector<double>> ends(100);
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      std::vector<std::unique_ptr<HostedFmu>> runs;
      for (int i = 0; i < 25; ++i) runs.push_back(std::make_unique<HostedFmu>(*fmu, GetParam()));
      for (auto& run : runs) run->Initialize();
      for (int step = 0; step < 10; ++step)
        for (auto& run : runs) {
          run->Set(motor, step);
          run->Steps(step, step + 1);
        }
      for (int i = 0; i < 25; ++i)
        ends[static_cast<std::size_t>(25 * k + i)] =
            runs[static_cast<std::size_t>(i)]->Get(outputs);
    });
  for (auto& thread : threads) thread.join();
  for (const auto& end : ends) EXPECT_EQ(end, ends[0]);
}

TEST_P(Simulated, StartTimeToleranceAndThreadsArePassedOn) {
  Driven driven(GetParam());
  HostedFmu& run = driven.run;
  const unsigned threads = driven.fmu->Reference("fmu.threads");
  const int two = 2;
  if (GetParam() == 2) {
    ASSERT_EQ(FMI(*driven.fmu, fmi2SetInteger)(run.instance, &threads, 1, &two), fmi2OK);
  } else {
    ASSERT_EQ(FMI(*driven.fmu, fmi3SetInt32)(run.instance, &threads, 1, &two, 1), fmi3OK);
  }
  ASSERT_EQ(run.EnterInitialization(5, 5.01, 1e-5), 0);
  ASSERT_EQ(run.ExitInitialization(), 0);
  EXPECT_EQ(run.Get("time"), 5);
  EXPECT_EQ(run.Step(5, 0.01), 0) << run.Last();
  EXPECT_EQ(run.Get("time"), 5.01);
  EXPECT_EQ(run.Step(5.01, 0.01), 3);
  EXPECT_NE(run.Last().find("stop time"), std::string::npos);
}

TEST_P(Simulated, ResultsGoToAFileOnRequest) {
  Driven driven(GetParam());
  HostedFmu& run = driven.run;
  const fs::path file = driven.fmu->folder() / "results.csv";
  const std::string name = file.string();
  const char* text = name.c_str();
  const unsigned reference = driven.fmu->Reference("fmu.results_file");
  if (GetParam() == 2) {
    ASSERT_EQ(FMI(*driven.fmu, fmi2SetString)(run.instance, &reference, 1, &text), fmi2OK);
  } else {
    ASSERT_EQ(FMI(*driven.fmu, fmi3SetString)(run.instance, &reference, 1, &text, 1), fmi3OK);
  }
  run.Initialize();
  void* state = nullptr;
  ASSERT_EQ(run.GetState(&state), 0);
  driven.Steps(0, 7);
  ASSERT_EQ(run.SetState(state), 0);
  driven.Steps(0, 5);
  EXPECT_FALSE(fs::exists(file));
  ASSERT_EQ(run.Terminate(), 0);
  const std::string table = ReadWhole(file);
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);  // head, start, five steps
  EXPECT_TRUE(table.starts_with("time [s],height [m],jolt [m/s2],")) << table.substr(0, 80);
}

INSTANTIATE_TEST_SUITE_P(Fmi, Simulated, testing::Values(2, 3));

TEST(Simulated2, RatesOfInputsMakeRamps) {
  const auto fmu = Fmu::OfText(kDriven, 2);
  HostedFmu run(*fmu, 2);
  run.Initialize();
  auto host = Reference::Make(ParseModel(kDriven));
  const unsigned motor = fmu->Reference("motor");
  const int one = 1, two = 2;
  const double rate = 40;
  for (int i = 0; i < 10; ++i) {
    run.Set(motor, 1 + 0.04 * i);
    ASSERT_EQ(FMI(*fmu, fmi2SetRealInputDerivatives)(run.instance, &motor, 1, &one, &rate), fmi2OK);
    run.Steps(i, i + 1);
    host->Hold(host->FindInput("motor"), 1 + 0.04 * i);
    host->simulation();
    host->Ramp(host->FindInput("motor"), 1 + 0.04 * i + 0.04);
    host->AdvanceTo(1e-3 * (i + 1));
  }
  EXPECT_NEAR(run.Get("rod.az"), host->Get(host->FindOutput("rod.az")), 1e-9);
  EXPECT_NEAR(run.Get("motor"), 1.4, 1e-12);
  EXPECT_EQ(FMI(*fmu, fmi2SetRealInputDerivatives)(run.instance, &motor, 1, &two, &rate),
            fmi2Error);
}

}  // namespace
}  // namespace trunnion::fmu
