// SPDX-License-Identifier: BSD-3-Clause
//
// Geometric stiffening of reduced bodies, with a slender beam of C3D8I: against the rotating beam,
// Euler's column and the full mesh.
#include "engine/mesh/geometric_stiffening.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "bodies/floating_frame_element.hpp"
#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace geometric_stiffening_test {

constexpr double kLength = 1;
constexpr double kThinE = 1e9, kThinWidth = 0.0025, kThinDepth = 0.05;

const nlohmann::json& BeamData() {
  static const auto data = nlohmann::json::parse(std::ifstream(test::kData / "beam_problems.json"));
  return data;
}

/// Along x, of one row of C3D8I; node sets ROOT and TIP.
Mesh BeamMesh(double length, double width, double depth, int elements) {
  Mesh mesh;
  mesh.source = "beam";
  for (int i = 0; i <= elements; ++i)
    for (const auto& [y, z] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
      if (i == 0) mesh.node_sets["ROOT"].push_back(static_cast<int>(mesh.nodes.size()));
      if (i == elements) mesh.node_sets["TIP"].push_back(static_cast<int>(mesh.nodes.size()));
      mesh.nodes.emplace_back(length * i / elements, width / 2 * y, depth / 2 * z);
      mesh.node_ids.push_back(static_cast<int>(mesh.nodes.size()));
    }
  for (int i = 0; i < elements; ++i) {
    MeshElement element{i + 1, MeshElementType::c3d8i, {}};
    for (const int k : {0, 1, 2, 3, 4, 5, 6, 7}) element.nodes.push_back(4 * i + k);
    mesh.elements.push_back(element);
  }
  return mesh;
}

struct Beam {
  double length, depth, E, density;
  Mesh mesh = Material();
  LinearMesh linear{mesh};

  Beam(double L, double h, double modulus, double rho)
      : length(L), depth(h), E(modulus), density(rho) {}
  Mesh Material() const {
    Mesh plain = BeamMesh(length, depth, depth, 80);
    SetMaterial(plain, {.name = "elastic", .E = E, .nu = 0, .density = density});
    return plain;
  }
  double EI() const { return E * std::pow(depth, 4) / 12; }
  /// sqrt(EI/mL⁴) [rad/s]
  double UnitSpeed() const { return std::sqrt(E / density / 12) * depth / (length * length); }
  std::shared_ptr<const ReducedPart> Part(const std::vector<PartInterface>& interfaces,
                                          int modes,
                                          bool stiffening) const {
    auto part = std::make_shared<ReducedPart>(MakeReducedPart(mesh, linear, interfaces, modes));
    if (stiffening) AddGeometricStiffening(*part, linear);
    return part;
  }
};

const Beam& TheBeam() {
  static const Beam beam(kLength, 0.01, 1e9, 1000);
  return beam;
}

/// The beam, its root on a hub that turns about z.
struct Rotor {
  Model model;
  ReducedBodyParts parts;

  Rotor(std::shared_ptr<const ReducedPart> part, double speed, double radius, double damping) {
    const BodyId hub = model.AddRigidBody(
        {.name = "hub", .mass = 1, .inertia = Mat3::Identity(), .angular_velocity = {0, 0, speed}});
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

std::shared_ptr<const ReducedPart> Blade(bool stiffening) {
  static const auto part = TheBeam().Part({{"root", "ROOT"}}, 20, true);
  return stiffening ? part : TheBeam().Part({{"root", "ROOT"}}, 20, false);
}

/// |s| of the modes about the steady rotation, ascending, in units of sqrt(EI/mL⁴).
std::vector<double> RotatingFrequencies(bool stiffening, double eta, double radius) {
  const auto part = Blade(stiffening);
  const double speed = eta * TheBeam().UnitSpeed();
  const System damped = Rotor(part, speed, radius, 0.7).model.Compile();
  Simulation settling(damped, {.integrator = {.tolerance = 1e-7}});
  settling.advance_to(20 / TheBeam().UnitSpeed());
  const System system = Rotor(part, speed, radius, 0).model.Compile();
  Simulation simulation(system);
  simulation.Restart(settling.t(), settling.q(), settling.v());
  std::vector<double> list;
  for (const Mode& mode : CalcModes(simulation, {.axes = IncrementAxes::body}))
    list.push_back(std::abs(mode.eigenvalue) / TheBeam().UnitSpeed());
  return list;
}

// The reference is inextensible; this beam is strained by up to 0.06 % (0.18 % on the
// hub).
TEST(GeometricStiffening, RotatingBeamHasTheFrequenciesOfTheReference) {
  for (const int eta : {2, 6, 12}) {
    const auto& reference = BeamData()["rotating_beam"]["values"][std::to_string(eta)];
    const std::vector<double> list = RotatingFrequencies(true, eta, 0);
    const std::vector<double> on_hub = RotatingFrequencies(true, eta, kLength);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string label = "speed " + std::to_string(eta) + ", mode " + std::to_string(i + 1);
      EXPECT_NEAR(list.at(2 * i) / reference["chord"][i].get<double>(), 1, 8e-4) << label;
      EXPECT_NEAR(list.at(2 * i + 1) / reference["flap"][i].get<double>(), 1, 8e-4) << label;
      EXPECT_NEAR(on_hub.at(2 * i + 1) / reference["flap_hub_L"][i].get<double>(), 1, 8e-4)
          << label;
    }
  }
}

// Without the option the first chord mode, 3.5 at rest, gets softer instead of stiffer (4.26).
TEST(GeometricStiffening, WithoutItTheRotatingBeamIsTooSoft) {
  EXPECT_LT(RotatingFrequencies(false, 6, 0).at(0), 3);
}

std::shared_ptr<const ReducedPart> TwoEnds(bool stiffening) {
  return TheBeam().Part({{"root", "ROOT"}, {"tip", "TIP"}}, 10, stiffening);
}

/// Displacement of the tip of the beam, its root clamped, under a load there.
Vec3 Deflection(bool stiffening, const Vec3& force, const Vec3& torque) {
  Model model;
  const ReducedBodyParts beam = model.AddReducedBody({.name = "beam", .part = TwoEnds(stiffening)});
  model.AddJointAt(
      {.type = JointType::fixed, .body_a = Model::ground(), .body_b = beam.interfaces[0]});
  model.AddAppliedLoad({.body = beam.interfaces[1], .force = {force}, .torque = {torque}});
  const System system = model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  return simulation.body(beam.interfaces[1].index()).r - Vec3(kLength, 0, 0);
}

// A small transverse force beside a large axial one: a stretched beam, and Euler's column.
TEST(GeometricStiffening, AxialForceStiffensAndSoftensAsInBeamTheory) {
  const double EI = TheBeam().EI(), small = 1e-4 * EI;
  const double euler = EI * std::pow(std::numbers::pi / 2, 2);
  for (const double share : {-1.0, 0.5, 0.9}) {
    const double P = share * euler, x = std::sqrt(std::abs(P) / EI);
    const double exact = small * (share > 0 ? std::tan(x) - x : std::tanh(x) - x) / (x * P);
    const Vec3 load(-P, 0, small);
    EXPECT_NEAR(Deflection(true, load, Vec3::Zero()).z() / exact, 1, 1e-3) << share;
    EXPECT_GT(std::abs(Deflection(false, load, Vec3::Zero()).z() / exact - 1), 0.05) << share;
  }
}

/// s² of the lowest mode of a thin cantilever under a force at its tip, `share` of the load at
/// which it falls over sideways, 4.0126 √(EI GJ)/L² (Prandtl 1899).
double LateralStability(const std::shared_ptr<const ReducedPart>& part, double share) {
  const double EI = kThinE * kThinDepth * std::pow(kThinWidth, 3) / 12, GJ = 2 * EI;
  Model model;
  const ReducedBodyParts beam = model.AddReducedBody({.name = "beam", .part = part});
  model.AddJointAt(
      {.type = JointType::fixed, .body_a = Model::ground(), .body_b = beam.interfaces[0]});
  const double force = share * 4.0126 * std::sqrt(EI * GJ) / (kLength * kLength);
  model.AddAppliedLoad({.body = beam.interfaces[1], .force = {Vec3(0, 0, -force)}});
  const System system = model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  const std::complex<double> s = CalcModes(simulation).at(0).eigenvalue;
  return (s * s).real();
}

// Bending stresses and the transverse force couple sideways bending with torsion. Rigid ends hold
// back the warping, which the formula does not know: it falls at 1.031 of the load.
TEST(GeometricStiffening, ThinBeamFallsOverSideways) {
  Mesh mesh = BeamMesh(kLength, kThinWidth, kThinDepth, 320);
  SetMaterial(mesh, {.name = "elastic", .E = kThinE, .nu = 0, .density = 1000});
  const LinearMesh linear(mesh);
  auto part = std::make_shared<ReducedPart>(
      MakeReducedPart(mesh, linear, {{"root", "ROOT"}, {"tip", "TIP"}}, 14));
  EXPECT_LT(LateralStability(part, 1.05), 0);
  AddGeometricStiffening(*part, linear);
  EXPECT_LT(LateralStability(part, 1.01), 0);
  EXPECT_GT(LateralStability(part, 1.05), 0);
}

// A beam bent to an arc by a couple has its tip at L sin θ/θ.
TEST(GeometricStiffening, BendingShortensTheBeam) {
  const double theta = 0.2, exact = kLength * (std::sin(theta) / theta - 1);
  const Vec3 couple(0, 0, theta * TheBeam().EI() / kLength);
  EXPECT_NEAR(Deflection(true, Vec3::Zero(), couple).x() / exact, 1, 1e-3);
  EXPECT_LT(Deflection(false, Vec3::Zero(), couple).x() / exact, 0.8);
}

// Of Simo & Vu-Quoc: beam and hub are brought to 6 rad/s within 15 s. The reference is that of the
// geometrically exact beam.
TEST(GeometricStiffening, SpinUpIsThatOfTheExactBeam) {
  const auto& data = BeamData()["simo_spin_up_2d"];
  const double EA = data["parameters"]["EA"], EI = data["parameters"]["EI"];
  const double mass = data["parameters"]["rhoA"], depth = std::sqrt(12 * EI / EA);
  const Beam beam(10, depth, EA / (depth * depth), mass / (depth * depth));
  Model model;
  const BodyId hub = model.AddRigidBody({.name = "hub", .mass = 1, .inertia = Mat3::Identity()});
  const ReducedBodyParts parts = model.AddReducedBody(
      {.name = "beam", .part = beam.Part({{"root", "ROOT"}, {"tip", "TIP"}}, 6, true)});
  model.AddJointAt({.type = JointType::fixed, .body_a = hub, .body_b = parts.interfaces[0]});
  const JointId axle = model.AddJointAt({.body_a = Model::ground(), .body_b = hub});
  const auto psi = [](double t) {
    const double a = 6.0 / 15, w = 2 * std::numbers::pi / 15;
    if (t >= 15) return MotionValue{6 * t - 45, 6, 0};
    return MotionValue{a * (t * t / 2 + (std::cos(w * t) - 1) / (w * w)),
                       a * (t - std::sin(w * t) / w),
                       a * (1 - std::cos(w * t))};
  };
  model.AddMotion({.along = axle, .law = psi});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-5}});
  for (int t = 1; t <= 15; ++t) {
    simulation.advance_to(t);
    const BodyState tip = simulation.body(parts.interfaces[1].index());
    const Vec3 u = RotationExp({0, 0, -psi(t).s}) * tip.r - Vec3(10, 0, 0);
    const auto& wanted = data["values"][std::to_string(t)];
    EXPECT_NEAR(u.x(), wanted[0].get<double>(), 1e-3 * 0.0186) << t;  // of the largest
    EXPECT_NEAR(u.y(), wanted[1].get<double>(), 1e-3 * 0.5713) << t;
  }
}

// A free beam that tumbles and bends. The integrator takes energy from its axial vibrations, with
// and without stiffening alike.
TEST(GeometricStiffening, FreeMotionKeepsMomentumAndEnergy) {
  constexpr double kTolerance = 1e-7;
  Model model;
  const auto part = TheBeam().Part({{"root", "ROOT"}, {"tip", "TIP"}}, 0, true);
  const double speed = TheBeam().UnitSpeed();
  const ReducedBodyParts body = model.AddReducedBody({.name = "beam",
                                                      .part = part,
                                                      .velocity = {0.3, -0.2, 0.1},
                                                      .angular_velocity = {2, 5 * speed, -speed}});
  model.AddAppliedLoad({.body = body.interfaces[1], .force = {.law = [](double t) -> Vec3 {
                                                      return t < 0.1 ? Vec3(0, 1, 2) : Vec3::Zero();
                                                    }}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = kTolerance}});
  const auto* element = FindForceOfType<FloatingFrameElement>(system, body.force);
  ASSERT_NE(element, nullptr);
  const auto momentum = [&] {
    return element->frame().CalcMomentum(element->Gather(simulation.context()));
  };
  const auto energy = [&] { return simulation.kinetic_energy() + simulation.potential_energy(); };
  simulation.advance_to(0.15);
  const Vec6 start = momentum();
  const double e = energy();
  double largest = 0;
  for (int i = 1; i <= 4; ++i) {
    simulation.advance_to(0.15 + 0.25 * i);
    const Vec6 change = momentum() - start;
    EXPECT_LT(change.head<3>().norm(), 10 * kTolerance * start.head<3>().norm());
    EXPECT_LT(change.tail<3>().norm(), 10 * kTolerance * start.tail<3>().norm());
    EXPECT_NEAR(energy() / e, 1, 50 * kTolerance);
    largest = std::max(largest, CalcAmplitudes(simulation, body, *part).cwiseAbs().maxCoeff());
  }
  EXPECT_GT(largest, 0.01 * kLength);
}

TEST(GeometricStiffening, ModelFilesHaveIt) {
  const std::string begin = R"({ "bodies": [
      { "name": "arm", "type": "reduced", "mesh": "meshes/block_c3d8i_r1.inp", "modes": 2,
        "material": { "E": 7e10, "nu": 0.33, "density": 2700 },
        "interfaces": [{ "name": "A", "node_set": "CLAMP" }])";
  for (const bool on : {true, false}) {
    const std::string option = on ? R"(, "geometric_stiffening": true }]})" : "}]}";
    const System system =
        ParseModel(begin + option, (test::kData / "model.json").string()).model.Compile();
    const ReducedPart& part = *system.parts().reduced_bodies[0].part;
    EXPECT_EQ(part.integrals.foreshortening.size(), on ? 2u : 0u);
    EXPECT_EQ(part.interfaces[0].foreshortening.size(), on ? 6u : 0u);
  }
}

TEST(GeometricStiffening, AnotherMeshIsRefused) {
  ReducedPart part = *TwoEnds(false);
  part.positions.conservativeResize(3, 7);
  test::ExpectRefused<ModelError>([&] { AddGeometricStiffening(part, TheBeam().linear); },
                                  {"324 nodes", "the part 7"});
}

}  // namespace geometric_stiffening_test
}  // namespace trunnion
