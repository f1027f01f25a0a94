// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/vtk_series.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/model/model.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace vtk_series_test {

namespace fs = std::filesystem;

std::string Decode64(const std::string& text) {
  static const std::string digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i + 3 < text.size(); i += 4) {
    std::uint32_t group = 0;
    int padding = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t digit = digits.find(text[i + j]);
      padding += text[i + j] == '=';
      group = group << 6 | (digit == std::string::npos ? 0 : static_cast<std::uint32_t>(digit));
    }
    for (int j = 0; j < 3 - padding; ++j) out += static_cast<char>(group >> (16 - 8 * j) & 255);
  }
  return out;
}

std::uint64_t Size(const std::string& bytes, std::size_t i) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + 8 * i, 8);
  return value;
}

/// The XML of a .vtu file, read independently of its writer.
class Vtu {
 public:
  explicit Vtu(std::string text) : text_(std::move(text)) {}
  template <class Number>
  std::vector<Number> Read(const std::string& name) const {
    const std::size_t tag = text_.find("Name=\"" + name + "\"");
    EXPECT_NE(tag, std::string::npos) << name;
    const std::size_t begin = text_.find('>', tag) + 1, end = text_.find('<', begin);
    const std::string bytes = Inflate(text_.substr(begin, end - begin));
    std::vector<Number> values(bytes.size() / sizeof(Number));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  bool Has(const std::string& words) const { return text_.find(words) != std::string::npos; }

 private:
  static std::string Inflate(const std::string& text) {
    const std::uint64_t blocks = Size(Decode64(text.substr(0, 12)), 0);
    const std::size_t head = (8 * (3 + blocks) + 2) / 3 * 4;
    const std::string sizes = Decode64(text.substr(0, head));
    const std::string packed = Decode64(text.substr(head));
    std::string out;
    std::size_t at = 0;
    for (std::uint64_t b = 0; b < blocks; ++b) {
      const bool is_last = b + 1 == blocks && Size(sizes, 2) > 0;
      std::string block(is_last ? Size(sizes, 2) : Size(sizes, 1), '\0');
      uLongf size = block.size();
      EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(block.data()),
                           &size,
                           reinterpret_cast<const Bytef*>(packed.data() + at),
                           Size(sizes, 3 + b)),
                Z_OK);
      EXPECT_EQ(size, block.size());
      at += Size(sizes, 3 + b);
      out += block;
    }
    EXPECT_EQ(at, packed.size());
    return out;
  }
  std::string text_;
};

std::string ReadText(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void ExpectEqual(const std::vector<double>& read, const Eigen::Ref<const MatrixXd>& expected) {
  ASSERT_EQ(read.size(), static_cast<std::size_t>(expected.size()));
  EXPECT_EQ(Eigen::Map<const MatrixXd>(read.data(), expected.rows(), expected.cols()), expected);
}

struct Case {
  std::string mesh;
  int type;
};
class VtkTypes : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(,
                         VtkTypes,
                         testing::Values(Case{"block_c3d4_r1", 10},
                                         Case{"block_c3d10_r1", 24},
                                         Case{"block_c3d8_r1", 12},
                                         Case{"block_c3d8i_r1", 12},
                                         Case{"block_c3d20r_r1", 25}),
                         [](const auto& at) { return at.param.mesh; });

/// A soft block that begins to fall and shake.
System MakeBlock(const std::string& name, Mesh& mesh) {
  mesh = ReadInp(test::kData / "meshes" / (name + ".inp"));
  SetMaterial(mesh, {.name = "M", .E = 1e7, .nu = 0.3, .density = 1000});
  Model model;
  model.set_gravity({0, 0, -9.81});
  model.AddMesh({.name = "the block", .mesh = mesh, .fixed_sets = {"CLAMP"}});
  return model.Compile();
}

TEST_P(VtkTypes, FilesReadBackBitForBit) {
  Mesh mesh;
  const System system = MakeBlock(GetParam().mesh, mesh);
  const fs::path folder = fs::path(testing::TempDir()) / ("vtk_" + GetParam().mesh);
  fs::create_directories(folder);
  Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
  FileTransaction files;
  VtkSeries vtk(system, folder, files);
  vtk.Sample(simulation);
  simulation.advance_to(0.003);
  vtk.Sample(simulation);
  vtk.Finish();
  files.Commit();

  const auto part = std::move(MakeMeshRecoveries(system.parts())[0]);
  const MeshField field = part->Calc(simulation.context());
  const Vtu vtu(ReadText(folder / "the_block_000001.vtu"));
  EXPECT_TRUE(vtu.Has("NumberOfPoints=\"" + std::to_string(part->num_nodes()) + "\""));
  ExpectEqual(vtu.Read<double>("points"), field.positions);
  ExpectEqual(vtu.Read<double>("displacement"), field.displacements);
  ExpectEqual(vtu.Read<double>("von_mises"), field.von_mises.transpose());
  ExpectEqual(vtu.Read<double>("strain_energy"),
              part->CalcElementEnergies(simulation.context()).transpose());
  const auto stress = vtu.Read<double>("stress");
  EXPECT_EQ(stress[3], field.stress(3, 0));  // xy
  EXPECT_EQ(stress[4], field.stress(5, 0));  // yz
  EXPECT_EQ(stress[5], field.stress(4, 0));  // xz

  const auto connectivity = vtu.Read<std::int64_t>("connectivity");
  const auto offsets = vtu.Read<std::int64_t>("offsets"), ids = vtu.Read<std::int64_t>("node");
  ASSERT_EQ(offsets.size(), mesh.elements.size());
  std::size_t at = 0;
  for (std::size_t e = 0; e < offsets.size(); ++e) {
    for (const int node : mesh.elements[e].nodes)
      EXPECT_EQ(ids[static_cast<std::size_t>(connectivity[at++])],
                mesh.node_ids[static_cast<std::size_t>(node)]);
    EXPECT_EQ(offsets[e], static_cast<std::int64_t>(at));
  }
  for (const std::uint8_t type : vtu.Read<std::uint8_t>("types")) EXPECT_EQ(type, GetParam().type);
  const std::string times = ReadText(folder / "the_block.pvd");
  EXPECT_NE(times.find("timestep=\"0\" part=\"0\" file=\"the_block_000000.vtu\""),
            std::string::npos);
  EXPECT_NE(times.find("timestep=\"0.003\" part=\"0\" file=\"the_block_000001.vtu\""),
            std::string::npos);
  fs::remove_all(folder);
}

TEST(VtkSeries, NeedsAFlexiblePartAndLeavesNothingOfABrokenRun) {
  Model model;
  model.AddPointMass({.mass = 1});
  const System rigid = model.Compile();
  FileTransaction files;
  EXPECT_THROW(VtkSeries(rigid, ".", files), ModelError);
  Mesh mesh;
  const System system = MakeBlock("block_c3d8_r1", mesh);
  const fs::path folder = fs::path(testing::TempDir()) / "vtk_broken";
  fs::create_directories(folder);
  {
    FileTransaction own;
    VtkSeries vtk(system, folder, own);
    const Simulation simulation(system);
    vtk.Sample(simulation);
    EXPECT_FALSE(fs::is_empty(folder));
  }
  EXPECT_TRUE(fs::is_empty(folder));
  fs::remove_all(folder);
}

}  // namespace vtk_series_test
}  // namespace trunnion
