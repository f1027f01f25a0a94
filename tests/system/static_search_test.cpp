// SPDX-License-Identifier: BSD-3-Clause
// Static equilibria that are hard to reach or to recognize: free directions, slack cables, more
// than half a turn, starts above the level.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <string>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace static_search_test {

using std::numbers::pi;

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(generator_()) /
                     static_cast<double>(std::mt19937::max());
  }
  Vec3 InCube(double half) {
    return {(*this)(-half, half), (*this)(-half, half), (*this)(-half, half)};
  }

 private:
  std::mt19937 generator_;
};

/// Forces and torques that are left, in the measure of the largest spring force.
double LargestLeft(const System& system, Simulation& simulation) {
  Residuals r;
  DynamicsMatrices unused;
  simulation.evaluator().InitializePatterns(r, unused);
  const VectorXd zero = VectorXd::Zero(system.num_velocities());
  simulation.evaluator().CalcResiduals(0, simulation.q(), zero, zero, r);
  return (r.dynamics + r.GT * simulation.lambda()).cwiseAbs().maxCoeff();
}

/// Five points with a spring between every two, none held.
Model FloatingPoints(Random& random, double k, const Vec3& place) {
  Model model;
  std::vector<MarkerId> markers;
  std::vector<Vec3> points;
  for (int i = 0; i < 5; ++i) {
    points.push_back(place + random.InCube(1));
    markers.push_back(
        model.AddMarker({.body = model.AddPointMass({.mass = 1, .position = points.back()})}));
  }
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < i; ++j)
      model.AddSpringDamper({.along = Between(markers[i], markers[j]),
                             .stiffness = k,
                             .free_length = (points[i] - points[j]).norm() * random(0.8, 1.2)});
  return model;
}

/// Two bodies with eight springs between them, none held.
Model FloatingBodies(Random& random, double k, const Vec3& place) {
  Model model;
  std::vector<BodyId> bodies;
  for (int i = 0; i < 2; ++i)
    bodies.push_back(model.AddRigidBody({.mass = 1,
                                         .inertia = 0.1 * Mat3::Identity(),
                                         .position = place + Vec3(0, 0, i),
                                         .orientation = RotationExp(random.InCube(1))}));
  for (int i = 0; i < 8; ++i) {
    const Vec3 a = place + random.InCube(0.5), b = place + Vec3(0, 0, 1) + random.InCube(0.5);
    model.AddSpringDamper({.along = Between(model.AddMarkerAt({.body = bodies[0], .point = a}),
                                            model.AddMarkerAt({.body = bodies[1], .point = b})),
                           .stiffness = k,
                           .free_length = (a - b).norm() * random(0.8, 1.2)});
  }
  return model;
}

TEST(StaticSearch, FloatingStructuresOfSpringsBalanceToRounding) {
  Random random(20261);
  for (int i = 0; i < 200; ++i) {
    const double k = std::pow(10, random(2, 8));
    const Vec3 place = i % 4 == 3 ? Vec3(500, -200, 40) : Vec3(Vec3::Zero());
    const Model model =
        i % 2 == 0 ? FloatingPoints(random, k, place) : FloatingBodies(random, k, place);
    const System system = model.Compile();
    Simulation simulation(system);
    ASSERT_NO_THROW(SolveStatics(simulation)) << "model " << i << ", k = " << k;
    EXPECT_LT(LargestLeft(system, simulation), 1e-14 * k * (20 + 200 * place.norm())) << i;
  }
}

/// A platform on six rods that may spin, a weight on it.
TEST(StaticSearch, RodsThatMaySpinAreNoObstacle) {
  Random random(20262);
  for (int i = 0; i < 20; ++i) {
    Model model;
    model.set_gravity({0, 0, -9.81});
    const Vec3 place = i % 2 == 0 ? Vec3(Vec3::Zero()) : Vec3(300, 100, 0);
    const BodyId platform = model.AddRigidBody(
        {.mass = 20, .inertia = Mat3::Identity(), .position = place + Vec3(0, 0, 1)});
    std::vector<JointId> feet;
    for (int rod = 0; rod < 6; ++rod) {
      const double angle = rod * pi / 3, shift = (rod % 2 == 0 ? 0.3 : -0.3);
      const Vec3 low = place + Vec3(std::cos(angle), std::sin(angle), 0) + 0.05 * random.InCube(1);
      const Vec3 high =
          place + Vec3(0.6 * std::cos(angle + shift), 0.6 * std::sin(angle + shift), 1);
      const BodyId body = model.AddRigidBody({.mass = 1,
                                              .inertia = Vec3(0.1, 0.1, 1e-4).asDiagonal(),
                                              .position = (low + high) / 2,
                                              .orientation = FrameWithZ(high - low)});
      feet.push_back(model.AddJointAt(
          {.type = JointType::ball, .body_a = Model::ground(), .body_b = body, .point = low}));
      model.AddJointAt(
          {.type = JointType::ball, .body_a = body, .body_b = platform, .point = high});
    }
    const System system = model.Compile();
    Simulation simulation(system);
    ASSERT_NO_THROW(SolveStatics(simulation)) << i;
    double weight = 0;
    for (const JointId foot : feet) weight += simulation.reaction(foot).force.z();
    EXPECT_NEAR(weight, 26 * 9.81, 1e-8) << i;
  }
}

/// An arm on a hinge with a torsion spring that is free of torque at `target` [rad].
struct Hinge {
  Model model;
  JointId joint;
  explicit Hinge(double target, bool spring = true) {
    const BodyId arm = model.AddRigidBody({.name = "arm",
                                           .mass = 1,
                                           .com = {0.3, 0, 0},
                                           .inertia = Vec3(0.01, 0.04, 0.04).asDiagonal()});
    joint = model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = arm});
    if (spring)
      model.AddSpringDamper({.along = joint, .stiffness = 50, .free_length = target});
    else
      model.AddMotor({.along = joint, .law = MakeForceOverTime(MakeConstant(target))});
  }
};

TEST(StaticSearch, TurnsAreFollowedBeyondHalfATurn) {
  for (int degrees = -1000; degrees <= 1000; degrees += 25) {
    const double target = degrees * pi / 180;
    const Hinge hinge(target);
    const System system = hinge.model.Compile();
    Simulation simulation(system);
    ASSERT_NO_THROW(SolveStatics(simulation)) << degrees;
    EXPECT_NEAR(simulation.coordinate(hinge.joint), target, 1e-9);
  }
}

TEST(StaticSearch, AFailureNamesTheTorqueInTheJointAndLeavesTheTurnsAlone) {
  const Hinge hinge(7.5, false);
  const System system = hinge.model.Compile();
  Simulation simulation(system);
  const std::vector<double> memory = simulation.evaluator().memory();
  try {
    SolveStatics(simulation, {.max_relaxations = 50});
    FAIL() << "a constant torque on a free hinge has no equilibrium";
  } catch (const SolverError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("joint 'hinge' of body 'arm', rotation about its axis"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find("torque of 7.5 N m"), std::string::npos) << message;
    EXPECT_NE(message.find("max_relaxations"), std::string::npos) << message;
  }
  EXPECT_EQ(simulation.evaluator().memory(), memory);
}

TEST(StaticSearch, APendulumFallsAsAReleasedOneDoes) {
  for (double angle : {0.1, 1.0, 1.5, 2.0, 3.0, 3.14}) {  // from straight down
    Model model;
    model.set_gravity({0, 0, -9.81});
    const Mat3 R = RotationExp({0, angle, 0});
    const BodyId rod = model.AddRigidBody(
        {.mass = 2, .com = {0, 0, -0.5}, .inertia = 0.1 * Mat3::Identity(), .orientation = R});
    model.AddJointAt({.body_a = Model::ground(), .body_b = rod, .axis = {0, 1, 0}});
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    EXPECT_NEAR(simulation.body(rod.index()).r.z(), -0.5, 1e-9) << angle;
  }
}

/// A mooring line: `elements` cables and point masses between them, of 1000 m and 1962 N/m without
/// stress, from the origin to (800, 0, 100).
struct Line {
  static constexpr double kLength = 1000, kWeight = 1962, kSpan = 800, kRise = 100;
  int elements;
  double EA;
  double piece() const { return kLength / elements; }

  enum class Drawing { chord, parabola, sideways };
  Vec3 Point(Drawing drawing, double s) const {
    const Vec3 chord(kSpan * s, 0, kRise * s);
    const double sag = 4 * 260 * s * (1 - s);
    return drawing == Drawing::chord      ? chord
           : drawing == Drawing::parabola ? Vec3(chord - Vec3(0, 0, sag))
                                          : Vec3(chord + Vec3(0, sag, 0));
  }
  Model Make(Drawing drawing) const {
    Model model;
    model.set_gravity({0, 0, -9.81});
    MarkerId last = model.AddMarker({.body = Model::ground()});
    for (int i = 1; i <= elements; ++i) {
      const Vec3 at = Point(drawing, static_cast<double>(i) / elements);
      MarkerId next;
      if (i == elements)
        next = model.AddMarker({.body = Model::ground(), .position = {kSpan, 0, kRise}});
      else
        next = model.AddMarker(
            {.body = model.AddPointMass({.mass = kWeight * piece() / 9.81, .position = at})});
      model.AddCable({.a = last, .b = next, .axial_stiffness = EA, .length = piece()});
      last = next;
    }
    return model;
  }

  /// Where a line with the horizontal tension H and the vertical V at its lower end leads to.
  Vec3 End(double H, double V, double* lowest = nullptr, double* tension = nullptr) const {
    Vec3 at = Vec3::Zero();
    for (int i = 0; i < elements; ++i) {
      const double vertical = V + i * kWeight * piece(), T = std::hypot(H, vertical);
      at += piece() * (1 + T / EA) / T * Vec3(H, 0, vertical);
      if (lowest) *lowest = std::min(*lowest, at.z());
      if (tension) *tension = T;
    }
    return at;
  }
  /// The node that hangs lowest [m] and the tension of the last element [N], by Newton's method in
  /// the two forces from the inextensible catenary.
  std::pair<double, double> Solve() const {
    double H = 6.7e5, V = 1.1e6 - kWeight * kLength;
    for (int k = 0; k < 60; ++k) {
      const Vec3 gap = Vec3(kSpan, 0, kRise) - End(H, V);
      const Vec3 by_H = (End(H + 1, V) - End(H - 1, V)) / 2,
                 by_V = (End(H, V + 1) - End(H, V - 1)) / 2;
      const double det = by_H.x() * by_V.z() - by_V.x() * by_H.z();
      H += (gap.x() * by_V.z() - by_V.x() * gap.z()) / det;
      V += (by_H.x() * gap.z() - gap.x() * by_H.z()) / det;
    }
    double lowest = 0, tension = 0;
    End(H, V, &lowest, &tension);
    return {lowest, tension};
  }
};

TEST(StaticSearch, MooringLinesHangFromAnyDrawing) {
  for (int elements : {20, 100})
    for (double EA : {1e6, 1e7, 1e8, 64e9})
      for (const auto drawing :
           {Line::Drawing::chord, Line::Drawing::parabola, Line::Drawing::sideways}) {
        const Line line{elements, EA};
        const Model model = line.Make(drawing);
        const System system = model.Compile();
        Simulation simulation(system);
        ASSERT_NO_THROW(SolveStatics(simulation))
            << elements << " elements, E A " << EA << ", drawing " << static_cast<int>(drawing);
        double lowest = 0;
        for (int i = 1; i < elements; ++i) lowest = std::min(lowest, simulation.body(i).r.z());
        const auto [z, T] = line.Solve();
        EXPECT_NEAR(lowest, z, 1e-8 * std::abs(z)) << EA;
        const Vec3 last = simulation.body(elements - 1).r;
        const double length = (Vec3(Line::kSpan, 0, Line::kRise) - last).norm();
        EXPECT_NEAR(EA * (length / line.piece() - 1), T, 1e-6 * T + 1e-12 * EA) << EA;
      }
}

TEST(StaticSearch, ModesNearAFrequencyFollowStaticsOfStiffChains) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  BushingParameters p;
  p.stiffness.diagonal() << 7e9, 7e9, 7e9, 2e6, 2e6, 2e6;
  MarkerId last = model.AddMarker({.body = Model::ground()});
  for (int i = 1; i <= 20; ++i) {
    const BodyId body = model.AddRigidBody(
        {.mass = 0.02, .inertia = 1e-5 * Mat3::Identity(), .position = {0.1 * i, 0, 0}});
    model.AddBushing({.a = last,
                      .b = model.AddMarker({.body = body, .position = {-0.1, 0, 0}}),
                      .parameters = p});
    last = model.AddMarker({.body = body});
  }
  const System system = model.Compile();
  Simulation simulation(system);
  EXPECT_THROW(CalcModes(simulation, {.damping = false, .count = 1, .near = 10.0}), SolverError);
  SolveStatics(simulation);
  const auto all = CalcModes(simulation, {.damping = false, .count = 3});
  const auto near =
      CalcModes(simulation, {.damping = false, .count = 3, .near = all[0].frequency / 2});
  ASSERT_EQ(near.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(near[i].frequency, all[i].frequency, 1e-6 * all[i].frequency);
}

TEST(CablePretension, GivesAWheelItsStiffness) {
  constexpr int n = 12;
  constexpr double L = 0.25, R = 0.3, m = 1, I = 0.09, EA = 1e6;
  for (double strain : {1e-5, 1e-4, 1e-3, 2e-3, 1e-2}) {
    Model model;
    const BodyId rim =
        model.AddRigidBody({.mass = m, .inertia = Vec3(I / 2, I / 2, I).asDiagonal()});
    for (int i = 0; i < n; ++i) {
      const Vec3 out(std::cos(2 * pi * i / n), std::sin(2 * pi * i / n), 0);
      model.AddCable({.a = model.AddMarker({.body = Model::ground(), .position = (R - L) * out}),
                      .b = model.AddMarker({.body = rim, .position = R * out}),
                      .axial_stiffness = EA,
                      .length = L / (1 + strain)});
    }
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    const double T = EA * strain, lateral = std::sqrt(n * T / L / m),
                 torsion = std::sqrt(n * T * R * R * (1 / L - 1 / R) / I);
    double nearest_lateral = 1, nearest_torsion = 1;
    for (const Mode& mode : CalcModes(simulation)) {
      const double w = std::abs(mode.eigenvalue);
      nearest_lateral = std::min(nearest_lateral, std::abs(w / lateral - 1));
      nearest_torsion = std::min(nearest_torsion, std::abs(w / torsion - 1));
    }
    EXPECT_LT(nearest_lateral, 1e-9) << strain;
    EXPECT_LT(nearest_torsion, 1e-9) << strain;
  }
}

}  // namespace static_search_test
}  // namespace trunnion
