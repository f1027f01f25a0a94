// SPDX-License-Identifier: BSD-3-Clause
//
// A four-bar with a stiff crank at constant speed and a coupler and rocker of thin steel: how far
// the coupler bends off its straight line. Beam elements; four revolutes close the loop, whose
// links give way out of plane, so that no equation is redundant.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

namespace {

using namespace trunnion;

constexpr int kElements = 6;

/// A link of steel, 40 mm deep and 8 mm thick.
BeamLineParts AddLink(Model& model, const char* name, const Vec3& from, const Vec3& to) {
  return AddBeamLine(model,
                     {.name = name,
                      .points = PointsBetween(from, to, kElements),
                      .y_axis = Vec3::UnitZ(),
                      .section = MakeRectangularSection(0.04, 0.008, 210e9, 0.3, 7850),
                      .damping_time = 1e-4});
}

}  // namespace

int main() {
  const Vec3 a(0, 0, 0), b(0, 0.4, 0), c(1.8, 1.2, 0), d(1.6, 0, 0);
  Model model;
  model.set_gravity({0, -9.81, 0});
  const BodyId crank =
      model.AddRigidBody({.name = "crank", .mass = 5, .inertia = 0.1 * Mat3::Identity()});
  const BeamLineParts coupler = AddLink(model, "coupler", b, c);
  const BeamLineParts rocker = AddLink(model, "rocker", c, d);
  const JointId drive =
      model.AddJointAt({.name = "A", .body_a = Model::ground(), .body_b = crank, .point = a});
  const BodyId first = coupler.nodes.front(), last = coupler.nodes.back();
  model.AddJointAt({.name = "B", .body_a = crank, .body_b = first, .point = b});
  model.AddJointAt({.name = "C", .body_a = last, .body_b = rocker.nodes.front(), .point = c});
  model.AddJointAt(
      {.name = "D", .body_a = rocker.nodes.back(), .body_b = Model::ground(), .point = d});
  const double speed = 6;  // [rad/s], reached within half a second
  model.AddMotion({.name = "drive", .along = drive, .law = [speed](double t) {
                     const double T = 0.5;
                     if (t < T)
                       return MotionValue{0.5 * speed * t * t / T, speed * t / T, speed / T};
                     return MotionValue{speed * (t - 0.5 * T), speed, 0};
                   }});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-5}});
  double largest = 0;
  for (int i = 1; i <= 150; ++i) {
    simulation.advance_to(0.01 * i);
    const Vec3 p = simulation.body(first.index()).r, q = simulation.body(last.index()).r;
    const Vec3 middle = simulation.body(coupler.nodes[kElements / 2].index()).r;
    const Vec3 axis = (q - p).normalized();
    const double bend = axis.cross(middle - p).z();
    largest = std::max(largest, std::abs(bend));
    if (i % 15 == 0)
      std::printf("%4.2f s  coupler off its line by %8.4f mm\n", 0.01 * i, 1e3 * bend);
  }
  std::printf("at most %.3f mm, %ld steps\n", 1e3 * largest, simulation.statistics().steps);
  return largest > 1e-4 && largest < 0.05 && simulation.degrees_of_freedom() > 60 ? 0 : 1;
}
