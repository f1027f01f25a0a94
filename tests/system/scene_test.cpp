// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/scene.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bodies/mass_properties.hpp"
#include "engine/model/beam_line.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class MeshTest : public testing::Test {
 protected:
  MeshTest() : folder_(fs::path(testing::TempDir()) / ("mesh_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~MeshTest() override { fs::remove_all(folder_); }
  fs::path Write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  /// A unit square of two triangles as binary STL.
  static std::string MakeBinaryStl() {
    const float corners[2][9] = {{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}};
    std::string bytes(84, '\0');
    bytes[80] = 2;
    for (const auto& triangle : corners) {
      std::string record(50, '\0');
      std::memcpy(record.data() + 12, triangle, sizeof(triangle));
      bytes += record;
    }
    return bytes;
  }
  const fs::path folder_;
};

constexpr const char* kSquareObj =
    "# square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2 -2//3 4\n";
constexpr const char* kSquareStl =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nendloop\n"
    "endfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 1 0\nvertex 0 1 0\nendloop\n"
    "endfacet\nendsolid\n";

TEST_F(MeshTest, TheSameSquareFromAllFormats) {
  for (const fs::path& file :
       {Write("a.obj", kSquareObj), Write("b.stl", kSquareStl), Write("c.STL", MakeBinaryStl())}) {
    const TriangleMesh mesh = ReadMesh(file, 1e-3);
    ASSERT_EQ(mesh.points.size(), 4u) << file;
    ASSERT_EQ(mesh.triangles.size(), 2u) << file;
    EXPECT_EQ(mesh.triangles[1], (std::array{0, 2, 3})) << file;
    EXPECT_EQ(mesh.points[2], (std::array{1e-3f, 1e-3f, 0.f})) << file;
    EXPECT_EQ(mesh.name, file.filename());
  }
}

TEST_F(MeshTest, BadFilesAreRefused) {
  EXPECT_THROW(ReadMesh(folder_ / "missing.obj"), FileError);
  EXPECT_THROW(ReadMesh(folder_), FileError);
  EXPECT_THROW(ReadMesh(Write("empty.obj", "")), FileError);
  EXPECT_THROW(ReadMesh(Write("outside.obj", "v 0 0 0\nf 1 2 3\n")), FileError);
  EXPECT_THROW(ReadMesh(Write("cut.stl", MakeBinaryStl().substr(0, 120))), FileError);
  EXPECT_THROW(ReadMesh(Write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")), FileError);
  EXPECT_THROW(ReadMesh(Write("mesh.step", kSquareObj)), FileError);
}

TEST(DeriveGeometry, ABoxIsFoundFromItsInertia) {
  const Vec3 lengths(0.1, 0.2, 0.4);
  const MassProperties solid = SolidBox(3, lengths);
  BodyInfo body{.name = "box", .kind = BodyKind::rigid, .mass = 3, .inertia = solid.inertia};
  body.com = Vec3(1, 0, 0);
  const auto shapes = DeriveGeometry(body, {Vec3(1, 0, 1), Vec3(1, 0, 1)}, 1);
  ASSERT_EQ(shapes.size(), 2u);  // one rod to the point where two elements act
  const Vec3 extent = (shapes[0].X_BG.R * shapes[0].size.asDiagonal()).cwiseAbs().rowwise().sum();
  EXPECT_LT((extent - lengths).norm(), 1e-9);
  EXPECT_EQ(shapes[0].X_BG.p, body.com);
  const Pose& rod = shapes[1].X_BG;
  EXPECT_LT((rod * Vec3(0, 0, 0.5 * shapes[1].size[1]) - Vec3(1, 0, 1)).norm(), 1e-12);
  EXPECT_LT((rod * Vec3(0, 0, -0.5 * shapes[1].size[1]) - body.com).norm(), 1e-12);
}

TEST(Scene, NamesShapesAndFramesOfAModel) {
  const ModelFile file = ParseModel(R"({
    "bodies": [
      {"name": "arm", "mass": 1, "com": [1, 0, 0], "inertia": [1, 1, 1], "position": [0, 0, 2]},
      {"name": "bob", "type": "point", "mass": 1, "position": [2, 0, 2],
       "geometry": [{"type": "sphere", "radius": 0.1, "colour": "#ff8800"}]}],
    "ground_geometry": [{"type": "box", "lengths": [4, 4, 0.1], "position": [0, 0, -1]}],
    "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "arm",
                "point": [0, 0, 2], "axis": [0, 1, 0]}],
    "forces": [{"name": "cord", "type": "spring", "stiffness": 1,
                "along": {"a": "end", "b": "bob"}}],
    "markers": [{"name": "end", "body": "arm"}, {"name": "bob", "body": "bob"}]})");
  const System system = file.model.Compile();
  const Json scene = Json::parse(MakeScene(system));
  ASSERT_EQ(scene["bodies"].size(), 3u);
  EXPECT_EQ(scene["bodies"][0]["shapes"][0]["position"], Json({0.0, 0.0, -1.0}));
  EXPECT_EQ(scene["bodies"][1]["derived"], true);
  EXPECT_EQ(scene["bodies"][2]["shapes"][0]["colour"], "#ff8800");
  const Json& hinge = scene["joints"][0];
  EXPECT_EQ(hinge["type"], "revolute");
  EXPECT_EQ(hinge["places"][0]["body"], 0);
  EXPECT_EQ(hinge["places"][0]["position"], Json({0.0, 0.0, 2.0}));
  EXPECT_EQ(hinge["places"][1]["body"], 1);
  for (const Json& x : hinge["places"][1]["position"]) EXPECT_NEAR(x.get<double>(), 0, 1e-15);
  EXPECT_EQ(scene["forces"][0]["along"], "distance");
}

// Nodes of a beam are drawn small against its elements, which are lines between two places.
TEST(Scene, BeamsAreLinesBetweenTheirNodes) {
  Model model;
  AddBeamLine(model,
              {.name = "blade",
               .points = PointsBetween({0, 0, 0}, {1, 0, 0}, 4),
               .section = MakeRectangularSection(0.02, 0.01, 70e9, 0.3, 2700)});
  const Json scene = Json::parse(MakeScene(model.Compile()));
  ASSERT_EQ(scene["forces"].size(), 4u);
  for (const Json& force : scene["forces"]) {
    EXPECT_EQ(force["type"], "beam");
    EXPECT_EQ(force["places"].size(), 2u);
    EXPECT_NE(force["places"][0]["body"], force["places"][1]["body"]);
  }
  for (const Json& shape : scene["bodies"][1]["shapes"])
    for (const auto& edge : shape["size"]) EXPECT_LT(edge.get<double>(), 0.5 * 0.25);
}

TEST(Scene, WrongShapesAreNamedWithTheirPlace) {
  const auto message = [](const std::string& shape) -> std::string {
    try {
      ParseModel(R"({"bodies": [{"name": "rod", "mass": 1, "geometry": [)" + shape + "]}]}");
    } catch (const FileError& error) {
      return error.what();
    }
    return "accepted";
  };
  for (const char* shape : {R"({"type": "cone"})",
                            R"({"type": "sphere", "radius": 0})",
                            R"({"type": "box", "lengths": [1, 1, -1]})",
                            R"({"type": "box", "lengths": [1, 1, 1], "colour": "red"})",
                            R"({"type": "mesh", "file": "missing.obj"})",
                            R"({"type": "cylinder", "radius": 1})"}) {
    const std::string text = message(shape);
    EXPECT_NE(text.find("/bodies/0/geometry/0"), std::string::npos) << text;
    EXPECT_NE(text.find("rod"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace trunnion
