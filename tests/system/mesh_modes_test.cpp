// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/mesh_modes.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "engine/core/rotation.hpp"
#include "engine/fields/mesh_fields.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"
#include "engine/recorder/scene.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

/// A free, bent and turned block.
struct Block {
  Block() {
    Mesh mesh = ReadInp(test::kData / "meshes/block_c3d8_r1.inp");
    SetMaterial(mesh, {.name = "M", .E = 5e6, .nu = 0.3, .density = 1100});
    const auto part = std::make_shared<ReducedPart>(
        MakeReducedPart(mesh, LinearMesh(mesh), {{"root", "CLAMP"}}, 3));
    Model model;
    model.AddPointMass({.name = "first", .mass = 1});
    model.AddReducedBody({.name = "block",
                          .part = part,
                          .position = {1, 2, 3},
                          .orientation = RotationExp(Vec3(1, 0.5, -2))});
    system = std::make_unique<System>(model.Compile());
    for (BodyIndex b = 0; b < system->num_bodies(); ++b) bodies.push_back(system->body(b).initial);
    bodies[static_cast<std::size_t>(info().amplitudes[0])].r = Vec3(0.01, -0.02, 0.005);
  }
  const ReducedBodyInfo& info() const { return system->parts().reduced_bodies[0]; }
  ElementContext At(const std::vector<BodyState>& states) const { return {0, states, {}}; }

  std::unique_ptr<System> system;
  std::vector<BodyState> bodies;
};

Mode RandomMode(const System& system) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto number = [&] { return std::complex<double>(uniform(random), uniform(random)); };
  Mode mode;
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    mode.shape.push_back(
        {system.body(b).name, {number(), number(), number()}, {number(), number(), number()}});
  return mode;
}

/// The bodies moved by a part of the mode.
std::vector<BodyState> Moved(const Block& block, const Mode& mode, double real, double imag) {
  std::vector<BodyState> bodies = block.bodies;
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const BodyMotion& motion = mode.shape[b - 1];
    const Vec3 com = block.system->body(static_cast<BodyIndex>(b)).com;
    const Vec3 t = real * motion.translation.real() + imag * motion.translation.imag();
    const Vec3 theta = real * motion.rotation.real() + imag * motion.rotation.imag();
    const Vec3 origin = bodies[b].r - bodies[b].R * com;
    if (block.system->body(static_cast<BodyIndex>(b)).kind == BodyKind::rigid)
      bodies[b].R = RotationExp(theta) * bodies[b].R;
    bodies[b].r = origin + t + bodies[b].R * com;
  }
  return bodies;
}

TEST(MeshModes, AreTheChangesOfThePositionsOfTheNodes) {
  const Block block;
  const Mode mode = RandomMode(*block.system);
  const Eigen::Matrix3Xcd motion = CalcMeshMode(block.info(), block.At(block.bodies), mode);
  const auto recovery = std::move(MakeMeshRecoveries(block.system->parts())[0]);
  const double h = 1e-5;
  for (const auto& [real, imag] : {std::pair{h, 0.0}, {0.0, h}}) {
    const auto forth = Moved(block, mode, real, imag), back = Moved(block, mode, -real, -imag);
    const Eigen::Matrix3Xd expected =
        (recovery->Calc(block.At(forth)).positions - recovery->Calc(block.At(back)).positions) /
        (2 * h);
    const Eigen::Matrix3Xd ours =
        imag > 0 ? Eigen::Matrix3Xd(motion.imag()) : Eigen::Matrix3Xd(motion.real());
    EXPECT_GT(expected.norm(), 1);
    EXPECT_LT((ours - expected).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(MeshModes, DocumentHasTheSurfaceInTheOrderOfTheScene) {
  const Block block;
  const Mode mode = RandomMode(*block.system);
  const ElementContext x = block.At(block.bodies);
  const Eigen::Matrix3Xcd motion = CalcMeshMode(block.info(), x, mode);
  const auto document = nlohmann::json::parse(MakeMeshModesJson(*block.system, x, {mode, mode}));
  const auto scene = nlohmann::json::parse(MakeScene(*block.system));
  const auto nodes = scene["flexible"][0]["nodes"].get<std::vector<Eigen::Index>>();
  ASSERT_EQ(document["block"].size(), 2u);
  const auto numbers = document["block"][1].get<std::vector<double>>();
  ASSERT_EQ(numbers.size(), 6 * nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_NEAR(numbers[6 * i + 2], motion(1, nodes[i]).real(), 1e-6);
    EXPECT_NEAR(numbers[6 * i + 5], motion(2, nodes[i]).imag(), 1e-6);
  }
}

}  // namespace
}  // namespace trunnion
