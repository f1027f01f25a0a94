// SPDX-License-Identifier: BSD-3-Clause
//
// Bodies of type "mesh" in model files.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "engine/analyses/equilibrium.hpp"
#include "engine/batch/check.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "examples/models/shell_parts.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

/// A model beside the meshes of the tests; `keys` of the body, then further sections.
std::string MakeText(const std::string& keys, const std::string& sections = "") {
  return R"({ "gravity": [0, 0, -9.81],
    "bodies": [
      { "name": "bar", "type": "mesh", "mesh": "meshes/pendulum_c3d20r.inp",
        "material": { "E": 5e6, "nu": 0.3, "density": 1100 })" +
         keys + R"( },
      { "name": "weight", "type": "point", "mass": 1, "position": [1, 0, -1] }
    ])" + sections +
         "}";
}
ModelFile Parse(const std::string& text) {
  return ParseModel(text, (test::kData / "model.json").string());
}

TEST(MeshFile, IsTheMeshOfTheSameDescription) {
  const ModelFile file = Parse(MakeText(R"(, "fixed_sets": ["hinge"], "position": [1, 2, 3],
      "orientation": { "rotation_vector": [0, 0, "90 deg"] }, "velocity": [0, 0, 1],
      "angular_velocity": [0, 2, 0], "kinematics": "total_lagrangian", "law": "neo_hookean",
      "mass": "lumped", "alpha": 0.1, "beta": 1e-3, "gauss_newton": true)"));
  Mesh mesh = ReadInp(test::kData / "meshes/pendulum_c3d20r.inp");
  SetMaterial(mesh, {.name = "M", .E = 5e6, .nu = 0.3, .density = 1100});
  Model model;
  model.set_gravity({0, 0, -9.81});
  model.AddMesh({.name = "bar",
                 .mesh = mesh,
                 .X_WM = {RotationExp(Vec3(0, 0, std::acos(-1.0) / 2)), Vec3(1, 2, 3)},
                 .velocity = {0, 0, 1},
                 .angular_velocity = {0, 2, 0},
                 .fixed_sets = {"HINGE"},
                 .kinematics = MeshBody::Kinematics::total_lagrangian,
                 .law = SolidLaw::Kind::neo_hookean,
                 .mass = SolidMass::lumped,
                 .alpha = 0.1,
                 .beta = 1e-3,
                 .gauss_newton = true});
  model.AddPointMass({.name = "weight", .mass = 1, .position = {1, 0, -1}});
  const System a = file.model.Compile(), b = model.Compile();
  Simulation from_file(a), from_code(b);
  from_file.advance_to(0.01);
  from_code.advance_to(0.01);
  ASSERT_EQ(from_file.q().size(), from_code.q().size());
  EXPECT_LT((from_file.q() - from_code.q()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((from_file.v() - from_code.v()).cwiseAbs().maxCoeff(), 1e-9);
  const CheckReport report = CheckModel(file);
  EXPECT_EQ(report.bodies.size(), 1u);  // the weight: nodes are not listed one by one
  ASSERT_EQ(report.meshes.size(), 1u);
  EXPECT_EQ(report.meshes[0].name, "bar");
  EXPECT_NE(report.meshes[0].import_report.find("C3D20R"), std::string::npos);
}

// The tip by its number and by its set.
TEST(MeshFile, NodesAreBodiesByNumberAndBySet) {
  const ModelFile file = Parse(MakeText("", R"(,
    "markers": [{ "name": "by_number", "body": "bar.197" }, { "name": "by_set", "body": "bar.tip" },
                { "name": "hook", "body": "weight" }],
    "joints": [{ "name": "string", "type": "distance", "a": "by_set", "b": "hook" }],
    "outputs": [{ "name": "x", "type": "position", "body": "bar.TIP", "component": "x" }])"));
  const Model& model = file.model;
  const BodyId tip = *model.FindBody("bar.197");
  EXPECT_EQ(model.marker(*model.FindMarker("by_number")).body, tip);
  EXPECT_EQ(model.marker(*model.FindMarker("by_set")).body, tip);
  const System system = model.Compile();
  const Simulation simulation(system);
  EXPECT_NEAR(file.signals[0].evaluate(simulation), 1, 1e-12);
}

TEST(MeshFile, MistakesAreNamedWithTheirPlace) {
  const auto refused = [](const std::string& text, const std::vector<std::string>& words) {
    test::ExpectRefused<FileError>([&] { Parse(text); }, words);
  };
  const auto on = [](const std::string& body) {
    return MakeText("", R"(, "markers": [{ "name": "m", "body": ")" + body + R"(" }])");
  };
  refused(on("bar.99999"), {"/markers/0/body", "mesh 'bar'", "'99999'", "name a node"});
  refused(on("bar.HINGE"), {"/markers/0/body", "'HINGE'", "nodes", "name one node", "'bar."});
  refused(on("bar"), {"/markers/0/body", "is a mesh", "name one of its nodes"});
  refused(on("beam.3"), {"/markers/0/body", "unknown body 'beam.3'"});
  refused(MakeText(R"(, "fixed_sets": ["NOWHERE"])"), {"/bodies/0/fixed_sets/0", "NOWHERE", "TIP"});
  refused(MakeText(R"(, "law": "rubber")"), {"/bodies/0/law", "'rubber'", "'neo_hookean'"});
  refused(MakeText(R"(, "beta": -1)"), {"/bodies/0", "mesh 'bar'", "damping"});
  refused(MakeText(R"(, "com": [0, 0, 0])"), {"/bodies/0", "com"});
  std::string other = MakeText("");
  other.replace(other.find("pendulum_c3d20r"), 15, "no_such_file_at");
  refused(other, {"/bodies/0/mesh", "no_such_file_at.inp"});
  std::string none = MakeText("");
  const std::size_t begin = none.find(",\n        \"material\""), end = none.find('}', begin) + 1;
  none.erase(begin, end - begin);
  refused(none, {"/bodies/0", "element 1", "SOLID SECTION"});
}

// A swing: an end on an interface with a joint, a weight on a body that follows the middle.
TEST(MeshFile, InterfacesFollowingFramesAndLoads) {
  const ModelFile file = Parse(R"({ "gravity": [0, 0, -9.81],
    "bodies": [
      { "name": "bar", "type": "mesh", "mesh": "meshes/block_c3d8_r1.inp",
        "material": { "E": 5e6, "nu": 0.3, "density": 1100 },
        "interfaces": [{ "name": "eye", "node_set": "CLAMP", "origin": [0, 0, 0] }],
        "following": [{ "name": "end", "node_set": "ENDFACE" }],
        "loads": [{ "node_set": "ENDFACE", "pressure": 1e3, "following": false },
                  { "node_set": "ENDFACE", "traction": [0, { "type": "ramp", "rate": 2e5 }, 0] }] },
      { "name": "weight", "type": "point", "mass": 1, "position": [1, 0, -1] }],
    "markers": [{ "name": "pin", "body": "bar.eye" }, { "name": "wall", "body": "ground" },
                { "name": "tip", "body": "bar.end" }, { "name": "load", "body": "weight" }],
    "joints": [{ "name": "hinge", "type": "ball", "a": "wall", "b": "pin" },
               { "name": "string", "type": "distance", "a": "tip", "b": "load" }] })");
  const System system = file.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-4}});
  const BodyId end = *file.model.FindBody("bar.end"), eye = *file.model.FindBody("bar.eye");
  EXPECT_LT((simulation.body(end.index()).r - Vec3(1, 0, 0)).norm(), 1e-9);
  simulation.advance_to(0.05);
  const Mesh mesh = ReadInp(test::kData / "meshes/block_c3d8_r1.inp");
  const auto& face = mesh.node_set("ENDFACE");
  Vec3 mean = Vec3::Zero();
  for (const int node : face) {
    const std::string name = "bar." + std::to_string(mesh.node_ids[static_cast<std::size_t>(node)]);
    mean +=
        simulation.body(file.model.FindBody(name)->index()).r / static_cast<double>(face.size());
  }
  const BodyState state = simulation.body(end.index());
  EXPECT_LT((state.r - mean).norm(), 1e-9);
  EXPECT_LT(simulation.body(eye.index()).r.norm(), 1e-9);
  EXPECT_LT(state.r.z(), -1e-3) << "it does not swing";
  EXPECT_GT(state.v.y(), 1e-3) << "the traction does not act";
  // The sums that `end` follows are not shown.
  const CheckReport report = CheckModel(file);
  EXPECT_EQ(report.bodies.size(), 3u);  // eye, end, weight
  for (const auto& body : report.bodies) EXPECT_EQ(body.name.find(".sum."), std::string::npos);
  for (const auto& e : report.constraints) EXPECT_EQ(e.name.find(".sum."), std::string::npos);
}

/// A deck of S4 or S8R with its section.
std::string MakeShellDeck(const Mesh& mesh) {
  std::ostringstream deck;
  deck.precision(17);
  deck << "*NODE\n";
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const Vec3& X = mesh.nodes[i];
    deck << mesh.node_ids[i] << ", " << X.x() << ", " << X.y() << ", " << X.z() << "\n";
  }
  deck << "*ELEMENT, TYPE=" << ToString(mesh.elements[0].type) << ", ELSET=EALL\n";
  for (const MeshElement& e : mesh.elements) {
    deck << e.id;
    for (const int node : e.nodes) deck << ", " << mesh.node_ids[static_cast<std::size_t>(node)];
    deck << "\n";
  }
  for (const auto& [name, nodes] : mesh.node_sets) {
    deck << "*NSET, NSET=" << name << "\n";
    for (const int node : nodes) deck << mesh.node_ids[static_cast<std::size_t>(node)] << ",\n";
  }
  deck << "*MATERIAL, NAME=STEEL\n*ELASTIC\n 2e11, 0.3\n*DENSITY\n 7800\n"
          "*SHELL SECTION, ELSET=EALL, MATERIAL=STEEL\n 0.01\n";
  return deck.str();
}

struct ShellFile {
  explicit ShellFile(models::ShellCells cells) {
    Mesh mesh = models::MakeShellMesh(3, 2, models::PlateSurface, cells);
    mesh.node_sets["TWO"] = mesh.elements[0].nodes;
    mesh.node_sets["TWO"].insert(
        mesh.node_sets["TWO"].end(), mesh.elements[1].nodes.begin(), mesh.elements[1].nodes.end());
    deck = files.Write("plate.inp", MakeShellDeck(mesh));
  }
  ModelFile Parse(const std::string& keys, const std::string& sections = "") const {
    return ParseModel(R"({ "bodies": [{ "name": "plate", "type": "mesh", "mesh": "plate.inp")" +
                          keys + "}]" + sections + "}",
                      (deck.parent_path() / "model.json").string());
  }
  test::MeshFiles files;
  std::filesystem::path deck;
};

TEST(MeshFile, SupportsAndLoadsOfShells) {
  for (const auto cells : {models::ShellCells::quads, models::ShellCells::quadratic}) {
    const ShellFile shell(cells);
    const ModelFile file = shell.Parse(R"(, "beta": 1e-4, "fixed_sets": ["V0"],
        "supports": [{ "node_set": "u0", "components": ["u2", "r1", "r3"] },
                     { "node_set": "U1", "components": ["u3"] }],
        "loads": [{ "node_set": "two", "pressure": { "type": "ramp", "rate": 1e7 } },
                  { "node_set": "TWO", "pressure": 1e3, "following": false,
                    "traction": [0, { "type": "ramp", "rate": 2e6 }, 0] }])");
    Model model;
    const auto ramp = [](double t) { return 1e7 * t; };
    const FaceLoadLaw dead{.pressure = [](double) { return 1e3; },
                           .following = false,
                           .traction = [](double t) { return Vec3(0, 2e6 * t, 0); }};
    model.AddMesh({.name = "plate",
                   .mesh = ReadInp(shell.deck),
                   .fixed_sets = {"V0"},
                   .supports = {{"U0", {1, 3, 5}}, {"U1", {2}}},
                   .beta = 1e-4,
                   .loads = {{"TWO", {.pressure = ramp}}, {"TWO", dead}}});
    const System a = file.model.Compile(), b = model.Compile();
    EXPECT_EQ(a.num_constraints(), b.num_constraints());
    Simulation from_file(a), from_code(b);
    from_file.advance_to(0.01);
    from_code.advance_to(0.01);
    ASSERT_EQ(from_file.q().size(), from_code.q().size());
    EXPECT_LT((from_file.q() - from_code.q()).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_GT(from_file.v().cwiseAbs().maxCoeff(), 1e-3) << "the loads do not act";
  }
}

// The names of supports stand in the order of the constraints: a motion after them is found.
TEST(MeshFile, SupportsOfSolidsAndAMotionAfterThem) {
  const ModelFile file = Parse(MakeText(
      R"(, "fixed_sets": ["HINGE"], "supports": [{ "node_set": "TIP", "components": ["u2", "u3"] },
                                                 { "node_set": "HINGE", "components": ["u1"] }])",
      R"(, "markers": [{ "name": "a", "body": "ground" }, { "name": "b", "body": "weight" }],
      "motions": [{ "name": "lift", "along": { "a": "a", "b": "b", "kind": "distance" },
                    "law": { "type": "ramp", "offset": 1.4142135623730951, "rate": 0 } }],
      "outputs": [{ "name": "drive", "type": "drive", "motion": "lift" }])"));
  const System system = file.model.Compile();
  EXPECT_EQ(system.num_constraints(), 3);
  EXPECT_TRUE(file.model.FindConstraint("bar.197.u2").has_value());
  EXPECT_TRUE(file.model.FindConstraint("bar.197.u3").has_value());
  EXPECT_EQ(file.signals.at(0).unit, "N");
  Simulation simulation(system);
  const Vec3 before = simulation.body(file.model.FindBody("bar.197")->index()).r;
  simulation.advance_to(0.02);
  const Vec3 after = simulation.body(file.model.FindBody("bar.197")->index()).r;
  EXPECT_LT((after - before).tail<2>().norm(), 1e-10);
}

TEST(MeshFile, MistakesInSupportsAndShellsAreNamed) {
  const auto refused = [](const std::string& keys, const std::vector<std::string>& words) {
    test::ExpectRefused<FileError>([&] { Parse(MakeText(keys)); }, words);
  };
  refused(R"(, "supports": [{ "node_set": "TIPS", "components": ["u1"] }])",
          {"/bodies/0/supports/0/node_set", "TIPS", "TIP"});
  refused(R"(, "supports": [{ "node_set": "TIP", "components": ["u4"] }])",
          {"/bodies/0/supports/0/components/0", "'u4'", "'u1'"});
  refused(R"(, "supports": [{ "node_set": "TIP", "components": [] }])",
          {"/bodies/0/supports/0/components", "no component"});
  refused(R"(, "supports": [{ "node_set": "TIP", "components": ["r1"] }])",
          {"/bodies/0", "mesh 'bar'", "node 197", "no rotation", "u1 to u3"});
  const ShellFile shell(models::ShellCells::quads);
  test::ExpectRefused<FileError>(
      [&] { shell.Parse(R"(, "kinematics": "total_lagrangian")"); },
      {"/bodies/0", "mesh 'plate'", "kinematics is for solids", "leave it out"});
}

// Six nodes of S4; of S8R thirteen and the two that are new in the middle.
TEST(MeshFile, RegionsOfShellsAreInterfaces) {
  for (const auto& [cells, count] :
       {std::pair{models::ShellCells::quads, 6u}, std::pair{models::ShellCells::quadratic, 15u}}) {
    const ShellFile shell(cells);
    const ModelFile file =
        shell.Parse(R"(, "interfaces": [{ "name": "foot", "node_set": "TWO" }])");
    const System system = file.model.Compile();
    EXPECT_EQ(system.parts().joints.size(), count);
    EXPECT_TRUE(file.model.FindBody("plate.foot").has_value());
  }
}

// What the file held and what it became, and not the mesh after that.
TEST(MeshFile, CheckReportsTheQuadraticShellsOfTheFile) {
  const ShellFile shell(models::ShellCells::quadratic);
  const ModelFile file = shell.Parse(R"(, "fixed_sets": ["U0"])");
  const CheckReport report = CheckModel(file);
  ASSERT_EQ(report.meshes.size(), 1u);
  const std::string& text = report.meshes[0].import_report;
  EXPECT_NE(text.find("plate.inp: 29 nodes, 6 elements"), std::string::npos) << text;
  EXPECT_NE(text.find("6 S8R -> four shells"), std::string::npos) << text;
  EXPECT_NE(text.find("24 shells and 6 new nodes"), std::string::npos) << text;
}

// Reference nodes carry no element: they are no bodies, and sets of them name none.
TEST(MeshFile, NodesWithoutElementAreNoBodies) {
  const auto text = [](const std::string& body) {
    return R"({ "bodies": [{ "name": "arm", "type": "mesh", "mesh": "meshes/arm_tet10_coarse.inp",
      "material": { "E": 7e10, "nu": 0.33, "density": 2700 } }],
      "markers": [{ "name": "m", "body": ")" +
           body + R"(" }] })";
  };
  EXPECT_NO_THROW(Parse(text("arm.1")));
  test::ExpectRefused<FileError>([&] { Parse(text("arm.REF_A")); },
                                 {"/markers/0/body", "'REF_A'", "0 nodes with an element"});
}

// The resultant of loads on a face, from the static reaction of a clamped end.
TEST(MeshFile, LoadsHaveTheirResultant) {
  const ModelFile file = Parse(R"({
    "bodies": [{ "name": "block", "type": "mesh", "mesh": "meshes/block_c3d8_r1.inp",
      "material": { "E": 2.1e11, "nu": 0.3, "density": 7850 },
      "interfaces": [{ "name": "root", "node_set": "CLAMP", "origin": [0, 0, 0] }],
      "loads": [{ "node_set": "ENDFACE", "pressure": 1e5, "traction": [0, 0, 2e4] }] }],
    "markers": [{ "name": "a", "body": "ground" }, { "name": "b", "body": "block.root" }],
    "joints": [{ "name": "clamp", "type": "fixed", "a": "a", "b": "b" }] })");
  const System system = file.model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  const Reaction reaction = simulation.reaction(JointId(0));
  const double area = 0.08 * 0.05;
  EXPECT_LT((reaction.force - Vec3(1e5 * area, 0, -2e4 * area)).norm(), 0.1);  // turned by the sag
  EXPECT_NEAR(reaction.torque.y(), 2e4 * area, 0.1);
}

}  // namespace
}  // namespace trunnion
