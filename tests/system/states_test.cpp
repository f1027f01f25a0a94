// SPDX-License-Identifier: BSD-3-Clause
//
// Forces with states of their own in the engine: closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion {
namespace states_test {

SimulationOptions Options(double tolerance) {
  return {.integrator = {.tolerance = tolerance}, .threads = 1};
}

/// A mass on a slider along x.
struct Slider {
  Model model;
  BodyId mass;
  JointId rail;
  explicit Slider(double speed, double position = 0) {
    mass = model.AddRigidBody({.name = "mass",
                               .mass = 1,
                               .inertia = Mat3::Identity(),
                               .position = {position, 0, 0},
                               .velocity = {speed, 0, 0}});
    const MarkerId wall =
        model.AddMarkerAt({.name = "wall", .body = Model::ground(), .z_axis = {1, 0, 0}});
    const MarkerId at = model.AddMarkerAt(
        {.name = "at", .body = mass, .point = {position, 0, 0}, .z_axis = {1, 0, 0}});
    rail = model.AddJoint({.name = "rail", .type = JointType::prismatic, .a = wall, .b = at});
  }
};

double State(const Simulation& run, ForceId force, int i = 0) {
  const System& system = run.system();
  return run.v()[system.state_component(
      system.parts().forces[static_cast<std::size_t>(force.index())], i)];
}

/// T'' + (k/d) T' + (k/m) T = 0 from T = 0, T' = k u₀.
TEST(Maxwell, MassOnASeriesOfSpringAndDashpot) {
  const double k = 40, d = 8, u0 = 0.7, t = 1.3, damping = k / d / 2;
  const double w = std::sqrt(k - damping * damping);
  Slider slider(u0);
  const ForceId element = slider.model.AddMaxwell(
      {.name = "mount", .along = slider.rail, .stiffness = k, .damping = d});
  const System system = slider.model.Compile();
  EXPECT_EQ(system.DescribeComponent(6), "force 'mount', state 'tension'");
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    Simulation run(system, Options(tolerance));
    EXPECT_EQ(run.degrees_of_freedom(), 1);
    run.advance_to(t);
    const double T = k * u0 / w * std::exp(-damping * t) * std::sin(w * t);
    EXPECT_NEAR(State(run, element), T, 100 * tolerance * k);
    const double T_dot =
        k * u0 * std::exp(-damping * t) * (std::cos(w * t) - damping / w * std::sin(w * t));
    EXPECT_NEAR(run.body(1).v.x(), T_dot / k + T / d, 100 * tolerance);
  }
}

/// Held after a quick pull, the tension relaxes with the time d/k.
TEST(Maxwell, RelaxesWhileTheElongationIsHeld) {
  const double k = 100, d = 25;
  Slider slider(0);
  slider.model.AddMotion({.name = "pull", .along = slider.rail, .law = [](double t) {
                            return t < 1 ? MotionValue{0.1 * t, 0.1, 0} : MotionValue{0.1, 0, 0};
                          }});
  const ForceId element = slider.model.AddMaxwell(
      {.name = "mount", .along = slider.rail, .stiffness = k, .damping = d});
  const System system = slider.model.Compile();
  SimulationOptions options = Options(1e-7);
  Simulation run(system, options);
  run.advance_to(0.9);
  EXPECT_NEAR(State(run, element), 0.1 * d * (1 - std::exp(-0.9 * k / d)), 1e-4);
}

/// First-order actuator: force s with T s' = u(t) − s, u = 2 from t = 0 on, on a free mass.
struct Actuator {
  static constexpr int kStates = 1;
  double T = 0.5;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>&,
                  const Eigen::Matrix<S, 1, 1>& s,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f,
                  Eigen::Matrix<S, 1, 1>& rate) const {
    f[0][0] = s[0];
    rate[0] = (2.0 - s[0]) / T;
  }
};

TEST(UserStateForce, FirstOrderActuatorPushesAMass) {
  const double T = 0.5, t = 2;
  Slider slider(0);
  const ForceId force = slider.model.AddUserStateForce<Actuator>(
      "push", std::array{slider.mass}, {{.name = "force", .unit = "N"}});
  const System system = slider.model.Compile();
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    Simulation run(system, Options(tolerance));
    run.advance_to(t);
    const double lag = std::exp(-t / T);
    EXPECT_NEAR(State(run, force), 2 * (1 - lag), 100 * tolerance);
    EXPECT_NEAR(run.body(1).r.x(), t * t - 2 * T * t + 2 * T * T * (1 - lag), 100 * tolerance);
  }
}

/// The force −c x − s of a state that follows s' = (b x − s)/T, or s' = 1 without T.
struct Follower {
  static constexpr int kStates = 1;
  double c = 0, b = 0, T = 0;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  const Eigen::Matrix<S, 1, 1>& s,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f,
                  Eigen::Matrix<S, 1, 1>& rate) const {
    f[0][0] = -c * bodies[0].r.x() - s[0];
    rate[0] = T > 0 ? S((b * bodies[0].r.x() - s[0]) / T) : S(1.0);
  }
};

/// States are where they rest; the run goes on from there without moving.
TEST(UserStateForce, StaticEquilibriumHasStatesAtRest) {
  Slider slider(0);
  const ForceId push = slider.model.AddUserStateForce<Actuator>(
      "push", std::array{slider.mass}, {{.name = "force", .unit = "N"}});
  const ForceId follow = slider.model.AddUserStateForce(
      "follow", std::array{slider.mass}, {{.name = "s"}}, Follower{.c = 10, .b = 4, .T = 0.1});
  slider.model.AddMaxwell({.name = "maxwell", .along = slider.rail, .stiffness = 50, .damping = 3});
  Simulation run(slider.model.Compile(), Options(1e-6));
  const StaticReport report = SolveStatics(run);
  EXPECT_TRUE(report.converged);
  const double x = 2.0 / 14;  // 2 = (c + b) x, and the Maxwell element relaxes
  EXPECT_NEAR(run.body(1).r.x(), x, 1e-8);
  EXPECT_NEAR(State(run, push), 2, 1e-8);
  EXPECT_NEAR(State(run, follow), 4 * x, 1e-8);
  run.advance_to(3);
  EXPECT_NEAR(run.body(1).r.x(), x, 1e-7);
}

TEST(UserStateForce, StaticsTellsOfAStateThatDoesNotRest) {
  Slider slider(0);
  slider.model.AddUserStateForce(
      "clock", std::array{slider.mass}, {{.name = "s"}}, Follower{.c = 1});
  Simulation run(slider.model.Compile(), Options(1e-6));
  const std::string message = MessageOf([&] { SolveStatics(run); });
  EXPECT_NE(message.find("state 's'"), std::string::npos) << message;
  EXPECT_NE(message.find("does not come to rest"), std::string::npos) << message;
}

/// The same, with what it tells results of itself.
struct ToldActuator : Actuator {
  double Energy(double, const std::array<BodyState, 1>& bodies) const {
    return 3 * bodies[0].r.x();
  }
  ElementDescription Describe() const {
    return {.type = "actuator", .columns = {{"push", "N", "force"}, {"place", "m", "of the mass"}}};
  }
  void WriteReport(double,
                   const std::array<BodyState, 1>& bodies,
                   const Eigen::Matrix<double, 1, 1>& s,
                   std::span<double> out) const {
    out[0] = s[0];
    out[1] = bodies[0].r.x();
  }
};

TEST(UserStateForce, TellsResultsOfItself) {
  Slider slider(0);
  const ForceId force = slider.model.AddUserStateForce<ToldActuator>(
      "push", std::array{slider.mass}, {{.name = "force", .unit = "N"}});
  const System system = slider.model.Compile();
  EXPECT_EQ(DescribeForce(system, force).type, "actuator");
  Simulation run(system, Options(1e-6));
  run.advance_to(1);
  EXPECT_EQ(run.report(force, "push"), State(run, force));
  EXPECT_GT(run.report(force, "place"), 0.1);
  EXPECT_EQ(run.report(force, "place"), run.body(1).r.x());
  EXPECT_EQ(run.potential_energy(), 3 * run.body(1).r.x());
}

/// Springs k₁, k₂ in series; the massless node between them at z: 0 = −k₁ z + k₂ (x − z).
struct SeriesSprings {
  static constexpr int kStates = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  const Eigen::Matrix<S, 1, 1>& z,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f,
                  Eigen::Matrix<S, 1, 1>& residual) const {
    const S pull = 60.0 * (bodies[0].r[0] - z[0]);
    f[0][0] = -pull;
    residual[0] = pull - 30.0 * z[0];
  }
};

TEST(UserStateForce, AlgebraicNodeBetweenTwoSpringsActsAsOneSpring) {
  const double w = std::sqrt(20.0), t = 2;
  Slider slider(0, 0.1);
  const ForceId force = slider.model.AddUserStateForce<SeriesSprings>(
      "springs",
      std::array{slider.mass},
      {{.name = "node", .initial = 5, .algebraic = true, .unit = "m"}});
  const System system = slider.model.Compile();
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    Simulation run(system, Options(tolerance));
    EXPECT_NEAR(State(run, force), 0.1 * 60 / 90, 1e-14);  // consistent from the start
    EXPECT_NEAR(run.v_dot()[0], -20 * 0.1, 1e-12);
    run.advance_to(t);
    EXPECT_NEAR(run.body(1).r.x(), 0.1 * std::cos(w * t), 100 * tolerance);
    EXPECT_NEAR(State(run, force), run.body(1).r.x() * 60 / 90, 100 * tolerance);
  }
}

TEST(UserStateForce, IsTheSameInParallelAndInSerial) {
  Model model;
  for (int i = 0; i < 200; ++i) {
    const BodyId body = model.AddRigidBody(
        {.mass = 1, .inertia = Mat3::Identity(), .position = {0.1 + 0.01 * i, 0, 0}});
    model.AddUserStateForce<SeriesSprings>(
        "", std::array{body}, {{.name = "node", .algebraic = true}});
    model.AddUserStateForce<Actuator>("", std::array{body}, {{.name = "force"}});
  }
  const System system = model.Compile();
  SimulationOptions serial = Options(1e-5), parallel = Options(1e-5);
  serial.serial = true;
  parallel.threads = 2;
  Simulation a(system, serial), b(system, parallel);
  a.advance_to(0.1);
  b.advance_to(0.1);
  EXPECT_EQ(a.v(), b.v());
  EXPECT_EQ(a.q(), b.q());
}

TEST(UserStateForce, IsRecordedAndReported) {
  Slider slider(0.7);
  slider.model.AddMaxwell({.name = "mount", .along = slider.rail, .stiffness = 40, .damping = 8});
  const System system = slider.model.Compile();
  Simulation run(system, Options(1e-6));
  const Results results = trunnion::Run(run, 0.5, 0.1);
  bool found = false;
  for (const auto& table : results.tables)
    for (const auto& column : table.columns) found = found || column.name == "mount.tension";
  EXPECT_TRUE(found);
  EXPECT_THROW(LinearizeModel(run), ModelError);
}

TEST(ModelFile, ReadsAMaxwellElementAndItsState) {
  const ModelFile file = ParseModel(R"({
    "bodies": [{"name": "m", "mass": 1, "inertia": [1, 1, 1], "velocity": [0.7, 0, 0]}],
    "joints": [{"name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "m",
                "point": [0, 0, 0], "axis": [1, 0, 0]}],
    "forces": [{"name": "mount", "type": "maxwell", "along": "rail", "stiffness": 40,
                "damping": 8}],
    "outputs": [{"name": "T", "type": "state", "force": "mount", "state": "tension"}]
  })",
                                    "test");
  const System system = file.model.Compile();
  Simulation run(system, Options(1e-8));
  run.advance_to(0.3);
  const double w = std::sqrt(40 - 2.5 * 2.5);
  EXPECT_NEAR(file.signals.at(0).evaluate(run),
              40 * 0.7 / w * std::exp(-2.5 * 0.3) * std::sin(w * 0.3),
              1e-4);
  EXPECT_EQ(file.signals.at(0).unit, "N");
}

}  // namespace states_test
}  // namespace trunnion
