// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// Reads the mesh of a CalculiX or Abaqus input file:
///
///     *NODE (NSET, SYSTEM=R, C, S)       *ELEMENT (TYPE = any MeshElementType, ELSET)
///     *NSET (ELSET), *ELSET              both with GENERATE, INSTANCE, sets of sets
///     *PART, *ASSEMBLY, *INSTANCE        *SYSTEM
///     *NGEN (straight, LINE=C), *NFILL, *NCOPY (SHIFT), *ELGEN, *ELCOPY
///     *RIGID BODY (NSET, REF NODE, ROT NODE)
///     *MATERIAL, *DENSITY, *ELASTIC (ISO, ENGINEERING CONSTANTS)
///     *ORIENTATION (rectangular)         *SOLID SECTION, *SHELL SECTION, *BEAM SECTION
///     *INCLUDE
///
/// Instances of parts become one mesh in the axes of the assembly: Mesh::instances. Numbers stay as
/// they are in the file; ConvertToSi turns other units into SI.
///
/// Every other keyword is named in Mesh::not_read with its file and line, as are parts of known
/// ones that have no effect here; those that would make another part (*TIE, *COUPLING, *MASS, ...)
/// are errors. Numbers are read in full (CalculiX cuts them after 20 characters).
///
/// Reference Dhondt, CalculiX CrunchiX user's manual, version 2.20 (2022), chapter 7.
///           Abaqus Keywords Reference Guide (2017).
/// Verified  tests/mesh/read_inp_test.cpp, inp_assembly_test.cpp, inp_generation_test.cpp.
/// @throws FileError with file and line: not readable as numbers, a file missing, a keyword without
///         what it needs.
/// @throws ModelError with file and line: unknown element type, a node or element number twice, an
///         element or set with a node that is not defined.
Mesh ReadInp(const std::filesystem::path& path);

}  // namespace trunnion
