// SPDX-License-Identifier: BSD-3-Clause
//
// Geometric stiffening of reduced bodies, with a slender beam of C3D8I: against the rotating beam,
// Euler's column and the full mesh.
#include "engine/mesh/geometric_stiffening.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/model.hpp"
#include "engine/reduced_body.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

constexpr double kLength = 1, kDepth = 0.02, kE = 1e9, kDensity = 1000;
constexpr int kElements = 40;

/// Along x, square; sets ROOT and TIP.
Mesh BeamMesh() {
  Mesh mesh;
  mesh.source = "beam";
  for (int i = 0; i <= kElements; ++i)
    for (const auto& [y, z] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
      if (i == 0) mesh.node_sets["ROOT"].push_back(static_cast<int>(mesh.nodes.size()));
      if (i == kElements) mesh.node_sets["TIP"].push_back(static_cast<int>(mesh.nodes.size()));
      mesh.nodes.emplace_back(kLength * i / kElements, kDepth / 2 * y, kDepth / 2 * z);
      mesh.node_ids.push_back(static_cast<int>(mesh.nodes.size()));
    }
  for (int i = 0; i < kElements; ++i) {
    MeshElement element{i + 1, MeshElementType::c3d8i, {}};
    for (const int k : {0, 1, 2, 3, 4, 5, 6, 7}) element.nodes.push_back(4 * i + k);
    mesh.elements.push_back(element);
  }
  SetMaterial(mesh, {.name = "soft", .E = kE, .nu = 0, .density = kDensity});
  return mesh;
}

/// sqrt(EI/mL⁴) of the beam [rad/s].
double UnitSpeed() { return std::sqrt(kE / kDensity / 12) * kDepth / (kLength * kLength); }

struct Beam {
  Mesh mesh = BeamMesh();
  LinearMesh linear{mesh};

  std::shared_ptr<const ReducedPart> Part(const std::vector<PartInterface>& interfaces,
                                          int modes,
                                          bool stiffening) const {
    auto part = std::make_shared<ReducedPart>(MakeReducedPart(mesh, linear, interfaces, modes));
    if (stiffening) AddGeometricStiffening(*part, linear);
    return part;
  }
};

const Beam& TheBeam() {
  static const Beam beam;
  return beam;
}

/// The beam, its root on a hub that turns about z.
struct Rotor {
  Model model;
  ReducedBodyParts parts;

  Rotor(std::shared_ptr<const ReducedPart> part, double speed, double radius, double damping) {
    const BodyId hub = model.AddRigidBody({.name = "hub",
                                           .mass = 1,
                                           .inertia = Mat3::Identity(),
                                           .angular_velocity = {0, 0, speed}});
    parts = model.AddReducedBody({.name = "beam",
                                  .part = std::move(part),
                                  .position = {radius, 0, 0},
                                  .velocity = {0, radius * speed, 0},
                                  .angular_velocity = {0, 0, speed},
                                  .damping_ratios = {damping}});
    model.AddJointAt({.name = "clamp",
                      .type = JointType::fixed,
                      .body_a = hub,
                      .body_b = parts.interfaces[0],
                      .point = Vec3(radius, 0, 0)});
    const JointId axle = model.AddJointAt({.body_a = Model::ground(), .body_b = hub});
    model.AddMotion({.along = axle, .law = [speed](double t) {
                       return MotionValue{speed * t, speed, 0};
                     }});
  }
};

/// |s| of the modes about the steady rotation, in units of sqrt(EI/mL⁴).
std::vector<double> RotatingFrequencies(const std::shared_ptr<const ReducedPart>& part,
                                        double eta,
                                        double radius) {
  const double speed = eta * UnitSpeed();
  const System damped = Rotor(part, speed, radius, 0.7).model.Compile();
  Simulation settling(damped, {.integrator = {.tolerance = 1e-7}});
  settling.advance_to(20 / UnitSpeed());
  const System system = Rotor(part, speed, radius, 0).model.Compile();
  Simulation simulation(system);
  simulation.Restart(settling.t(), settling.q(), settling.v());
  std::vector<double> list;
  for (const Mode& mode : CalcModes(simulation, {.axes = IncrementAxes::body})) {
    list.push_back(std::abs(mode.eigenvalue) / UnitSpeed());
    if (list.size() < 6)
      printf("   eta %g: %.5f %+.2e (%s)\n", eta, list.back(), mode.eigenvalue.real() / UnitSpeed(), "");
  }
  return list;
}

TEST(GeometricStiffening, RotatingBeam) {
  for (const bool on : {true, false})
    for (const double eta : {0.0, 2.0, 6.0, 12.0})
      for (const double radius : {0.0, 1.0}) {
        if (!on && radius > 0) continue;
        printf("on %d radius %g\n", on, radius);
        RotatingFrequencies(TheBeam().Part({{"root", "ROOT"}}, 12, on), eta, radius);
      }
}

}  // namespace
}  // namespace trunnion
