// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/mesh_units.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr double kInch = 0.0254, kFoot = 0.3048, kPoundForce = 4.4482216152605;
constexpr double kDensest = 1e5, kStiffest = 1e14;  // [kg/m³], [Pa]
constexpr double kLightest = 1e-3;                  // [kg/m³]: a thousandth of air

const std::array<std::pair<const char*, MeshUnit>, 6>& Units() {
  static constexpr std::array<std::pair<const char*, MeshUnit>, 6> units{
      {{"m", {1, 1}},
       {"mm", {1e-3, 1}},
       {"cm", {1e-2, 1}},
       {"um", {1e-6, 1e-6}},
       {"in", {kInch, kPoundForce}},
       {"ft", {kFoot, kPoundForce}}}};
  return units;
}

double StiffnessOf(const MeshMaterial& material) {
  return material.orthotropic ? material.orthotropic->E.maxCoeff() : material.E;
}

void ScaleSection(MeshSection& section, double length) {
  if (section.values.empty()) return;
  switch (section.kind) {
    case SectionKind::solid:
      section.values[0] *= length * length;
      break;
    case SectionKind::shell:
      section.values[0] *= length;
      break;
    case SectionKind::beam: {
      const std::size_t dimensions = section.profile == "CIRC" ? 1 : 2;
      for (std::size_t i = 0; i < std::min(dimensions, section.values.size()); ++i)
        section.values[i] *= length;
    }
  }
}

/// Keywords that say nothing about the part.
constexpr std::string_view kHarmless =
    "(HEADING)(PREPRINT)(RESTART)(OUTPUT)(NODE OUTPUT)(ELEMENT OUTPUT)(CONTACT OUTPUT)"
    "(ENERGY OUTPUT)(INCREMENTATION OUTPUT)(NODE PRINT)(EL PRINT)(ELEMENT PRINT)"
    "(NODE FILE)(EL FILE)(ELEMENT FILE)(CONTACT FILE)(CONTACT PRINT)(ENERGY PRINT)"
    "(SECTION PRINT)(SECTION FILE)(FILE FORMAT)(MONITOR)(PRINT)(CONTROLS)"
    "(SOLUTION TECHNIQUE)(SECTION CONTROLS)(SURFACE)(SURFACE INTERACTION)"
    "(SURFACE BEHAVIOR)(FRICTION)(AMPLITUDE)(TIME POINTS)(FILTER)(PHYSICAL CONSTANTS)"
    "(STEP)(END STEP)(PARAMETER)(INTEGRATED OUTPUT SECTION)(STATIC)(FREQUENCY)(DYNAMIC)"
    "(BUCKLE)(VISCO)(MODAL DYNAMIC)(STEADY STATE DYNAMICS)(COMPLEX FREQUENCY)"
    "(HEAT TRANSFER)(COUPLED TEMPERATURE-DISPLACEMENT)";

bool IsHarmless(const std::string& entry) {
  return kHarmless.find("(" + entry.substr(1, entry.find(" (") - 1) + ")") != kHarmless.npos;
}

}  // namespace

MeshUnit FindMeshUnit(const std::string& name) {
  std::string names;
  for (const auto& [known, unit] : Units()) {
    if (name == known) return unit;
    names += (names.empty() ? "'" : ", '") + std::string(known) + "'";
  }
  throw ModelError("the unit '" + name + "' of a mesh is not known; give one of " + names);
}

void ConvertToSi(Mesh& mesh, const MeshUnit& unit) {
  const double stress = unit.force / (unit.length * unit.length);
  const double density = stress / (unit.length * unit.length);
  for (Vec3& x : mesh.nodes) x *= unit.length;
  for (MeshSection& section : mesh.sections) ScaleSection(section, unit.length);
  for (auto& [name, material] : mesh.materials) {
    material.E *= stress;
    material.density *= density;
    if (material.orthotropic) {
      material.orthotropic->E *= stress;
      material.orthotropic->G *= stress;
    }
    if (material.density <= kDensest && StiffnessOf(material) <= kStiffest) continue;
    std::ostringstream text;
    text << mesh.source << ": the material '" << name << "' has in SI the density "
         << material.density << " kg/m^3 and E = " << StiffnessOf(material)
         << " Pa: its numbers are not in the unit of the mesh; mm goes with MPa and t/mm^3, see "
            "'unit' in docs/model_file.md";
    throw ModelError(text.str());
  }
}

std::vector<std::string> ListDoubts(const Mesh& mesh) {
  std::vector<std::string> doubts;
  std::string ignored;
  for (const std::string& entry : mesh.not_read)
    if (!IsHarmless(entry)) ignored += (ignored.empty() ? "" : ", ") + entry;
  if (!ignored.empty())
    doubts.push_back("its file has what is not read: " + ignored +
                     "; supports, loads and constraints are those of the model");
  for (const auto& [name, material] : mesh.materials) {
    if (!(material.density > 0 && material.density < kLightest)) continue;
    std::ostringstream text;
    text << "the material '" << name << "' has the density " << material.density
         << " kg/m^3, less than a thousandth of air; if the file is in mm, t and MPa, give "
            "\"unit\": \"mm\"";
    doubts.push_back(text.str());
  }
  return doubts;
}

}  // namespace trunnion
