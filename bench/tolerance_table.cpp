// SPDX-License-Identifier: BSD-3-Clause
//
// Error over tolerance of models that are driven, bounce, are pulsed or stick and slip, for every
// integrator: the table of docs/validation.md. Usage: tolerance_table
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"

namespace {

using namespace trunnion;
using std::numbers::pi;

constexpr auto kMethods = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                                 FormulationKind::stabilized_index2,
                                                 FormulationKind::projected_invariants,
                                                 FormulationKind::index1_projected,
                                                 FormulationKind::state_space,
                                                 IntegratorKind::explicit_method,
                                                 IntegratorKind::adams,
                                                 IntegratorKind::automatic});

constexpr std::array kTolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

/// A model, and the position [m] along x or z of its first body over time.
struct Case {
  const char* name;
  Model model;
  int axis;
  double until;                         // [s]
  std::function<double(double)> exact;  // empty: a run at 1e-12 of the integrator explicit
};

Case Driven() {
  Case c{.name = "driven slider", .model = {}, .axis = 0, .until = 5, .exact = [](double t) {
           return 0.1 * std::sin(2 * pi * t);
         }};
  const BodyId a = c.model.AddRigidBody({.name = "a", .mass = 1, .inertia = Mat3::Identity()});
  const JointId guide = c.model.AddJointAt(
      {.type = JointType::prismatic, .body_a = Model::ground(), .body_b = a, .axis = {1, 0, 0}});
  c.model.AddMotion(
      {.along = guide, .law = MakeHarmonic({.amplitude = 0.1, .angular_frequency = 2 * pi})});
  return c;
}

/// Dropped from 1 m onto an elastic stop of 1e8 N/m.
Case Bouncing() {
  constexpr double g = 9.81, w = 1e4;
  Case c{.name = "bouncing mass", .model = {}, .axis = 2, .until = 5, .exact = [](double t) {
           const double v = std::sqrt(2 * g), sag = g / (w * w), fall = v / g;
           const double contact = 2 / w * (pi - std::atan2(v / w, sag));
           const double since = std::fmod(t + fall, 2 * fall + contact);
           if (since < 2 * fall) return v * since - 0.5 * g * since * since;
           const double angle = w * (since - 2 * fall);
           return sag * (std::cos(angle) - 1) - v / w * std::sin(angle);
         }};
  c.model.set_gravity({0, 0, -g});
  const BodyId mass = c.model.AddPointMass({.name = "mass", .mass = 1, .position = {0, 0, 1}});
  c.model.AddStop({.along = Between(c.model.AddMarkerAt({.body = Model::ground()}),
                                    c.model.AddMarkerAt({.body = mass, .point = {0, 0, 1}}),
                                    CoordinateKind::offset_z),
                   .law = {.side = StopSide::lower, .stiffness = w * w, .onset = 1e-12}});
  return c;
}

/// Place of 1 kg, at rest at first, under a piecewise linear force.
double PulsedPlace(const TimePoints& force, double t) {
  double x = 0, v = 0;
  for (std::size_t i = 0; i + 1 < force.size() && force[i][0] < t; ++i) {
    const double h = std::min(t, force[i + 1][0]) - force[i][0], f = force[i][1];
    const double slope = (force[i + 1][1] - f) / (force[i + 1][0] - force[i][0]);
    x += h * (v + h * (f / 2 + h * slope / 6));
    v += h * (f + h * slope / 2);
  }
  return x + v * std::max(0.0, t - force.back()[0]);
}

/// 500 N for 1 ms, every 0.5 s, after a second of rest.
Case Pulsed() {
  TimePoints points{{0, 0}};
  for (int i = 0; i < 8; ++i) {
    const double t = 1 + 0.5 * i;
    points.insert(points.end(), {{t, 0}, {t + 1e-9, 500}, {t + 1e-3, 500}, {t + 1.000001e-3, 0}});
  }
  Case c{.name = "pulsed mass", .model = {}, .axis = 0, .until = 5, .exact = [points](double t) {
           return PulsedPlace(points, t);
         }};
  const BodyId mass = c.model.AddPointMass({.name = "mass", .mass = 1});
  c.model.AddMotor({.name = "pulse",
                    .along = Between(c.model.AddMarkerAt({.body = Model::ground()}),
                                     c.model.AddMarkerAt({.body = mass}),
                                     CoordinateKind::offset_x),
                    .law = MakeForceOverTime(MakeLinearTable(points))});
  return c;
}

/// A block on a belt, held by a spring.
Case StickSlip() {
  Case c{.name = "stick-slip", .model = {}, .axis = 0, .until = 5, .exact = {}};
  c.model.set_gravity({0, 0, -9.81});
  const Mat3 inertia = Mat3::Identity();
  const BodyId block = c.model.AddRigidBody({.name = "block", .mass = 1, .inertia = inertia});
  const BodyId belt = c.model.AddRigidBody({.name = "belt", .mass = 1, .inertia = inertia});
  const auto guide = [&](BodyId a, BodyId b, double friction) {
    JointAt joint{.type = JointType::prismatic, .body_a = a, .body_b = b, .axis = {1, 0, 0}};
    if (friction > 0) joint.friction = JointFriction{.coefficient = friction};
    return c.model.AddJointAt(joint);
  };
  const JointId drum = guide(Model::ground(), belt, 0);
  guide(belt, block, 0.5);
  c.model.AddMotion({.along = drum, .law = MakeRamp(0, 0.1)});
  c.model.AddSpringDamper({.along = Between(c.model.AddMarkerAt({.body = Model::ground()}),
                                            c.model.AddMarkerAt({.body = block}),
                                            CoordinateKind::offset_x),
                           .stiffness = 100,
                           .free_length = 0});
  return c;
}

std::vector<double> Run(const Case& c, Method method, double tolerance) {
  const System system = c.model.Compile();
  Simulation run(
      system,
      {.integrator = With(method, {.tolerance = tolerance, .max_steps = 200000}), .serial = true});
  std::vector<double> path;
  for (int i = 1; i <= 500; ++i) {
    run.advance_to(c.until * i / 500);
    path.push_back(run.body(1).r[c.axis]);
  }
  return path;
}

void Print(const Case& c) {
  std::vector<double> exact;
  if (!c.exact) exact = Run(c, IntegratorKind::explicit_method, 1e-11);
  for (int i = 1; c.exact && i <= 500; ++i) exact.push_back(c.exact(c.until * i / 500));
  for (const Method method : kMethods) {
    std::printf("| %s | `%s` |", c.name, method.name());
    for (const double tolerance : kTolerances) {
      try {
        const auto path = Run(c, method, tolerance);
        double error = 0;
        for (std::size_t i = 0; i < path.size(); ++i)
          error = std::max(error, std::abs(path[i] - exact[i]));
        std::printf(" %.2g |", error / tolerance);
      } catch (const Error& e) {
        std::printf(" %s |", e.what());
      }
    }
    std::printf("\n");
  }
}

}  // namespace

int main() {
  std::printf("| model | formulation | 1e-3 | 1e-4 | 1e-5 | 1e-6 | 1e-7 | 1e-8 |\n");
  std::printf("|---|---|---|---|---|---|---|---|\n");
  for (const Case& c : {Driven(), Bouncing(), Pulsed(), StickSlip()}) Print(c);
}
