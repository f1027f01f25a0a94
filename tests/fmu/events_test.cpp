// SPDX-License-Identifier: BSD-3-Clause
//
// Events of models, and updates within a step.
#include <algorithm>
#include <cmath>

#include "tests/fmu/fmu_host.hpp"

namespace trunnion::fmu {
namespace {

/// A mass that falls past z = 0.9 (t = 0.1428 s), where gravity turns, and to 0.5, where it stops.
const char* kFalling = R"({
  "gravity": [0, 0, -9.81],
  "bodies": [{"name": "ball", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 0, 1]}],
  "outputs": [{"name": "height", "type": "position", "body": "ball", "component": "z"}],
  "events": [{"name": "light", "when": {"output": "height", "crosses": 0.9, "direction": "falling"},
              "actions": [{"type": "gravity", "value": [0, 0, -5]}]},
             {"name": "floor", "when": {"output": "height", "crosses": 0.5, "direction": "falling"},
              "actions": [{"type": "stop"}]}]})";

TEST(Events2, EndAStepByDiscard) {
  const auto fmu = Fmu::OfText(kFalling, 2);
  HostedFmu run(*fmu, 2);
  ASSERT_NE(run.instance, nullptr) << fmu->description();
  run.Initialize();
  int status = 0, i = 0;
  for (; i < 100 && status == 0; ++i) status = run.Step(0.01 * i, 0.01);
  EXPECT_EQ(status, 2);
  double t = 0;
  int ended = 0;
  EXPECT_EQ(FMI(*fmu, fmi2GetRealStatus)(run.instance, fmi2LastSuccessfulTime, &t), fmi2OK);
  EXPECT_EQ(FMI(*fmu, fmi2GetBooleanStatus)(run.instance, fmi2Terminated, &ended), fmi2OK);
  EXPECT_EQ(ended, 1);
  EXPECT_NEAR(run.Get("height"), 0.5, 1e-6);
  EXPECT_TRUE(t > 0.01 * (i - 1) && t < 0.01 * i);
  bool told = false;
  for (const std::string& text : run.messages)
    told |= text.find("event 'floor'") != std::string::npos;
  EXPECT_TRUE(told);
  EXPECT_EQ(run.Step(t, 0.01), 3);
  EXPECT_EQ(run.Terminate(), 0);
}

TEST(Events3, ReturnEarlyAndHaveAMode) {
  const auto fmu = Fmu::OfText(kFalling, 3);
  HostedFmu run(*fmu, 3, true, true);
  ASSERT_NE(run.instance, nullptr);
  run.Initialize();
  const auto update = [&] {
    bool a = true, b = true, c = true, d = true, e = true;
    double next = 0;
    EXPECT_EQ(FMI(*fmu, fmi3UpdateDiscreteStates)(run.instance, &a, &b, &c, &d, &e, &next), fmi3OK);
    EXPECT_FALSE(a);
    EXPECT_EQ(FMI(*fmu, fmi3EnterStepMode)(run.instance), fmi3OK);
  };
  update();
  double t = 0;
  int handled = 0;
  bool ended = false;
  for (int i = 0; i < 100 && !ended; ++i) {
    ASSERT_EQ(run.Step(t, 0.1), 0) << run.Last();
    t = run.last;
    ended = run.terminate;
    if (!run.event || ended) continue;
    ++handled;
    EXPECT_TRUE(run.early);
    EXPECT_NEAR(t, std::sqrt(0.2 / 9.81), 1e-2);  // the step that ends at the event, or after it
    ASSERT_EQ(FMI(*fmu, fmi3EnterEventMode)(run.instance), fmi3OK);
    update();
  }
  EXPECT_EQ(handled, 1);
  EXPECT_TRUE(ended);
  EXPECT_NEAR(run.Get("height"), 0.5, 1e-6);
}

struct Watch {
  const Fmu* fmu = nullptr;
  void* instance = nullptr;
  unsigned output = 0;
  std::vector<double> times{};
  double ends_at = 1e9;
};
void Observe(void* environment,
             double t,
             bool set,
             bool get,
             bool finished,
             bool,
             bool* requested,
             double* until) {
  auto& watch = *static_cast<Watch*>(environment);
  double x = 0;
  EXPECT_TRUE(get && finished && !set);
  EXPECT_EQ(FMI(*watch.fmu, fmi3GetFloat64)(watch.instance, &watch.output, 1, &x, 1), fmi3OK);
  watch.times.push_back(t);
  *requested = t >= watch.ends_at;
  *until = t;
}

TEST(Intermediate3, UpdatesShowTheStepsOfTheIntegrator) {
  const auto fmu = Fmu::OfText(kDriven, 3);
  Watch watch;
  watch.fmu = fmu.get();
  watch.output = fmu->Reference("rod.z");
  const std::string place = (fmu->unpacked() / "resources").string() + "/";
  watch.instance = FMI(*fmu, fmi3InstantiateCoSimulation)("one",
                                                          fmu->token().c_str(),
                                                          place.c_str(),
                                                          false,
                                                          true,
                                                          false,
                                                          true,
                                                          &watch.output,
                                                          1,
                                                          &watch,
                                                          nullptr,
                                                          Observe);
  ASSERT_NE(watch.instance, nullptr);
  ASSERT_EQ(FMI(*fmu, fmi3EnterInitializationMode)(watch.instance, false, 0, 0, false, 0), fmi3OK);
  ASSERT_EQ(FMI(*fmu, fmi3ExitInitializationMode)(watch.instance), fmi3OK);
  bool event = false, ended = false, early = false;
  double last = 0;
  const auto step = FMI(*fmu, fmi3DoStep);
  ASSERT_EQ(step(watch.instance, 0, 0.2, true, &event, &ended, &early, &last), fmi3OK);
  EXPECT_FALSE(early);
  EXPECT_EQ(last, 0.2);
  EXPECT_GT(watch.times.size(), 3u);
  EXPECT_TRUE(std::is_sorted(watch.times.begin(), watch.times.end()));
  EXPECT_EQ(watch.times.back(), 0.2);
  HostedFmu plain(*fmu, 3);
  plain.Initialize();
  ASSERT_EQ(plain.Step(0, 0.2), 0);
  double x = 0;
  ASSERT_EQ(FMI(*fmu, fmi3GetFloat64)(watch.instance, &watch.output, 1, &x, 1), fmi3OK);
  EXPECT_NEAR(x, plain.Get("rod.z"), 1e-5);
  watch.ends_at = 0.25;
  ASSERT_EQ(step(watch.instance, 0.2, 0.2, true, &event, &ended, &early, &last), fmi3OK);
  EXPECT_TRUE(early);
  EXPECT_TRUE(last >= 0.25 && last < 0.4);
  FMI(*fmu, fmi3FreeInstance)(watch.instance);
}

}  // namespace
}  // namespace trunnion::fmu
