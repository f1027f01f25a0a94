// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bodies/mass_properties.hpp"
#include "engine/mesh/mesh.hpp"

namespace trunnion {

struct BadElement {
  int element;          ///< index
  std::string message;  ///< names the element and what is wrong
};

/// Solid elements with a Jacobian determinant that is not positive, shells without area or with a
/// corner of 180 degrees or more.
std::vector<BadElement> FindBadElements(const Mesh& mesh);

/// @throws ModelError with the numbers of all bad elements, if there are any.
void RequireGoodElements(const Mesh& mesh);

/// What an engineer checks after reading a mesh.
struct ImportReport {
  std::string source;
  int num_nodes = 0, num_elements = 0;
  std::map<MeshElementType, int> types;  ///< number of elements of each type
  MassProperties mass_properties;        ///< of the solids; zero if material is missing or bad
  std::string mass_problem;              ///< why there are none, or empty
  MassProperties structural_mass;        ///< of shells, beams and trusses
  std::string structural_problem;        ///< why there is none, or empty
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  ///< bounding box of the nodes [m]
  std::vector<int> part_sizes;    ///< elements of each part that hangs together by its nodes and
                                  ///< rigid ties, largest first; more than one is suspect
  std::vector<int> unused_nodes;  ///< numbers of nodes without element
  std::vector<BadElement> bad_elements;
  std::vector<std::string> not_read;
  std::vector<MeshInstance> instances;

  /// Several lines, with the element of ours that each type becomes.
  std::string ToText() const;
};

/// Never throws for a bad mesh: it tells what is bad.
ImportReport MakeImportReport(const Mesh& mesh);

/// The element of ours that stands for a type, "hex20_reduced", "shell, 4 nodes".
std::string DescribeMapping(MeshElementType type);

}  // namespace trunnion
