// SPDX-License-Identifier: BSD-3-Clause
//
// A control arm from a mesh, as a reduced flexible body: bore A in a rubber bushing, a wheel
// carrier of 15 kg on bore B with a spring under it. A bump of 2 kN for 10 ms; stresses at the
// worst moment.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>

#include <trunnion/flexible.hpp>
#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

namespace {

using namespace trunnion;

/// The largest von Mises stress of all nodes [Pa]; rows xx, yy, zz, xy, xz, yz.
double LargestVonMises(const Eigen::Matrix<double, 6, Eigen::Dynamic>& stress) {
  double largest = 0;
  for (const auto& s : stress.colwise()) {
    const double normal =
        std::pow(s[0] - s[1], 2) + std::pow(s[1] - s[2], 2) + std::pow(s[2] - s[0], 2);
    largest = std::max(largest, std::sqrt(0.5 * normal + 3 * s.tail<3>().squaredNorm()));
  }
  return largest;
}

}  // namespace

int main() {
  Mesh mesh = ReadInp(TRUNNION_SOURCE_DIR "/tests/data/meshes/arm_tet10_coarse.inp");
  SetMaterial(mesh, {.name = "aluminium", .E = 70e9, .nu = 0.33, .density = 2700});
  const LinearMesh linear(mesh);
  const Vec3 A(0, 0, 0), B(0.24, 0.05, 0.02);
  const auto part = std::make_shared<ReducedPart>(
      MakeReducedPart(mesh, linear, {{"A", "BORE_A", A}, {"B", "BORE_B", B}}, 10));

  Model model;
  model.set_gravity({0, 0, -9.81});
  const ReducedBodyParts arm =
      model.AddReducedBody({.name = "arm", .part = part, .damping_ratios = {0.02}});
  const BodyId carrier = model.AddRigidBody(
      {.name = "carrier", .mass = 15, .inertia = 0.1 * Mat3::Identity(), .position = B});
  model.AddJointAt({.name = "pin",
                    .type = JointType::fixed,
                    .body_a = arm.interfaces[1],
                    .body_b = carrier,
                    .point = B});
  BushingParameters rubber;
  rubber.stiffness.diagonal() << 2e7, 2e7, 1e7, 2e3, 50, 2e3;
  rubber.damping = 1e-3 * rubber.stiffness;
  const MarkerId on_frame = model.AddMarkerAt({.body = Model::ground(), .point = A});
  const MarkerId on_arm = model.AddMarkerAt({.body = arm.interfaces[0], .point = A});
  model.AddBushing({.name = "rubber", .a = on_frame, .b = on_arm, .parameters = rubber});
  const MarkerId seat = model.AddMarkerAt({.body = Model::ground(), .point = {0.24, 0.05, -0.28}});
  const MarkerId hub = model.AddMarkerAt({.body = carrier, .point = B});
  model.AddSpringDamper(
      {.along = Between(seat, hub), .stiffness = 3e4, .damping = 500, .preload = -150});
  const auto bump = [](double t) {
    return Vec3(0, 0, t < 0.01 ? 2000 * std::sin(std::numbers::pi * t / 0.01) : 0);
  };
  model.AddAppliedLoad({.name = "bump", .body = carrier, .force = {.law = bump}});

  const System system = model.Compile();
  Simulation simulation(system);
  double worst = 0;
  for (int i = 1; i <= 50; ++i) {
    simulation.advance_to(1e-3 * i);
    const VectorXd p = CalcAmplitudes(simulation, arm, *part);
    worst = std::max(worst, LargestVonMises(linear.CalcNodalStress(part->shapes * p)));
  }
  std::printf("%d shapes, largest von Mises stress %.1f MPa, %ld steps\n",
              part->num_shapes(),
              1e-6 * worst,
              simulation.statistics().steps);
  return worst > 1e6 && worst < 1e9 ? 0 : 1;
}
