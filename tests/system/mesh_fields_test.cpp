// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fields/mesh_fields.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_surface.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"
#include "engine/system/system_evaluator.hpp"
#include "forces/elements/solid_law.hpp"
#include "tests/mesh/mesh_files.hpp"
#include "tests/support/solid_patch.hpp"

namespace trunnion {
namespace mesh_fields_test {

using Stress = Eigen::Matrix<double, 6, Eigen::Dynamic>;
constexpr double kE = 2e9, kNu = 0.3, kRho = 1000;
const Pose kPlace{RotationExp(Vec3(0.3, -1.2, 0.7)), Vec3(10, -20, 5)};

MeshElementType FileType(SolidType type) {
  for (const auto name : {MeshElementType::c3d4,
                          MeshElementType::c3d10,
                          MeshElementType::c3d8,
                          MeshElementType::c3d8i,
                          MeshElementType::c3d20,
                          MeshElementType::c3d20r})
    if (SolidTypeOf(name) == type) return name;
  throw std::logic_error("no such type");
}

/// A distorted cube of 2×2×2 cells, with a node that has no element.
Mesh MakePatchMesh(SolidType type) {
  const test::SolidPatch patch = test::MakeSolidPatch(type, 2, 0.1);
  Mesh mesh;
  mesh.source = "patch";
  mesh.node_ids = {1};
  mesh.nodes = {Vec3(9, 9, 9)};
  for (const Vec3& node : patch.nodes) {
    mesh.node_ids.push_back(static_cast<int>(mesh.nodes.size()) + 1);
    mesh.nodes.push_back(node);
  }
  for (const std::vector<int>& nodes : patch.elements) {
    mesh.elements.push_back({static_cast<int>(mesh.elements.size()) + 1, FileType(type), nodes});
    for (int& node : mesh.elements.back().nodes) ++node;
  }
  SetMaterial(mesh, {.name = "M", .E = kE, .nu = kNu, .density = kRho});
  return mesh;
}

/// A System with a mesh whose nodes are put where `place` sends them from kPlace X.
class Placed {
 public:
  Placed(MeshBody part, const std::function<Vec3(const Vec3&)>& place, const Vec3& gravity)
      : mesh_(part.mesh) {
    part.X_WM = kPlace;
    Model model;
    model.set_gravity(gravity);
    model.AddMesh(std::move(part));
    system_ = std::make_unique<System>(model.Compile());
    evaluator_ = std::make_unique<SystemEvaluator>(*system_);
    recovery_ = std::move(MakeMeshRecoveries(system_->parts()).at(0));
    VectorXd q, v;
    system_->GetInitialState(q, v);
    for (std::size_t i = 0; i < recovery_->nodes().size(); ++i) {
      BodyState state;
      state.r = place(kPlace * mesh_.nodes[static_cast<std::size_t>(recovery_->nodes()[i])]);
      system_->SetBodyState(static_cast<BodyIndex>(i) + 1, state, q, v);
    }
    x_ = &evaluator_->Evaluate(0, q, v);
  }
  MeshField Calc() const { return recovery_->Calc(*x_); }
  VectorXd CalcElementEnergies() const { return recovery_->CalcElementEnergies(*x_); }
  double potential_energy() const { return system_->CalcPotentialEnergy(*x_); }
  double mass() const { return kRho; }  // of the unit cube

 private:
  Mesh mesh_;
  std::unique_ptr<System> system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  std::unique_ptr<MeshRecovery> recovery_;
  const ElementContext* x_ = nullptr;
};

class AllSolids : public testing::TestWithParam<SolidType> {};
INSTANTIATE_TEST_SUITE_P(, AllSolids, testing::ValuesIn(test::kSolidTypes), [](const auto& at) {
  return std::string(ToString(at.param));
});

// A uniform stretch H of 30 %, then a rotation: S = λ tr E I + 2 μ E, σ = F S Fᵀ/J everywhere.
TEST_P(AllSolids, UniformStrainHasTheStressOfTheClosedForm) {
  Mat3 H;
  H << 1.3, 0.1, 0, 0.1, 0.9, -0.05, 0, -0.05, 1.1;
  const Mat3 turn = RotationExp(Vec3(-1, 2, 0.4)), R = kPlace.R;
  const Mat3 F = turn * R * H;  // from the axes of the mesh to the world
  const Placed part({.mesh = MakePatchMesh(GetParam())},
                    [&](const Vec3& r) {
                      return Vec3(turn * R * H * R.transpose() * (r - kPlace.p) + Vec3(1, 2, 3));
                    },
                    {1, 2, -9.81});
  const double lambda = kE * kNu / ((1 + kNu) * (1 - 2 * kNu)), mu = kE / (2 * (1 + kNu));
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
  const Mat3 S = lambda * E.trace() * Mat3::Identity() + 2 * mu * E;
  const Mat3 sigma = F * S * F.transpose() / F.determinant();
  const Mat3 s = sigma - sigma.trace() / 3 * Mat3::Identity();
  const double von_mises = std::sqrt(1.5) * s.norm(), energy = 0.5 * S.cwiseProduct(E).sum();
  const double tolerance = 1e-11;
  const MeshField field = part.Calc();
  for (Eigen::Index i = 0; i < field.stress.cols(); ++i) {
    EXPECT_LT((StressMatrix(field.stress.col(i)) - sigma).norm(), tolerance * sigma.norm());
    EXPECT_NEAR(field.von_mises[i], von_mises, tolerance * von_mises);
  }
  EXPECT_NEAR(field.strain_energy, energy, tolerance * energy);  // of 1 m³
  EXPECT_NEAR(part.CalcElementEnergies().sum(), field.strain_energy, 1e-12 * energy);
}

// Any deformation: what elements store is the potential energy of the System without its weight.
TEST_P(AllSolids, StrainEnergyIsThatOfTheSystem) {
  using enum MeshBody::Kinematics;
  const auto bend = [](const Vec3& r) {
    const Vec3 d = r - kPlace.p;
    return Vec3(r + 0.1 * Vec3(d.y() * d.y(), d.x() * d.z(), -d.x() * d.x()));
  };
  for (const auto kinematics : {total_lagrangian, corotational})
    for (const auto law : {SolidLaw::Kind::st_venant_kirchhoff, SolidLaw::Kind::neo_hookean}) {
      const bool linear = kinematics == corotational;
      if (linear && law == SolidLaw::Kind::neo_hookean) continue;
      const Placed part({.mesh = MakePatchMesh(GetParam()), .kinematics = kinematics, .law = law},
                        bend,
                        {0, 0, 0});
      const double energy = part.potential_energy();
      EXPECT_GT(energy, 1e5);
      EXPECT_NEAR(part.Calc().strain_energy, energy, 1e-11 * energy);
      EXPECT_NEAR(part.CalcElementEnergies().sum(), energy, 1e-11 * energy);
    }
}

// Small displacements, then a rotation: the stresses of the linear layer, turned.
TEST_P(AllSolids, SmallDisplacementsHaveTheStressOfTheLinearMesh) {
  const Mesh mesh = MakePatchMesh(GetParam());
  const LinearMesh linear(mesh);
  const auto small = [](const Vec3& X) {
    return Vec3(1e-7 * Vec3(X.y() * X.y(), X.x() * X.z(), std::sin(X.x())));
  };
  VectorXd u(linear.size());
  for (Eigen::Index i = 0; i < linear.positions().cols(); ++i)
    u.segment<3>(3 * i) = small(linear.positions().col(i));
  const Stress expected = linear.CalcNodalStress(u);
  const Mat3 turn = RotationExp(Vec3(-1, 2, 0.4)), R = turn * kPlace.R;
  using enum MeshBody::Kinematics;
  for (const auto kinematics : {total_lagrangian, corotational}) {
    const Placed part({.mesh = mesh, .kinematics = kinematics},
                      [&](const Vec3& r) {
                        const Vec3 X = kPlace.R.transpose() * (r - kPlace.p);
                        return Vec3(R * (X + small(X)));
                      },
                      {0, 0, 0});
    const MeshField field = part.Calc();
    ASSERT_EQ(field.stress.cols(), expected.cols());
    for (Eigen::Index i = 0; i < expected.cols(); ++i) {
      const Mat3 turned = R * StressMatrix(expected.col(i)) * R.transpose();
      EXPECT_LT((StressMatrix(field.stress.col(i)) - turned).norm(),
                1e-5 * expected.colwise().norm().maxCoeff());
    }
  }
}

// The outer faces of the unit cube, with straight edges: area 6, volume 1, and nothing inside.
TEST_P(AllSolids, SurfaceIsClosedAndPointsOutwards) {
  const Mesh mesh = MakePatchMesh(GetParam());
  const MeshSurface surface = FindSurface(mesh);
  double area = 0, volume = 0;
  Vec3 sum = Vec3::Zero();
  for (const auto& triangle : surface.triangles) {
    const auto at = [&](std::size_t i) {
      return mesh.nodes[static_cast<std::size_t>(triangle[i])];
    };
    const Vec3 normal = 0.5 * (at(1) - at(0)).cross(at(2) - at(0));
    area += normal.norm();
    sum += normal;
    volume += at(0).dot(normal) / 3;
  }
  EXPECT_NEAR(area, 6, 1e-12);
  EXPECT_NEAR(volume, 1, 1e-12);
  EXPECT_LT(sum.norm(), 1e-12);
  for (const auto& [a, b] : surface.edges)
    for (const int node : {a, b}) {
      const Vec3& X = mesh.nodes[static_cast<std::size_t>(node)];
      EXPECT_NEAR((X.array() * (1 - X.array())).abs().minCoeff(), 0, 1e-15);
    }
}

// A bent control arm that has turned: positions, stress and energy of the linear mesh.
TEST(MeshFields, ReducedBodyHasTheFieldsOfItsMesh) {
  Mesh mesh = ReadInp(test::kData / "meshes/arm_tet10_coarse.inp");
  SetMaterial(mesh, {.name = "alu", .E = 70e9, .nu = 0.33, .density = 2700});
  const LinearMesh linear(mesh);
  const auto part = std::make_shared<ReducedPart>(
      MakeReducedPart(mesh, linear, {{"A", "BORE_A"}, {"B", "BORE_B"}}, 4));
  Model model;
  const ReducedBodyParts arm = model.AddReducedBody(
      {.name = "arm", .part = part, .position = kPlace.p, .orientation = kPlace.R});
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  const Mat3 turn = RotationExp(Vec3(1, 0.5, -2));
  BodyState frame = system.GetBodyState(arm.frame.index(), q, v);
  frame.r += Vec3(1, 2, 3);
  frame.R = turn * frame.R;
  system.SetBodyState(arm.frame.index(), frame, q, v);
  VectorXd p = VectorXd::Zero(3 * static_cast<Eigen::Index>(arm.amplitudes.size()));
  for (int j = 0; j < part->num_shapes(); ++j) p[j] = 1e-4 * (j % 2 ? 1 : -1.0) / (1 + j);
  for (std::size_t b = 0; b < arm.amplitudes.size(); ++b) {
    BodyState point;
    point.r = p.segment<3>(3 * static_cast<Eigen::Index>(b));
    system.SetBodyState(arm.amplitudes[b].index(), point, q, v);
  }
  const ElementContext& x = evaluator.Evaluate(0, q, v);
  const auto recoveries = MakeMeshRecoveries(system.parts());
  ASSERT_EQ(recoveries.size(), 1u);
  EXPECT_EQ(recoveries[0]->name(), "arm");
  EXPECT_EQ(recoveries[0]->frame(), arm.frame.index());
  const MeshField field = recoveries[0]->Calc(x);
  const VectorXd u = part->shapes * p.head(part->num_shapes());
  const Stress expected = linear.CalcNodalStress(u);
  const double largest = expected.colwise().norm().maxCoeff();
  EXPECT_GT(largest, 1e6);
  for (Eigen::Index i = 0; i < expected.cols(); ++i) {
    const Mat3 turned = frame.R * StressMatrix(expected.col(i)) * frame.R.transpose();
    EXPECT_LT((StressMatrix(field.stress.col(i)) - turned).norm(), 1e-11 * largest);
    const Vec3 X = linear.positions().col(i), own = u.segment<3>(3 * i);
    const Vec3 moved = frame.R * (X - part->com + own) + frame.r;
    EXPECT_LT((field.positions.col(i) - moved).norm(), 1e-12);
    EXPECT_LT((field.displacements.col(i) - (moved - kPlace * X)).norm(), 1e-12);
  }
  const double energy = 0.5 * u.dot(linear.stiffness() * u);
  EXPECT_NEAR(field.strain_energy, energy, 1e-9 * energy);
  EXPECT_NEAR(recoveries[0]->CalcElementEnergies(x).sum(), energy, 1e-9 * energy);
  EXPECT_NEAR(system.CalcPotentialEnergy(x), energy, 1e-9 * energy);
}

}  // namespace mesh_fields_test
}  // namespace trunnion
