// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <vector>

#include "engine/core/types.hpp"

/// Stiffness and mass matrices that another program has assembled. Files may be gzip-compressed.
///
/// Verified  tests/mesh/matrix_import_test.cpp: frequencies and entries of matrices of CalculiX.
namespace trunnion {

/// What a row of a matrix stands for.
struct NodeDirection {
  int node;       ///< number in the mesh file
  int direction;  ///< 1, 2, 3: displacements along x, y, z; 4, 5, 6: rotations about them
};

struct ImportedMatrices {
  SparseMatrix K, M;                ///< full symmetric, the file's units
  std::vector<NodeDirection> rows;  ///< of K and M; fixed unknowns do not appear
};

/// Reads STEM.sti, STEM.mas and STEM.dof, or the same with .gz, as CalculiX writes them after
/// *FREQUENCY, SOLVER=MATRIXSTORAGE: a line "row column value" each entry of the upper triangle,
/// numbered from 1, and a line "node.direction" each row.
/// @throws FileError with file and line: missing, not readable, an index outside, the sizes of the
///         three files differ.
ImportedMatrices ReadCalculixMatrices(const std::filesystem::path& stem);

/// Reads Matrix Market coordinate files, real, symmetric or general, and the node map: a line "node
/// direction" or "node.direction" each row.
/// @throws FileError as above; a general matrix that is not symmetric (1e-12 of its largest entry).
ImportedMatrices ReadMatrixMarket(const std::filesystem::path& stiffness,
                                  const std::filesystem::path& mass,
                                  const std::filesystem::path& node_map);

}  // namespace trunnion
