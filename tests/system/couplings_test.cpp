// SPDX-License-Identifier: BSD-3-Clause
//
// Couplings of nodes with bodies: rigid ones, weighted means, ties between meshes.
#include "engine/model/couplings.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>

#include "engine/analyses/equilibrium.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/scene.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "examples/models/mesh_parts.hpp"
#include "solvers/analysis/eigenmodes.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

using models::LoadPath;
using test::References;

Mesh ReadMesh(const std::string& name, const nlohmann::json& definition) {
  Mesh mesh = ReadInp(test::kData / "meshes" / (name + ".inp"));
  SetMaterial(mesh,
              {.name = "material",
               .E = definition["E"],
               .nu = definition["nu"],
               .density = definition["rho"]});
  return mesh;
}
Mesh ReadBlock() { return ReadMesh("block_c3d8_r1", References()["block"]["definition"]); }

Eigen::Matrix3Xd Positions(const ElementContext& x, const std::vector<BodyId>& nodes) {
  Eigen::Matrix3Xd r(3, static_cast<Eigen::Index>(nodes.size()));
  for (Eigen::Index i = 0; i < r.cols(); ++i)
    r.col(i) = x.bodies[static_cast<std::size_t>(nodes[static_cast<std::size_t>(i)].index())].r;
  return r;
}

// Both bores of the arm rigid, on bodies without mass: CalculiX with *RIGID BODY.
TEST(RigidCoupling, FrequenciesOfTheArmWithRigidBores) {
  const Mesh mesh = ReadMesh("arm_tet10_coarse", References()["arm"]["definition"]);
  Model model;
  const MeshId arm = model.AddMesh({.name = "arm", .mesh = mesh});
  for (const auto& [name, place] :
       {std::pair{"BORE_A", Vec3(0, 0, 0)}, std::pair{"BORE_B", Vec3(0.24, 0.05, 0.02)}}) {
    const BodyId bore = model.AddRigidBody({.name = name, .position = place});
    AddRigidCoupling(model, {name, bore, NodesOf(model, arm, mesh.node_set(name))});
  }
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  OperatingPoint at;
  system.GetInitialState(at.q, at.v);
  at.v_dot = VectorXd::Zero(at.v.size());
  at.lambda = VectorXd::Zero(evaluator.num_constraints());
  const VectorXd expected =
      test::ToVector(References()["arm"]["coarse"]["free_free_rigid_bores"]).head(4);
  const Eigenmodes modes = CalcEigenmodesNear(evaluator, at, {0, 2 * M_PI * 1700}, 4);
  VectorXd ours(4);
  for (int i = 0; i < 4; ++i) ours[i] = CalcFrequency(modes.eigenvalues[i]);
  // CalculiX integrates the mass with the four points of the stiffness, which moves the first ten
  // frequencies of a coarse block of C3D10 by 1e-6 to 5e-4.
  EXPECT_LT(((ours - expected).array() / expected.array()).abs().maxCoeff(), 5e-5)
      << ours.transpose() << "\n"
      << expected.transpose();
}

/// The clamped block with its free end on a body without mass.
struct HeldBlock {
  Mesh mesh = ReadBlock();
  Model model;
  MeshId block;
  BodyId head;
  std::vector<BodyId> end;

  HeldBlock() {
    block = model.AddMesh({.name = "block", .mesh = mesh, .fixed_sets = {"CLAMP"}});
    head = model.AddRigidBody({.name = "head", .position = {1, 0.1, 0.2}});
    end = NodesOf(model, block, mesh.node_set("ENDFACE"));
  }
};

/// Rotation that fits a set of points best (Kabsch).
Mat3 FitRotation(const Eigen::Matrix3Xd& from, const Eigen::Matrix3Xd& to, const VectorXd& w) {
  const Mat3 C = (to.colwise() - to * w) * w.asDiagonal() * (from.colwise() - from * w).transpose();
  const Eigen::JacobiSVD<Mat3> svd(C, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const double sign = (svd.matrixU() * svd.matrixV().transpose()).determinant();
  return svd.matrixU() * Vec3(1, 1, sign).asDiagonal() * svd.matrixV().transpose();
}

TEST(MeanCoupling, FollowsTheBestFitAtLargeDeflection) {
  HeldBlock held;
  std::vector<double> weights;
  for (std::size_t i = 0; i < held.end.size(); ++i) weights.push_back(1 + 0.3 * double(i % 4));
  AddMeanCoupling(held.model, {"mean", held.head, held.end, weights});
  const Vec3 force(0, 3e5, -1e6), torque(4e4, 0, 0);
  held.model.AddAppliedLoad({.body = held.head,
                             .force = {.law = [=](double t) { return Vec3(t * force); }},
                             .torque = {.law = [=](double t) { return Vec3(t * torque); }}});
  const System system = held.model.Compile();
  LoadPath path(system);
  VectorXd w = Eigen::Map<const VectorXd>(weights.data(), Eigen::Index(weights.size()));
  w /= w.sum();
  const Eigen::Matrix3Xd drawn = Positions(path.advance_to(0), held.end);
  const ElementContext& x = path.advance_to(1);
  const Eigen::Matrix3Xd now = Positions(x, held.end);
  const BodyState& head = x.bodies[static_cast<std::size_t>(held.head.index())];
  const Mat3 R = FitRotation(drawn, now, w);
  EXPECT_GT(RotationLog(R).norm(), 0.5);
  EXPECT_LT((head.R - R).norm(), 1e-9);
  const Vec3 expected = now * w + R * (Vec3(1, 0.1, 0.2) - drawn * w);
  EXPECT_LT((head.r - expected).norm(), 1e-9);
}

// It only distributes loads: a force and a torque on the body are w F + w (J⁻¹ T) × X on the nodes.
TEST(MeanCoupling, AddsNoStiffness) {
  const Vec3 force(0.1, 2, -1), torque(0.05, 0.2, -0.3);
  HeldBlock coupled;
  AddMeanCoupling(coupled.model, {"mean", coupled.head, coupled.end});
  coupled.model.AddAppliedLoad(
      {.body = coupled.head, .force = {.constant = force}, .torque = {.constant = torque}});
  HeldBlock plain;
  const auto count = static_cast<double>(plain.end.size());
  Vec3 mean = Vec3::Zero();
  for (const BodyId node : plain.end) mean += plain.model.body(node).position / count;
  Mat3 J = Mat3::Zero();
  for (const BodyId node : plain.end) {
    const Vec3 X = plain.model.body(node).position - mean;
    J += (X.squaredNorm() * Mat3::Identity() - X * X.transpose()) / count;
  }
  const Vec3 moment = torque + (Vec3(1, 0.1, 0.2) - mean).cross(force);
  for (const BodyId node : plain.end) {
    const Vec3 X = plain.model.body(node).position - mean;
    const Vec3 share = (force + Vec3(J.inverse() * moment).cross(X)) / count;
    plain.model.AddAppliedLoad({.body = node, .force = {.constant = share}});
  }
  plain.model.AddJointAt(
      {.type = JointType::fixed, .body_a = Model::ground(), .body_b = plain.head});
  const System a = coupled.model.Compile(), b = plain.model.Compile();
  Simulation with(a), without(b);
  SolveStatics(with);
  SolveStatics(without);
  const Eigen::Matrix3Xd ra = Positions(with.context(), coupled.end),
                         rb = Positions(without.context(), plain.end);
  Eigen::Matrix3Xd deflection = rb;
  for (Eigen::Index i = 0; i < rb.cols(); ++i)
    deflection.col(i) -= plain.model.body(plain.end[static_cast<std::size_t>(i)]).position;
  EXPECT_GT(deflection.norm(), 1e-6);
  // The rotation of the body moves the arm of the force, by 1e-6 rad.
  EXPECT_LT((ra - rb).norm(), 1e-5 * deflection.norm());
}

// The sums are a device of the coupling: nobody asked for them.
TEST(MeanCoupling, SumsAreNotShown) {
  HeldBlock held;
  AddMeanCoupling(held.model, {"mean", held.head, held.end});
  const System system = held.model.Compile();
  const std::vector<HiddenPoint>& sums = system.parts().hidden_points;
  ASSERT_EQ(sums.size(), 8u);  // nine nodes: 7 + 2, four times
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::string name = "mean.sum." + std::to_string(i);
    EXPECT_EQ(system.body(sums[i].point).name, name);
    EXPECT_EQ(system.parts().constraints[static_cast<std::size_t>(sums[i].constraint)].name, name);
  }
  Simulation simulation(system);
  Recorder recorder(system);
  recorder.Sample(simulation);
  const Results results = recorder.TakeResults(simulation);
  std::vector<std::string> names;
  for (const ResultTable& table : results.tables)
    for (const ResultColumn& column : table.columns) names.push_back(column.name);
  const auto shows = [&](const std::string& word) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.find(word) != std::string::npos;
    });
  };
  EXPECT_TRUE(shows("head.x"));
  EXPECT_TRUE(shows("mean.position.multiplier_0"));
  EXPECT_FALSE(shows(".sum."));
  EXPECT_EQ(MakeScene(system).find("mean.sum."), std::string::npos);
  EXPECT_NE(MakeScene(system).find("\"head\""), std::string::npos);
}

TEST(NodeTies, TwoHalvesAreTheWhole) {
  const Mesh whole = ReadBlock();
  Mesh left = whole, right = whole;
  const auto is_left = [&](const MeshElement& element) {
    double x = 0;
    for (const int node : element.nodes) x += whole.nodes[static_cast<std::size_t>(node)].x();
    return x / 8 < 0.5;
  };
  std::erase_if(left.elements, [&](const MeshElement& e) { return !is_left(e); });
  std::erase_if(right.elements, is_left);
  for (Mesh* half : {&left, &right}) {  // sections name sets of elements by index
    half->sections.clear();
    half->element_sets.clear();
    half->materials.clear();
    SetMaterial(*half, {.name = "steel", .E = 210e9, .nu = 0.3, .density = 7850});
  }
  std::vector<int> cut;
  for (std::size_t i = 0; i < whole.nodes.size(); ++i)
    if (std::abs(whole.nodes[i].x() - 0.5) < 1e-9) cut.push_back(static_cast<int>(i));

  Model split, single;
  split.set_gravity({0, 0, -9.81});
  single.set_gravity({0, 0, -9.81});
  const MeshId a = split.AddMesh({.name = "a", .mesh = left, .fixed_sets = {"CLAMP"}});
  const MeshId b = split.AddMesh({.name = "b", .mesh = right});
  EXPECT_EQ(AddNodeTies(split, "glue", NodesOf(split, a, cut), NodesOf(split, b, cut)), 9);
  const MeshId c = single.AddMesh({.name = "c", .mesh = whole, .fixed_sets = {"CLAMP"}});
  const System glued = split.Compile(), one = single.Compile();
  Simulation x(glued), y(one);
  SolveStatics(x);
  SolveStatics(y);
  const int tip = whole.node_set("TIP").at(0);
  const Vec3 u = x.body(split.node(b, tip).index()).r, v = y.body(single.node(c, tip).index()).r;
  EXPECT_LT((u - v).norm(), 1e-10);
  EXPECT_GT((v - whole.nodes[static_cast<std::size_t>(tip)]).norm(), 5e-5);
}

// Nodes with rotation (of beams, shells) are held by fixed joints.
TEST(RigidCoupling, HoldsRotationsToo) {
  Model model;
  const BodyId hub = model.AddRigidBody({.name = "hub", .mass = 1, .inertia = Mat3::Identity()});
  const BodyId node = model.AddRigidBody(
      {.name = "node", .mass = 1, .inertia = Mat3::Identity(), .position = {1, 0, 0}});
  AddRigidCoupling(model, {"tie", hub, {node}});
  EXPECT_TRUE(model.FindJoint("tie.node").has_value());
  const System system = model.Compile();
  EXPECT_EQ(Simulation(system).degrees_of_freedom(), 6);
}

// On nodes in one line a body without mass may spin: it is named, not the nodes, whose mass is that
// of the elements.
TEST(RigidCoupling, BodyWithoutMassOnALineIsNamed) {
  HeldBlock held;
  std::vector<BodyId> line;
  for (const BodyId node : held.end)
    if (std::abs(held.model.body(node).position.z()) < 1e-9) line.push_back(node);
  ASSERT_EQ(line.size(), 3u);
  AddRigidCoupling(held.model, {"tie", held.head, line});
  const System system = held.model.Compile();
  try {
    const Simulation simulation(system);
    FAIL() << "it starts";
  } catch (const SolverError& error) {
    EXPECT_NE(std::string(error.what()).find("without mass (body 'head') is held"),
              std::string::npos)
        << error.what();
  }
}

TEST(Couplings, MistakesAreNamed) {
  HeldBlock held;
  const auto message = [&](auto&& add) -> std::string {
    try {
      add();
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message([&] {
              AddRigidCoupling(held.model, {"tie", held.head, {}});
            }).find("no node"),
            std::string::npos);
  EXPECT_NE(message([&] {
              AddRigidCoupling(held.model, {"tie", held.end[0], {held.end[1]}});
            }).find("is a point"),
            std::string::npos);
  EXPECT_NE(message([&] {
              AddMeanCoupling(held.model, {"m", held.head, {held.end[0], held.end[0]}});
            }).find("twice"),
            std::string::npos);
  std::vector<BodyId> line;
  for (const BodyId node : held.end)
    if (std::abs(held.model.body(node).position.z()) < 1e-9) line.push_back(node);
  EXPECT_NE(message([&] {
              AddMeanCoupling(held.model, {"m", held.head, line});
            }).find("one line"),
            std::string::npos);
  EXPECT_NE(message([&] {
              AddNodeTies(held.model, "t", {held.end[0]}, {held.end[1]});
            }).find("no two nodes"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
