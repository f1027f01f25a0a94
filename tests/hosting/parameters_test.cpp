// SPDX-License-Identifier: BSD-3-Clause
//
// Parameters that change while a run goes on, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "engine/hosting/stepped_simulation.hpp"
#include "engine/system/system_parameters.hpp"
#include "tests/hosting/host_models.hpp"

namespace trunnion {
namespace {

/// A mass on a spring and damper along z, from x = 0.1 m at rest.
struct Oscillator {
  double mass = 2, stiffness = 50, damping = 0.4, x = 0.1, v = 0;

  /// By the closed form of m x'' + d x' + k x = 0.
  void Advance(double t) {
    const double a = damping / (2 * mass), w = std::sqrt(stiffness / mass - a * a);
    const double c = x, s = (v + a * x) / w, decay = std::exp(-a * t);
    x = decay * (c * std::cos(w * t) + s * std::sin(w * t));
    v = -a * x + decay * w * (s * std::cos(w * t) - c * std::sin(w * t));
  }
};

Model MakeOscillator() {
  Model model;
  const BodyId mass = model.AddPointMass({.name = "mass", .mass = 2, .position = {0, 0, 0.1}});
  const MarkerId a = model.AddMarker({.name = "a", .body = Model::ground()}),
                 b = model.AddMarker({.name = "b", .body = mass});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(a, b, CoordinateKind::offset_z),
                         .stiffness = 50,
                         .damping = 0.4,
                         .free_length = 0});
  return model;
}

TEST(Parameters, SpringDamperAndMassChangeInARun) {
  SteppedSimulation host(MakeOscillator(), {.integrator = {.tolerance = 1e-7}});
  const ParameterHandle stiffness = host.FindParameter("spring.stiffness"),
                        damping = host.FindParameter("spring.damping"),
                        mass = host.FindParameter("mass.mass");
  const OutputHandle z = host.FindOutput("mass.z"), vz = host.FindOutput("mass.vz"),
                     az = host.FindOutput("mass.az");
  Oscillator exact;
  double t = 0;
  const auto advance = [&](double length) {
    exact.Advance(length);
    host.AdvanceTo(t += length);
    EXPECT_NEAR(host.Get(z), exact.x, 2e-7);
    EXPECT_NEAR(host.Get(vz), exact.v, 2e-6);
  };
  advance(0.5);
  host.Set(stiffness, exact.stiffness = 200);
  EXPECT_EQ(host.Get(stiffness), 200);
  EXPECT_NEAR(host.Get(az), -(200 * exact.x + 0.4 * exact.v) / 2, 1e-4);
  advance(0.3);
  host.Set(damping, exact.damping = 3);
  advance(0.3);
  host.Set(mass, exact.mass = 5);
  EXPECT_NEAR(host.Get(az), -(200 * exact.x + 3 * exact.v) / 5, 1e-4);
  advance(0.7);
}

TEST(Parameters, ImpossibleValuesAreRefusedByNameAndChangeNothing) {
  SteppedSimulation host(MakeOscillator());
  const ParameterHandle damping = host.FindParameter("spring.damping"),
                        mass = host.FindParameter("mass.mass");
  EXPECT_NE(MessageOf([&] { host.Set(damping, -1); }).find("'spring'"), std::string::npos);
  EXPECT_NE(MessageOf([&] { host.Set(mass, -1); }).find("'mass'"), std::string::npos);
  EXPECT_NE(MessageOf([&] { host.Set(mass, NAN); }).find("not finite"), std::string::npos);
  EXPECT_EQ(host.Get(damping), 0.4);
  EXPECT_EQ(host.Get(mass), 2);
}

/// A body on bushings; the fourth direction turns freely.
Model MakeMount(int bodies) {
  Model model;
  for (int i = 0; i < bodies; ++i) {
    const std::string name = "block" + std::to_string(i);
    const BodyId block = model.AddRigidBody(
        {.name = name, .mass = 3, .inertia = Vec3(1, 1, 1).asDiagonal(), .velocity = {0, 0, 1}});
    BushingBetween mount{.name = "mount" + std::to_string(i)};
    mount.a = model.AddMarker({.name = "a" + name, .body = Model::ground()});
    mount.b = model.AddMarker({.name = "b" + name, .body = block});
    mount.parameters.stiffness.diagonal() << 1e3, 1e3, 1e3, 10, 10, 10;
    model.AddBushing(mount);
  }
  return model;
}

// Also where bushings are evaluated by batches.
TEST(Parameters, BushingsChange) {
  SteppedSimulation host(MakeMount(11), {.integrator = {.tolerance = 1e-7}});
  const ParameterHandle k = host.FindParameter("mount9.stiffness_z");
  host.Set(k, 4e3);
  host.AdvanceTo(0.2);
  for (int i = 0; i < 11; ++i) {
    const double w = std::sqrt((i == 9 ? 4e3 : 1e3) / 3);
    const OutputHandle z = host.FindOutput("block" + std::to_string(i) + ".z");
    EXPECT_NEAR(host.Get(z), std::sin(w * 0.2) / w, 2e-7) << i;
  }
  const ParameterHandle twist = host.FindParameter("mount9.stiffness_rx");
  EXPECT_NE(MessageOf([&] { host.Set(twist, 0); }).find("'mount9'"), std::string::npos);
}

TEST(Parameters, InertiasChange) {
  DrivenRod m(MakeConstant(0));
  SteppedSimulation host(m.model);
  const OutputHandle alpha = host.FindOutput("rod.alpha_z");
  const double torque = -2 * 9.81 * 0.5;  // at the angle zero
  EXPECT_NEAR(host.Get(alpha), torque / (0.167 + 0.5), 1e-9);
  host.Set(host.FindParameter("rod.inertia_zz"), 0.1685);
  EXPECT_NEAR(host.Get(alpha), torque / (0.1685 + 0.5), 1e-9);
  EXPECT_NE(MessageOf([&] { host.Set(host.FindParameter("rod.inertia_zz"), 5); }).find("'rod'"),
            std::string::npos)
      << "no solid has it";
}

}  // namespace
}  // namespace trunnion
