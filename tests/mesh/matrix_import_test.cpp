// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/matrix_import.hpp"

#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh/read_inp.hpp"
#include "solvers/analysis/symmetric_modes.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

using test::ExpectRefused;
using test::MeshFiles;

const std::filesystem::path kBlock = test::kData / "meshes/block_c3d8_clamped";

/// Six digits, as CalculiX printed them.
TEST(MatrixImport, MatricesOfCalculixGiveItsFrequencies) {
  const ImportedMatrices imported = ReadCalculixMatrices(kBlock);
  ASSERT_EQ(imported.K.rows(), 270);
  const VectorXd ours = CalcLowestModes(imported.K, imported.M, 6).CalcFrequencies();
  const VectorXd reference = test::ToVector(test::References()["imported_block_c3d8_clamped_hz"]);
  EXPECT_LT(((ours - reference).array() / reference.array()).abs().maxCoeff(), 1e-6);
}

/// The same block assembled here: row by row through the node map.
TEST(MatrixImport, NodeMapSaysWhatARowIs) {
  const ImportedMatrices imported = ReadCalculixMatrices(kBlock);
  Mesh mesh = ReadInp(test::kData / "meshes/block_c3d8_r1.inp");
  SetMaterial(mesh, {.name = "steel", .E = 210e9, .nu = 0.3, .density = 7850});
  const LinearMesh linear(mesh);
  std::vector<int> unknowns;
  for (const NodeDirection& row : imported.rows)
    unknowns.push_back(linear.first_unknown(mesh.FindNode(row.node)) + row.direction - 1);
  const MatrixXd K(SelectRowsAndColumns(linear.stiffness(), unknowns));
  const MatrixXd M(SelectRowsAndColumns(linear.mass(), unknowns));
  EXPECT_LT((K - imported.K).norm(), 1e-12 * K.norm());
  EXPECT_LT((M - imported.M).norm(), 1e-12 * M.norm());
}

const std::string kMarket =
    "%%MatrixMarket matrix coordinate real symmetric\n% lower triangle\n2 2 3\n1 1 4.0\n2 1 -1\n2 "
    "2 "
    "2.5\n";

TEST(MatrixImport, ReadsMatrixMarket) {
  const MeshFiles files;
  const auto K = files.Write("K.mtx", kMarket);
  const auto M =
      files.Write("M.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 2 2\n");
  const auto rows = files.Write("rows.txt", "15.1\n15 3\n");
  const ImportedMatrices imported = ReadMatrixMarket(K, M, rows);
  EXPECT_EQ(MatrixXd(imported.K), (MatrixXd(2, 2) << 4, -1, -1, 2.5).finished());
  EXPECT_EQ(MatrixXd(imported.M), (MatrixXd(2, 2) << 1, 0, 0, 2).finished());
  EXPECT_EQ(imported.rows[1].node, 15);
  EXPECT_EQ(imported.rows[1].direction, 3);
}

TEST(MatrixImport, BadFilesGiveOneClearMessage) {
  const MeshFiles files;
  const auto good = files.Write("good.mtx", kMarket), rows = files.Write("rows.txt", "1.1\n1.2\n");
  const auto read = [&](const std::string& text) {
    return [&, text] { ReadMatrixMarket(files.Write("bad.mtx", text), good, rows); };
  };
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  ExpectRefused<FileError>(read("hello\n"), {"bad.mtx:1", "MatrixMarket"});
  ExpectRefused<FileError>(read(head + "2 3 1\n1 1 1\n"), {"bad.mtx:2", "square"});
  ExpectRefused<FileError>(read(head + "2 2 2\n1 1 1\n"), {"bad.mtx", "after 1 entries"});
  ExpectRefused<FileError>(read(head + "2 2 1\n1 3 1\n"), {"bad.mtx:3", "outside"});
  ExpectRefused<FileError>(read(head + "2 2 1\n1 1 x\n"), {"bad.mtx:3", "'x'"});
  ExpectRefused<FileError>(read(head + "2 2 1\n1 2 1\n"), {"bad.mtx", "not symmetric"});
  ExpectRefused<FileError>(read(head + "3 3 1\n1 1 1\n"), {"bad.mtx", "3 rows", "map 2"});
  ExpectRefused<FileError>([&] { ReadMatrixMarket(good, good, files.Write("r", "1.7\n")); },
                           {"r:1"});
  files.Write("c.dof", "1.1\n1.2\n");
  files.Write("c.sti", "1 1 1\n2 1 1\n");
  ExpectRefused<FileError>([&] { ReadCalculixMatrices(rows.parent_path() / "c"); },
                           {"c.sti:2", "below the diagonal"});
  ExpectRefused<FileError>([] { ReadCalculixMatrices("/nowhere"); }, {"/nowhere.dof"});
}

}  // namespace
}  // namespace trunnion
