// SPDX-License-Identifier: BSD-3-Clause
//
// A pendulum: one body, one hinge. Prints angle, reaction and energy drift, and its period against
// the elliptic integral.
#include <cmath>
#include <cstdio>
#include <numbers>

#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

int main() {
  using namespace trunnion;
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId rod = model.AddRigidBody({.name = "rod",
                                         .mass = 2,
                                         .inertia = Vec3(1e-3, 1.0 / 6, 1.0 / 6).asDiagonal(),
                                         .position = {0.5, 0, 0}});
  const JointId hinge = model.AddJointAt({.name = "hinge",
                                          .body_a = Model::ground(),
                                          .body_b = rod,
                                          .point = {0, 0, 0},
                                          .axis = {0, 1, 0}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-8}});

  const double energy = simulation.kinetic_energy() + simulation.potential_energy();
  std::printf("   t [s]   angle [rad]   |reaction| [N]\n");
  for (int i = 0; i <= 10; ++i) {
    simulation.advance_to(0.1 * i);
    const auto angle = simulation.coordinate(hinge);
    const Reaction r = simulation.reaction(hinge);
    std::printf("%8.2f %13.6f %16.4f\n", simulation.t(), angle, r.force.norm());
  }
  // Released horizontally it returns after T = 4 K(1/√2) √(I/(m g l)).
  const double period =
      4 * std::comp_ellint_1(std::sqrt(0.5)) * std::sqrt((1.0 / 6 + 2 * 0.25) / (2 * 9.81 * 0.5));
  simulation.advance_to(period);
  const double drift = simulation.kinetic_energy() + simulation.potential_energy() - energy;
  const double angle = simulation.coordinate(hinge);
  std::printf("after one period: angle %.2e rad, energy drift %.2e J, %ld steps\n",
              angle,
              drift,
              simulation.statistics().steps);
  return std::abs(angle) < 1e-5 && std::abs(drift) < 1e-5 ? 0 : 1;
}
