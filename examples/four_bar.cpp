// SPDX-License-Identifier: BSD-3-Clause
//
// A planar four-bar drawn with four revolutes, as one would draw it: three equations of the loop
// are redundant. The engine names them and goes on with the reactions of least norm.
#include <cmath>
#include <cstdio>

#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

namespace {

using namespace trunnion;

BodyId AddBar(Model& model, const char* name, const Vec3& from, const Vec3& to) {
  const Vec3 x = (to - from).normalized();
  Mat3 R;
  R << x, Vec3::UnitZ().cross(x), Vec3::UnitZ();
  const double mass = (to - from).norm(), j = mass * (to - from).squaredNorm() / 12;
  return model.AddRigidBody({.name = name,
                             .mass = mass,
                             .inertia = Vec3(1e-3, j, j).asDiagonal(),
                             .position = 0.5 * (from + to),
                             .orientation = R});
}

}  // namespace

int main() {
  const Vec3 a(0, 0, 0), b(0.4, 0.8, 0), c(2.0, 1.4, 0), d(2.2, 0, 0);
  Model model;
  model.set_gravity({0, -9.81, 0});
  const BodyId crank = AddBar(model, "crank", a, b);
  const BodyId coupler = AddBar(model, "coupler", b, c);
  const BodyId rocker = AddBar(model, "rocker", c, d);
  const JointId drive =
      model.AddJointAt({.name = "A", .body_a = Model::ground(), .body_b = crank, .point = a});
  model.AddJointAt({.name = "B", .body_a = crank, .body_b = coupler, .point = b});
  model.AddJointAt({.name = "C", .body_a = coupler, .body_b = rocker, .point = c});
  model.AddJointAt({.name = "D", .body_a = Model::ground(), .body_b = rocker, .point = d});

  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-6}});
  std::printf("degrees of freedom: %d\n", simulation.degrees_of_freedom());
  for (const auto& warning : simulation.warnings()) std::printf("warning: %s\n", warning.c_str());
  const double energy = simulation.kinetic_energy() + simulation.potential_energy();
  for (int i = 0; i <= 8; ++i) {
    simulation.advance_to(0.25 * i);
    const Vec3 force = simulation.reaction(drive).force;
    std::printf("t %.2f s  crank %8.4f rad  force at A (%8.3f, %8.3f, %6.3f) N\n",
                simulation.t(),
                simulation.coordinate(drive),
                force.x(),
                force.y(),
                force.z());
  }
  const double drift = simulation.kinetic_energy() + simulation.potential_energy() - energy;
  std::printf("energy drift %.1e J\n", drift);
  return std::abs(drift) < 1e-3 && simulation.degrees_of_freedom() == 1 ? 0 : 1;
}
