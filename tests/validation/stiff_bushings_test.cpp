// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bench/problems/method.hpp"
#include "bench/problems/stiff_bushings.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

/// Lightly damped stiff bushings, on which explicit steps are far too short and pump energy into
/// waves that nobody asked for: `automatic` has to notice. A part of the table of
/// bench/stiff_bushings.cpp, docs/formulations.md.
namespace trunnion::problems {
namespace stiff_bushings_test {

constexpr double kWeight = 2 * 9.81;  // of S3 and S4 [N]; times the tolerance it is an energy

IntegratorOptions Options(Method method, double tolerance) {
  IntegratorOptions options = With(method);
  options.tolerance = tolerance;
  options.max_steps = 50000;
  return options;
}

struct Case {
  double stiffness, tolerance;
};

/// `automatic` beside the default, which is known to keep its tolerance (stress_problems_test.cpp).
template <class P>
void CheckAutomatic(double damping) {
  // The two before the last lie where the waves are as large as the tolerance of a step.
  for (const auto& [k, tolerance] : {Case{1e6, 1e-2},
                                     {1e8, 1e-2},
                                     {1e10, 1e-2},
                                     {1e6, 1e-3},
                                     {1e9, 1e-3},
                                     {1e8, 1e-4},
                                     {1e10, 1e-4},
                                     {1e7, 1e-5},
                                     {1e8, 1e-6},
                                     {1e10, 1e-6}}) {
    SCOPED_TRACE(testing::Message() << "k " << k << ", tolerance " << tolerance);
    const P problem{.eps = 1 / k, .c = LightDamping(k, damping)};
    const auto usual =
        RunBushing(problem, Options(FormulationKind::coordinate_splitting, tolerance));
    const auto run = RunBushing(problem, Options(IntegratorKind::automatic, tolerance));
    ASSERT_EQ(usual.failure, "");
    ASSERT_EQ(run.failure, "");
    EXPECT_LE(run.steps, 3 * usual.steps);
    EXPECT_LE(run.gained, kWeight * tolerance);
    EXPECT_LE((run.q - usual.q).cwiseAbs().maxCoeff(), 10 * tolerance);
    EXPECT_NE(run.by.find("BDF"), std::string::npos) << run.by;
  }
}

TEST(StiffBushings, AutomaticOnS3) {
  for (double damping : {0.0, 0.01}) CheckAutomatic<S3>(damping);
}

TEST(StiffBushings, AutomaticOnS4) {
  for (double damping : {0.0, 0.01}) CheckAutomatic<S4>(damping);
}

/// `adams` follows every wave and has to say so; what it excites must stay within the tolerance.
TEST(StiffBushings, AdamsPumpsNoEnergyAndSaysThatTheModelIsStiff) {
  for (const auto& [k, tolerance] : {Case{1e6, 1e-2}, {1e6, 1e-3}, {1e7, 1e-2}, {1e7, 1e-4}}) {
    SCOPED_TRACE(testing::Message() << "k " << k << ", tolerance " << tolerance);
    const auto check = [&](const auto& problem) {
      const auto usual =
          RunBushing(problem, Options(FormulationKind::coordinate_splitting, tolerance));
      const auto run = RunBushing(problem, Options(IntegratorKind::adams, tolerance));
      ASSERT_EQ(run.failure, "");
      EXPECT_LE(run.gained, kWeight * tolerance);
      EXPECT_LE((run.q - usual.q).cwiseAbs().maxCoeff(), tolerance);
      EXPECT_NE(run.by.find("the model is stiff"), std::string::npos) << run.by;
      EXPECT_NE(run.by.find("automatic"), std::string::npos) << run.by;
    };
    check(S3{.eps = 1 / k, .c = 0});
    check(S4{.eps = 1 / k, .c = 0});
  }
}

/// A body of a milligram between two stiff springs: its place is that of a static equilibrium.
TEST(StiffBushings, NearlyMasslessPointBetweenSprings) {
  for (double mass : {1e-6, 1e-9}) {
    Model model;
    model.set_gravity({0, 0, -9.81});
    const BodyId point = model.AddRigidBody(
        {.name = "point", .mass = mass, .inertia = 1e-3 * mass * Mat3::Identity()});
    const BodyId load = model.AddRigidBody(
        {.name = "load", .mass = 1, .inertia = 0.1 * Mat3::Identity(), .position = {0, 0, -1}});
    const auto spring =
        [&](const char* name, BodyId a, const Vec3& from, BodyId b, const Vec3& to) {
          model.AddSpringDamper({.name = name,
                                 .along = Between(model.AddMarkerAt({.body = a, .point = from}),
                                                  model.AddMarkerAt({.body = b, .point = to}),
                                                  CoordinateKind::distance),
                                 .stiffness = 1e4,
                                 .free_length = 1});
        };
    spring("above", model.ground(), {0, 0, 1}, point, {0, 0, 0});
    spring("below", point, {0, 0, 0}, load, {0, 0, -1});
    const System system = model.Compile();
    for (double tolerance : {1e-3, 1e-5}) {
      SCOPED_TRACE(testing::Message() << "mass " << mass << ", tolerance " << tolerance);
      SimulationOptions options{.integrator = Options(IntegratorKind::automatic, tolerance)};
      Simulation run(system, options);
      run.advance_to(1);
      // The load on springs in series, 5 kN/m, without the point's inertia.
      const double omega = std::sqrt(5e3), static_sag = 9.81 / 5e3;
      EXPECT_NEAR(run.body(load.index()).r.z(),
                  -1 - static_sag * (1 - std::cos(omega)),
                  10 * tolerance + 1e-6);
      options.integrator.kind = IntegratorKind::bdf;
      Simulation usual(system, options);
      usual.advance_to(1);
      EXPECT_LE(run.statistics().steps, 3 * usual.statistics().steps);
    }
  }
}

}  // namespace stiff_bushings_test
}  // namespace trunnion::problems
