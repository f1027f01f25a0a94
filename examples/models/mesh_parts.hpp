// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_faces.hpp"
#include "engine/model/model.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/analysis/statics.hpp"

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
inline MeshLoad MakeFaceLoad(const Mesh& mesh, const std::string& set, const Vec3& total) {
  const Vec3 traction = total / CalcArea(mesh, FindFaces(mesh, mesh.node_set(set)));
  return {set, {.traction = [traction](double t) { return Vec3(t * traction); }}};
}

/// The equilibrium path of a System whose loads grow with time.
class LoadPath {
 public:
  explicit LoadPath(const System& system) : evaluator_(system) {
    VectorXd q, v;
    system.GetInitialState(q, v);
    zero_ = VectorXd::Zero(v.size());
    path_.emplace(evaluator_, 0.0, q);
  }
  const ElementContext& advance_to(double t) {
    path_->advance_to(t);
    return evaluator_.Evaluate(t, path_->q(), zero_);
  }

 private:
  SystemEvaluator evaluator_;
  VectorXd zero_;
  std::optional<QuasiStaticPath> path_;
};

}  // namespace trunnion::models
