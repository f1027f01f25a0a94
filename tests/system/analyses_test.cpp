// SPDX-License-Identifier: BSD-3-Clause
// Analyses of models against closed forms.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/measures.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "solvers/analysis/linearization.hpp"
#include "solvers/consistency/initial_conditions.hpp"

namespace trunnion {
namespace analyses_test {

using std::numbers::pi;

/// Modes without the ones at zero, by |s|.
std::vector<std::complex<double>> Oscillations(const std::vector<Mode>& modes) {
  std::vector<std::complex<double>> list;
  for (const Mode& mode : modes)
    if (std::abs(mode.eigenvalue) > 1e-3) list.push_back(mode.eigenvalue);
  return list;
}

TEST(Statics, BodyOnABushingSettlesAndVibratesAsALeverDoes) {
  constexpr double m = 3, I = 0.2, c = 0.4, k = 2e5, k_r = 900;
  Model model;
  const BodyId body = model.AddRigidBody(
      {.name = "lever", .mass = m, .com = {c, 0, 0}, .inertia = I * Mat3::Identity()});
  BushingParameters p;
  p.stiffness.diagonal() << k, k, k, k_r, k_r, k_r;
  p.damping = 1e-4 * p.stiffness;
  const MarkerId a = model.AddMarker({.body = Model::ground()}),
                 b = model.AddMarker({.body = body});
  model.AddBushing({.name = "rubber", .a = a, .b = b, .parameters = p});
  model.AddAppliedLoad({.name = "tip", .body = body, .point = {c, 0, 0}, .force = {{0, 0, -1e-4}}});
  const System system = model.Compile();
  Simulation simulation(system);
  const StaticReport report = SolveStatics(simulation);
  EXPECT_EQ(report.relaxation_steps, 0);
  // So small a force that the lever stays straight: u = F/k, θ_y = F c/k_r (nose down).
  EXPECT_NEAR(simulation.body(1).r.z(), -1e-4 * (1 / k + c * c / k_r), 1e-13);
  EXPECT_EQ(simulation.v().norm(), 0);

  // (u, θ): M = [m, −m c; −m c, I + m c²], K = diag(k, k_r), in the plane x-z and in x-y.
  const auto modes = CalcModes(simulation, {.damping = false});
  ASSERT_EQ(modes.size(), 6u);
  const double A = m * I, B = -(k * (I + m * c * c) + k_r * m), C = k * k_r;
  const double root = std::sqrt(B * B - 4 * A * C);
  std::vector<double> exact{std::sqrt((-B - root) / (2 * A)),
                            std::sqrt((-B + root) / (2 * A)),
                            std::sqrt(k / m),
                            std::sqrt(k_r / I)};
  exact.push_back(exact[0]), exact.push_back(exact[1]);
  std::sort(exact.begin(), exact.end());
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(modes[i].frequency * 2 * pi, exact[i], 1e-6 * exact[i]);
  // Damping proportional to the stiffness: ζ = τ ω/2.
  for (const Mode& mode : CalcModes(simulation))
    EXPECT_NEAR(mode.damping_ratio, 0.5e-4 * 2 * pi * mode.frequency, 1e-8);
}

TEST(Statics, FreeSpinIsNoObstacleAndReactionsAreThoseOfWeight) {
  Model model;
  model.set_gravity({0, 0, -10});
  const BodyId wheel =
      model.AddRigidBody({.name = "wheel",
                          .mass = 4,
                          .inertia = Mat3::Identity(),
                          .position = {0, 0, 0.3},
                          .orientation = Mat3(Eigen::AngleAxisd(0.7, Vec3::UnitY()))});
  const BodyId hub = model.AddRigidBody(
      {.name = "hub", .mass = 1, .inertia = Mat3::Identity(), .position = {0, 0, 0.3}});
  const JointId axle = model.AddJointAt(
      {.name = "axle", .body_a = hub, .body_b = wheel, .point = {0, 0, 0.3}, .axis = {0, 1, 0}});
  const JointId guide = model.AddJointAt({.name = "guide",
                                          .type = JointType::prismatic,
                                          .body_a = Model::ground(),
                                          .body_b = hub,
                                          .point = {0, 0, 0},
                                          .axis = {0, 0, 1}});
  const MarkerId road = model.AddMarker({.body = Model::ground()});
  const MarkerId disc =
      model.AddMarkerAt({.body = wheel, .point = {0, 0, 0.3}, .z_axis = {0, 1, 0}});
  model.AddSpringDamper({.name = "tyre",
                         .along = DiscHeight(road, disc, 0.3),
                         .stiffness = 1000,
                         .free_length = 0.0});
  (void)guide;
  const System system = model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  EXPECT_NEAR(simulation.body(wheel.index()).r.z(), 0.3 - 50.0 / 1000, 1e-10);
  const Reaction r = simulation.reaction(axle);
  EXPECT_LT((r.force - Vec3(0, 0, -10)).norm(), 1e-8);  // the hub's weight rests on the wheel
  EXPECT_NEAR(simulation.body(wheel.index()).R(0, 0), std::cos(0.7), 1e-9);  // did not turn
}

/// A rod on a hinge about y, hanging or, with `up`, standing; a torsion spring at the hinge.
struct Pendulum {
  static constexpr double m = 2, l = 0.6, I = 0.1, g = 9.81, J = I + m * l * l;
  Model model;
  JointId hinge;
  ForceId motor;
  Pendulum(double k, bool up) {
    model.set_gravity({0, 0, -g});
    const BodyId rod = model.AddRigidBody(
        {.name = "rod", .mass = m, .com = {0, 0, up ? l : -l}, .inertia = I * Mat3::Identity()});
    hinge = model.AddJointAt(
        {.name = "hinge", .body_a = Model::ground(), .body_b = rod, .axis = {0, 1, 0}});
    model.AddSpringDamper({.name = "torsion", .along = hinge, .stiffness = k});
    motor = model.AddMotor(
        {.name = "motor", .along = hinge, .law = MakeForceOverTime(MakeConstant(0))});
  }
};

TEST(Eigenmodes, GeometricStiffnessMakesAStandingRodBuckle) {
  constexpr double w = Pendulum::m * Pendulum::g * Pendulum::l;
  for (double k : {2 * w, 0.5 * w}) {
    const Pendulum p(k, true);
    const System system = p.model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    const auto modes = CalcModes(simulation);
    const double square = (k - w) / Pendulum::J;
    if (square > 0) {
      ASSERT_EQ(modes.size(), 1u);
      EXPECT_NEAR(modes[0].eigenvalue.imag(), std::sqrt(square), 1e-9);
      EXPECT_NEAR(modes[0].frequency, std::sqrt(square) / (2 * pi), 1e-9);
    } else {  // buckled: one growing, one decaying exponential
      ASSERT_EQ(modes.size(), 2u);
      EXPECT_NEAR(std::abs(modes[0].eigenvalue.real()), std::sqrt(-square), 1e-9);
      EXPECT_NEAR(modes[0].eigenvalue.real() + modes[1].eigenvalue.real(), 0, 1e-9);
    }
  }
}

TEST(Linearization, TransferFunctionsArePhysical) {
  const Pendulum p(3, false);
  const System system = p.model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  const auto angle = [](const Simulation& s) { return s.coordinate(JointId(0)); };
  const auto force_x = [](const Simulation& s) { return s.reaction(JointId(0)).force.x(); };
  const auto acceleration = [](const Simulation& s) {
    return CalcFrameMotion(s, BodyId(1), {}, true).alpha.y();
  };
  const LinearModel linear = LinearizeModel(
      simulation,
      {.inputs = {p.motor},
       .outputs = {
           {"angle", "rad", angle}, {"force", "N", force_x}, {"alpha", "rad/s^2", acceleration}}});
  ASSERT_EQ(linear.states.size(), 2u);
  ASSERT_EQ(linear.inputs.size(), 1u);
  EXPECT_EQ(linear.inputs[0].name, "motor.torque");
  EXPECT_EQ(linear.outputs[1].unit, "N");
  const std::complex<double> s(2, 3);
  const Eigen::MatrixXcd sI_A =
      s * Eigen::MatrixXcd::Identity(2, 2) - linear.A.cast<std::complex<double>>();
  const Eigen::MatrixXcd H =
      linear.C * sI_A.partialPivLu().solve(linear.B.cast<std::complex<double>>().eval()) + linear.D;
  const std::complex<double> exact =
      1.0 / (Pendulum::J * s * s + Pendulum::m * Pendulum::g * Pendulum::l + 3.0);
  EXPECT_LT(std::abs(H(0, 0) - exact), 1e-9);
  EXPECT_LT(std::abs(H(1, 0) + Pendulum::m * Pendulum::l * s * s * exact), 1e-8);
  EXPECT_LT(std::abs(H(2, 0) - s * s * exact), 1e-8);
  EXPECT_LT(linear.output_error, 1e-6);
  EXPECT_NEAR(angle(simulation), 0, 1e-9);  // the state is shown as before
}

/// A symmetric top on a ball joint at the origin; R its orientation, w its angular velocity (body).
struct Top {
  static constexpr double m = 1.5, l = 0.2, I3 = 0.04, I1 = 0.09, g = 9.81;  // I about the pivot
  Model model;
  Top(const Mat3& R, const Vec3& w) {
    model.set_gravity({0, 0, -g});
    const BodyId body =
        model.AddRigidBody({.name = "top",
                            .mass = m,
                            .com = {0, 0, l},
                            .inertia = Vec3(I1 - m * l * l, I1 - m * l * l, I3).asDiagonal(),
                            .orientation = R,
                            .angular_velocity_body = w});
    const MarkerId a = model.AddMarker({.body = Model::ground()}),
                   b = model.AddMarker({.body = body});
    model.AddJoint({.name = "pivot", .type = JointType::ball, .a = a, .b = b});
  }
};

TEST(Eigenmodes, SleepingTopPrecessesAndNutatesInWorldAxes) {
  for (double spin : {60.0, 10.0}) {  // stable, and too slow to sleep
    const Top top(Mat3::Identity(), {0, 0, spin});
    const System system = top.model.Compile();
    Simulation simulation(system);
    const auto found = Oscillations(CalcModes(simulation, {.axes = IncrementAxes::world}));
    // I1 s² − i I3 ω s − m g l = 0 for the complex tilt, and the conjugates.
    const std::complex<double> p(0, Top::I3 * spin);
    const std::complex<double> root = std::sqrt(p * p + 4 * Top::I1 * Top::m * Top::g * Top::l);
    ASSERT_EQ(found.size(), 2u);
    for (const auto& s : found) {
      const double nearest = std::min(
          {std::abs(s - (p + root) / (2 * Top::I1)), std::abs(s - (p - root) / (2 * Top::I1))});
      EXPECT_LT(nearest, 1e-7) << s;
    }
  }
}

TEST(Eigenmodes, SteadyPrecessionNutatesInBodyAxes) {
  // The body turns as a whole about the vertical, hanging out at an angle β from straight down:
  // (I1 − I3) Ω² cos β = m g l.
  constexpr double beta = 0.8;
  const double Omega = std::sqrt(Top::m * Top::g * Top::l / ((Top::I1 - Top::I3) * std::cos(beta)));
  const double theta = pi - beta;  // of the axis against the upward vertical
  const Mat3 R = Eigen::AngleAxisd(theta, Vec3::UnitY()).toRotationMatrix();
  const Top top(R, R.transpose() * Vec3(0, 0, Omega));
  const System system = top.model.Compile();
  Simulation simulation(system);
  EXPECT_LT((simulation.v_dot().tail<3>()).norm(), 1e-9);  // steady
  // V(θ) = (p_ψ − p_φ cos θ)²/(2 I1 sin²θ) + m g l cos θ with both momenta constant; ω² = V''/I1.
  const double p_spin = Top::I3 * Omega * std::cos(theta);
  const double p_vertical =
      Top::I1 * Omega * std::sin(theta) * std::sin(theta) + p_spin * std::cos(theta);
  const auto V = [&](double x) {
    const double n = p_vertical - p_spin * std::cos(x);
    return n * n / (2 * Top::I1 * std::sin(x) * std::sin(x)) +
           Top::m * Top::g * Top::l * std::cos(x);
  };
  const double h = 1e-3;
  const double slope2 = (-V(theta + 2 * h) + 16 * V(theta + h) - 30 * V(theta) + 16 * V(theta - h) -
                         V(theta - 2 * h)) /
                        (12 * h * h);
  const auto found = CalcModes(simulation, {.axes = IncrementAxes::body});
  // Cyclic coordinates give zeros, defective ones: they are zero to the root of rounding only.
  double nearest = 1;
  for (const Mode& mode : found)
    nearest = std::min(
        nearest, std::abs(mode.eigenvalue - std::complex<double>(0, std::sqrt(slope2 / Top::I1))));
  EXPECT_LT(nearest, 1e-6);
}

TEST(Linearization, PredictsTheNeighbouringMotion) {
  // A spinning double pendulum far from equilibrium: rates of increments, in the axes of the
  // system.
  Model model;
  model.set_gravity({0, 0, -9.81});
  BodyId last = Model::ground();
  for (int i = 0; i < 2; ++i) {
    const BodyId body = model.AddRigidBody({.name = i ? "b" : "a",
                                            .mass = 1.0 + i,
                                            .com = {0, 0.1, -0.5},
                                            .inertia = Vec3(0.1, 0.15, 0.2).asDiagonal(),
                                            .position = {0, 0, -1.0 * i},
                                            .angular_velocity = {1.0 - i, 2.0, 3.0 + i}});
    model.AddJointAt({.type = i ? JointType::universal : JointType::ball,
                      .body_a = last,
                      .body_b = body,
                      .point = {0, 0, -1.0 * i},
                      .axis = {0, 0, 1},
                      .axis_b = i ? std::optional<Vec3>(Vec3(1, 0, 0)) : std::nullopt});
    last = body;
  }
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  Simulation simulation(system);
  OperatingPoint at{.q = simulation.q(),
                    .v = simulation.v(),
                    .v_dot = simulation.v_dot(),
                    .lambda = simulation.lambda(),
                    .active = ActiveRows(system.num_constraints())};
  const Linearization linear = Linearize(evaluator, at, MatrixXd(12, 0));
  const auto f = static_cast<Eigen::Index>(linear.independent.size());
  ASSERT_EQ(f, 5);
  const auto independent = [&](const VectorXd& x) { return VectorXd(x(linear.independent)); };
  // Rates of (y, z) of the neighbour that starts h along column j, by differences in time.
  const auto rates = [&](Eigen::Index j, double h) {
    VectorXd q, v = at.v + h * linear.dv.col(j);
    evaluator.Retract(at.q, h * linear.dq.col(j), q);
    AssemblyOptions keep{.tolerance = 1e-14, .frozen = std::vector<bool>(12, false)};
    EXPECT_TRUE(AssemblePositions(evaluator, 0, keep, q).converged);
    EXPECT_TRUE(AssembleVelocities(evaluator, 0, q, keep, v).converged);
    VectorXd v_dot, lambda;
    EXPECT_TRUE(SolveAccelerations(evaluator, 0, q, v, at.active, v_dot, lambda));
    const double dt = 1e-5;
    VectorXd x[2], q0, q1;
    for (int i = 0; i < 2; ++i) {
      const double t = i ? dt : -dt;
      evaluator.Retract(at.q, t * at.v + t * t / 2 * at.v_dot, q0);
      evaluator.Retract(q, t * v + t * t / 2 * v_dot, q1);
      evaluator.Difference(q0, q1, x[i]);
    }
    VectorXd out(2 * f);
    out << independent((x[1] - x[0]) / (2 * dt)), independent(v_dot);
    return out;
  };
  for (Eigen::Index j = 0; j < 2 * f; ++j) {
    const double h = 1e-3;
    const VectorXd wide = (rates(j, h) - rates(j, -h)) / (2 * h);
    const VectorXd narrow = (rates(j, h / 2) - rates(j, -h / 2)) / h;
    const VectorXd difference = (4 * narrow - wide) / 3;
    EXPECT_LT((difference - linear.A.col(j)).norm(), 1e-5 * (1 + linear.A.norm())) << j;
  }
}

TEST(QuasiStatics, HangingRodFollowsASidewaysPull) {
  Model model;
  model.set_gravity({0, 0, -10});
  const BodyId rod = model.AddRigidBody(
      {.name = "rod", .mass = 2, .com = {0, 0, -1}, .inertia = Mat3::Identity()});
  model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = rod, .axis = {0, 1, 0}});
  model.AddAppliedLoad(
      {.name = "pull", .body = rod, .point = {0, 0, -2}, .force = {.law = [](double t) {
                                                           return Vec3(t, 0, 0);
                                                         }}});
  const System system = model.Compile();
  Simulation simulation(system);
  Recorder recorder(system);
  AdvanceStatics(simulation, recorder, 30, 3);
  const Results results = recorder.TakeResults(simulation);
  const VectorXd angle = results.column("hinge.angle"), force = results.column("hinge.force_x");
  for (Eigen::Index i = 0; i < angle.size(); ++i) {
    const double F = results.time[i];
    EXPECT_NEAR(angle[i], -std::atan(2 * F / 20), 1e-9);
    EXPECT_NEAR(force[i], -F, 1e-8);
    EXPECT_EQ(results.column("rod.vx")[i], 0);
  }
  simulation.advance_to(30.5);  // dynamics goes on from there
  EXPECT_LT(simulation.v().norm(), 1.0);
}

}  // namespace analyses_test
}  // namespace trunnion
