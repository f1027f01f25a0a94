// SPDX-License-Identifier: BSD-3-Clause
// Eigenmodes of rotors made of several bodies, against closed forms and the time domain.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "engine/analyses/linear.hpp"
#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"

namespace trunnion {
namespace rotor_modes_test {

using std::numbers::pi;

struct Wind {
  int blades = 3;
  double spin = 20;             ///< [rad/s]
  double k_y = 2e4, k_z = 2e4;  ///< tilt stiffness of the mount [N·m/rad]
  Vec3 place = Vec3::Zero();
  bool blades_first = false;  ///< order of the bodies
  double flap = 0;            ///< > 0: blades on hinges of this stiffness [N·m/rad]
  Vec3 nacelle = {3, 2.5, 2.5};
};

constexpr double kBladeMass = 10, kArm = 0.3, kMount = 1e5, kNacelleMass = 50;
const Vec3 kBlade{0.1, 0.01, 0.1};  // about x, along the blade, and the third axis

/// A nacelle on a bushing, a light hub on it that turns about x, blades around the hub.
Model MakeRotor(const Wind& w) {
  Model model;
  BodyId nacelle, hub;
  std::vector<BodyId> blades;
  const auto add_nacelle = [&] {
    nacelle = model.AddRigidBody({.name = "nacelle",
                                  .mass = kNacelleMass,
                                  .inertia = w.nacelle.asDiagonal(),
                                  .position = w.place,
                                  .velocity = Vec3::Zero(),
                                  .angular_velocity = Vec3::Zero()});
    hub = model.AddRigidBody({.name = "hub",
                              .mass = 1e-3,
                              .inertia = 1e-6 * Mat3::Identity(),
                              .position = w.place,
                              .angular_velocity = {w.spin, 0, 0}});
  };
  const auto add_blades = [&] {
    for (int i = 0; i < w.blades; ++i) {
      const Mat3 R = RotationExp({2 * pi * i / w.blades, 0, 0});
      const Vec3 arm = R * Vec3(0, kArm, 0);
      blades.push_back(model.AddRigidBody({.name = "blade" + std::to_string(i),
                                           .mass = kBladeMass,
                                           .inertia = kBlade.asDiagonal(),
                                           .position = w.place + arm,
                                           .orientation = R,
                                           .velocity = Vec3(w.spin, 0, 0).cross(arm),
                                           .angular_velocity = {w.spin, 0, 0}}));
    }
  };
  if (w.blades_first) add_blades();
  add_nacelle();
  if (!w.blades_first) add_blades();
  model.AddJointAt(
      {.name = "shaft", .body_a = nacelle, .body_b = hub, .point = w.place, .axis = {1, 0, 0}});
  for (int i = 0; i < w.blades; ++i) {
    const Mat3 R = RotationExp({2 * pi * i / w.blades, 0, 0});
    const BodyId blade = blades[static_cast<std::size_t>(i)];
    const JointId root =
        model.AddJointAt({.type = w.flap > 0 ? JointType::revolute : JointType::fixed,
                          .body_a = hub,
                          .body_b = blade,
                          .point = w.place + R * Vec3(0, 0.05, 0),
                          .axis = R * Vec3(0, 0, 1)});
    if (w.flap > 0) model.AddSpringDamper({.along = root, .stiffness = w.flap});
  }
  BushingParameters p;
  p.stiffness.diagonal() << kMount, kMount, kMount, 2e4, w.k_y, w.k_z;
  model.AddBushing({.a = model.AddMarker({.body = Model::ground(), .position = w.place}),
                    .b = model.AddMarker({.body = nacelle}),
                    .parameters = p});
  return model;
}

/// Moments of inertia of the rotor about the hub [kg·m²]: x, y (the first blade), z.
Vec3 RotorInertia(const Wind& w) {
  Mat3 sum = 1e-6 * Mat3::Identity();
  for (int i = 0; i < w.blades; ++i) {
    const Mat3 R = RotationExp({2 * pi * i / w.blades, 0, 0});
    const Vec3 arm = R * Vec3(0, kArm, 0);
    const Mat3 skew = Skew(arm);
    sum += R * kBlade.asDiagonal() * R.transpose() - kBladeMass * skew * skew;
  }
  return sum.diagonal();
}

/// True if s = ±i w is among the modes.
bool Has(const std::vector<Mode>& modes, double w, double tolerance) {
  return std::any_of(modes.begin(), modes.end(), [&](const Mode& mode) {
    return std::abs(mode.eigenvalue - std::complex<double>(0, w)) < tolerance * w;
  });
}

std::string MessageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RotorModes, BladesOffTheAxisTiltAsOneRotor) {
  for (int blades = 3; blades <= 7; ++blades)
    for (double spin : {5.0, 20.0, -90.0})
      for (double k_z : {2e4, 5e4}) {
        const Wind w{.blades = blades,
                     .spin = spin,
                     .k_z = k_z,
                     .place = blades == 4 ? Vec3(100, 20, -30) : Vec3(Vec3::Zero()),
                     .blades_first = blades % 2 == 0};
        const System system = MakeRotor(w).Compile();
        Simulation simulation(system);
        const auto modes = CalcModes(simulation);
        // (k_y − I ω²)(k_z − I ω²) = G² ω².
        const Vec3 J = RotorInertia(w);
        const double I = J.y() + 2.5, G = J.x() * spin;
        const double b = I * (w.k_y + w.k_z) + G * G,
                     root = std::sqrt(b * b - 4 * I * I * w.k_y * w.k_z);
        for (double sign : {-1.0, 1.0})
          EXPECT_TRUE(Has(modes, std::sqrt((b + sign * root) / (2 * I * I)), 1e-7))
              << blades << " blades, " << spin << " rad/s, k_z " << k_z;
        const double mass = kNacelleMass + 1e-3 + blades * kBladeMass;
        EXPECT_TRUE(Has(modes, std::sqrt(kMount / mass), 1e-7));
        EXPECT_TRUE(Has(modes, std::sqrt(2e4 / 3), 1e-7));  // roll of the nacelle
        EXPECT_FALSE(Has(modes, std::abs(spin), 1e-3));     // the speed is none of them
      }
}

TEST(RotorModes, AgreeWithTheTimeDomain) {
  const Wind w;
  Model model = MakeRotor(w);
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-9}});
  const auto modes = CalcModes(simulation);
  // The lower and the upper tilt mode; a kick about y makes the complex tilt θ_y + i θ_z
  // a sum of two turnings, c (e^{−i ω1 t} − e^{i ω2 t}).
  std::vector<double> tilt;
  for (const Mode& mode : modes)
    if (std::abs(mode.eigenvalue) > 60 && std::abs(mode.eigenvalue) < 80)
      tilt.push_back(mode.eigenvalue.imag());
  ASSERT_EQ(tilt.size(), 2u);
  VectorXd q = simulation.q(), v = simulation.v();
  const int nacelle = system.layout().offset(1);
  const double kick = 1e-3;
  v[nacelle + 4] += kick;
  simulation.Restart(0, q, v);
  const double kicked = simulation.v()[nacelle + 4];  // what the rotor leaves of it
  for (double t : {0.02, 0.05, 0.08, 0.13}) {
    simulation.advance_to(t);
    const Vec3 theta = RotationLog(simulation.body(1).R);
    const double c = kicked / (tilt[0] + tilt[1]);
    const double theta_y = c * (std::sin(tilt[0] * t) + std::sin(tilt[1] * t));
    const double theta_z = c * (std::cos(tilt[0] * t) - std::cos(tilt[1] * t));
    EXPECT_NEAR(theta.y(), theta_y, 1e-3 * kicked / tilt[0]) << t;
    EXPECT_NEAR(std::abs(theta.z()), std::abs(theta_z), 1e-3 * kicked / tilt[0]) << t;
  }
}

TEST(RotorModes, TwoBladesOnARoundMountHaveModesInAxesThatTurnWithThem) {
  for (double spin : {7.0, 20.0, 45.0}) {
    const Wind w{.blades = 2, .spin = spin};
    const System system = MakeRotor(w).Compile();
    Simulation simulation(system);
    const std::string refusal = MessageOf([&] { CalcModes(simulation); });
    EXPECT_NE(refusal.find("take axes 'rotor'"), std::string::npos) << refusal;
    const auto modes = CalcModes(simulation, {.axes = IncrementAxes::rotor});
    // Euler's equations of rotor and nacelle for a small tilt (y, z) in the turning axes, with
    // u = θ' + Ω x × θ: (J_y + I) u_y' + (J_x − J_z − I) Ω u_z = −k θ_y,
    //                   (J_z + I) u_z' + (J_y − J_x + I) Ω u_y = −k θ_z.
    const Vec3 J = RotorInertia(w);
    const double I = 2.5, k = w.k_y, O = spin;
    const double p = J.y() + I, r = J.z() + I, c = (J.x() - J.z() - I) * O,
                 d = (J.y() - J.x() + I) * O;
    // θ_y: p s² + c Ω + k, θ_z: s (c − p Ω);  θ_y: s (d + r Ω), θ_z: r s² − d Ω + k.
    const double a2 = p * r, a1 = p * (k - d * O) + r * (k + c * O) - (c - p * O) * (d + r * O),
                 a0 = (k + c * O) * (k - d * O);
    const double root = std::sqrt(a1 * a1 - 4 * a2 * a0);
    for (double sign : {-1.0, 1.0})
      EXPECT_TRUE(Has(modes, std::sqrt((a1 + sign * root) / (2 * a2)), 1e-7)) << spin;
  }
}

TEST(RotorModes, PeriodicSystemsAreRefusedByName) {
  const Wind two{.blades = 2, .k_z = 5e4}, flapping{.blades = 3, .k_z = 5e4, .flap = 500};
  for (const Wind& w : {two, flapping}) {
    const System system = MakeRotor(w).Compile();
    Simulation simulation(system);
    for (const auto axes : {IncrementAxes::world, IncrementAxes::body, IncrementAxes::rotor}) {
      const std::string refusal = MessageOf([&] { CalcModes(simulation, {.axes = axes}); });
      EXPECT_NE(refusal.find("excite the model in a dynamic analysis"), std::string::npos)
          << refusal;
      EXPECT_NE(refusal.find("body '"), std::string::npos) << refusal;
    }
    // A is still to be had, with a remark.
    const LinearModel linear = LinearizeModel(simulation);
    EXPECT_FALSE(linear.unsteady.empty());
    EXPECT_TRUE(linear.A.allFinite());
  }
}

TEST(RotorModes, AStandingRotorOfAnyShapeHasModes) {
  const System system = MakeRotor({.blades = 2, .spin = 0, .k_z = 5e4}).Compile();
  Simulation simulation(system);
  EXPECT_GE(CalcModes(simulation).size(), 6u);
}

}  // namespace rotor_modes_test
}  // namespace trunnion
