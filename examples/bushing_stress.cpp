// SPDX-License-Identifier: BSD-3-Clause
//
// Two rods joined by a stiff bushing, 10⁴ to 10⁹ N/m: the steps hardly depend on the stiffness and
// the motion tends to that with a fixed joint.
#include <cstdio>
#include <optional>

#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

namespace {

using namespace trunnion;

struct Result {
  Vec3 tip;
  long steps;
};

/// Position of the free end after one second; no stiffness: a fixed joint.
Result Swing(std::optional<double> stiffness) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const Mat3 inertia = Vec3(0.005, 0.0858, 0.0858).asDiagonal();
  const BodyId first =
      model.AddRigidBody({.name = "first", .mass = 1, .inertia = inertia, .position = {0.5, 0, 0}});
  const BodyId second = model.AddRigidBody(
      {.name = "second", .mass = 1, .inertia = inertia, .position = {1.5, 0, 0}});
  model.AddJointAt({.name = "hinge",
                    .body_a = Model::ground(),
                    .body_b = first,
                    .point = {0, 0, 0},
                    .axis = {0.2, 1, 0}});
  if (stiffness) {
    const MarkerId a = model.AddMarkerAt({.name = "a", .body = first, .point = {1, 0, 0}});
    const MarkerId b = model.AddMarkerAt({.name = "b", .body = second, .point = {1, 0, 0}});
    BushingParameters bushing;
    bushing.stiffness.diagonal().setConstant(*stiffness);
    bushing.damping.diagonal().setConstant(10);
    model.AddBushing({.name = "bushing", .a = a, .b = b, .parameters = bushing});
  } else {
    model.AddJointAt({.name = "weld",
                      .type = JointType::fixed,
                      .body_a = first,
                      .body_b = second,
                      .point = {1, 0, 0}});
  }
  const MarkerId tip = model.AddMarkerAt({.name = "tip", .body = second, .point = {2, 0, 0}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-6}});
  simulation.advance_to(1);
  return {simulation.pose(tip).p, simulation.statistics().steps};
}

}  // namespace

int main() {
  const Result rigid = Swing({});
  std::printf("fixed joint:      %4ld steps\n", rigid.steps);
  double distance = 0;
  for (double k = 1e4; k < 2e9; k *= 10) {
    const Result soft = Swing(k);
    distance = (soft.tip - rigid.tip).norm();
    std::printf("k = %.0e N/m: %4ld steps, tip %.2e m from rigid\n", k, soft.steps, distance);
  }
  return distance < 1e-4 ? 0 : 1;
}
