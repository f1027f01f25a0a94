// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/import_report.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "forces/elements/solid_matrices.hpp"

namespace trunnion {
namespace {

constexpr std::size_t kMostListed = 20;

/// Disjoint sets of nodes; the representative is the smallest member.
class Parts {
 public:
  explicit Parts(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  int Find(int i) {
    while (parent_[static_cast<std::size_t>(i)] != i) {
      int& parent = parent_[static_cast<std::size_t>(i)];
      parent = parent_[static_cast<std::size_t>(parent)];
      i = parent;
    }
    return i;
  }
  void Join(int a, int b) {
    const int root_a = Find(a), root_b = Find(b);
    parent_[static_cast<std::size_t>(std::max(root_a, root_b))] = std::min(root_a, root_b);
  }

 private:
  std::vector<int> parent_;
};

std::vector<int> CountParts(const Mesh& mesh) {
  Parts parts(mesh.nodes.size());
  for (const MeshElement& element : mesh.elements)
    for (const int node : element.nodes) parts.Join(element.nodes[0], node);
  for (const RigidTie& tie : mesh.rigid_ties)
    for (const int node : mesh.node_set(tie.node_set)) parts.Join(tie.reference_node, node);
  std::map<int, int> count;
  for (const MeshElement& element : mesh.elements) ++count[parts.Find(element.nodes[0])];
  std::vector<int> sizes;
  for (const auto& [part, size] : count) sizes.push_back(size);
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

std::vector<int> FindUnusedNodes(const Mesh& mesh) {
  std::vector<char> used(mesh.nodes.size(), 0);
  for (const MeshElement& element : mesh.elements)
    for (const int node : element.nodes) used[static_cast<std::size_t>(node)] = 1;
  std::vector<int> unused;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i] == 0) unused.push_back(mesh.node_ids[i]);
  return unused;
}

MassProperties CalcSolidMass(const Mesh& mesh) {
  const std::vector<ElasticMaterial> materials = CalcElementMaterials(mesh);
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto type = SolidTypeOf(mesh.elements[e].type);
    if (!type) continue;
    const NodeMatrix X = mesh.CalcNodePositions(mesh.elements[e]);
    const MatrixXd m = CalcConsistentMass(*type, X, MassRule(*type), materials[e].density);
    mass += m.sum();
    first += X.transpose() * m.rowwise().sum();
    second += X.transpose() * m * X;
  }
  if (mass <= 0) return {};
  const Vec3 com = first / mass;
  second -= mass * com * com.transpose();
  return {.mass = mass, .com = com, .inertia = second.trace() * Mat3::Identity() - second};
}

std::string ListNumbers(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), kMostListed); ++i)
    text += (i > 0 ? ", " : "") + std::to_string(numbers[i]);
  if (numbers.size() > kMostListed)
    text += " and " + std::to_string(numbers.size() - kMostListed) + " more";
  return text;
}

void WriteMass(const char* what,
               const MassProperties& p,
               const std::string& problem,
               std::ostringstream& text) {
  if (!problem.empty()) {
    text << "mass of the " << what << ": not calculated: " << problem << '\n';
    return;
  }
  const Mat3& I = p.inertia;
  text << "mass of the " << what << ": " << p.mass << " kg, centre of mass (" << p.com[0] << ", "
       << p.com[1] << ", " << p.com[2] << ") m\ninertia about it: xx " << I(0, 0) << ", yy "
       << I(1, 1) << ", zz " << I(2, 2) << ", xy " << I(0, 1) << ", xz " << I(0, 2) << ", yz "
       << I(1, 2) << " kg m^2\n";
}

/// Corners are all that matters for an S8R.
void RequireGoodShell(const Mesh& mesh, const MeshElement& element) {
  const ShellSection section{.thickness = 1, .material = ElasticMaterial::Isotropic("", 1, 0, 1)};
  if (element.type == MeshElementType::s3)
    CalcShellMatrices<3>(ShellNodes<3>(mesh.nodes, element), section, mesh.Describe(element));
  else
    CalcShellMatrices<4>(ShellNodes<4>(mesh.nodes, element), section, mesh.Describe(element));
}

}  // namespace

std::vector<BadElement> FindBadElements(const Mesh& mesh) {
  std::vector<BadElement> bad;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const MeshElement& element = mesh.elements[e];
    const auto type = SolidTypeOf(element.type);
    try {
      if (type)
        CalcSolidPoints(
            *type, mesh.CalcNodePositions(element), MassRule(*type), mesh.Describe(element));
      else if (IsShell(element.type))
        RequireGoodShell(mesh, element);
    } catch (const ModelError& error) {
      bad.push_back({static_cast<int>(e), error.what()});
    }
  }
  return bad;
}

void RequireGoodElements(const Mesh& mesh) {
  const std::vector<BadElement> bad = FindBadElements(mesh);
  if (bad.empty()) return;
  std::vector<int> numbers;
  for (const BadElement& entry : bad)
    numbers.push_back(mesh.elements[static_cast<std::size_t>(entry.element)].id);
  throw ModelError(bad[0].message +
                   (bad.size() == 1 ? "" : "; bad elements: " + ListNumbers(numbers)));
}

std::string DescribeMapping(MeshElementType type) {
  if (const auto solid = SolidTypeOf(type)) return trunnion::ToString(*solid);
  switch (type) {
    case MeshElementType::s3:
      return "shell, 3 nodes";
    case MeshElementType::s4:
      return "shell, 4 nodes";
    case MeshElementType::s8r:
      return "four shells, 4 nodes, around a new node in the middle";
    case MeshElementType::b31:
      return "beam, co-rotational Timoshenko";
    default:
      return "cable that takes compression";
  }
}

ImportReport MakeImportReport(const Mesh& mesh) {
  ImportReport report;
  report.source = mesh.source;
  report.num_nodes = static_cast<int>(mesh.nodes.size());
  report.num_elements = static_cast<int>(mesh.elements.size());
  for (const MeshElement& element : mesh.elements) ++report.types[element.type];
  if (!mesh.nodes.empty()) report.lower = report.upper = mesh.nodes[0];
  for (const Vec3& x : mesh.nodes) {
    report.lower = report.lower.cwiseMin(x);
    report.upper = report.upper.cwiseMax(x);
  }
  report.part_sizes = CountParts(mesh);
  report.unused_nodes = FindUnusedNodes(mesh);
  report.bad_elements = FindBadElements(mesh);
  report.not_read = mesh.not_read;
  report.instances = mesh.instances;
  try {
    report.mass_properties = CalcSolidMass(mesh);
  } catch (const ModelError& error) {
    report.mass_problem = error.what();
  }
  try {
    report.structural_mass = CalcStructuralMass(mesh);
  } catch (const ModelError& error) {
    report.structural_problem = error.what();
  }
  return report;
}

std::string ImportReport::ToText() const {
  std::ostringstream text;
  text << source << ": " << num_nodes << " nodes, " << num_elements << " elements\n";
  for (const auto& [type, count] : types) {
    text << "  " << count << " " << trunnion::ToString(type) << " -> " << DescribeMapping(type);
    if (type == MeshElementType::s8r)
      text << ": " << 4 * count << " shells and " << count << " new nodes";
    text << '\n';
  }
  for (const MeshInstance& instance : instances)
    text << "  " << (instance.name.empty() ? "the assembly" : "instance " + instance.name)
         << (instance.part.empty() ? "" : " of part " + instance.part) << ": its number n is "
         << instance.offset << " + n here\n";
  text << "bounding box: " << lower.transpose() << " to " << upper.transpose() << " m\n";
  const bool structural = std::any_of(
      types.begin(), types.end(), [](const auto& entry) { return IsStructural(entry.first); });
  const bool solids = std::any_of(types.begin(), types.end(), [](const auto& entry) {
    return SolidTypeOf(entry.first).has_value();
  });
  if (solids) WriteMass("solids", mass_properties, mass_problem, text);
  if (structural) WriteMass("shells, beams and trusses", structural_mass, structural_problem, text);
  if (part_sizes.size() > 1)
    text << part_sizes.size() << " parts that are not connected, with " << ListNumbers(part_sizes)
         << " elements\n";
  if (!unused_nodes.empty())
    text << unused_nodes.size() << " nodes without element: " << ListNumbers(unused_nodes) << '\n';
  for (const BadElement& bad : bad_elements) text << "bad: " << bad.message << '\n';
  for (const std::string& entry : not_read) text << "not read: " << entry << '\n';
  return text.str();
}

}  // namespace trunnion
