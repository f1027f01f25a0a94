// SPDX-License-Identifier: BSD-3-Clause
// Materials and sections of an input file.
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/mesh/inp_reader.hpp"

namespace trunnion {

MeshMaterial& InpReader::Material() {
  if (material_.empty())
    throw FileError(keyword_.where + ": *" + keyword_.keyword + " stands before any *MATERIAL");
  return root_.mesh().materials[material_];
}

void InpReader::ReadMaterial() {
  material_ = Parameter("NAME");
  Material().name = material_;
  SkipData();
}

void InpReader::ReadDensity() {
  const std::vector<double> values = ReadNumbers();
  RequireCount(values, 1);
  Material().density = values[0];
  if (values.size() > 2) root_.AddNotRead("*DENSITY beyond the first temperature", keyword_.where);
}

void InpReader::ReadElastic() {
  const std::string type = Has("TYPE") ? Parameter("TYPE") : "ISO";
  const std::vector<double> v = ReadNumbers();
  const bool isotropic = type == "ISO" || type == "ISOTROPIC";
  Require(isotropic || type == "ENGINEERING CONSTANTS",
          keyword_.where + ": *ELASTIC, TYPE=" + type +
              " is not known; ISO and ENGINEERING CONSTANTS are");
  RequireCount(v, isotropic ? 2 : 9);
  MeshMaterial& material = Material();
  if (isotropic) {
    material.E = v[0];
    material.nu = v[1];
  } else {
    material.orthotropic = OrthotropicConstants{
        .E = {v[0], v[1], v[2]}, .nu = {v[3], v[4], v[5]}, .G = {v[6], v[7], v[8]}};
  }
  if (v.size() > (isotropic ? 3 : 10))
    root_.AddNotRead("*ELASTIC beyond the first temperature", keyword_.where);
}

void InpReader::ReadOrientation() {
  const InpLine keyword = keyword_;
  const std::string name = Parameter("NAME");
  const std::string system = Has("SYSTEM") ? Parameter("SYSTEM") : "RECTANGULAR";
  Require(system == "RECTANGULAR",
          keyword.where + ": *ORIENTATION, SYSTEM=" + system + " is not known; RECTANGULAR is");
  Require(!Has("DEFINITION") || Parameter("DEFINITION") == "COORDINATES",
          keyword.where + ": *ORIENTATION, DEFINITION=... is not known; COORDINATES is");
  std::vector<double> v, turn;  // a, b and the origin; an axis 1 to 3 and an angle about it
  while (NextData()) {
    std::vector<double>& line = v.empty() ? v : turn;
    for (std::size_t i = 0; i < line_.fields.size(); ++i)
      line.push_back(line_.fields[i].empty() ? 0 : Number(i));
  }
  RequireCount(v, 6);
  v.resize(9, 0);
  const Vec3 origin(v[6], v[7], v[8]);
  const Vec3 a = Vec3(v[0], v[1], v[2]) - origin, b = Vec3(v[3], v[4], v[5]) - origin;
  const Vec3 normal = a.cross(b);
  Require(normal.norm() > 1e-9 * a.norm() * b.norm() && a.norm() > 0 && b.norm() > 0,
          keyword.where + ": the points of *ORIENTATION '" + name + "' lie on one line");
  Mat3 axes;
  axes << a.normalized(), normal.cross(a).normalized(), normal.normalized();
  if (turn.size() >= 2 && turn[1] != 0) {
    Require(turn[0] == 1 || turn[0] == 2 || turn[0] == 3,
            keyword.where + ": *ORIENTATION turns about axis 1, 2 or 3");
    const auto axis = static_cast<int>(turn[0]);
    axes = axes * RotationExp(Vec3(turn[1] * std::numbers::pi / 180 * Vec3::Unit(axis - 1)));
  }
  scope_->AddOrientation(name, axes);
}

/// Of a shell: over the thickness, or one of its surfaces by name.
double InpReader::ReadOffset() const {
  if (!Has("OFFSET")) return 0;
  const std::string offset = Parameter("OFFSET");
  if (offset == "SPOS") return 0.5;
  if (offset == "SNEG") return -0.5;
  return ParseNumber(offset, keyword_.where);
}

void InpReader::ReadSection(SectionKind kind) {
  Require(!Has("NODAL THICKNESS") && !Has("COMPOSITE"),
          keyword_.where + ": *" + keyword_.keyword +
              " with NODAL THICKNESS or COMPOSITE is not read; give one thickness and material");
  MeshSection section{
      .kind = kind, .element_set = Parameter("ELSET"), .material = Parameter("MATERIAL")};
  section.offset = ReadOffset();
  if (kind == SectionKind::beam) section.profile = Parameter("SECTION");
  const std::string orientation = Has("ORIENTATION") ? Parameter("ORIENTATION") : "";
  const std::string where = keyword_.where;
  section.values = ReadNumbers();
  scope_->AddSection(section, orientation, where);
}

}  // namespace trunnion
