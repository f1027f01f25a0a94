// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts that do not keep to the rules; derivatives.
#include <cmath>
#include <limits>
#include <random>

#include "tests/fmu/fmu_host.hpp"

namespace trunnion::fmu {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class Hostile : public testing::TestWithParam<int> {};

TEST_P(Hostile, WrongArgumentsAreToldByName) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  run.Initialize();
  const unsigned motor = fmu->Reference("motor"), output = fmu->Reference("rod.az"),
                 mass = fmu->Reference("rod.mass");
  void* state = nullptr;
  ASSERT_EQ(run.GetState(&state), 0);
  const auto refused = [&](int status, const std::string& told) {
    EXPECT_EQ(status, 3);
    EXPECT_NE(run.Last().find(told), std::string::npos) << run.Last();
    if (GetParam() == 3) {  // errors end the run
      EXPECT_EQ(run.SetState(state), 0) << run.Last();
    }
  };
  for (const double value : {kNan, std::numeric_limits<double>::infinity()})
    refused(run.Set(motor, value), "'motor': the value is not finite");
  refused(run.Set(output, 1), "'rod.az' cannot be set");
  refused(run.Set(0, 1), "'time'");
  refused(run.Set(mass, -1), "rod");
  refused(run.Set(100000, 1), "100000");
  refused(run.Step(0, 0), "above zero");
  refused(run.Step(0, -1), "above zero");
  refused(run.Step(0, kNan), "finite");
  refused(run.Step(kNan, 1e-3), "finite");
  refused(run.Step(0.5, 1e-3), "communication point");
  refused(run.ExitInitialization(), "step mode");
  run.Get({output, 99999}, 3);
  EXPECT_EQ(run.SetState(state), 0);
  run.Steps(0, 3);
}

TEST_P(Hostile, AllOrNothingIsSet) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  run.Initialize();
  const std::vector<unsigned> references{fmu->Reference("motor"), fmu->Reference("rod.mass")};
  const std::vector<double> values{9, -2};
  if (GetParam() == 2) {
    EXPECT_EQ(FMI(*fmu, fmi2SetReal)(run.instance, references.data(), 2, values.data()), fmi2Error);
  } else {
    EXPECT_EQ(FMI(*fmu, fmi3SetFloat64)(run.instance, references.data(), 2, values.data(), 2),
              fmi3Error);
  }
  EXPECT_EQ(run.Get(references), (std::vector<double>{0.5, 2}));
}

TEST_P(Hostile, NothingComesFromAWrongBeginning) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  Messages messages;
  const std::string place = (fmu->unpacked() / "resources").string() + "/";
  const auto instantiate = [&](const char* name, const char* token, const char* resources) {
    const fmi2CallbackFunctions functions{Logger2, nullptr, nullptr, nullptr, &messages};
    return GetParam() == 2 ? FMI(*fmu, fmi2Instantiate)(
                                 name, fmi2CoSimulation, token, resources, &functions, 0, 1)
                           : FMI(*fmu, fmi3InstantiateCoSimulation)(name,
                                                                    token,
                                                                    resources,
                                                                    false,
                                                                    true,
                                                                    false,
                                                                    false,
                                                                    nullptr,
                                                                    0,
                                                                    &messages,
                                                                    Logger3,
                                                                    nullptr);
  };
  const std::string token = fmu->token();
  EXPECT_EQ(instantiate("a", "{no}", place.c_str()), nullptr);
  EXPECT_EQ(instantiate(" ", token.c_str(), place.c_str()), nullptr);
  EXPECT_EQ(instantiate(nullptr, token.c_str(), place.c_str()), nullptr);
  EXPECT_EQ(instantiate("a", nullptr, place.c_str()), nullptr);
  EXPECT_EQ(instantiate("a", token.c_str(), nullptr), nullptr);
  EXPECT_EQ(instantiate("a", token.c_str(), "/no/such/folder"), nullptr);
  EXPECT_EQ(messages.size(), 6u);
}

/// Every function with null pointers and nothing behind them, in every order that comes.
TEST_P(Hostile, NullPointersAndCallsOfModelExchangeAreErrors) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  run.Initialize();
  void* const one = run.instance;
  if (GetParam() == 2) {
    for (void* c : {static_cast<void*>(nullptr), one}) {
      EXPECT_EQ(FMI(*fmu, fmi2GetReal)(c, nullptr, 1, nullptr), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2SetReal)(c, nullptr, 1, nullptr), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2SetString)(c, nullptr, 1, nullptr), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2GetFMUstate)(c, nullptr), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2SetTime)(c, 1), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2GetDerivatives)(c, nullptr, 1), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2CancelStep)(c), fmi2Error);
      EXPECT_EQ(FMI(*fmu, fmi2GetBoolean)(c, nullptr, 1, nullptr), fmi2Error);
    }
    run.Steps(0, 2);  // it is as before
  } else {
    for (void* c : {static_cast<void*>(nullptr), one}) {
      EXPECT_EQ(FMI(*fmu, fmi3GetFloat64)(c, nullptr, 1, nullptr, 1), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3SetFloat64)(c, nullptr, 1, nullptr, 1), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3GetFMUState)(c, nullptr), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3SetTime)(c, 1), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3GetClock)(c, nullptr, 1, nullptr), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3EnterEventMode)(c), fmi3Error);
      EXPECT_EQ(FMI(*fmu, fmi3EnterConfigurationMode)(c), fmi3Error);
    }
    EXPECT_EQ(run.Step(0, 1e-3), 3);  // terminated by the errors
    EXPECT_EQ(run.Reset(), 0);
    run.Initialize();
    run.Steps(0, 2);
  }
}

/// Thousands of calls in any order; afterwards a reset brings the bits of the first run back.
TEST_P(Hostile, RandomSequencesOfCalls) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  const std::vector<unsigned> outputs{fmu->Reference("rod.az"), fmu->Reference("hinge.force_x")};
  const auto simulate = [&] {
    run.Initialize();
    run.Steps(0, 5);
    return run.Get(outputs);
  };
  const auto expected = simulate();
  std::mt19937 random(17);
  const auto draw = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<void*> states;
  double t = 0;
  for (int i = 0; i < 3000; ++i) {
    int status = 0;
    switch (draw(12)) {
      case 0:
        status = run.EnterInitialization();
        break;
      case 1:
        status = run.ExitInitialization();
        break;
      case 2:
      case 3:
      case 4:
        status = run.Step(t, 1e-3);
        t = status == 0 ? t + 1e-3 : 0;
        break;
      case 5:
        status = run.Set(draw(60), 0.1 * draw(9));
        break;
      case 6:
        states.push_back(nullptr);
        status = run.GetState(&states.back());
        break;
      case 7:
        status = run.SetState(states.empty() ? &run : states[draw(unsigned(states.size()))]);
        break;
      case 8:
        if (!states.empty()) status = run.FreeState(&states[draw(unsigned(states.size()))]);
        break;
      case 9:
        if (draw(4) == 0) status = run.Terminate();
        break;
      case 10:
        if (draw(8) == 0) status = run.Reset();
        break;
      default:
        status = run.Set(fmu->Reference("motor"), draw(5));
    }
    ASSERT_TRUE(status >= 0 && status <= 3) << i;
    EXPECT_TRUE(status == 0 || !run.messages.empty());
  }
  ASSERT_EQ(run.Reset(), 0) << run.Last();
  EXPECT_EQ(simulate(), expected);
}

TEST_P(Hostile, MessagesHaveCategoriesAndCanBeSilenced) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  run.Initialize();
  const char *events = "logEvents", *wrong = "logFairies";
  const auto set = [&](bool on, const char** name) {
    return GetParam() == 2
               ? int(FMI(*fmu, fmi2SetDebugLogging)(run.instance, on, name != nullptr, name))
               : int(FMI(*fmu, fmi3SetDebugLogging)(run.instance, on, name != nullptr, name));
  };
  EXPECT_EQ(set(true, &wrong), 3);
  EXPECT_NE(run.Last().find("logFairies"), std::string::npos);
  EXPECT_EQ(set(true, &events), 0);
  const std::size_t count = run.messages.size();
  EXPECT_EQ(run.Set(100000, 1), 3);
  EXPECT_EQ(run.messages.size(), count);
}

TEST_P(Hostile, DerivativesAreThoseOfDifferences) {
  const auto fmu = Fmu::OfText(kDriven, GetParam());
  HostedFmu run(*fmu, GetParam());
  run.Initialize();
  run.Steps(0, 20);
  const std::vector<unsigned> inputs{
      fmu->Reference("motor"), fmu->Reference("lift"), fmu->Reference("wind")};
  std::vector<unsigned> outputs;
  for (const char* name : {"rod.ax",
                           "rod.az",
                           "rod.alpha_y",
                           "hinge.force_x",
                           "hinge.force_z",
                           "jolt",
                           "rod.z",
                           "rod.vz",
                           "hinge.angle"})
    outputs.push_back(fmu->Reference(name));
  void* state = nullptr;
  ASSERT_EQ(run.GetState(&state), 0);
  const std::vector<double> seed{0.7, 0.3, -0.2};
  std::vector<double> found(outputs.size()), motor(outputs.size());
  const double unit = 1;
  if (GetParam() == 2) {
    const auto get = FMI(*fmu, fmi2GetDirectionalDerivative);
    ASSERT_EQ(get(run.instance,
                  outputs.data(),
                  outputs.size(),
                  inputs.data(),
                  3,
                  seed.data(),
                  found.data()),
              0);
    ASSERT_EQ(
        get(run.instance, outputs.data(), outputs.size(), inputs.data(), 1, &unit, motor.data()),
        0);
  } else {
    const auto get = FMI(*fmu, fmi3GetDirectionalDerivative);
    ASSERT_EQ(get(run.instance,
                  outputs.data(),
                  outputs.size(),
                  inputs.data(),
                  3,
                  seed.data(),
                  3,
                  found.data(),
                  found.size()),
              0);
    ASSERT_EQ(get(run.instance,
                  outputs.data(),
                  outputs.size(),
                  inputs.data(),
                  1,
                  &unit,
                  1,
                  motor.data(),
                  motor.size()),
              0);
    std::vector<double> weights(outputs.size()), adjoint(3);
    double expected = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      expected += (weights[i] = 0.1 + 0.3 * double(i)) * motor[i];
    ASSERT_EQ(FMI(*fmu, fmi3GetAdjointDerivative)(run.instance,
                                                  outputs.data(),
                                                  outputs.size(),
                                                  inputs.data(),
                                                  3,
                                                  weights.data(),
                                                  weights.size(),
                                                  adjoint.data(),
                                                  3),
              0);
    EXPECT_NEAR(adjoint[0], expected, 1e-9 * std::abs(expected));
    EXPECT_EQ(adjoint[1], 0);  // a motion has no jumps
  }
  run.Set(inputs[0], 0.5 + 0.35);
  const auto above = run.Get(outputs);
  run.Set(inputs[0], 0.5 - 0.35);
  const auto below = run.Get(outputs);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double difference = (above[i] - below[i]) / 0.7;
    EXPECT_NEAR(motor[i], difference, 1e-5 * std::max(1.0, std::abs(difference))) << i;
    EXPECT_NEAR(found[i], 0.7 * difference, 1e-5 * std::max(1.0, std::abs(difference))) << i;
  }
  // The rod turns about its hinge: α = torque / (I + m r²), against closed form.
  EXPECT_NEAR(motor[2], 1 / (0.17 + 2 * 0.25), 1e-8);
  EXPECT_EQ(motor[6], 0);
  EXPECT_EQ(motor[7], 0);
  ASSERT_EQ(run.SetState(state), 0);
  run.Steps(20, 25);  // as if nobody had asked
  HostedFmu plain(*fmu, GetParam());
  plain.Initialize();
  plain.Steps(0, 25);
  EXPECT_EQ(run.Get(outputs), plain.Get(outputs));
}

INSTANTIATE_TEST_SUITE_P(Fmi, Hostile, testing::Values(2, 3));

}  // namespace
}  // namespace trunnion::fmu
