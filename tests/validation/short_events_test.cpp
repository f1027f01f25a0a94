// SPDX-License-Identifier: BSD-3-Clause
// Fast events between slow motions: what velocities err by in the short steps of an event is
// carried on by the long ones after it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bench/problems/method.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

using std::numbers::pi;

constexpr double kGravity = 9.81, kStiffness = 1e8;

/// 1 kg dropped from 1 m onto an elastic stop: parabolas, and half waves of the contact.
struct BouncingMass {
  Model model;
  BouncingMass() {
    model.set_gravity({0, 0, -kGravity});
    const BodyId mass = model.AddPointMass({.name = "mass", .mass = 1, .position = {0, 0, 1}});
    const MarkerId floor = model.AddMarkerAt({.body = Model::ground()});
    const MarkerId foot = model.AddMarkerAt({.body = mass, .point = {0, 0, 1}});
    model.AddStop({.name = "floor",
                   .along = Between(floor, foot, CoordinateKind::offset_z),
                   .law = {.side = StopSide::lower, .stiffness = kStiffness, .onset = 1e-12}});
  }

  static double Height(double t) {
    const double w = std::sqrt(kStiffness), v = std::sqrt(2 * kGravity), sag = kGravity / (w * w);
    const double fall = v / kGravity, contact = 2 / w * (pi - std::atan2(v / w, sag));
    const double since = std::fmod(t + fall, 2 * fall + contact);  // the last departure
    if (since < 2 * fall) return v * since - 0.5 * kGravity * since * since;
    const double angle = w * (since - 2 * fall);
    return sag * (std::cos(angle) - 1) - v / w * std::sin(angle);
  }
};

TEST(ShortEvents, ElasticBouncesKeepTheTolerance) {
  const BouncingMass bouncing;
  const System system = bouncing.model.Compile();
  for (const Method method : std::initializer_list<Method>{FormulationKind::coordinate_splitting,
                                                           IntegratorKind::explicit_method,
                                                           IntegratorKind::adams,
                                                           IntegratorKind::automatic}) {
    for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
      Simulation run(system, {.integrator = With(method, {.tolerance = tolerance})});
      double error = 0;
      for (int i = 1; i <= 500; ++i) {
        run.advance_to(0.01 * i);
        error = std::max(error, std::abs(run.body(1).r.z() - BouncingMass::Height(run.t())));
      }
      const auto label = ::testing::Message()
                         << "method " << method.name() << " tolerance " << tolerance;
      EXPECT_LT(error, 10 * tolerance) << label;
      const double energy = run.kinetic_energy() + run.potential_energy();
      EXPECT_NEAR(energy, kGravity, 10 * kGravity * tolerance) << label;
      EXPECT_LT(run.statistics().steps, 4000) << label;
    }
  }
}

}  // namespace
}  // namespace trunnion
