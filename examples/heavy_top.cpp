// SPDX-License-Identifier: BSD-3-Clause
//
// The Lagrange top released at 60 degrees with 100 rad/s of spin: a ball joint and gravity.
// Compares its nutation with the closed form.
#include <cmath>
#include <cstdio>

#include <trunnion/math.hpp>
#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

int main() {
  using namespace trunnion;
  const double length = 0.5, transverse = 0.26 - length * length, axial = 0.02;
  const Vec3 axis(std::sqrt(0.75), 0, 0.5);

  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId top =
      model.AddRigidBody({.name = "top",
                          .mass = 1,
                          .com = {0, 0, length},
                          .inertia = Vec3(transverse, transverse, axial).asDiagonal(),
                          .orientation = FrameWithZ(axis),
                          .angular_velocity_body = {0, 0, 100}});
  model.AddJointAt({.name = "tip",
                    .type = JointType::ball,
                    .body_a = Model::ground(),
                    .body_b = top,
                    .point = {0, 0, 0}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-8}});

  const double times[] = {0.1, 0.5, 1, 2, 5};
  const double exact[] = {0.4306020294526851,
                          -0.0612049764140982,
                          0.3275895971762081,
                          -0.02942190322836746,
                          0.4902086005920564};
  double worst = 0;
  std::printf("  t [s]   cos(nutation)      error\n");
  for (int i = 0; i < 5; ++i) {
    simulation.advance_to(times[i]);
    const double cosine = simulation.body(top.index()).R(2, 2);
    worst = std::max(worst, std::abs(cosine - exact[i]));
    std::printf("%7.1f %15.9f %10.1e\n", times[i], cosine, cosine - exact[i]);
  }
  std::printf("%ld steps\n", simulation.statistics().steps);
  return worst < 1e-5 ? 0 : 1;
}
