// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// Reads the mesh of a CalculiX or Abaqus input file:
///
///     *NODE (NSET)                       *ELEMENT (TYPE = any MeshElementType, ELSET)
///     *NSET, *ELSET (GENERATE)           *RIGID BODY (NSET, REF NODE, ROT NODE)
///     *MATERIAL, *DENSITY, *ELASTIC (ISO, ENGINEERING CONSTANTS)
///     *ORIENTATION (rectangular)         *SOLID SECTION, *SHELL SECTION, *BEAM SECTION
///     *INCLUDE
///
/// Every other keyword is named in Mesh::not_read with its file and line, as are parts of known
/// ones that have no effect here. Numbers are read in full (CalculiX cuts them after 20
/// characters).
///
/// Reference Dhondt, CalculiX CrunchiX user's manual, version 2.20 (2022), chapter 7.
/// Verified  tests/mesh/read_inp_test.cpp.
/// @throws FileError with file and line: not readable as numbers, a file missing, a keyword without
///         what it needs.
/// @throws ModelError with file and line: unknown element type, a node or element number twice, an
///         element or set with a node that is not defined.
Mesh ReadInp(const std::filesystem::path& path);

}  // namespace trunnion
