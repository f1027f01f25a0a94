// SPDX-License-Identifier: BSD-3-Clause
//
// Inputs that a host sets, against closed forms and against runs with the same inputs as laws.
#include "engine/hosting/stepped_simulation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "bench/problems/method.hpp"
#include "tests/hosting/host_models.hpp"

namespace trunnion {
namespace {

constexpr double kInterval = 1e-3;

/// What a host sends: no pattern, and large jumps.
double Signal(int i) { return 80 * std::sin(12.9 * i) + 40 * std::sin(0.05 * i); }

TEST(SteppedSimulation, HeldForcesGiveTheExactMotion) {
  PushedMass m;
  SteppedSimulation host(m.model);
  const InputHandle push = host.FindInput("push");
  const OutputHandle x = host.FindOutput("body.x"), v = host.FindOutput("body.vx"),
                     a = host.FindOutput("body.ax");
  double position = 0, speed = 0;
  for (int i = 0; i < 400; ++i) {
    const double acceleration = Signal(i) / PushedMass::kMass;
    host.Hold(push, Signal(i));
    ASSERT_NEAR(host.Get(a), acceleration, 1e-9) << "with the force just set";
    host.AdvanceTo((i + 1) * kInterval);
    ASSERT_EQ(host.t(), (i + 1) * kInterval);
    position += speed * kInterval + acceleration * kInterval * kInterval / 2;
    speed += acceleration * kInterval;
    ASSERT_NEAR(host.Get(x), position, 1e-11);
    ASSERT_NEAR(host.Get(v), speed, 1e-10);
    ASSERT_NEAR(host.Get(a), acceleration, 1e-9) << "before the next one is set";
  }
  EXPECT_LE(host.simulation().statistics().steps, 3 * 400);
}

/// ∫ of a(t) over s once and twice, a = c₀ + c₁ s + c₂ s² + c₃ s³.
TEST(SteppedSimulation, PolynomialForcesGiveTheExactMotion) {
  for (const char shape : {'r', 'b', 's'}) {
    PushedMass m(3);
    SteppedSimulation host(m.model, {.integrator = {.tolerance = 1e-8}});
    const InputHandle push = host.FindInput("push");
    const OutputHandle x = host.FindOutput("body.x"), v = host.FindOutput("body.vx");
    double position = 0, speed = 0, u = 3, rate = 0;
    const double h = 0.01;
    for (int i = 0; i < 100; ++i) {
      const double end = 5 * std::sin(0.3 * (i + 1)), end_rate = 20 * std::cos(0.2 * i);
      double c1 = (end - u) / h, c2 = 0, c3 = 0;
      if (shape == 'b') c2 = (c1 - rate) / h, c1 = rate;
      if (shape == 's') {
        c3 = (rate + end_rate - 2 * c1) / (h * h);
        c2 = (3 * c1 - 2 * rate - end_rate) / h;
        c1 = rate;
      }
      if (shape == 'r') host.Ramp(push, end);
      if (shape == 'b') host.Bend(push, end);
      if (shape == 's') host.Spline(push, end, end_rate);
      host.AdvanceTo((i + 1) * h);
      const double k = 1 / PushedMass::kMass;
      position +=
          speed * h + k * h * h * (u / 2 + c1 * h / 6 + c2 * h * h / 12 + c3 * h * h * h / 20);
      speed += k * h * (u + c1 * h / 2 + c2 * h * h / 3 + c3 * h * h * h / 4);
      rate = c1 + h * (2 * c2 + 3 * c3 * h);
      u = end;
      ASSERT_NEAR(host.Get(push), end, 1e-9 * std::max(1.0, std::abs(rate)));
      if (shape == 'b' && i > 20) break;  // its rates swing ever further
    }
    EXPECT_NEAR(host.Get(x), position, 1e-7) << shape;
    EXPECT_NEAR(host.Get(v), speed, 1e-6) << shape;
  }
}

/// The torques of a host as a law with breaks.
MotionLaw AsLaw(int count) {
  std::vector<Break> breaks;
  for (int i = 1; i < count; ++i) breaks.push_back({i * kInterval, 0});
  const auto value = [](double t) {
    return MotionValue{.s = 0.2 * Signal(static_cast<int>(std::floor(t / kInterval + 1e-9)))};
  };
  return {value, MakeBreaks(breaks)};
}

TEST(SteppedSimulation, AgreesWithTheSameInputsAsALaw) {
  constexpr int kCount = 300;
  DrivenRod hosted, law(AsLaw(kCount));
  SteppedSimulation host(hosted.model, {.integrator = {.tolerance = 1e-6}});
  const System system = law.model.Compile();
  Simulation fine(system, {.integrator = {.tolerance = 1e-9}});
  const InputHandle torque = host.FindInput("torque");
  const OutputHandle angle = host.FindOutput("hinge.angle");
  for (int i = 0; i < kCount; ++i) {
    host.Hold(torque, 0.2 * Signal(i));
    host.AdvanceTo((i + 1) * kInterval);
  }
  fine.advance_to(kCount * kInterval);
  EXPECT_NEAR(host.Get(angle), fine.coordinate(law.hinge), 1e-6);
}

TEST(SteppedSimulation, EveryMethodTakesTheSameInputs) {
  double reference = 0;
  for (const Method method : {Method(FormulationKind::coordinate_splitting),
                              Method(FormulationKind::stabilized_index2),
                              Method(FormulationKind::index1_projected),
                              Method(FormulationKind::state_space),
                              Method(IntegratorKind::adams),
                              Method(IntegratorKind::automatic),
                              Method(IntegratorKind::explicit_method)}) {
    DrivenRod m;
    SteppedSimulation host(m.model, {.integrator = With(method, {.tolerance = 1e-6})});
    const InputHandle torque = host.FindInput("torque");
    for (int i = 0; i < 300; ++i) {
      host.Hold(torque, 0.2 * Signal(i));
      host.AdvanceTo((i + 1) * kInterval);
      ASSERT_EQ(host.t(), (i + 1) * kInterval);
    }
    const double angle = host.simulation().coordinate(m.hinge);
    if (method == Method()) reference = angle;
    EXPECT_NEAR(angle, reference, 1e-6) << method.name();
  }
}

/// What a host ends with.
VectorXd Drive() {
  DrivenRod m;
  SteppedSimulation host(m.model);
  const InputHandle torque = host.FindInput("torque");
  for (int i = 0; i < 200; ++i) {
    host.Hold(torque, 0.2 * Signal(i));
    host.AdvanceTo((i + 1) * kInterval);
  }
  return host.simulation().q();
}

TEST(SteppedSimulation, HostsInThreadsGiveTheBitsOfOneAfterTheOther) {
  const VectorXd alone = Drive();
  std::array<VectorXd, 3> together;
  std::vector<std::thread> threads;
  for (VectorXd& q : together) threads.emplace_back([&q] { q = Drive(); });
  for (std::thread& thread : threads) thread.join();
  for (const VectorXd& q : together) EXPECT_EQ(q, alone);
}

// The trap: where the step runs past the communication point, the reaction belongs to an input
// that is not there any more.
TEST(SteppedSimulation, ReactionsBelongToTheInputsJustSet) {
  DrivenRod m;
  SteppedSimulation host(m.model);
  const InputHandle torque = host.FindInput("torque");
  const OutputHandle fx = host.FindOutput("hinge.force_x"), fy = host.FindOutput("hinge.force_y");
  for (int i = 0; i < 200; ++i) {
    const double T = Signal(i);
    host.Hold(torque, T);
    const Simulation& s = host.simulation();
    const double angle = s.coordinate(m.hinge), rate = s.rate(m.hinge);
    const double J = DrivenRod::kInertia + DrivenRod::kMass * DrivenRod::kArm * DrivenRod::kArm;
    const double weight = DrivenRod::kMass * 9.81;
    const double acceleration =
        (T - 40 * angle - 0.5 * rate - weight * DrivenRod::kArm * std::cos(angle)) / J;
    const double along = -DrivenRod::kMass * DrivenRod::kArm * rate * rate,
                 across = DrivenRod::kMass * DrivenRod::kArm * acceleration;
    ASSERT_NEAR(host.Get(fx), along * std::cos(angle) - across * std::sin(angle), 1e-8) << i;
    ASSERT_NEAR(host.Get(fy), along * std::sin(angle) + across * std::cos(angle) + weight, 1e-8);
    host.AdvanceTo((i + 1) * kInterval);
  }
}

TEST(SteppedSimulation, StopsExactlyAndCostsNoMoreWhereNothingChanges) {
  DrivenRod hosted, plain(MakeConstant(0));
  SteppedSimulation host(hosted.model);
  const System system = plain.model.Compile();
  Simulation run(system);
  for (int i = 1; i <= 200; ++i) host.AdvanceTo(0.01 * i);
  run.advance_to(2);
  EXPECT_EQ(host.t(), 2);
  EXPECT_NEAR(host.simulation().coordinate(hosted.hinge), run.coordinate(plain.hinge), 1e-5);
  EXPECT_LE(host.simulation().statistics().steps, run.statistics().steps + 200);
}

TEST(SteppedSimulation, MotionsFollowWithoutAJump) {
  Model model;
  const MotionLaw height = model.AddInput("road", "m");
  const BodyId road =
      model.AddRigidBody({.name = "road", .mass = 3, .inertia = Vec3(1, 1, 1).asDiagonal()});
  const JointId guide = model.AddJointAt({.name = "guide",
                                          .type = JointType::prismatic,
                                          .body_a = Model::ground(),
                                          .body_b = road,
                                          .axis = {0, 0, 1}});
  model.AddMotion({.name = "bump", .along = guide, .law = height});
  SteppedSimulation host(model);
  ASSERT_EQ(host.inputs().size(), 1u);
  EXPECT_EQ(host.inputs()[0].unit, "m");
  ASSERT_EQ(host.inputs()[0].drives.size(), 1u);
  EXPECT_NE(host.inputs()[0].drives[0].find("'bump'"), std::string::npos);
  const InputHandle input = host.FindInput("road");
  const OutputHandle z = host.FindOutput("road.z"), vz = host.FindOutput("road.vz"),
                     drive = host.FindOutput("bump.drive");
  for (int i = 1; i <= 100; ++i) {  // straight pieces: the speed jumps
    const double end = 0.05 * std::sin(0.2 * i), before = 0.05 * std::sin(0.2 * (i - 1));
    host.Ramp(input, end);
    host.AdvanceTo(i * kInterval);
    ASSERT_NEAR(host.Get(z), end, 1e-9);
    ASSERT_NEAR(host.Get(vz), (end - before) / kInterval, 1e-6);
    ASSERT_NEAR(host.Get(drive), 0, 1e-4);
  }
  const std::string jump = MessageOf([&] {
    host.Hold(input, 0.2);
    host.AdvanceTo(0.2);
  });
  EXPECT_NE(jump.find("'bump'"), std::string::npos) << jump;
  EXPECT_NEAR(host.Get(input), 0.05 * std::sin(20.0), 1e-9) << "as it was";
  host.AdvanceTo(0.2);
  EXPECT_NEAR(host.Get(z), 0.05 * std::sin(20.0), 1e-6);
}

TEST(SteppedSimulation, SplinesCarryTheAccelerationOfAMotion) {
  Model model;
  const MotionLaw height = model.AddInput("road", "m");
  const BodyId road = model.AddPointMass({.name = "road", .mass = 3});
  const MarkerId a = model.AddMarker({.name = "a", .body = Model::ground()}),
                 b = model.AddMarker({.name = "b", .body = road});
  model.AddMotion(
      {.name = "bump", .along = Between(a, b, CoordinateKind::offset_z), .law = height});
  SteppedSimulation host(model, {.integrator = {.tolerance = 1e-7}});
  const InputHandle input = host.FindInput("road");
  const OutputHandle z = host.FindOutput("road.z"), vz = host.FindOutput("road.vz");
  const double w = 20, h = 0.01;
  for (int i = 1; i <= 100; ++i) {
    host.Spline(input, 0.05 * (1 - std::cos(w * h * i)), 0.05 * w * std::sin(w * h * i));
    host.AdvanceTo(h * i);
    ASSERT_NEAR(host.Get(z), 0.05 * (1 - std::cos(w * h * i)), 1e-8);
    ASSERT_NEAR(host.Get(vz), 0.05 * w * std::sin(w * h * i), 1e-6);
  }
}

TEST(SteppedSimulation, RefusesHandlesOfOthersAndUnknownNames) {
  PushedMass first, second;
  SteppedSimulation a(first.model), b(second.model);
  const InputHandle push = a.FindInput("push");
  EXPECT_NE(MessageOf([&] { b.Hold(push, 1); }).find("another simulation"), std::string::npos);
  EXPECT_NE(MessageOf([&] { a.Hold({}, 1); }).find("names nothing"), std::string::npos);
  EXPECT_NE(MessageOf([&] { a.Get(OutputHandle()); }).find("output"), std::string::npos);
  EXPECT_NE(MessageOf([&] { a.Set(ParameterHandle(), 1); }).find("parameter"), std::string::npos);
  EXPECT_NE(MessageOf([&] { a.FindInput("pusch"); }).find("'push'"), std::string::npos);
  EXPECT_NE(MessageOf([&] { a.Hold(push, NAN); }).find("not finite"), std::string::npos);
  a.AdvanceTo(0.1);
  EXPECT_NE(MessageOf([&] { a.AdvanceTo(0.1); }).find("later time"), std::string::npos);
}

TEST(SteppedSimulation, InputsServeOneHostAtATime) {
  PushedMass m(6);
  const System system = m.model.Compile();
  {
    const Simulation plain(system), another(system);
    EXPECT_NE(MessageOf([&] { SteppedSimulation host(m.model); }).find("inputs"),
              std::string::npos);
  }
  {
    SteppedSimulation host(m.model);
    host.Hold(host.FindInput("push"), 100);
    host.AdvanceTo(0.1);
    EXPECT_NE(MessageOf([&] { Simulation plain(system); }).find("inputs"), std::string::npos);
    EXPECT_NE(MessageOf([&] { SteppedSimulation other(m.model); }).find("inputs"),
              std::string::npos);
  }
  Simulation plain(system);  // at the start value again
  plain.advance_to(1);
  EXPECT_NEAR(plain.velocity(m.body).x(), 6 / PushedMass::kMass, 1e-9);
}

TEST(SteppedSimulation, ReadsInputsAndOutputsOfAModelFile) {
  const ModelFile file = ParseModel(R"({
    "inputs": [{"name": "target", "unit": "m", "start": 0.1}, {"name": "wind", "unit": "N"}],
    "bodies": [{"name": "cart", "mass": 4, "inertia": [1, 1, 1]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "cart",
                "point": [0, 0, 0], "axis": [1, 0, 0]}],
    "forces": [{"name": "servo", "type": "motor", "along": "rail",
                "law": {"type": "servo", "stiffness": 400, "damping": 80,
                        "target": {"type": "input", "name": "target"}}},
               {"name": "wind", "type": "load", "body": "cart",
                "force": [{"type": "input", "name": "wind", "scale": 2}, 0, 0]}],
    "outputs": [{"name": "place", "type": "coordinate", "along": "rail", "unit": "mm"}],
    "run": {"tolerance": 1e-7}})");
  SteppedSimulation host(file);
  const InputHandle target = host.FindInput("target"), wind = host.FindInput("wind");
  EXPECT_EQ(host.Get(target), 0.1);
  EXPECT_EQ(host.inputs()[0].drives, std::vector<std::string>{"force 'servo'"});
  EXPECT_EQ(host.inputs()[1].drives, std::vector<std::string>{"force 'wind'"});
  const OutputHandle place = host.FindOutput("place");
  EXPECT_EQ(host.outputs()[0].unit, "mm");
  // Critically damped at 10/s: x = x∞ + (c₁ + c₂ t) e^(−10 t).
  host.AdvanceTo(0.3);
  EXPECT_NEAR(host.Get(place), 100 * (1 - (1 + 3) * std::exp(-3.0)), 1e-3);
  host.Hold(target, 0.4);
  host.Hold(wind, 10);
  host.AdvanceTo(3);
  EXPECT_NEAR(host.Get(place), 400 + 1000 * 2 * 10 / 400.0, 1e-3);
}

TEST(SteppedSimulation, UnknownInputsOfAModelFileAreNamed) {
  const std::string message = MessageOf([] {
    ParseModel(R"({"inputs": [{"name": "wind"}], "bodies": [{"name": "a", "mass": 1}],
      "forces": [{"name": "f", "type": "load", "body": "a",
                  "force": [{"type": "input", "name": "windd"}, 0, 0]}]})");
  });
  EXPECT_NE(message.find("did you mean 'wind'"), std::string::npos) << message;
}

/// A step taken back, and a fresh object, go on with the same bits: jumps, ramps and changed
/// parameters included.
TEST(SteppedSimulation, SavedStatesGoOnWithTheSameBits) {
  for (const Method method : {Method(),
                              Method(FormulationKind::stabilized_index2),
                              Method(FormulationKind::state_space),
                              Method(IntegratorKind::adams),
                              Method(IntegratorKind::automatic),
                              Method(IntegratorKind::explicit_method)}) {
    SCOPED_TRACE(method.name());
    const SimulationOptions options{.integrator = With(method, {.tolerance = 1e-6})};
    const auto go_on = [](SteppedSimulation& host, int from) {
      std::vector<double> seen;
      const InputHandle torque = host.FindInput("torque");
      for (int i = from; i < from + 60; ++i) {
        i % 3 == 0 ? host.Ramp(torque, 0.1 * Signal(i)) : host.Hold(torque, 0.2 * Signal(i));
        if (i == from + 20) host.Set(host.FindParameter("spring.stiffness"), 55);
        host.AdvanceTo((i + 1) * kInterval);
        for (const char* name : {"hinge.angle", "hinge.angle_rate", "hinge.force_y"})
          seen.push_back(host.Get(host.FindOutput(name)));
      }
      return seen;
    };
    DrivenRod first, second;
    SteppedSimulation host(first.model, options);
    (void)go_on(host, 0);
    host.Set(host.FindParameter("rod.mass"), 2.5);
    host.Hold(host.FindInput("torque"), 3);
    const std::string saved = host.Save();
    const std::vector<double> expected = go_on(host, 60);
    host.Load(saved);
    EXPECT_EQ(go_on(host, 60), expected) << "taken back";
    SteppedSimulation fresh(second.model, options);
    fresh.Load(saved);
    EXPECT_EQ(fresh.Get(fresh.FindParameter("rod.mass")), 2.5);
    EXPECT_EQ(fresh.Get(fresh.FindParameter("spring.stiffness")), 55);
    EXPECT_EQ(go_on(fresh, 60), expected) << "a fresh object";
  }
}

TEST(SteppedSimulation, StatesOfAnotherModelAreRefusedByName) {
  DrivenRod rod, heavier;
  SteppedSimulation host(rod.model);
  host.AdvanceTo(kInterval);
  const std::string saved = host.Save();
  heavier.model.AddSpringDamper({.name = "second", .along = heavier.hinge, .stiffness = 1});
  SteppedSimulation other(heavier.model);
  const std::string message = MessageOf([&] { other.Load(saved); });
  EXPECT_NE(message.find("this run has force 'second'"), std::string::npos) << message;
  EXPECT_EQ(other.t(), 0);
  PushedMass mass;
  SteppedSimulation third(mass.model);
  EXPECT_NE(MessageOf([&] { third.Load(saved); }).find("another model"), std::string::npos);
}

// A corner on bushings, and one on ideal joints, over a bump that a host sends.
TEST(SteppedSimulation, CostsAFewStepsOfACornerForEachMillisecond) {
  const std::string models = TRUNNION_SOURCE_DIR "/tests/data/hosting/";
  for (const char* name : {"corner_on_bushings.json", "corner_on_joints.json"}) {
    const ModelFile file = ReadModelFile(models + name);
    SteppedSimulation host(file);
    const InputHandle push = host.FindInput("push"), road = host.FindInput("road");
    const int count = 300;
    for (int i = 1; i <= count; ++i) {
      host.Hold(push, 200 * std::sin(0.7 * i));
      host.Spline(road, 0.02 * (1 - std::cos(0.02 * i)), 0.4 * std::sin(0.02 * i));
      host.AdvanceTo(i * kInterval);
    }
    const Statistics& s = host.simulation().statistics();
    EXPECT_LE(s.steps, 3 * count) << name;
    EXPECT_LE(s.newton_iterations, 30 * count) << name;
  }
}

}  // namespace
}  // namespace trunnion
