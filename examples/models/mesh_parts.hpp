// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>

#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh_body.hpp"
#include "engine/model.hpp"
#include "engine/system.hpp"

/// Parts of solid elements, held and loaded, for tests, benchmarks and examples.
namespace trunnion::models {

struct MeshPart {
  Model model;
  MeshId mesh;
  Vec3 Position(const ElementContext& x, int node) const {
    return x.bodies[static_cast<std::size_t>(model.node(mesh, node).index())].r;
  }
  Vec3 MeanPosition(const ElementContext& x, const std::vector<int>& nodes) const {
    Vec3 sum = Vec3::Zero();
    for (const int node : nodes) sum += Position(x, node);
    return sum / static_cast<double>(nodes.size());
  }
};

inline MeshPart MakeMeshPart(MeshBody body) {
  MeshPart part;
  part.mesh = part.model.AddMesh(std::move(body));
  return part;
}

/// A dead load on the faces whose nodes are all in a set: t times `total` [N], uniform traction.
inline void AddFaceLoad(MeshPart& part,
                        const Mesh& mesh,
                        const std::string& set,
                        const Vec3& total) {
  const LinearMesh linear(mesh);
  const auto faces = linear.FindFaces(mesh.node_set(set));
  const VectorXd load = linear.CalcTractionLoad(faces, total / linear.CalcArea(faces));
  for (const int node : mesh.node_set(set)) {
    const Vec3 force = load.segment<3>(linear.first_unknown(node));
    part.model.AddAppliedLoad(
        {.name = "load on " + std::to_string(mesh.node_ids[static_cast<std::size_t>(node)]),
         .body = part.model.node(part.mesh, node),
         .force = {.law = [force](double t) { return Vec3(t * force); }}});
  }
}

}  // namespace trunnion::models
