// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// Reads a gmsh mesh, format 4.1 in ASCII.
///
/// The elements of the highest dimension become elements, those of lower dimensions only say where
/// a boundary is. Each physical group becomes a node set (all dimensions) and an element set
/// (highest dimension), with its name in upper case, or PHYSICAL_dim_tag without a name.
///
/// | gmsh | 4 tetrahedron | 11 | 5 hexahedron | 17 | 2 triangle | 3 quadrangle | 16 | 1 line |
/// |------|---------------|----|--------------|----|------------|--------------|----|--------|
/// | type | C3D4 | C3D10 | C3D8I | C3D20R | S3 | S4 | S8R | B31 |
///
/// The file has neither materials nor sections: see SetMaterial. Sections of the file that are not
/// used are named in Mesh::not_read.
///
/// Reference Geuzaine & Remacle, Int. J. Numer. Meth. Eng. 79 (2009) 1309; gmsh reference
///           manual 4.11, sections 9.1 (format) and 9.2 (order of nodes).
/// Verified  tests/mesh/read_msh_test.cpp.
/// @throws FileError with file and line: another version, a binary file, not readable as numbers.
/// @throws ModelError with file and line: an element type that is not known (in the highest
///         dimension), a number twice, a node that is not defined.
Mesh ReadMsh(const std::filesystem::path& path);

}  // namespace trunnion
