// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced bodies with as many interfaces as car bodies and subframes have, against the full mesh
// with the same rigid interfaces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/linear.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"

namespace trunnion {
namespace {

/// A closed rectangular frame of nx × ny cubes of side `h`, one cube wide and high. Every fourth
/// cube along it has its eight nodes in a set "P0", "P1", ...
class Frame {
 public:
  Frame(int nx, int ny) : nx_(nx), ny_(ny) {
    mesh_.source = "frame";
    AddNodes();
    for (int i = 0; i < nx; ++i) AddCube(i, 0);
    for (int j = 1; j < ny; ++j) AddCube(nx - 1, j);
    for (int i = nx - 2; i >= 0; --i) AddCube(i, ny - 1);
    for (int j = ny - 2; j >= 1; --j) AddCube(0, j);
    SetMaterial(mesh_, {.name = "steel", .E = 2.1e11, .nu = 0.3, .density = 7850});
    linear_ = std::make_unique<LinearMesh>(mesh_);
  }

  /// `count` interfaces, spread along the frame.
  std::vector<PartInterface> Interfaces(int count) const {
    std::vector<PartInterface> list;
    for (int i = 0; i < count; ++i) {
      const std::string set = "P" + std::to_string(i * num_sets_ / count);
      list.push_back({"p" + std::to_string(i), set});  // as the points of amplitudes are called
    }
    return list;
  }
  std::vector<InterfaceFrame> Frames(const std::vector<PartInterface>& interfaces) const {
    std::vector<InterfaceFrame> frames;
    for (const PartInterface& interface : interfaces) {
      InterfaceFrame frame{interface.name,
                           Vec3::Zero(),
                           linear_->FindUnknowns(mesh_.node_set(interface.node_set), {0})};
      for (const int unknown : frame.unknowns)
        frame.origin += linear_->positions().col(unknown / 3) / 8;
      frames.push_back(frame);
    }
    return frames;
  }
  std::shared_ptr<const ReducedPart> Part(int count, int modes) const {
    return std::make_shared<ReducedPart>(
        MakeReducedPart(mesh_, *linear_, Interfaces(count), modes));
  }
  const LinearMesh& linear() const { return *linear_; }

 private:
  static constexpr double h = 0.05;

  int Number(int i, int j, int k) const { return 1 + i + (nx_ + 1) * (j + (ny_ + 1) * k); }
  void AddNodes() {
    for (int k = 0; k <= 1; ++k)
      for (int j = 0; j <= ny_; ++j)
        for (int i = 0; i <= nx_; ++i) {
          if (i > 1 && i < nx_ - 1 && j > 1 && j < ny_ - 1) continue;  // the hole
          mesh_.node_ids.push_back(Number(i, j, k));
          mesh_.nodes.emplace_back(h * i, h * j, h * k);
        }
  }
  void AddCube(int i, int j) {
    std::vector<int> nodes;
    for (int k = 0; k <= 1; ++k)
      for (const auto& [a, b] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
        nodes.push_back(mesh_.FindNode(Number(i + a, j + b, k)));
    mesh_.elements.push_back(
        {static_cast<int>(mesh_.elements.size()) + 1, MeshElementType::c3d8i, nodes});
    if (mesh_.elements.size() % 4 != 1) return;
    std::sort(nodes.begin(), nodes.end());
    mesh_.node_sets["P" + std::to_string(num_sets_++)] = nodes;
  }

  int nx_, ny_, num_sets_ = 0;
  Mesh mesh_;
  std::unique_ptr<LinearMesh> linear_;
};

/// 160 cubes around, 40 sets.
const Frame& TheFrame() {
  static const Frame frame(50, 32);
  return frame;
}

class ManyInterfaces : public testing::TestWithParam<int> {};

// The first interface is clamped, all others carry forces and moments. Interface loads are answered
// exactly by the reduction, whatever its modes.
TEST_P(ManyInterfaces, StaticsAreThoseOfTheFullMesh) {
  const int count = GetParam();
  const Frame& frame = TheFrame();
  const auto part = frame.Part(count, 0);
  ASSERT_EQ(part->num_shapes(), 6 * count - 6);
  const auto frames = frame.Frames(frame.Interfaces(count));
  const LinearMesh& linear = frame.linear();
  const SparseMatrix T = CalcRigidTies(linear.positions(), frames);
  const int boundary = static_cast<int>(T.cols()) - 6 * count;
  VectorXd f = VectorXd::Zero(T.cols());
  for (int i = 1; i < count; ++i)
    for (int c = 0; c < 6; ++c)
      f[boundary + 6 * i + c] = (c < 3 ? 1.0 : 0.05) * std::sin(1.0 + 7 * i + 3 * c);
  std::vector<int> clamped(6);
  for (int c = 0; c < 6; ++c) clamped[static_cast<std::size_t>(c)] = boundary + c;
  const VectorXd tied = SolveStatic(CalcTied(linear.stiffness(), T), f, clamped).u;
  const Eigen::Matrix3Xd u = VectorXd(T * tied).reshaped(3, linear.positions().cols());

  const auto deflection = [&](double sign) -> Eigen::Matrix3Xd {
    Model model;
    const ReducedBodyParts parts = model.AddReducedBody({.name = "frame", .part = part});
    model.AddJointAt({.name = "clamp",
                      .type = JointType::fixed,
                      .body_a = Model::ground(),
                      .body_b = parts.interfaces[0]});
    for (int i = 1; i < count; ++i)
      model.AddAppliedLoad({.body = parts.interfaces[static_cast<std::size_t>(i)],
                            .force = {Vec3(sign * f.segment<3>(boundary + 6 * i))},
                            .torque = {Vec3(sign * f.segment<3>(boundary + 6 * i + 3))}});
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    return CalcNodePositions(simulation, parts, *part) - linear.positions();
  };
  // Differences of two opposite loads, so that effects of second order cancel.
  const Eigen::Matrix3Xd ours = (deflection(1) - deflection(-1)) / 2;
  EXPECT_LT((ours - u).norm(), 1e-6 * u.norm());
}

// Fixed-interface modes make up for the mass between interfaces.
TEST_P(ManyInterfaces, FrequenciesAreThoseOfTheFullMesh) {
  const int count = GetParam(), modes = count < 20 ? 80 : 40;
  const Frame& frame = TheFrame();
  const auto part = frame.Part(count, modes);
  const LinearMesh& linear = frame.linear();
  const SparseMatrix T = CalcRigidTies(linear.positions(), frame.Frames(frame.Interfaces(count)));
  const VectorXd full =
      CalcLowestModes(CalcTied(linear.stiffness(), T), CalcTied(linear.mass(), T), 16)
          .CalcFrequencies()
          .tail(10);
  Model model;
  model.AddReducedBody({.name = "frame",
                        .part = part,
                        .position = {1, 2, 3},
                        .orientation = RotationExp(Vec3(0.3, -1, 2))});
  const System system = model.Compile();
  Simulation simulation(system);
  EXPECT_EQ(simulation.degrees_of_freedom(), 6 * count + modes);
  const std::vector<Mode> found = CalcModes(simulation, {.damping = false});
  std::vector<double> elastic;
  for (const Mode& mode : found)
    if (mode.frequency > 0.1 * full[0]) elastic.push_back(mode.frequency);
  ASSERT_EQ(elastic.size(), static_cast<std::size_t>(6 * count + modes - 6));
  for (std::size_t i = 0; i < 10; ++i)
    EXPECT_NEAR(elastic[i] / full[static_cast<Eigen::Index>(i)], 1, 5e-5) << i;
}

INSTANTIATE_TEST_SUITE_P(Counts, ManyInterfaces, testing::Values(7, 10, 40));

// A free flight with everything in motion: momentum and energy stay.
TEST(ManyInterfacesInMotion, FreeFlightKeepsEnergy) {
  const auto part = TheFrame().Part(10, 5);
  Model model;
  const ReducedBodyParts parts = model.AddReducedBody({.name = "frame",
                                                       .part = part,
                                                       .velocity = {0.3, -0.2, 0.1},
                                                       .angular_velocity = {20, 40, -30}});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-6}});
  const auto energy = [&] { return simulation.kinetic_energy() + simulation.potential_energy(); };
  const double start = energy();
  simulation.advance_to(0.02);
  EXPECT_NEAR(energy() / start, 1, 1e-4);
  EXPECT_GT(CalcAmplitudes(simulation, parts, *part).cwiseAbs().maxCoeff(), 0);
}

}  // namespace
}  // namespace trunnion
