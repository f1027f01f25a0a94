// SPDX-License-Identifier: BSD-3-Clause
//
// Stresses and strain energies of shells, beams and trusses.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numbers>

#include "engine/core/rotation.hpp"
#include "engine/fields/mesh_fields.hpp"
#include "engine/fields/support_reaction.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/vtk_series.hpp"
#include "engine/system/system_evaluator.hpp"
#include "examples/models/shell_solutions.hpp"
#include "forces/elements/solid_law.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace structural_fields_test {

using models::MakeShellMesh;
using models::ShellCells;
using models::ShellModel;

const MeshMaterial kSteel{.name = "steel", .E = 2e11, .nu = 0.3, .density = 7800};
constexpr double kThickness = 0.01, kE = 2e11, kNu = 0.3, kPlane = kE / (1 - kNu * kNu);
const Pose kPlace{RotationExp(Vec3(0.3, -1.2, 0.7)), Vec3(10, -20, 5)};
const Mat3 kTurn = RotationExp(Vec3(-1, 2, 0.4));

/// A mesh whose nodes are put where `place` sends them from X, with axes turned from those of the
/// mesh, and then turned by kTurn with it all.
class Placed {
 public:
  Placed(const Mesh& mesh, const std::function<Pose(const Vec3&)>& place, const Vec3& gravity) {
    Model model;
    model.set_gravity(gravity);
    model.AddMesh({.mesh = mesh, .X_WM = kPlace});
    system_ = std::make_unique<System>(model.Compile());
    evaluator_ = std::make_unique<SystemEvaluator>(*system_);
    recovery_ = std::move(MakeMeshRecoveries(system_->parts()).at(0));
    VectorXd q, v;
    system_->GetInitialState(q, v);
    const std::vector<BodyIndex>& bodies = system_->parts().meshes[0].nodes;
    for (const int node : recovery_->nodes()) {
      const std::size_t i = static_cast<std::size_t>(node);
      const Pose at = place(recovery_->mesh().nodes[i]);
      BodyState state;
      state.r = axes() * at.p + Vec3(1, 2, 3);
      state.R = axes() * at.R * kPlace.R.transpose();
      system_->SetBodyState(bodies[i], state, q, v);
    }
    x_ = &evaluator_->Evaluate(0, q, v);
  }
  static Mat3 axes() { return kTurn * kPlace.R; }  // of the mesh
  MeshField Calc() const { return recovery_->Calc(*x_); }
  VectorXd CalcElementEnergies() const { return recovery_->CalcElementEnergies(*x_); }
  double potential_energy() const { return system_->CalcPotentialEnergy(*x_); }
  const MeshRecovery& recovery() const { return *recovery_; }

 private:
  std::unique_ptr<System> system_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  std::unique_ptr<MeshRecovery> recovery_;
  const ElementContext* x_ = nullptr;
};

/// A square of 4×4 shells, of side 1.
Mesh Plate(ShellCells cells, double offset = 0) {
  const int n = cells == ShellCells::quadratic ? 2 : 4;
  Mesh mesh = MakeShellMesh(n, n, models::PlateSurface, cells);
  SetShellSection(mesh, kSteel, kThickness, offset);
  return mesh;
}

void ExpectStress(const MeshField& field, Eigen::Index i, const Mat3& stress, double tolerance) {
  const Mat3 world = Placed::axes() * stress * Placed::axes().transpose();
  EXPECT_LT((StressMatrix(field.stress.col(i)) - world).norm(), tolerance * stress.norm());
  const Mat3 deviator = stress - stress.trace() / 3 * Mat3::Identity();
  EXPECT_NEAR(field.von_mises[i],
              std::sqrt(1.5) * deviator.norm(),
              tolerance * std::sqrt(1.5) * deviator.norm());
}

class AllShells : public testing::TestWithParam<ShellCells> {};
INSTANTIATE_TEST_SUITE_P(
    , AllShells, testing::Values(ShellCells::quads, ShellCells::triangles, ShellCells::quadratic));

TEST_P(AllShells, UniformMembraneStressAfterALargeRotation) {
  Mat3 strain = Mat3::Zero();
  strain.topLeftCorner<2, 2>() << 2e-3, 0.4e-3, 0.4e-3, -0.7e-3;
  const auto stretch = [&](const Vec3& X) { return Pose{Mat3::Identity(), X + strain * X}; };
  Mat3 stress = kE / (1 + kNu) * strain;
  stress.topLeftCorner<2, 2>().diagonal().array() += kPlane * kNu * strain.trace();
  stress(2, 2) = 0;
  const double energy = 0.5 * stress.cwiseProduct(strain).sum() * kThickness;
  for (const double offset : {0.0, 0.5}) {
    const Placed plate(Plate(GetParam(), offset), stretch, {1, 2, -9.81});
    const MeshField field = plate.Calc();
    for (Eigen::Index i = 0; i < field.stress.cols(); ++i) {
      ExpectStress(field, i, stress, 1e-10);
      EXPECT_NE(field.surface[i], 0);
    }
    EXPECT_NEAR(field.strain_energy, energy, 1e-10 * energy);
    const VectorXd each = plate.CalcElementEnergies();
    const double share = energy / static_cast<double>(each.size());
    for (const double own : each) EXPECT_NEAR(own, share, 1e-9 * share);
  }
}

/// Nodes of a strip of elements of length h that is bent to the curvature κ about y and stretched
/// by ε: the chord of every element is the tangent in its middle.
std::function<Pose(const Vec3&)> Bend(double kappa, double stretch) {
  return [=](const Vec3& X) {
    const double h = 0.25;
    Vec3 p(0, X.y(), 0);
    const auto count = static_cast<int>(std::lround(X.x() / h));
    for (int k = 0; k < count; ++k)
      p += (1 + stretch) * h * RotationExp(Vec3(0, kappa * (k + 0.5) * h, 0)).col(0);
    return Pose{RotationExp(Vec3(0, kappa * X.x(), 0)), p};
  };
}

/// Mean over the elements at x of the stress in the axes of each.
Mat3 BendStress(double x, double kappa, double along) {
  Mat3 sum = Mat3::Zero();
  int count = 0;
  for (const double middle : {x - 0.125, x + 0.125}) {
    if (middle < 0 || middle > 1) continue;
    const Mat3 R = RotationExp(Vec3(0, kappa * middle, 0));
    sum += R * Vec3(along, kNu * along, 0).asDiagonal() * R.transpose();
    ++count;
  }
  return sum / count;
}

// Plates bend to cylinders: σ = E/(1 − ν²) (ε ± κ t/2), ν of it along the axis, and the energy
// ½ E/(1 − ν²) (t ε² + t³/12 κ²). Quadrilaterals are exact at 1.5 rad;
// triangles, whose frames are not those of the chords, have strains of (κ h)² beside κ t/2.
TEST_P(AllShells, BendingAfterALargeRotation) {
  const bool triangles = GetParam() == ShellCells::triangles;
  const double kappa = triangles ? 1e-5 : 1.5, tolerance = triangles ? 2e-5 : 1e-10;
  const double bending = kappa * kThickness / 2;
  for (const double stretch : {0.0, 0.3 * bending, -0.3 * bending}) {
    const Placed plate(Plate(GetParam()), Bend(kappa, stretch), {0, 0, 0});
    const MeshField field = plate.Calc();
    for (Eigen::Index i = 0; i < field.stress.cols(); ++i) {
      const int node = plate.recovery().nodes()[static_cast<std::size_t>(i)];
      const double x = plate.recovery().mesh().nodes[static_cast<std::size_t>(node)].x();
      const double along = kPlane * (stretch + field.surface[i] * bending);
      ExpectStress(field, i, BendStress(x, kappa, along), tolerance);
      if (stretch != 0) {
        EXPECT_EQ(field.surface[i], stretch > 0 ? 1 : -1);
      }
    }
    const double energy = 0.5 * kPlane * kThickness *
                          (stretch * stretch + kThickness * kThickness / 12 * kappa * kappa);
    EXPECT_NEAR(field.strain_energy, energy, tolerance * energy);
    EXPECT_NEAR(plate.potential_energy(), energy, tolerance * energy);
  }
}

// Elements numbered the other way round have their top where the others have their bottom.
TEST(StructuralFields, MeanDoesNotDependOnTheSenseOfTheElements) {
  Mesh mesh = Plate(ShellCells::quads);
  const double kappa = 0.5, stretch = 0.2 * kappa * kThickness / 2;
  const MeshField field = Placed(mesh, Bend(kappa, stretch), {0, 0, 0}).Calc();
  for (std::size_t e = 1; e < mesh.elements.size(); e += 2)
    std::swap(mesh.elements[e].nodes[1], mesh.elements[e].nodes[3]);
  const MeshField flipped = Placed(mesh, Bend(kappa, stretch), {0, 0, 0}).Calc();
  const double largest = field.von_mises.maxCoeff();
  EXPECT_GT(largest, 1e8);
  EXPECT_LT((field.stress - flipped.stress).cwiseAbs().maxCoeff(), 1e-10 * largest);
  EXPECT_EQ(flipped.surface.cwiseAbs(), field.surface.cwiseAbs());
}

/// Quadrilaterals and triangles, with beams along an edge and a bar to a node above.
Mesh Mixed() {
  Mesh mesh = MakeShellMesh(2, 2, models::PlateSurface, ShellCells::quads);
  const std::vector<int> quad = mesh.elements.back().nodes;
  mesh.elements.pop_back();
  mesh.elements.push_back({4, MeshElementType::s3, {quad[0], quad[1], quad[2]}});
  mesh.elements.push_back({5, MeshElementType::s3, {quad[0], quad[2], quad[3]}});
  mesh.elements.push_back({6, MeshElementType::b31, {0, 1}});
  mesh.elements.push_back({7, MeshElementType::b31, {1, 2}});
  mesh.elements.push_back({8, MeshElementType::t3d2, {4, 9}});
  mesh.nodes.emplace_back(0.5, 0.6, 0.4);
  mesh.node_ids.push_back(10);
  SetShellSection(mesh, kSteel, kThickness);
  mesh.element_sets["BEAMS"] = {5, 6};
  mesh.element_sets["BAR"] = {7};
  mesh.sections.push_back({.kind = SectionKind::beam,
                           .element_set = "BEAMS",
                           .material = "steel",
                           .profile = "RECT",
                           .values = {0.02, 0.03, 0, 0, 1}});
  mesh.sections.push_back(
      {.kind = SectionKind::solid, .element_set = "BAR", .material = "steel", .values = {1e-3}});
  return mesh;
}

// Any deformation: what elements store is the potential energy of the System without its weight.
TEST(StructuralFields, StrainEnergyIsThatOfTheSystem) {
  const auto field = [&](const Vec3& gravity, double& potential, VectorXd& each) {
    std::mt19937 random(7);
    const Placed part(
        Mixed(),
        [&](const Vec3& X) {
          const Vec3 turn = test::RandomVector(random, 0.05);
          return Pose{RotationExp(turn), X + test::RandomVector(random, 0.02)};
        },
        gravity);
    potential = part.potential_energy();
    each = part.CalcElementEnergies();
    return part.Calc();
  };
  double potential = 0, with_weight = 0;
  VectorXd each, heavy;
  const MeshField at = field(Vec3::Zero(), potential, each);
  EXPECT_NEAR(at.strain_energy, potential, 1e-12 * potential);
  ASSERT_EQ(each.size(), 8);
  EXPECT_GT(each.minCoeff(), 1e-6 * potential);
  EXPECT_NEAR(each.sum(), potential, 1e-12 * potential);
  EXPECT_EQ(field({300, 2000, -9.81}, with_weight, heavy).strain_energy, at.strain_energy);
  EXPECT_EQ(heavy, each);
  EXPECT_GT(std::abs(with_weight - potential), 1e-4 * potential);
}

Mesh Line(MeshElementType type, const MeshSection& section) {
  Mesh mesh;
  mesh.source = "line";
  for (int i = 0; i <= 4; ++i) {
    mesh.nodes.emplace_back(0.25 * i, 0, 0);
    mesh.node_ids.push_back(i + 1);
    if (i > 0) mesh.elements.push_back({i, type, {i - 1, i}});
  }
  mesh.node_sets["ROOT"] = {0};
  mesh.element_sets["ALL"] = {0, 1, 2, 3};
  mesh.materials["steel"] = kSteel;
  mesh.sections.push_back(section);
  return mesh;
}

Mesh BeamMesh(const std::string& profile, const Vec3& y_axis) {
  return Line(
      MeshElementType::b31,
      {.kind = SectionKind::beam,
       .element_set = "ALL",
       .material = "steel",
       .profile = profile,
       .values = {0.02, profile == "PIPE" ? 0.005 : 0.03, y_axis[0], y_axis[1], y_axis[2]}});
}

TEST(StructuralFields, BentBeamAndStretchedBarAfterALargeRotation) {
  const double kappa = 1.2, stretch = 1e-3;
  for (const bool across : {false, true}) {  // bent about section axis y, then z
    const Placed beam(
        BeamMesh("RECT", across ? Vec3(0, 0, 1) : Vec3(0, 1, 0)), Bend(kappa, -stretch), {0, 0, 0});
    const double height = across ? 0.02 : 0.03;
    const double stress = kE * (stretch + kappa * height / 2);
    const MeshField field = beam.Calc();
    for (const double own : field.von_mises) EXPECT_NEAR(own, stress, 1e-10 * stress);
    const Vec3 chord = Placed::axes() * RotationExp(Vec3(0, kappa * 0.125, 0)).col(0);
    const Mat3 expected = -stress * chord * chord.transpose();
    EXPECT_LT((StressMatrix(field.stress.col(0)) - expected).norm(), 1e-10 * stress);
    EXPECT_EQ(field.surface, Eigen::VectorXi::Zero(5));
    const double inertia = 0.02 * 0.03 * height * height / 12;
    const double energy = 0.5 * kE * (0.02 * 0.03 * stretch * stretch + inertia * kappa * kappa);
    EXPECT_NEAR(field.strain_energy, energy, 1e-10 * energy);
  }
  const Placed bar(Line(MeshElementType::t3d2,
                        {.kind = SectionKind::solid,
                         .element_set = "ALL",
                         .material = "steel",
                         .values = {1e-4}}),
                   Bend(kappa, stretch),
                   {0, 0, 0});
  const MeshField field = bar.Calc();
  for (const double own : field.von_mises) EXPECT_NEAR(own, kE * stretch, 1e-10 * kE * stretch);
  const double energy = 0.5 * kE * 1e-4 * stretch * stretch;
  EXPECT_NEAR(field.strain_energy, energy, 1e-10 * energy);
}

// A cantilever under a load at its tip, so small that tension does not stiffen it: N/A and the
// moments at every node.
TEST(StructuralFields, CantileverHasTheStressOfItsMoments) {
  const Vec3 force(0.05, 2e-3, -3e-3);
  for (const std::string profile : {"RECT", "PIPE"}) {
    ShellModel beam({.mesh = BeamMesh(profile, Vec3(0, 1, 0)), .fixed_sets = {"ROOT"}});
    beam.AddLoad(4, force);
    const System system = beam.model.Compile();
    Simulation simulation(system);
    AdvanceLoads(simulation, 1.0);
    const MeshField field = MakeMeshRecoveries(system.parts()).at(0)->Calc(simulation.context());
    const double a = 0.02, b = profile == "PIPE" ? 0.015 : 0.03, pi = std::numbers::pi;
    for (int i = 0; i <= 4; ++i) {
      const double arm = 1 - 0.25 * i;
      double stress = 0;
      if (profile == "RECT") {
        stress = force[0] / (a * b) + 6 * arm * std::abs(force[1]) / (b * a * a) +
                 6 * arm * std::abs(force[2]) / (a * b * b);
      } else {
        const double inertia = pi / 4 * (std::pow(a, 4) - std::pow(b, 4));
        stress =
            force[0] / (pi * (a * a - b * b)) + arm * std::hypot(force[1], force[2]) * a / inertia;
      }
      EXPECT_NEAR(field.von_mises[i], stress, 1e-5 * stress) << profile << ", node " << i;
    }
    const SupportReaction root(system, system.parts().meshes[0], "ROOT");
    const SupportReaction::Value value =
        root.Calc(simulation.context(), VectorXd::Zero(system.num_velocities()));
    const Vec3 torque = -Vec3::UnitX().cross(force);
    EXPECT_LT((value.force + force).norm(), 1e-6 * force.norm());
    EXPECT_LT((value.torque - torque).norm(), 1e-5 * torque.norm());
  }
}

/// Rates of momentum and of angular momentum about `centre`, without what weight has of them: nodes
/// with the masses mᵢⱼ of the linear elements, which are scalars, and t²/12 of these in rotation.
template <int N>
void AddRates(const MeshInfo& info,
              const MeshElement& element,
              const System& system,
              Simulation& simulation,
              const Vec3& centre,
              const Vec3& gravity,
              SupportReaction::Value& sum) {
  ShellSection section{.thickness = kThickness, .material = MakeElasticMaterial(kSteel)};
  const MatrixXd mass =
      CalcShellMatrices<N>(ShellNodes<N>(info.part->mesh.nodes, element), section, "shell").mass;
  const VectorXd v_dot = simulation.v_dot();
  const auto body = [&](int i) {
    return info.nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(i)])];
  };
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      Vec6 a = Vec6::Zero();
      if (system.layout().active(body(j))) a = v_dot.segment<6>(system.layout().offset(body(j)));
      const double m = mass(6 * i, 6 * j);
      const Vec3 change = m * (a.head<3>() - gravity);
      sum.force += change;
      sum.torque += (simulation.body(body(i)).r - centre).cross(change) +
                    m * kThickness * kThickness / 12 * (simulation.body(body(j)).R * a.tail<3>());
    }
}

// A soft plate that swings about a clamped edge: the rates of its momenta less its weight are what
// the edge exerts; the table of the run has it, and the largest stress.
TEST(StructuralFields, ReactionsAreTheRatesOfMomenta) {
  for (const ShellCells cells : {ShellCells::quads, ShellCells::triangles}) {
    Mesh mesh = Plate(cells);
    mesh.materials["steel"].E = 1e9;
    const Vec3 gravity(2, -3, -9.81);
    ShellModel plate({.name = "p", .mesh = mesh, .X_WM = kPlace, .fixed_sets = {"U0"}});
    plate.model.set_gravity(gravity);
    const System system = plate.model.Compile();
    Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
    simulation.advance_to(0.1);
    const MeshInfo& info = system.parts().meshes[0];
    const VectorXd v_dot = simulation.v_dot();
    const SupportReaction edge(system, info, "U0");
    const SupportReaction::Value value = edge.Calc(simulation.context(), v_dot);
    EXPECT_LT((edge.centre() - kPlace * Vec3(0, 0.5, 0)).norm(), 1e-12);
    SupportReaction::Value rates{Vec3::Zero(), Vec3::Zero()};
    for (const MeshElement& element : info.part->mesh.elements) {
      const auto add = element.nodes.size() == 4 ? AddRates<4> : AddRates<3>;
      add(info, element, system, simulation, edge.centre(), gravity, rates);
    }
    EXPECT_GT(rates.force.norm(), 100);
    EXPECT_GT(rates.torque.norm(), 10);
    EXPECT_LT((value.force - rates.force).norm(), 1e-9 * rates.force.norm());
    EXPECT_LT((value.torque - rates.torque).norm(), 1e-9 * rates.torque.norm());

    const MeshRecoveries recoveries = MakeMeshRecoveries(system.parts());
    const MeshField field = recoveries.at(0)->Calc(simulation.context());
    const std::string vtu = MakeVtu(*recoveries.at(0), simulation.context());
    EXPECT_NE(vtu.find("Name=\"surface\""), std::string::npos);
    Simulation again(system, {.integrator = {.tolerance = 1e-3}});
    again.advance_to(0.1);
    const Results results = trunnion::Run(again, 0.11, 0.01);
    EXPECT_EQ(results.column("p.U0.force_x")[0], value.force[0]);
    EXPECT_EQ(results.column("p.U0.torque_z")[0], value.torque[2]);
    EXPECT_EQ(results.column("p.largest_von_mises")[0], field.von_mises.maxCoeff());
    EXPECT_EQ(results.column("p.strain_energy")[0], field.strain_energy);
    EXPECT_GT(field.von_mises.maxCoeff(), 1e5);
  }
}

}  // namespace structural_fields_test
}  // namespace trunnion
