// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <string>

#include "engine/core/rotation.hpp"
#include "engine/simulation/initial_state.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "examples/models/reference_problems.hpp"
#include "solvers/consistency/initial_conditions.hpp"

/// Models that are not drawn as their joints want them: assembled with the smallest change, or
/// refused by name; redundant constraints.
namespace trunnion {
namespace assembly_test {

/// The message of the Error that f throws; empty if it throws none.
template <class F>
std::string MessageOf(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
void ExpectMessage(const std::string& message, std::initializer_list<const char*> parts) {
  for (const char* part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' not in: " << message;
  }
}
std::string RefusalOf(const Model& model, SimulationOptions options = {}) {
  return MessageOf([&] {
    const System system = model.Compile();
    const Simulation run(system, options);
  });
}

/// An assembled System with what is needed to judge the assembly.
struct Assembled {
  const System& system;
  SystemEvaluator evaluator;
  VectorXd drawn, q;
  Residuals r;

  explicit Assembled(const System& s) : system(s), evaluator(s, false) {
    VectorXd v;
    system.GetInitialState(drawn, v);
    q = AssembleInitialState(evaluator, 0, true).q;
    DynamicsMatrices m;
    evaluator.InitializePatterns(r, m);
    Evaluate(q);
  }
  void Evaluate(const VectorXd& at) {
    const VectorXd zero = VectorXd::Zero(system.num_velocities());
    evaluator.CalcResiduals(0, at, zero, zero, r);
  }
  VectorXd ChangeTo(const VectorXd& at) const {
    VectorXd x;
    evaluator.Difference(drawn, at, x);
    return x;
  }
  double Distance(const VectorXd& at) const {
    const VectorXd x = ChangeTo(at);
    return std::sqrt(x.dot(system.metric().cwiseProduct(x)));
  }
};

/// The change x from the drawn pose is least on {g = 0} in the metric W: W x lies in the range of
/// Gᵀ at the result (rows of bodies that may not move left out), and every neighbour on the
/// manifold is farther away.
void ExpectSmallestChange(const Model& model, double least_change) {
  const System system = model.Compile();
  Assembled a(system);
  EXPECT_LT(a.r.g.cwiseAbs().maxCoeff(), 1e-10);
  const double distance = a.Distance(a.q);
  EXPECT_GT(distance, least_change);

  std::vector<int> free;
  for (int i = 0; i < system.num_velocities(); ++i) {
    if (!system.body(system.FindBodyOfComponent(i)).fixed_in_assembly) free.push_back(i);
  }
  const VectorXd all = system.metric().cwiseProduct(a.ChangeTo(a.q));
  const MatrixXd GT = MatrixXd(a.r.GT)(free, Eigen::all);
  const VectorXd gradient = all(free);
  const VectorXd kappa = GT.completeOrthogonalDecomposition().solve(gradient);
  EXPECT_LT((GT * kappa - gradient).norm(), 1e-6 * gradient.norm());

  // Neighbours: along ker G, back onto the manifold.
  const MatrixXd kernel = Eigen::FullPivLU<MatrixXd>(GT.transpose()).kernel();
  ASSERT_GE(kernel.cols(), 1);
  AssemblyOptions options;
  options.frozen.assign(static_cast<std::size_t>(system.num_velocities()), true);
  for (const int i : free) options.frozen[static_cast<std::size_t>(i)] = false;
  for (int k = 0; k < kernel.cols(); ++k) {
    for (const double size : {-0.05, -0.01, 0.01, 0.05}) {
      VectorXd step = VectorXd::Zero(system.num_velocities());
      step(free) = size * kernel.col(k).normalized();
      VectorXd other;
      a.evaluator.Retract(a.q, step, other);
      ASSERT_TRUE(AssemblePositions(a.evaluator, 0, options, other).converged);
      EXPECT_GE(a.Distance(other), distance * (1 - 1e-9));
    }
  }
}

struct FourBarLengths {
  double ground = 2, crank = 0.8, coupler = 1.9, rocker = 1.4;
};

/// A planar four-bar; bars as drawn by their start and direction, joints by markers at their ends,
/// so that the lengths are those asked for wherever the bars are drawn.
Model MakeFourBar(const FourBarLengths& length, double off, bool redundant, bool fix_crank) {
  Model model;
  model.set_gravity({0, -9.81, 0});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> pick(-off, off);
  const auto bar = [&](const char* name, double l, const Vec3& start, double angle, bool fixed) {
    const Vec3 shift = fixed ? Vec3(0, 0, 0) : Vec3(pick(random), pick(random), pick(random)) * l;
    const Vec3 turn = fixed ? Vec3(0, 0, 0) : Vec3(pick(random), pick(random), pick(random));
    return model.AddRigidBody({.name = name,
                               .mass = l,
                               .com = {l / 2, 0, 0},
                               .inertia = Vec3(1e-3, l * l * l / 12, l * l * l / 12).asDiagonal(),
                               .position = start + shift,
                               .orientation = RotationExp({0, 0, angle}) * RotationExp(turn),
                               .fixed_in_assembly = fixed});
  };
  const auto hinge = [&](const char* name, MarkerId a, MarkerId b, JointType type) {
    model.AddJoint({.name = name, .type = type, .a = a, .b = b});
  };
  const auto end = [&](BodyId body, double x) {
    return model.AddMarker({.body = body, .position = {x, 0, 0}});
  };
  // Exact pose: crank at 70 degrees, the circle of the rocker cut with that of the coupler.
  const double angle = 1.2;
  const Vec3 A(length.crank * std::cos(angle), length.crank * std::sin(angle), 0),
      D(length.ground, 0, 0), AD = D - A;
  const double d = AD.norm(),
               x = (d * d + length.coupler * length.coupler - length.rocker * length.rocker) /
                   (2 * d);
  const double height = std::sqrt(std::max(0.0, length.coupler * length.coupler - x * x));
  const Vec3 B = A + AD / d * x + Vec3(-AD.y(), AD.x(), 0) / d * height;
  const auto direction = [](const Vec3& v) { return std::atan2(v.y(), v.x()); };
  const BodyId crank = bar("crank", length.crank, {0, 0, 0}, angle, fix_crank),
               coupler = bar("coupler", length.coupler, A, direction(B - A), false),
               rocker = bar("rocker", length.rocker, D, direction(B - D), false);
  hinge("O", end(model.ground(), 0), end(crank, 0), JointType::revolute);
  hinge("A", end(crank, length.crank), end(coupler, 0), JointType::revolute);
  hinge("D", end(model.ground(), length.ground), end(rocker, 0), JointType::revolute);
  hinge("B",
        end(rocker, length.rocker),
        end(coupler, length.coupler),
        redundant ? JointType::revolute : JointType::point_on_line);
  return model;
}

TEST(Assembly, FourBarDrawnTenPercentOff) {
  ExpectSmallestChange(MakeFourBar({}, 0.1, true, false), 0.05);
}

TEST(Assembly, BodiesDeclaredFixedStayBitForBit) {
  const Model model = MakeFourBar({}, 0.1, true, true);
  ExpectSmallestChange(model, 0.05);
  const System system = model.Compile();
  const Simulation run(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  const BodyState drawn = system.GetBodyState(1, q, v), now = run.body(1);
  EXPECT_EQ(drawn.r, now.r);
  EXPECT_EQ(drawn.R, now.R);
}

/// A double-wishbone corner with ideal joints on a chassis that stays; HMMWV front hardpoints.
struct Corner {
  Model model;
  BodyId chassis, upright;
};
Corner MakeCorner() {
  Corner c;
  Model& m = c.model;
  const auto body = [&](const char* name, double mass, double inertia, const Vec3& p) {
    return m.AddRigidBody(
        {.name = name, .mass = mass, .inertia = inertia * Mat3::Identity(), .position = p});
  };
  c.chassis = m.AddRigidBody({.name = "chassis",
                              .mass = 500,
                              .inertia = 100 * Mat3::Identity(),
                              .position = {0.1, 0, 0.2},
                              .orientation = RotationExp({0.02, 0.1, 0.3}),
                              .fixed_in_assembly = true});
  const BodyId upper = body("upper arm", 5.8, 0.04, {-0.106, 0.589, 0.218}),
               lower = body("lower arm", 24, 0.5, {0, 0.547, -0.059});
  c.upright = body("upright", 20, 0.2, {-0.040, 0.751, -0.026});
  const auto arm = [&](const char* name, BodyId b, const Vec3& front, const Vec3& back) {
    m.AddJointAt({.name = name,
                  .body_a = c.chassis,
                  .body_b = b,
                  .point = 0.5 * (front + back),
                  .axis = back - front});
  };
  arm("upper hinge", upper, {-0.048, 0.446, 0.245}, {-0.268, 0.478, 0.196});
  arm("lower hinge", lower, {0.223, 0.307, 0}, {-0.223, 0.307, 0});
  const auto ball = [&](const char* name, BodyId b, const Vec3& p) {
    m.AddJointAt(
        {.name = name, .type = JointType::ball, .body_a = b, .body_b = c.upright, .point = p});
  };
  ball("upper ball", upper, {-0.053, 0.716, 0.215});
  ball("lower ball", lower, {-0.036, 0.787, -0.118});
  m.AddJointAt({.name = "tie rod",
                .type = JointType::distance,
                .body_a = c.chassis,
                .body_b = c.upright,
                .point = {-0.250, 0.448, 0.054},
                .point_b = Vec3(-0.176, 0.821, -0.016)});
  return c;
}

TEST(Assembly, SuspensionWithTheUprightTurnedByTwentyDegrees) {
  for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(0.6, 0, -0.8)}) {
    Corner c = MakeCorner();
    RigidBody turned = c.model.body(c.upright);
    turned.orientation = RotationExp(axis * (20 * std::numbers::pi / 180));
    c.model.ReplaceRigidBody(c.upright, turned);
    ExpectSmallestChange(c.model, 0.01);
    const System system = c.model.Compile();
    const Simulation run(system);
    VectorXd q, v;
    system.GetInitialState(q, v);
    const BodyIndex chassis = c.chassis.index();
    EXPECT_EQ(system.GetBodyState(chassis, q, v).r, run.body(chassis).r);
    EXPECT_LE((system.GetBodyState(chassis, q, v).R - run.body(chassis).R).cwiseAbs().maxCoeff(),
              1e-15);
    EXPECT_EQ(run.degrees_of_freedom(), 6 + 1);
  }
}

TEST(Assembly, BarTooShortToCloseIsRefusedByName) {
  const std::string message = RefusalOf(MakeFourBar({.ground = 3, .coupler = 0.4}, 0, true, false));
  ExpectMessage(message, {"cannot be assembled", "joint '"});
  EXPECT_TRUE(message.find("'A'") != std::string::npos || message.find("'B'") != std::string::npos)
      << message;
}

TEST(Assembly, FixedBodiesThatDoNotFitAreRefusedByName) {
  Model model;
  const auto body = [&](const Vec3& p) {
    return model.AddRigidBody(
        {.mass = 1, .inertia = Mat3::Identity(), .position = p, .fixed_in_assembly = true});
  };
  const BodyId a = body({0, 0, 0}), b = body({1, 0, 0});
  model.AddJoint({.name = "gap",
                  .type = JointType::ball,
                  .a = model.AddMarker({.body = a}),
                  .b = model.AddMarker({.body = b})});
  ExpectMessage(RefusalOf(model), {"joint 'gap'", "fixed"});
}

Model MakeDrivenTwice(double second, double second_rate) {
  Model model;
  const BodyId body = model.AddRigidBody({.mass = 1, .inertia = Mat3::Identity()});
  const JointId hinge =
      model.AddJointAt({.name = "hinge", .body_a = model.ground(), .body_b = body});
  const auto drive = [&](const char* name, double offset, double rate) {
    model.AddMotion({.name = name, .along = hinge, .law = [=](double t) {
                       return MotionValue{offset + rate * t, rate, 0};
                     }});
  };
  drive("first drive", 0, 1);
  drive("second drive", second, second_rate);
  return model;
}

TEST(Assembly, ContradictoryMotionsAreRefusedByName) {
  ExpectMessage(RefusalOf(MakeDrivenTwice(0.3, 1)), {"first drive", "second drive"});
  ExpectMessage(RefusalOf(MakeDrivenTwice(0, 2)), {"first drive", "second drive"});
  EXPECT_EQ(RefusalOf(MakeDrivenTwice(0, 1)), "");  // the same motion twice is only redundant
}

TEST(Redundancy, FourBarOfRevolutesRunsWithWarningsAndStrictRefuses) {
  const Model model = MakeFourBar({}, 0, true, false);
  const System system = model.Compile();
  Simulation run(system);
  EXPECT_EQ(run.degrees_of_freedom(), 1);
  ASSERT_EQ(run.warnings().size(), 3u);
  for (const std::string& line : run.warnings()) ExpectMessage(line, {"redundant", "joint '"});
  run.advance_to(1);
  EXPECT_LT(run.constraint_residual(), 1e-6);
  ExpectMessage(RefusalOf(model, {.strict = true}), {"redundant", "joint '"});
  EXPECT_EQ(RefusalOf(MakeFourBar({}, 0, false, false), {.strict = true}), "");
}

/// Reported reactions: of all with the same Gᵀλ those with the least Σ |F|² + |T|²/L².
TEST(Redundancy, ReactionsHaveTheSmallestNorm) {
  const Model model = MakeFourBar({}, 0, true, false);
  const System system = model.Compile();
  Simulation run(system);
  for (const double t : {0.0, 0.4}) {
    run.advance_to(t);
    Assembled a(system);
    a.Evaluate(run.q());
    double length = 1;
    for (int b = 1; b < system.num_bodies(); ++b) {
      length = std::max(length, system.body(b).rotation_length);
    }
    MatrixXd scaled = MatrixXd(a.r.GT);
    for (int row = 0; row < scaled.cols(); ++row) {
      if (system.is_rotational_row()[static_cast<std::size_t>(row)]) scaled.col(row) *= length;
    }
    // y = λ, or T/L: least |y| with scaled y = Gᵀλ.
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
    solver.setThreshold(1e-9);
    solver.compute(scaled);
    VectorXd expected = solver.solve(a.r.GT * run.lambda());
    for (int row = 0; row < scaled.cols(); ++row) {
      if (system.is_rotational_row()[static_cast<std::size_t>(row)]) expected[row] *= length;
    }
    EXPECT_EQ(solver.rank(), 17);
    EXPECT_LT((expected - run.lambda()).norm(), 1e-7 * run.lambda().norm());
  }
}

/// A table on four legs: the supports share the load by symmetry.
TEST(Redundancy, SymmetricSupportsShareTheLoad) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId table =
      model.AddRigidBody({.name = "table", .mass = 8, .inertia = Mat3::Identity()});
  std::vector<JointId> legs;
  for (const Vec3& p : {Vec3(1, 1, 0), Vec3(-1, 1, 0), Vec3(-1, -1, 0), Vec3(1, -1, 0)}) {
    legs.push_back(model.AddJointAt(
        {.type = JointType::ball, .body_a = model.ground(), .body_b = table, .point = p}));
  }
  const System system = model.Compile();
  const Simulation run(system);
  EXPECT_EQ(run.warnings().size(), 6u);
  for (const JointId leg : legs) {
    const Reaction r = run.reaction(leg);
    EXPECT_LT((r.force - Vec3(0, 0, 2 * 9.81)).norm(), 1e-9);
  }
}

/// All bars in one line: one more equation is redundant there than anywhere else.
TEST(Redundancy, RowDroppedInTheStartingPoseIsTakenBack) {
  for (const auto joints : {models::LadderJoints::determinate, models::LadderJoints::revolutes}) {
    models::Ladder ladder = models::MakeLadder(1, joints);
    const auto lay = [&](BodyId id, const Vec3& p, const Vec3& v, double angle, double rate) {
      RigidBody body = ladder.model.body(id);
      body.position = p;
      body.orientation = RotationExp({0, 0, angle});
      body.velocity = v;
      body.angular_velocity = {0, 0, rate};
      ladder.model.ReplaceRigidBody(id, body);
    };
    const double right = -std::numbers::pi / 2;
    for (int i = 0; i < 2; ++i) lay(ladder.uprights[i], {i + 0.5, 0, 0}, {0, -1, 0}, right, -2);
    lay(ladder.couplers[0], {1.5, 0, 0}, {0, -2, 0}, 0, 0);
    const System system = ladder.model.Compile();
    Simulation run(system, {.integrator = {.tolerance = 1e-8}});
    EXPECT_EQ(run.degrees_of_freedom(), 2);  // in this pose; 1 elsewhere
    const double energy = run.kinetic_energy() + run.potential_energy();
    run.advance_to(1);
    EXPECT_EQ(run.statistics().reinstated_rows, 1);
    EXPECT_LT(run.constraint_residual(), 1e-8);
    Assembled a(system);
    a.Evaluate(run.q());
    EXPECT_LT(a.r.g.cwiseAbs().maxCoeff(), 1e-8);
    // psi'' = k sin psi with the exact k of a ladder of one loop: energy tells the accuracy.
    EXPECT_NEAR(run.kinetic_energy() + run.potential_energy(), energy, 1e-5);
    const Mat3 parallel = run.body(1).R.transpose() * run.body(2).R;
    EXPECT_LT(RotationLog(parallel).norm(), 1e-6);
  }
}

}  // namespace assembly_test
}  // namespace trunnion
