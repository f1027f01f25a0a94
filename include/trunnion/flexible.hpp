// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Flexible bodies: meshes, their files and reduction, stresses.

#include "engine/fields/mesh_fields.hpp"         // IWYU pragma: export
#include "engine/mesh/craig_bampton.hpp"         // IWYU pragma: export
#include "engine/mesh/geometric_stiffening.hpp"  // IWYU pragma: export
#include "engine/mesh/import_report.hpp"         // IWYU pragma: export
#include "engine/mesh/linear_mesh.hpp"           // IWYU pragma: export
#include "engine/mesh/linear_static.hpp"         // IWYU pragma: export
#include "engine/mesh/matrix_import.hpp"         // IWYU pragma: export
#include "engine/mesh/mesh_body.hpp"             // IWYU pragma: export
#include "engine/mesh/mesh_faces.hpp"            // IWYU pragma: export
#include "engine/mesh/read_inp.hpp"              // IWYU pragma: export
#include "engine/mesh/read_msh.hpp"              // IWYU pragma: export
#include "engine/mesh/shell_mesh.hpp"            // IWYU pragma: export
#include "engine/model/reduced_body.hpp"         // IWYU pragma: export
#include "engine/model/structural_mesh.hpp"      // IWYU pragma: export
