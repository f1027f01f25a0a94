// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// A consistent system of units of a file: a length, a force and the second. Then stresses are in
/// force/length², masses in force·s²/length, densities in force·s²/length⁴.
///
/// | unit                     | force | stress   | mass, density                           |
/// |--------------------------|-------|----------|-----------------------------------------|
/// | "m"                      | N     | Pa       | kg, kg/m³                               |
/// | "mm"                     | N     | MPa      | t, t/mm³ (steel 7.85e-9)                |
/// | "cm"                     | N     | N/cm²    | 100 kg, N·s²/cm⁴ (steel 7.85e-5)        |
/// | "um"                     | µN    | MPa      | kg, kg/µm³ (steel 7.85e-15)             |
/// | "in"                     | lbf   | psi      | lbf·s²/in, lbf·s²/in⁴ (steel 7.35e-4)   |
/// | "ft"                     | lbf   | lbf/ft²  | slug, slug/ft³ (steel 15.2)             |
struct MeshUnit {
  double length;  ///< [m]
  double force;   ///< [N]
};

/// @throws ModelError that lists the names.
MeshUnit FindMeshUnit(const std::string& name);

/// Turns a mesh of a file in that system into SI: coordinates, thicknesses, dimensions and areas of
/// sections, E and G, densities. Numbers, directions and Poisson's ratios stay.
/// @throws ModelError naming a material that is none in this system: a density beyond 1e5 kg/m³ or
///         a stiffness beyond 1e14 Pa in SI.
void ConvertToSi(Mesh& mesh, const MeshUnit& unit);

/// What a run should tell about a mesh: keywords that were not read and may matter, and materials
/// that are none in SI. One sentence each, without the name of the mesh.
std::vector<std::string> ListDoubts(const Mesh& mesh);

}  // namespace trunnion
