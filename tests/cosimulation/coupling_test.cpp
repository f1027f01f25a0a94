// SPDX-License-Identifier: BSD-3-Clause
//
// FMUs beside models, against closed forms and models in one piece.
#include <cfenv>
#include <cmath>

#include "engine/batch/run.hpp"
#include "tests/cosimulation/small_fmus.hpp"

namespace trunnion::fmu {
namespace {

class Coupled : public testing::TestWithParam<int> {};

/// x(t) of the damped oscillator m x" + d x' + k x = 0 from x(0) = x0, x'(0) = 0.
double Oscillator(double m, double d, double k, double x0, double t) {
  const double decay = d / (2 * m), omega = std::sqrt(k / m - decay * decay);
  return x0 * std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
}

double RunTo(const ModelFile& file, const std::string& output, double t) {
  SteppedSimulation host(file);
  host.AdvanceTo(t);
  return host.Get(host.FindOutput(output));
}

TEST_P(Coupled, ASpringThatIsAnFmuConvergesToTheClosedFormWithTheInterval) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  std::vector<double> errors;
  for (const double interval : {4e-3, 2e-3, 1e-3, 5e-4}) {
    const ModelFile file = folder.Read(Cart(SpringFmu(interval)));
    errors.push_back(RunTo(file, "x", 0.5) - Oscillator(2, 4, 200, 0.1, 0.5));
  }
  for (std::size_t i = 1; i < errors.size(); ++i)
    EXPECT_NEAR(errors[i - 1] / errors[i], 2, 0.1) << "order one";
  EXPECT_LT(std::abs(errors.back()), 5e-4);
}

TEST_P(Coupled, RunsAreTheSameBitsEachTimeAndInTheHost) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  const auto run = [&] {
    const ModelFile file = folder.Read(Cart(SpringFmu(2e-3)));
    SimulationOptions options = file.run.MakeOptions();
    options.sets_inputs = true;
    const System system = file.model.Compile();
    Simulation simulation(system, options);
    FmuCoupling fmus(file.fmus, file.signals, simulation);
    return *RunAnalysis({}, file, simulation, {.run = {.partner = &fmus}, .goes_on = true}).results;
  };
  const Results first = run(), second = run();
  ASSERT_EQ(first.time.size(), 101);
  const ModelFile file = folder.Read(Cart(SpringFmu(2e-3)));
  SteppedSimulation host(file);
  for (int i = 0; i < 101; ++i) {
    if (i > 0) host.AdvanceTo(first.time[i]);
    for (const char* name : {"x", "v", "a"}) {
      const double value = first.column(name)[i];
      EXPECT_EQ(value, second.column(name)[i]);
      EXPECT_EQ(value, host.Get(host.FindOutput(name))) << name << " at " << first.time[i];
    }
  }
}

TEST_P(Coupled, OutputsBetweenCommunicationPointsAreThoseOfTheRun) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  const ModelFile file = folder.Read(Cart(SpringFmu(0.05)));
  SteppedSimulation coarse(file);
  coarse.AdvanceTo(0.05);
  const double pushed = coarse.Get(coarse.FindInput("push"));
  EXPECT_NEAR(pushed,
              -200 * coarse.Get(coarse.FindOutput("x")) - 4 * coarse.Get(coarse.FindOutput("v")),
              1e-9);
  coarse.AdvanceTo(0.07);
  EXPECT_EQ(coarse.Get(coarse.FindInput("push")), pushed);  // held
  EXPECT_NEAR(coarse.Get(coarse.FindOutput("a")), pushed / 2, 1e-12);
  EXPECT_NE(MessageOf([&] { coarse.Hold(coarse.FindInput("push"), 3); }).find("fmu 'spring'"),
            std::string::npos);
}

/// A cart that a motion moves along a rail, and a mass on a spring behind it.
std::string Led(const std::string& fmus) {
  return R"({"inputs": [{"name": "lead", "unit": "m"}],
  "bodies": [{"name": "cart", "mass": 1, "inertia": [1, 1, 1]},
             {"name": "mass", "type": "point", "mass": 2, "position": [1, 0, 0]}],
  "markers": [{"name": "hook", "body": "cart"}, {"name": "eye", "body": "mass"}],
  "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
              "point": [0, 0, 0], "axis": [1, 0, 0]}],
  "motions": [{"name": "lead", "along": "rail", "law": {"type": "input", "name": "lead"}}],
  "forces": [{"name": "spring", "type": "spring", "stiffness": 50, "free_length": 1,
              "along": {"a": "hook", "b": "eye", "kind": "offset_x"}}],
  "outputs": [{"name": "x", "type": "position", "body": "mass", "component": "x"},
              {"name": "cart", "type": "position", "body": "cart", "component": "x"}],
  "fmus": )" +
         fmus + R"(, "run": {"until": 1, "tolerance": 1e-8}})";
}

std::vector<SmallVariable> SineVariables() {
  return {{"omega", 2, "Real", "parameter", "1"},
          {"size", 3, "Real", "parameter", "1"},
          {"y", 5, "Real", "output"}};
}

TEST_P(Coupled, MotionsFollowLinearOutputsWithTheSquareOfTheInterval) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "sine", "sine", SineVariables());
  const double w = 3, w0 = 5, size = 0.1, t = 0.8;  // w0² = 50 / 2
  const double exact =
      1 + size * w0 * w0 / (w0 * w0 - w * w) * (std::sin(w * t) - w / w0 * std::sin(w0 * t));
  std::vector<double> errors;
  for (const double interval : {0.04, 0.02, 0.01}) {
    const ModelFile file = folder.Read(Led(R"([{"name": "sine", "file": "sine.fmu", "interval": )" +
                                           std::to_string(interval) +
                                           R"(, "start": {"omega": 3, "size": 0.1},
            "drives": {"lead": {"variable": "y", "course": "linear"}}}])"));
    EXPECT_NEAR(RunTo(file, "cart", 0.8), size * std::sin(w * 0.8), 1e-7);
    errors.push_back(RunTo(file, "x", t) - exact);
  }
  for (std::size_t i = 1; i < errors.size(); ++i)
    EXPECT_NEAR(errors[i - 1] / errors[i], 4, 0.4) << "order two";
  EXPECT_LT(std::abs(errors.back()), 2e-5);  // h²/12 · w² size/(1 − w²/w0²), twice
}

TEST_P(Coupled, AMotionThatIsHeldJumpsAndIsRefusedByName) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "sine", "sine", SineVariables());
  const ModelFile file = folder.Read(Led(R"([{"name": "sine", "file": "sine.fmu", "interval": 0.1,
            "start": {"omega": 1, "size": 1}, "drives": {"lead": "y"}}])"));
  const std::string message = MessageOf([&] { RunTo(file, "x", 0.3); });
  EXPECT_NE(message.find("motion 'lead'"), std::string::npos) << message;
}

TEST_P(Coupled, AControllerWithAStateConvergesToTheSameLawInClosedForm) {
  // v' = (kp (s − v) + ki z) / m, z' = s − v: a PI controller of the speed of the cart.
  const TestFolder folder;
  folder.AddFmu(GetParam(),
                "pi",
                "pi",
                {{"measured", 0, "Real", "input", "0"},
                 {"kp", 2, "Real", "parameter", "1"},
                 {"ki", 3, "Real", "parameter", "1"},
                 {"setpoint", 4, "Real", "parameter", "0"},
                 {"out", 5, "Real", "output"}});
  const double kp = 8, ki = 10, m = 2, s = 1.5, t = 0.6;
  // e = s − v: m e" + kp e' + ki e = 0, e(0) = s, e'(0) = −kp s / m.
  const double decay = kp / (2 * m), omega = std::sqrt(ki / m - decay * decay);
  const double speed =
      s - std::exp(-decay * t) *
              (s * std::cos(omega * t) + (decay * s - kp * s / m) / omega * std::sin(omega * t));
  std::vector<double> errors;
  for (const double interval : {4e-3, 2e-3, 1e-3}) {
    const ModelFile file = folder.Read(Cart(R"([{"name": "pi", "file": "pi.fmu", "interval": )" +
                                            std::to_string(interval) +
                                            R"(, "start": {"kp": 8, "ki": 10, "setpoint": 1.5},
            "inputs": {"measured": "v"}, "drives": {"push": "out"}}])"));
    errors.push_back(RunTo(file, "v", t) - speed);
  }
  EXPECT_NEAR(errors[0] / errors[1], 2, 0.1);
  EXPECT_NEAR(errors[1] / errors[2], 2, 0.1);
  EXPECT_LT(std::abs(errors[2]), 2e-3);
}

TEST_P(Coupled, BooleansAndEnumerationsAreSetByTheirKind) {
  const TestFolder folder;
  const std::string types =
      GetParam() == 2
          ? R"(<TypeDefinitions><SimpleType name="Mode"><Enumeration><Item name="off" value="0"/>)"
            R"(<Item name="brake" value="1"/></Enumeration></SimpleType></TypeDefinitions>)"
          : R"(<TypeDefinitions><EnumerationType name="Mode"><Item name="off" value="0"/>)"
            R"(<Item name="brake" value="1"/></EnumerationType></TypeDefinitions>)";
  folder.AddFmu(GetParam(),
                "abs",
                "abs",
                {{"wheel", 0, "Real", "input", "0"},
                 {"vehicle", 1, "Real", "input", "0"},
                 {"demand", 2, "Real", "parameter", "0"},
                 {"enabled", 10, "Boolean", "parameter", "false"},
                 {"active", 11, "Boolean", "output"},
                 {"mode", 20, "Enumeration", "parameter", "0", "declaredType=\"Mode\""},
                 {"count", 21, "Integer", "output"},
                 {"torque", 5, "Real", "output"}},
                {.definitions = types});
  const auto braked = [&](const std::string& start, const char* variable) {
    const ModelFile file = folder.Read(
        Cart(R"([{"name": "abs", "file": "abs.fmu", "interval": 0.01, "start": {"demand": 4, )" +
             start + R"(}, "inputs": {"vehicle": "x", "wheel": "v"}, "drives": {"push": ")" +
             variable + "\"}}]"));
    SteppedSimulation host(file);  // the slip 1 − v / x is 1 at the start, where x = 0.1 m
    host.AdvanceTo(0.095);
    return host.Get(host.FindInput("push"));
  };
  EXPECT_EQ(braked(R"("mode": "brake", "enabled": false)", "torque"), -4);
  EXPECT_EQ(braked(R"("mode": 1, "enabled": false)", "torque"), -4);
  EXPECT_EQ(braked(R"("mode": "off", "enabled": false)", "torque"), 0);
  EXPECT_EQ(braked(R"("mode": "brake", "enabled": true)", "torque"), 0);  // released
  EXPECT_EQ(braked(R"("mode": "brake", "enabled": true)", "active"), 1);
  EXPECT_EQ(braked(R"("mode": "brake", "enabled": true)", "count"), 1);
}

TEST_P(Coupled, UnitsAreConvertedWhereTheyAreOfOneKind) {
  const TestFolder folder;
  auto variables = SpringVariables();
  variables[0].more = "unit=\"m\"";
  variables[5].more = "unit=\"kN\"";
  folder.AddFmu(GetParam(), "spring", "spring", variables, {.definitions = kUnits});
  const auto first = [&](const std::string& output, const std::string& unit) {
    const ModelFile file = folder.Read(
        Cart(R"([{"name": "spring", "file": "spring.fmu", "start": {"k": 3}, "inputs": {"x": ")" +
                 output + R"("}, "drives": {"push": "force"}}])",
             "",
             unit));
    SteppedSimulation host(file);
    return host.Get(host.FindInput("push"));
  };
  EXPECT_NEAR(first("x", "N"), -300, 1e-9);  // 3 kN/m · 0.1 m
  EXPECT_NEAR(first("x_mm", "N"), -300, 1e-9);
  EXPECT_NEAR(first("x_mm", "kN"), -0.3, 1e-12);
  EXPECT_NE(
      MessageOf([&] { first("v", "N"); }).find("the units differ: the FMU has m, the model m/s"),
      std::string::npos);
  EXPECT_NE(MessageOf([&] { first("x", "m"); }).find("input 'push': 'force': the units differ"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { first("x", "1"); }).find("the units differ"), std::string::npos);
}

TEST_P(Coupled, StatesAreSavedWithTheModelToTheBit) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  const ModelFile file = folder.Read(Cart(SpringFmu(3e-3))),
                  again = folder.Read(Cart(SpringFmu(3e-3)));
  SteppedSimulation host(file), other(again);
  host.AdvanceTo(0.1);
  const std::string saved = host.Save();
  host.AdvanceTo(0.5);
  const double end = host.Get(host.FindOutput("x"));
  host.Load(saved);
  host.AdvanceTo(0.5);
  EXPECT_EQ(host.Get(host.FindOutput("x")), end);
  other.Load(saved);
  other.AdvanceTo(0.5);
  EXPECT_EQ(other.Get(other.FindOutput("x")), end);
}

TEST_P(Coupled, TwoFmusOfDifferentIntervalsRunTogether) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  folder.AddFmu(GetParam() == 2 ? 3 : 2, "sine", "sine", SineVariables());
  const auto run = [&](const std::string& spring, const std::string& sine) {
    std::string text = Cart(R"([{"name": "spring", "file": "spring.fmu", "interval": )" + spring +
                            R"(, "start": {"k": 200, "d": 4}, "inputs": {"x": "x", "v": "v"},
                  "drives": {"push": "force"}},
                {"name": "sine", "file": "sine.fmu", "interval": )" +
                            sine +
                            R"(, "start": {"omega": 20, "size": 30},
                  "drives": {"gust": {"variable": "y", "course": "linear"}}}])");
    text.insert(text.find(R"({"name": "push", "unit")"), R"({"name": "gust", "unit": "1"}, )");
    text.insert(text.find(R"({"name": "push", "type")"), R"({"name": "gust", "type": "load",
      "body": "cart", "force": [{"type": "input", "name": "gust"}, 0, 0]}, )");
    return RunTo(folder.Read(text), "x", 0.7);
  };
  const double t = 0.7;
  // m x" + d x' + k x = 30 sin 20 t: the particular solution, and the free one from what it leaves.
  const double m = 2, d = 4, k = 200, w = 20, F = 30;
  const double a = k - m * w * w, b = d * w, n = a * a + b * b;
  const double p0 = -F * b / n, p1 = F * a * w / n;  // its value and rate at the start
  const double decay = d / (2 * m), omega = std::sqrt(k / m - decay * decay);
  const double c = 0.1 - p0, s = (-p1 + decay * c) / omega;
  const double exact = F * (a * std::sin(w * t) - b * std::cos(w * t)) / n +
                       std::exp(-decay * t) * (c * std::cos(omega * t) + s * std::sin(omega * t));
  const double coarse = run("0.002", "0.005") - exact, fine = run("0.001", "0.0025") - exact;
  EXPECT_NEAR(coarse / fine, 2, 0.1) << "order one";
  EXPECT_LT(std::abs(fine), 2e-3);
  EXPECT_GT(std::abs(exact - Oscillator(m, d, k, 0.1, t)), 5e-3);  // the gust counts
}

TEST_P(Coupled, RoundingOfTimesMakesNoStepOfItsOwn) {
  const TestFolder folder;
  folder.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
  const ModelFile file = folder.Read(Cart(SpringFmu(1e-3)));
  const ModelFile again = folder.Read(Cart(SpringFmu(1e-3)));
  SteppedSimulation added(file), whole(again);
  double t = 0;
  for (int i = 0; i < 1000; ++i) added.AdvanceTo(t += 1e-3);  // off by rounding
  whole.AdvanceTo(1);
  ASSERT_NE(t, 1);
  EXPECT_EQ(added.simulation().statistics().steps, whole.simulation().statistics().steps);
  EXPECT_NEAR(added.Get(added.FindOutput("x")), whole.Get(whole.FindOutput("x")), 1e-9);
}

TEST_P(Coupled, TheFloatingPointEnvironmentIsAsItWas) {
  const TestFolder folder;
  folder.AddFmu(GetParam(),
                "rough",
                "hostile",
                {{"kind", 20, "Integer", "parameter", "0"}, {"y", 5, "Real", "output"}});
  const ModelFile file = folder.Read(Cart(
      R"([{"name": "rough", "file": "rough.fmu", "start": {"kind": 6}, "drives": {"push": "y"}}])",
      "",
      "N"));
  SteppedSimulation host(file);
  host.AdvanceTo(0.2);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

INSTANTIATE_TEST_SUITE_P(Fmi, Coupled, testing::Values(2, 3));

}  // namespace
}  // namespace trunnion::fmu
