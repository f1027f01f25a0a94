// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/shell_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "forces/elements/beam.hpp"

namespace trunnion {
namespace {

/// Middle of an S8R on its quadratic surface.
Vec3 CalcMiddle(const Mesh& mesh, const MeshElement& element) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < 8; ++i)
    sum += (i < 4 ? -0.25 : 0.5) * mesh.nodes[idx(element.nodes[i])];
  return sum;
}

class SectionReader {
 public:
  explicit SectionReader(const Mesh& mesh) : mesh_(mesh) {
    out_.of_element.assign(mesh.elements.size(), -1);
    for (const MeshSection& section : mesh.sections) Read(section);
    for (std::size_t e = 0; e < mesh.elements.size(); ++e)
      Require(out_.of_element[e] >= 0 || !IsStructural(mesh.elements[e].type),
              mesh.Describe(mesh.elements[e]) + " is " + ToString(mesh.elements[e].type) +
                  " without section; give its element set a " + Keyword(mesh.elements[e].type));
  }
  StructuralSections Take() { return std::move(out_); }

 private:
  static const char* Keyword(MeshElementType type) {
    if (IsShell(type)) return "*SHELL SECTION";
    return type == MeshElementType::b31 ? "*BEAM SECTION" : "*SOLID SECTION with its area";
  }

  void Read(const MeshSection& section) {
    const std::vector<int>& members = mesh_.element_set(section.element_set);
    const auto takes = [&](int e) {
      const MeshElementType type = mesh_.elements[idx(e)].type;
      if (section.kind == SectionKind::shell) return IsShell(type);
      return type ==
             (section.kind == SectionKind::beam ? MeshElementType::b31 : MeshElementType::t3d2);
    };
    if (std::none_of(members.begin(), members.end(), takes)) return;
    const std::string label = mesh_.source + ": the section of '" + section.element_set + "'";
    const int index = Add(section, label);
    for (const int e : members)
      if (takes(e)) out_.of_element[idx(e)] = index;
  }

  int Add(const MeshSection& section, const std::string& label) {
    const auto found = mesh_.materials.find(section.material);
    Require(found != mesh_.materials.end(),
            label + " uses the material '" + section.material + "', which does not exist");
    const MeshMaterial& material = found->second;
    if (section.kind == SectionKind::shell) {
      const double thickness = Value(section, 0, label, "thickness");
      out_.shells.push_back({.thickness = thickness,
                             .material = MakeElasticMaterial(material),
                             .axis_1 = section.axes.col(0),
                             .axis_2 = section.axes.col(1),
                             .offset = -section.offset * thickness});
      return static_cast<int>(out_.shells.size()) - 1;
    }
    Require(!material.orthotropic,
            label + " has orthotropic material; beams and trusses take isotropic material only");
    MakeElasticMaterial(material);  // checks E, nu and the density
    if (section.kind == SectionKind::beam) {
      out_.beams.push_back(MakeProfile(section, material, label));
      return static_cast<int>(out_.beams.size()) - 1;
    }
    const double area = Value(section, 0, label, "area");
    out_.trusses.push_back({area, material.E * area, material.density * area});
    return static_cast<int>(out_.trusses.size()) - 1;
  }

  static double Value(const MeshSection& section,
                      std::size_t i,
                      const std::string& label,
                      const char* what) {
    Require(i < section.values.size() && section.values[i] > 0,
            label + " needs a " + what + " greater than 0");
    return section.values[i];
  }

  static BeamProfile MakeProfile(const MeshSection& section,
                                 const MeshMaterial& m,
                                 const std::string& label) {
    const auto value = [&](std::size_t i) { return Value(section, i, label, "dimension"); };
    BeamProfile out{.y_axis = {0, 0, -1}};
    std::size_t used = 2;
    if (section.profile == "RECT") {
      out.section = MakeRectangularSection(value(0), value(1), m.E, m.nu, m.density);
      out.corner = {value(0) / 2, value(1) / 2};
    } else if (section.profile == "CIRC") {
      out.section = MakeCircularSection(value(0), 0, m.E, m.nu, m.density);
      used = 1;
    } else if (section.profile == "PIPE") {
      Require(value(1) <= value(0),
              label,
              "the wall of a PIPE is at most its radius; give radius, wall");
      out.section = MakeCircularSection(value(0), value(0) - value(1), m.E, m.nu, m.density);
    } else {
      throw ModelError(label + " has the profile " + section.profile +
                       "; RECT, CIRC and PIPE are known");
    }
    out.round = section.profile != "RECT";
    if (out.round) out.corner.setConstant(value(0));
    if (section.values.size() >= used + 3)
      out.y_axis = Eigen::Map<const Vec3>(section.values.data() + used);
    return out;
  }

  const Mesh& mesh_;
  StructuralSections out_;
};

template <int N>
void AddLoads(const Mesh& mesh,
              const MeshElement& element,
              const Vec3& traction,
              double pressure,
              MatrixXd& loads) {
  const ShellLoads<N> share = CalcShellLoads<N>(ShellNodes<N>(mesh.nodes, element));
  for (int i = 0; i < N; ++i)
    loads.col(element.nodes[idx(i)]) += share.area[i] * traction + pressure * share.normal.col(i);
}

/// Mass matrix of the rigid motions about the origin of the mesh.
class RigidMass {
 public:
  explicit RigidMass(const Mesh& mesh) : mesh_(mesh), sections_(CalcStructuralSections(mesh)) {
    for (std::size_t e = 0; e < mesh.elements.size(); ++e) Add(e);
  }
  MassProperties Calc() const {
    const double mass = sum_(0, 0);
    if (mass <= 0) return {};
    const Mat3 first = sum_.block<3, 3>(3, 0) / mass;  // c~
    return {.mass = mass,
            .com = {first(2, 1), first(0, 2), first(1, 0)},
            .inertia = sum_.bottomRightCorner<3, 3>() + mass * first * first};
  }

 private:
  void Add(std::size_t e) {
    const MeshElement& element = mesh_.elements[e];
    const std::size_t section = static_cast<std::size_t>(std::max(0, sections_.of_element[e]));
    const std::string label = mesh_.Describe(element);
    if (element.type == MeshElementType::s3) AddShell<3>(element, section, label);
    if (element.type == MeshElementType::s4) AddShell<4>(element, section, label);
    if (element.type != MeshElementType::b31 && element.type != MeshElementType::t3d2) return;
    const Vec3 &a = mesh_.nodes[idx(element.nodes[0])], &b = mesh_.nodes[idx(element.nodes[1])];
    LocalMatrix<2> m = LocalMatrix<2>::Zero();
    if (element.type == MeshElementType::b31) {
      const BeamProfile& profile = sections_.beams[section];
      const Mat3 R = CalcBeamAxes(a, b, profile.y_axis, label);
      LocalMatrix<2> T = LocalMatrix<2>::Zero();
      for (int i = 0; i < 4; ++i) T.block<3, 3>(3 * i, 3 * i) = R;
      m = T * CalcBeamMass(CalcSectionMatrices(profile.section, label), (b - a).norm()) *
          T.transpose();
    } else {
      const double half = sections_.trusses[section].mass_per_length * (b - a).norm() / 2;
      for (int i = 0; i < 2; ++i) m.block<3, 3>(6 * i, 6 * i).diagonal().setConstant(half);
    }
    Add<2>(m, element);
  }
  template <int N>
  void AddShell(const MeshElement& element, std::size_t section, const std::string& label) {
    Add<N>(
        CalcShellMatrices<N>(ShellNodes<N>(mesh_.nodes, element), sections_.shells[section], label)
            .mass,
        element);
  }
  template <int N>
  void Add(const Eigen::Matrix<double, 6 * N, 6 * N>& m, const MeshElement& element) {
    Eigen::Matrix<double, 6 * N, 6> rigid;
    for (int i = 0; i < N; ++i) {
      rigid.template block<6, 6>(6 * i, 0).setIdentity();
      rigid.template block<3, 3>(6 * i, 3) = -Skew(mesh_.nodes[idx(element.nodes[idx(i)])]);
    }
    sum_ += rigid.transpose() * m * rigid;
  }

  const Mesh& mesh_;
  StructuralSections sections_;
  Mat6 sum_ = Mat6::Zero();
};

/// The new nodes in the middle of S8R, by element, into the sets that have all nodes of it.
void AddMiddlesToSets(const Mesh& mesh, const std::vector<int>& middles, Mesh& out) {
  for (auto& [name, members] : out.node_sets) {
    std::vector<bool> in_set(mesh.nodes.size(), false);
    for (const int node : members) in_set[idx(node)] = true;
    for (std::size_t e = 0; e < middles.size(); ++e) {
      const std::vector<int>& nodes = mesh.elements[e].nodes;
      if (middles[e] >= 0 &&
          std::all_of(nodes.begin(), nodes.end(), [&](int node) { return in_set[idx(node)]; }))
        members.push_back(middles[e]);
    }
  }
}

}  // namespace

bool IsShell(MeshElementType type) {
  return type == MeshElementType::s3 || type == MeshElementType::s4 || type == MeshElementType::s8r;
}

bool IsStructural(MeshElementType type) {
  return IsShell(type) || type == MeshElementType::b31 || type == MeshElementType::t3d2;
}

Mesh SplitQuadraticShells(const Mesh& mesh) {
  Mesh out = mesh;
  std::vector<std::array<int, 3>> added(mesh.elements.size());
  std::vector<int> middles(mesh.elements.size(), -1);
  int next_element = mesh.elements.empty() ? 0 : mesh.elements.back().id;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const MeshElement& element = mesh.elements[e];
    if (element.type != MeshElementType::s8r) continue;
    const std::vector<int>& n = element.nodes;
    const int middle = middles[e] = static_cast<int>(out.nodes.size());
    out.nodes.push_back(CalcMiddle(mesh, element));
    out.node_ids.push_back(out.node_ids.back() + 1);
    out.elements[e] = {element.id, MeshElementType::s4, {n[0], n[4], middle, n[7]}};
    for (std::size_t k = 1; k < 4; ++k) {
      added[e][k - 1] = static_cast<int>(out.elements.size());
      out.elements.push_back(
          {++next_element, MeshElementType::s4, {n[k], n[4 + k], middle, n[3 + k]}});
    }
  }
  for (auto& [name, members] : out.element_sets) {
    const std::vector<int> old = members;
    for (const int e : old)
      if (mesh.elements[idx(e)].type == MeshElementType::s8r)
        members.insert(members.end(), added[idx(e)].begin(), added[idx(e)].end());
  }
  AddMiddlesToSets(mesh, middles, out);
  return out;
}

void SetShellSection(Mesh& mesh, const MeshMaterial& material, double thickness, double offset) {
  SetMaterial(mesh, material);
  MeshSection& section = mesh.sections.back();
  section.kind = SectionKind::shell;
  section.values = {thickness};
  section.offset = offset;
}

double BeamProfile::CalcBendingStress(double my, double mz) const {
  const double by = std::abs(my) * corner[1] / section.iy;
  const double bz = std::abs(mz) * corner[0] / section.iz;
  return round ? std::hypot(by, bz) : by + bz;
}

StructuralSections CalcStructuralSections(const Mesh& mesh) { return SectionReader(mesh).Take(); }

MassProperties CalcStructuralMass(const Mesh& mesh) {
  return RigidMass(SplitQuadraticShells(mesh)).Calc();
}

Mat3 CalcBeamAxes(const Vec3& from, const Vec3& to, const Vec3& y_axis, const std::string& label) {
  const Vec3 along = to - from, normal = along.cross(y_axis);
  Require(along.norm() > 0, label, "its two nodes are at the same place");
  Require(normal.norm() > 1e-6 * along.norm() * y_axis.norm(),
          label,
          "direction 1 of its section is along the beam; give another in *BEAM SECTION");
  Mat3 R;
  R.col(0) = along.normalized();
  R.col(2) = normal.normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

MatrixXd CalcShellLoads(const Mesh& mesh, const Vec3& traction, double pressure) {
  const Mesh split = SplitQuadraticShells(mesh);
  MatrixXd loads = MatrixXd::Zero(3, static_cast<Eigen::Index>(split.nodes.size()));
  for (const MeshElement& element : split.elements) {
    if (element.type == MeshElementType::s3) AddLoads<3>(split, element, traction, pressure, loads);
    if (element.type == MeshElementType::s4) AddLoads<4>(split, element, traction, pressure, loads);
  }
  return loads;
}

}  // namespace trunnion
