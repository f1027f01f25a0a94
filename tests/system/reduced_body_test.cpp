// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced flexible bodies in a System: a control arm with two bores, 12 + 10 Craig-Bampton
// coordinates. The reference integrates the mass with the points of the stiffness.
#include "engine/reduced_body.hpp"

#include <gtest/gtest.h>

#include "bodies/floating_frame_element.hpp"
#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model.hpp"
#include "engine/system_reports.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

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

}  // namespace
}  // namespace trunnion
