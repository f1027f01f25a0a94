// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced flexible bodies in a System: a control arm with two bores, 12 + 10 Craig-Bampton
// coordinates. The reference integrates the mass with the points of the stiffness.
#include "engine/model/reduced_body.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <functional>

#include "bodies/floating_frame_element.hpp"
#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace reduced_body_test {

using test::References;
using test::ToMatrix;
using test::ToVector;

const Vec3 kB(0.24, 0.05, 0.02);

Mesh ReadArm() {
  const auto& definition = References()["arm"]["definition"];
  Mesh mesh = ReadInp(test::kData / "meshes/arm_tet10_coarse.inp");
  SetMaterial(
      mesh,
      {.name = "alu", .E = definition["E"], .nu = definition["nu"], .density = definition["rho"]});
  return mesh;
}

struct Arm {
  Mesh mesh = ReadArm();
  LinearMesh linear{mesh, MassIntegration::stiffness_points};
  std::vector<PartInterface> interfaces{{"A", "BORE_A", Vec3::Zero()}, {"B", "BORE_B", kB}};
  std::shared_ptr<const ReducedPart> part = Part(10);

  std::shared_ptr<const ReducedPart> Part(int modes) const {
    return std::make_shared<ReducedPart>(MakeReducedPart(mesh, linear, interfaces, modes));
  }
};

const Arm& TheArm() {
  static const Arm arm;
  return arm;
}

/// A part of a softer material.
std::shared_ptr<const ReducedPart> Softened(const ReducedPart& part, double factor) {
  auto soft = std::make_shared<ReducedPart>(part);
  soft->frequencies *= std::sqrt(factor);
  return soft;
}

VectorXd Frequencies(const std::vector<Mode>& modes, Eigen::Index count) {
  VectorXd list(count);
  for (Eigen::Index i = 0; i < count; ++i)
    list[count - 1 - i] = modes[modes.size() - 1 - static_cast<std::size_t>(i)].frequency;
  return list;
}

double RelativeError(const VectorXd& ours, const VectorXd& reference) {
  return ((ours - reference).array() / reference.array()).abs().maxCoeff();
}

TEST(ReducedBody, FreeFrequenciesAreThoseOfTheReference) {
  Model model;
  model.AddReducedBody({.name = "arm",
                        .part = TheArm().part,
                        .position = {1, 2, 3},
                        .orientation = RotationExp(Vec3(0.3, -1, 2))});
  const System system = model.Compile();
  Simulation simulation(system);
  EXPECT_EQ(simulation.degrees_of_freedom(), 22);
  const auto modes = CalcModes(simulation, {.damping = false});
  const VectorXd reference = ToVector(References()["craig_bampton"]["free_free_hz"]).tail(16);
  EXPECT_LT(RelativeError(Frequencies(modes, 16), reference), 1e-4);
}

/// The arm with its bore A fixed to the ground.
struct HeldArm {
  Model model;
  ReducedBodyParts parts;

  explicit HeldArm(std::vector<double> damping = {}) {
    parts = model.AddReducedBody(
        {.name = "arm", .part = TheArm().part, .damping_ratios = std::move(damping)});
    model.AddJointAt({.name = "clamp",
                      .type = JointType::fixed,
                      .body_a = Model::ground(),
                      .body_b = parts.interfaces[0]});
  }
};

TEST(ReducedBody, HeldFrequenciesAreThoseOfTheReference) {
  const System system = HeldArm().model.Compile();
  Simulation simulation(system);
  EXPECT_EQ(simulation.degrees_of_freedom(), 16);
  const auto modes = CalcModes(simulation, {.damping = false});
  ASSERT_EQ(modes.size(), 16u);
  EXPECT_LT(RelativeError(Frequencies(modes, 16),
                          ToVector(References()["craig_bampton"]["A_clamped_hz"])),
            1e-4);
}

TEST(ReducedBody, ModalDampingIsThatOfTheFreeModes) {
  Model model;
  std::vector<double> ratios;
  for (int j = 0; j < 16; ++j) ratios.push_back(0.01 + 0.002 * j);
  model.AddReducedBody({.name = "arm", .part = TheArm().part, .damping_ratios = ratios});
  const System system = model.Compile();
  Simulation simulation(system);
  const auto modes = CalcModes(simulation);
  const std::size_t first = modes.size() - 16;
  for (std::size_t j = 0; j < 16; ++j)
    EXPECT_NEAR(modes[first + j].damping_ratio, ratios[j], 1e-6) << j;
}

/// Displacement and rotation of bore B under a load there.
Vec6 Deflection(const Vec6& wrench) {
  HeldArm arm;
  arm.model.AddAppliedLoad({.name = "load",
                            .body = arm.parts.interfaces[1],
                            .force = {wrench.head<3>()},
                            .torque = {wrench.tail<3>()}});
  const System system = arm.model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  const BodyState B = simulation.body(arm.parts.interfaces[1].index());
  Vec6 deflection;
  deflection << B.r - kB, RotationLog(B.R);
  return deflection;
}

// Differences of two opposite loads, so that effects of second order cancel.
TEST(ReducedBody, StaticFlexibilityIsThatOfTheReference) {
  const MatrixXd reference = ToMatrix(References()["craig_bampton"]["B_flexibility_A_clamped"]);
  const VectorXd scale = reference.diagonal().cwiseSqrt();
  for (int i = 0; i < 6; ++i) {
    const double size = 1e-5 / scale[i];
    const Vec6 wrench = size * Vec6::Unit(i);
    const Vec6 column = (Deflection(wrench) - Deflection(-wrench)) / (2 * size);
    const VectorXd error = (column - reference.col(i)).cwiseQuotient(scale) / scale[i];
    EXPECT_LT(error.cwiseAbs().maxCoeff(), 1e-6) << i;
  }
}

// Against the full mesh with rigid bores; the modes do not answer weight exactly.
TEST(ReducedBody, SagsUnderItsWeightAsTheFullMesh) {
  const Arm& arm = TheArm();
  const Vec3 g(0, 0, -9.81);
  HeldArm held;
  held.model.set_gravity(g);
  const System system = held.model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  const Eigen::Matrix3Xd u =
      CalcNodePositions(simulation, held.parts, *arm.part) - arm.linear.positions();
  const auto unknowns = [&](const std::string& set) {
    return arm.linear.FindUnknowns(arm.mesh.node_set(set), {0});
  };
  const SparseMatrix T =
      CalcRigidTies(arm.linear.positions(),
                    {{"A", Vec3::Zero(), unknowns("BORE_A")}, {"B", kB, unknowns("BORE_B")}});
  std::vector<int> hold_A;
  for (int i = 0; i < 6; ++i) hold_A.push_back(static_cast<int>(T.cols()) - 12 + i);
  const VectorXd load = T.transpose() * arm.linear.CalcGravityLoad(g);
  const VectorXd full = T * SolveStatic(CalcTied(arm.linear.stiffness(), T), load, hold_A).u;
  EXPECT_LT((u.reshaped() - full).norm(), 2e-3 * full.norm());
  const VectorXd p = CalcAmplitudes(simulation, held.parts, *arm.part);
  EXPECT_GT(arm.linear.CalcNodalStress(arm.part->shapes * p).cwiseAbs().maxCoeff(), 0);
}

// A load on bore B from one moment to the next: the modes of the reduced matrices with bore A held,
// each exact in time.
TEST(ReducedBody, StepLoadIsAnsweredByTheHeldModes) {
  const Arm& arm = TheArm();
  const ReducedStructure reduced = ReduceCraigBampton(
      arm.linear.stiffness(),
      arm.linear.mass(),
      arm.linear.positions(),
      {{"A", Vec3::Zero(), arm.linear.FindUnknowns(arm.mesh.node_set("BORE_A"), {0})},
       {"B", kB, arm.linear.FindUnknowns(arm.mesh.node_set("BORE_B"), {0})}},
      10);
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(
      reduced.K.bottomRightCorner(16, 16), reduced.M.bottomRightCorner(16, 16));
  const Vec3 force(3, -2, 10);
  HeldArm held;
  held.model.AddAppliedLoad({.body = held.parts.interfaces[1], .force = {force}});
  const System system = held.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-9}});
  const MatrixXd shapes = modes.eigenvectors().topRows(3);
  const VectorXd pull = shapes.transpose() * force;
  for (const double t : {1e-3, 3e-3}) {
    simulation.advance_to(t);
    const VectorXd omega = modes.eigenvalues().cwiseSqrt();
    const VectorXd amplitudes = ((1 - (omega * t).array().cos()) / omega.array().square()).matrix();
    const Vec3 exact = shapes * amplitudes.cwiseProduct(pull);
    const Vec3 u = simulation.body(held.parts.interfaces[1].index()).r - kB;
    EXPECT_LT((u - exact).norm(), 1e-8) << "of " << exact.norm() << " at " << t;
  }
}

// A soft arm, without interface modes, let go while it spins: the centrifugal force deforms it, and
// it vibrates.
TEST(ReducedBody, FreeSpinKeepsMomentumAndEnergy) {
  constexpr double kTolerance = 1e-6;
  Model model;
  const auto part = Softened(*TheArm().Part(0), 1e-4);
  const ReducedBodyParts body = model.AddReducedBody(
      {.name = "arm", .part = part, .velocity = {0.3, -0.2, 0.1}, .angular_velocity = {2, 4, -3}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = kTolerance}});
  const auto* element = FindForceOfType<FloatingFrameElement>(system, body.force);
  ASSERT_NE(element, nullptr);
  const auto momentum = [&] {
    return element->frame().CalcMomentum(element->Gather(simulation.context()));
  };
  const auto energy = [&] { return simulation.kinetic_energy() + simulation.potential_energy(); };
  const Vec6 start = momentum();
  const double e = energy();
  double deformed = 0;
  for (int i = 1; i <= 20; ++i) {
    simulation.advance_to(0.5 * i);
    const Vec6 now = momentum();
    EXPECT_LT((now - start).head<3>().norm(), 10 * kTolerance * start.head<3>().norm());
    EXPECT_LT((now - start).tail<3>().norm(), 10 * kTolerance * start.tail<3>().norm());
    EXPECT_NEAR(energy() / e, 1, 10 * kTolerance);
    deformed = std::max(deformed, CalcAmplitudes(simulation, body, *part).cwiseAbs().maxCoeff());
  }
  EXPECT_GT(deformed, 100 * kTolerance);
}

struct Swing {
  Vec3 tip;
  double energy_change;
  long steps;
};

Swing SwingFor(const Model& model, BodyId body, const Vec3& p_B) {
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-6}});
  const double e = simulation.kinetic_energy() + simulation.potential_energy();
  simulation.advance_to(1);
  const BodyState state = simulation.body(body.index());
  return {state.r + state.R * p_B,
          simulation.kinetic_energy() + simulation.potential_energy() - e,
          simulation.statistics().steps};
}

Model Hinged(BodyId& body, const std::function<BodyId(Model&)>& add) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  body = add(model);
  model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = body, .axis = {0, 1, 0}});
  return model;
}

// Hung by its bore A and let go, which makes it vibrate. As the stiffness grows the motion becomes
// that of a rigid body; vibrations below the tolerance cost no steps.
TEST(ReducedBody, StiffPendulumIsARigidOne) {
  const MassProperties properties = TheArm().linear.CalcMassProperties();
  BodyId body;
  const Model rigid_model = Hinged(body, [&](Model& model) {
    return model.AddRigidBody({.name = "arm",
                               .mass = properties.mass,
                               .com = properties.com,
                               .inertia = properties.inertia});
  });
  const Swing rigid = SwingFor(rigid_model, body, kB - properties.com);
  for (const double factor : {1e2, 1e4}) {
    BodyId A, B;
    const Model model = Hinged(A, [&](Model& m) {
      const ReducedBodyParts parts = m.AddReducedBody(
          {.name = "arm", .part = Softened(*TheArm().part, factor), .damping_ratios = {0.02}});
      B = parts.interfaces[1];
      return parts.interfaces[0];
    });
    const Swing swing = SwingFor(model, B, Vec3::Zero());
    EXPECT_LT((swing.tip - rigid.tip).norm(), 5e-6 / factor + 1e-7) << factor;
    if (factor > 1e3) {
      EXPECT_LT(2 * swing.steps, 5 * rigid.steps);
    }
    EXPECT_NEAR(swing.energy_change, 0, 1e-5) << factor;  // of 0.48 J; vibrations die away
  }
}

TEST(ReducedBody, MistakesAreNamed) {
  Model model;
  const ReducedBody arm{.name = "arm", .part = TheArm().part};
  const auto refused = [&](ReducedBody body, const std::vector<std::string>& words) {
    test::ExpectRefused<ModelError>([&] { model.AddReducedBody(body); }, words);
  };
  ReducedBody wrong = arm;
  wrong.part = nullptr;
  refused(wrong, {"'arm'", "MakeReducedPart"});
  wrong = arm;
  wrong.damping_ratios = {0.1, 0.1};
  refused(wrong, {"'arm'", "16"});
  wrong.damping_ratios = {-1};
  refused(wrong, {"'arm'", "damping"});
  wrong = arm;
  wrong.name = "";
  refused(wrong, {"name"});
  model.AddRigidBody({.name = "arm.B", .mass = 1});
  refused(arm, {"'arm'", "'arm.B'"});
  EXPECT_EQ(model.num_bodies(), 2);  // nothing is left behind
}

TEST(ReducedBody, ModelFilesHaveThem) {
  const auto& definition = References()["arm"]["definition"];
  const std::string text = R"({
    "gravity": [0, 0, -9.81],
    "bodies": [
      { "name": "arm", "type": "reduced", "mesh": "meshes/arm_tet10_coarse.inp", "modes": 0,
        "material": { "E": 7e10, "nu": 0.33, "density": 2700 }, "damping": 0.01,
        "interfaces": [{ "name": "A", "node_set": "BORE_A", "origin": [0, 0, 0] },
                       { "name": "B", "node_set": "BORE_B" }],
        "position": [0, 0, 1] },
      { "name": "load", "mass": 1, "inertia": [1e-3, 1e-3, 1e-3], "position": [0.24, 0.05, 1.02] }],
    "joints": [
      { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "arm.A",
        "point": [0, 0, 1], "axis": [0, 1, 0] },
      { "name": "pin", "type": "fixed", "body_a": "arm.B", "body_b": "load",
        "point": [0.24, 0.05, 1.02] }]
  })";
  EXPECT_EQ(definition["E"].get<double>(), 7e10);
  const std::string source = (test::kData / "model.json").string();
  const ModelFile file = ParseModel(text, source);
  EXPECT_EQ(file.force_types, std::vector<std::string>{"reduced"});
  const System system = file.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-4}});
  EXPECT_EQ(simulation.degrees_of_freedom(), 1 + 6);
  simulation.advance_to(0.05);
  const BodyId load = *file.model.FindBody("load");
  EXPECT_NEAR(simulation.body(load.index()).r.z() - 1.02, -0.5 * 9.81 * 0.05 * 0.05, 2e-3);
  const auto refused =
      [&](const std::string& from, const std::string& to, const std::string& word) {
        std::string changed = text;
        changed.replace(changed.find(from), from.size(), to);
        test::ExpectRefused<FileError>([&] { ParseModel(changed, source); }, {"/bodies/0", word});
      };
  refused("coarse.inp", "missing.inp", "missing.inp");
  refused("BORE_B", "BORE_C", "BORE_C");
  refused("\"modes\": 0", "\"modes\": -1", "negative");
}

}  // namespace reduced_body_test
}  // namespace trunnion
