// SPDX-License-Identifier: BSD-3-Clause
//
// Flexible parts in results, scenes and pages.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <utility>

#include "engine/fields/mesh_fields.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "engine/model/reduced_body.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/scene.hpp"
#include "engine/results/result_files.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "engine/view/mesh_frames.hpp"
#include "engine/view/view.hpp"
#include "examples/models/shell_parts.hpp"
#include "forces/elements/solid_matrices.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace mesh_results_test {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Mesh ReadPart(const std::string& name) {
  Mesh mesh = ReadInp(test::kData / "meshes" / (name + ".inp"));
  SetMaterial(mesh, {.name = "M", .E = 5e6, .nu = 0.3, .density = 1100});
  return mesh;
}

/// A soft bar that hangs by a node and carries a mass, and a reduced bar beside it.
class MeshResults : public testing::Test {
 protected:
  MeshResults() : mesh_(ReadPart("pendulum_c3d20r")) {
    model_.set_gravity({0, 0, -9.81});
    bar_ = model_.AddMesh({.name = "bar", .mesh = mesh_, .fixed_sets = {"HINGE"}, .beta = 1e-3});
    const BodyId weight =
        model_.AddPointMass({.name = "weight", .mass = 1, .position = {1, 0, -0.1}});
    const BodyId tip = model_.node(bar_, mesh_.node_set("TIP").at(0));
    model_.AddSpringDamper(
        {.name = "string",
         .along = Between(model_.AddMarker({.body = tip}), model_.AddMarker({.body = weight})),
         .stiffness = 100});
    const Mesh block = ReadPart("block_c3d20r_r1");
    part_ = std::make_shared<ReducedPart>(
        MakeReducedPart(block, LinearMesh(block), {{"root", "CLAMP"}}, 5));
    block_ = model_.AddReducedBody({.name = "block", .part = part_, .position = {0, 1, 0}});
    system_ = std::make_unique<System>(model_.Compile());
  }
  Results Record(const RecorderOptions& options = {}) const {
    Simulation simulation(*system_, {.integrator = {.tolerance = 1e-3}});
    return trunnion::Run(simulation, 0.1, 0.05, {}, options);
  }
  std::set<std::string> Columns(const ResultTable& table) const {
    std::set<std::string> names;
    for (const ResultColumn& column : table.columns) names.insert(column.name);
    return names;
  }
  Mesh mesh_;
  Model model_;
  MeshId bar_;
  std::shared_ptr<const ReducedPart> part_;
  ReducedBodyParts block_;
  std::unique_ptr<System> system_;
};

TEST_F(MeshResults, BodiesHaveNoNodesButThoseThatCarryAForceAndNoAmplitudes) {
  const Results results = Record();
  const std::string tip =
      "bar." + std::to_string(mesh_.node_ids[static_cast<std::size_t>(mesh_.node_set("TIP")[0])]);
  std::set<std::string> bodies;
  for (const ResultColumn& column : results.table("bodies").columns)
    if (column.name.ends_with(".vx")) bodies.insert(column.name.substr(0, column.name.size() - 3));
  EXPECT_EQ(bodies, (std::set<std::string>{tip, "weight", "block", "block.root"}));
  for (const ResultColumn& column : results.table("forces").columns)
    EXPECT_EQ(column.name.find("block"), std::string::npos) << column.name;

  // The scene has the same bodies in the same order, and its places count among them.
  const Json scene = Json::parse(results.document("scene"));
  std::set<std::string> drawn;
  for (const auto& body : scene["bodies"]) drawn.insert(body["name"].get<std::string>());
  bodies.insert("ground");
  EXPECT_EQ(drawn, bodies);
  for (const auto& force : scene["forces"]) {
    if (force["name"] != "string") continue;
    EXPECT_EQ(scene["bodies"][force["places"][0]["body"].get<std::size_t>()]["name"], tip);
    EXPECT_EQ(scene["bodies"][force["places"][1]["body"].get<std::size_t>()]["name"], "weight");
  }
  for (const auto& body : scene["bodies"])
    EXPECT_EQ(body["shapes"].empty(), body["name"] != "weight") << body["name"];
}

// Rows of the tables are the fields at the times of the rows, read from a run of its own.
TEST_F(MeshResults, TablesHoldTheFieldsOfEveryPart) {
  const Results results = Record();
  const ResultTable& bar = results.table("mesh_0");
  const ResultTable& block = results.table("mesh_1");
  EXPECT_TRUE(bar.nodal);
  EXPECT_FALSE(results.table("meshes").nodal);
  Simulation simulation(*system_, {.integrator = {.tolerance = 1e-3}});
  const auto parts = MakeMeshRecoveries(system_->parts());
  for (int row = 0; row < 3; ++row) {
    if (row > 0) simulation.advance_to(0.05 * row);
    for (const auto& [table, part] : {std::pair{&bar, parts[0].get()}, {&block, parts[1].get()}}) {
      const MeshField field = part->Calc(simulation.context());
      ASSERT_EQ(table->values.cols(), 1 + 4 * part->num_nodes());
      for (Eigen::Index i = 0; i < part->num_nodes(); ++i) {
        EXPECT_EQ(table->values.row(row).segment<3>(1 + 4 * i).transpose(), field.positions.col(i));
        EXPECT_EQ(table->values(row, 4 + 4 * i), field.von_mises[i]);
      }
      EXPECT_EQ(results.column(part->name() + ".strain_energy")[row], field.strain_energy);
      EXPECT_EQ(results.column(part->name() + ".largest_von_mises")[row],
                field.von_mises.maxCoeff());
    }
    EXPECT_EQ(results.column("block.p2")[row], CalcAmplitudes(simulation, block_, *part_)[1]);
  }
  EXPECT_GT(results.column("bar.largest_von_mises")[2], 1e3);
}

// A pendulum of a mesh, held by its hinge alone: the rate of its momentum less the weight is the
// force of the hinge, and so with angular momentum about the hinge.
TEST(MeshSupports, ReactionsAreTheRatesOfMomenta) {
  for (const SolidMass kind : {SolidMass::consistent, SolidMass::lumped}) {
    const Mesh mesh = ReadPart("pendulum_c3d20r");
    const Vec3 g(0.5, -1, -9.81);
    Model model;
    model.set_gravity(g);
    const MeshId id = model.AddMesh({.name = "bar",
                                     .mesh = mesh,
                                     .X_WM = {Mat3::Identity(), Vec3(1, 2, 3)},
                                     .fixed_sets = {"HINGE"},
                                     .mass = kind,
                                     .beta = 1e-3});
    const System system = model.Compile();
    Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
    simulation.advance_to(0.2);
    const Results results = trunnion::Run(simulation, 0.21, 0.01);
    Simulation again(system, {.integrator = {.tolerance = 1e-3}});
    again.advance_to(0.2);
    const VectorXd v_dot = again.v_dot();
    const auto body = [&](int node) { return model.node(id, node).index(); };
    const auto acceleration = [&](int node) {
      const BodyIndex b = body(node);
      return system.layout().active(b) ? Vec3(v_dot.segment<3>(system.layout().offset(b)))
                                       : Vec3(Vec3::Zero());
    };
    Vec3 rate = Vec3::Zero(), moment = Vec3::Zero();
    for (const MeshElement& element : mesh.elements) {
      const NodeMatrix X = mesh.CalcNodePositions(element);
      MatrixXd m =
          CalcConsistentMass(SolidType::hex20_reduced, X, MassRule(SolidType::hex20_reduced), 1100);
      if (kind == SolidMass::lumped) m = MatrixXd(CalcLumpedMass(m).asDiagonal());
      for (Eigen::Index i = 0; i < 20; ++i)
        for (Eigen::Index j = 0; j < 20; ++j) {
          const Vec3 from_hinge =
              again.body(body(element.nodes[static_cast<std::size_t>(i)])).r - Vec3(1, 2, 3);
          const Vec3 change =
              m(i, j) * (acceleration(element.nodes[static_cast<std::size_t>(j)]) - g);
          rate += change;
          moment += from_hinge.cross(change);
        }
    }
    EXPECT_GT(rate.norm(), 10);
    for (int k = 0; k < 3; ++k) {
      const std::string axis(1, "xyz"[k]);
      EXPECT_NEAR(results.column("bar.HINGE.force_" + axis)[0], rate[k], 1e-9 * rate.norm());
      EXPECT_NEAR(results.column("bar.HINGE.torque_" + axis)[0], moment[k], 1e-9 * rate.norm());
    }
  }
}

class Folder {
 public:
  Folder() : path(fs::path(testing::TempDir()) / ("mesh_results_" + std::to_string(getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  const fs::path path;
};

TEST_F(MeshResults, FilesKeepNodesInSinglePrecision) {
  const Folder folder;
  const Results results = Record();
  WriteHdf5(results, folder.path / "results.h5");
  WriteCsv(results, folder.path);
  EXPECT_TRUE(fs::exists(folder.path / "meshes.csv"));
  EXPECT_FALSE(fs::exists(folder.path / "mesh_0.csv"));
  const Results back = ReadResults(folder.path);
  for (const char* name : {"mesh_0", "mesh_1"}) {
    EXPECT_TRUE(back.table(name).nodal);
    const MatrixXd rounded = results.table(name).values.cast<float>().cast<double>();
    EXPECT_EQ(back.table(name).values, rounded);
    EXPECT_EQ(Columns(back.table(name)), Columns(results.table(name)));
  }
  EXPECT_FALSE(back.table("meshes").nodal);
  EXPECT_EQ(back.table("meshes").values, results.table("meshes").values);
}

// What is left of a run that is killed, and the way of wide tables.
TEST_F(MeshResults, StreamsHoldTheSame) {
  const Folder folder;
  const Results results = Record();
  const fs::path partial = folder.path / "results.partial.h5";
  const auto rounded = [&](const char* name, Eigen::Index rows) {
    return MatrixXd(results.table(name).values.topRows(rows).cast<float>().cast<double>());
  };
  {
    Simulation simulation(*system_, {.integrator = {.tolerance = 1e-3}});
    Recorder recorder(*system_, {}, {.stream_to = partial});
    recorder.Sample(simulation);
    const Results left = ReadResults(partial);
    for (const char* name : {"mesh_0", "mesh_1"})
      EXPECT_EQ(left.table(name).values, rounded(name, 1));
  }
  Simulation simulation(*system_, {.integrator = {.tolerance = 1e-3}});
  Recorder recorder(*system_, {}, {.stream_to = partial, .widest_in_memory = 100});
  Advance(simulation, recorder, 0.1, 0.05);
  const Results taken = recorder.TakeResults(simulation);
  EXPECT_EQ(taken.table("mesh_0").values.rows(), 0);
  FileTransaction files;
  recorder.WriteStream(taken, folder.path / "results.h5", files);
  files.Commit();
  const Results back = ReadResults(folder.path / "results.h5");
  for (const char* name : {"mesh_0", "mesh_1"})
    EXPECT_EQ(back.table(name).values, rounded(name, 3));
  EXPECT_THROW(CollectMeshFrames(taken, Json::parse(taken.document("scene"))["flexible"][0], {0}),
               ModelError);
}

// The frames of a page, and the deformation without the rigid motion.
TEST_F(MeshResults, PageHasTheSurfaceOfEveryPart) {
  Results results = Record();
  const Json scene = Json::parse(results.document("scene"));
  ASSERT_EQ(scene["flexible"].size(), 2u);
  const Json& bar = scene["flexible"][0];
  EXPECT_EQ(bar["name"], "bar");
  EXPECT_EQ(scene["bodies"][scene["flexible"][1]["body"].get<std::size_t>()]["name"], "block");
  const auto nodes = bar["nodes"].get<std::vector<int>>();
  EXPECT_LT(nodes.size(), mesh_.nodes.size());
  const MeshFrames frames = CollectMeshFrames(results, bar, {0, 2});
  ASSERT_EQ(frames.positions.cols(), 3 * static_cast<Eigen::Index>(nodes.size()));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const std::string name = "bar." + std::to_string(bar["ids"][i].get<int>());
    EXPECT_EQ(frames.positions(1, 3 * at + 2), results.column(name + ".z")[2]);
    EXPECT_EQ(frames.von_mises(1, at), results.column(name + ".von_mises")[2]);
    for (int k = 0; k < 3; ++k)  // undeformed at the start
      EXPECT_NEAR(bar["points"][i][k].get<double>(), frames.positions(0, 3 * at + k), 1e-8);
  }
  EXPECT_LT(frames.deformation.row(0).maxCoeff(), 1e-7);
  EXPECT_GT(frames.deformation.row(1).maxCoeff(), 1e-3);

  // Turned as a whole, the first frame has no deformation.

  for (ResultTable& t : results.tables)
    if (t.name == "mesh_0") {
      const Mat3 R = Eigen::AngleAxisd(2, Vec3(1, 2, 3).normalized()).toRotationMatrix();
      for (Eigen::Index c = 1; c < t.values.cols(); c += 4)
        t.values.row(0).segment<3>(c) = (R * t.values.row(0).segment<3>(c).transpose()).transpose();
    }
  EXPECT_LT(CollectMeshFrames(results, bar, {0}).deformation.maxCoeff(), 1e-7);

  const std::string page = MakeView(results);
  EXPECT_NE(page.find("id=\"data-mesh-0-0\""), std::string::npos);
  EXPECT_NE(page.find("id=\"data-mesh-1-2\""), std::string::npos);
}

TEST(MeshFrames, LargeMeshesHaveFewerFrames) {
  const Json part{{"nodes", std::vector<int>(20000, 0)}};
  EXPECT_EQ(CalcMostMeshFrames(Json::array({part}), 1000), 120);
  EXPECT_EQ(CalcMostMeshFrames(Json::array({part}), 50), 50);
  EXPECT_EQ(CalcMostMeshFrames(Json::array(), 1000), 1000);
}

/// Shells, a beam and a bar.
Mesh MakeFrame() {
  Mesh mesh = models::MakeShellMesh(1, 1, models::PlateSurface);
  mesh.nodes.insert(mesh.nodes.end(), {Vec3(2, 0.5, 0), Vec3(0, 0, 1)});
  mesh.node_ids.insert(mesh.node_ids.end(), {5, 6});
  mesh.elements.push_back({2, MeshElementType::s3, {2, 4, 3}});
  mesh.elements.push_back({3, MeshElementType::b31, {0, 5}});
  mesh.elements.push_back({4, MeshElementType::t3d2, {1, 5}});
  mesh.element_sets = {{"SHELLS", {0, 1}}, {"BEAM", {2}}, {"BAR", {3}}};
  mesh.materials["M"] = {.name = "M", .E = 5e6, .nu = 0.3, .density = 1100};
  mesh.sections = {{SectionKind::shell, "SHELLS", "M"},
                   {SectionKind::beam, "BEAM", "M"},
                   {SectionKind::solid, "BAR", "M"}};
  mesh.sections[0].values = {0.02};
  mesh.sections[1].profile = "RECT";
  mesh.sections[1].values = {0.02, 0.03, 1, 0, 0};
  mesh.sections[2].values = {1e-4};
  return mesh;
}

/// Of the mesh and a damper at its node `node`, at random velocities, and the same by its
/// definition over all elements.
std::pair<double, double> CompareDampingPower(MeshBody part, int node, bool deform) {
  Model model;
  const MeshId mesh = model.AddMesh(std::move(part));
  model.AddSpringDamper(
      {.along = Between(model.AddMarker({.body = Model::ground(), .position = {3, 4, 5}}),
                        model.AddMarker({.body = model.node(mesh, node)})),
       .damping = 10});
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (double& x : v) x = normal(random);
  if (deform)
    for (double& x : q) x += 1e-3 * normal(random);
  const double power = CalcDampingPower(system, evaluator.Evaluate(0, q, v));
  const auto sum = [&](const VectorXd& at) {  // f(q, at)·v
    const ElementContext& x = evaluator.Evaluate(0, q, at);
    double product = 0;
    for (const auto& pool : system.parts().force_pools)
      for (int i = 0; i < pool->size(); ++i)
        for (const auto& [body, load] : pool->CalcLoads(i, x)) {
          const int first = system.layout().offset(body), size = system.layout().size(body);
          product += load.head(size).dot(v.segment(first, size));
        }
    return product;
  };
  return {power, sum(VectorXd::Zero(v.size())) - sum(v)};
}

// Elements of meshes without damping are passed over, which must not be seen.
TEST(DampingPower, IsThatOfAllElements) {
  for (const double beta : {0.0, 1e-3}) {
    for (const char* name : {"block_c3d4_r1", "block_c3d8i_r1", "block_c3d10_r1"})
      for (const auto kinematics :
           {MeshBody::Kinematics::total_lagrangian, MeshBody::Kinematics::corotational}) {
        const auto [power, expected] = CompareDampingPower(
            {.mesh = ReadPart(name), .kinematics = kinematics, .beta = beta}, 3, true);
        EXPECT_NEAR(power, expected, 1e-9 * std::abs(expected)) << name << " " << beta;
        EXPECT_GT(power, beta > 0 ? 100.0 : 1e-3);
      }
    const auto [power, expected] =
        CompareDampingPower({.mesh = MakeFrame(), .beta = beta}, 2, false);
    EXPECT_NEAR(power, expected, 1e-9 * std::abs(expected)) << beta;
    EXPECT_GT(power, beta > 0 ? 100.0 : 1e-3);
  }
  const auto [power, expected] =
      CompareDampingPower({.mesh = ReadPart("block_c3d8_r1"), .alpha = 50}, 3, true);
  EXPECT_NEAR(power, expected, 1e-9 * std::abs(expected));
  EXPECT_GT(power, 100);
}

}  // namespace mesh_results_test
}  // namespace trunnion
