// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/scene.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/mesh/mesh_surface.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

/// Eight digits: enough for pictures, and short.
double Rounded(double x) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.8g", x);
  return std::strtod(text.data(), nullptr);
}

Json Numbers(const Vec3& v) { return {Rounded(v[0]), Rounded(v[1]), Rounded(v[2])}; }

void PutPose(Json& out, const Pose& X) {
  out["position"] = Numbers(X.p);
  const Eigen::Quaterniond q(X.R);
  out["quaternion"] = {Rounded(q.w()), Rounded(q.x()), Rounded(q.y()), Rounded(q.z())};
}

/// A joint, constraint or force as it is drawn.
struct Element {
  std::string name, type;
  std::string kind{};  // of the coordinate it acts along
  std::vector<ElementPlace> places;
};

std::vector<Element> ListJoints(const System& system) {
  std::vector<Element> list;
  for (int j = 0; j < static_cast<int>(system.parts().joints.size()); ++j) {
    const Joint& joint = GetJoint(system, JointId(j));
    list.push_back({.name = system.parts().joints[idx(j)].name,
                    .type = std::string(to_string(joint.type())),
                    .places = PlacesOf(joint.pair())});
  }
  return list;
}

/// What bodies are besides bodies of the user's.
class Roles {
 public:
  explicit Roles(const System& system) : roles_(idx(system.num_bodies()), Role::own) {
    for (const MeshInfo& mesh : system.parts().meshes)
      for (const BodyIndex node : mesh.nodes) Set(node, Role::node);
    for (const ReducedBodyInfo& body : system.parts().reduced_bodies) {
      for (const BodyIndex b : body.amplitudes) Set(b, Role::inner);
      for (const BodyIndex b : body.interfaces)
        if (body.part->mesh) Set(b, Role::on_mesh);
      if (body.part->mesh) Set(body.frame, Role::on_mesh);
    }
    for (const HiddenPoint& hidden : system.parts().hidden_points) Set(hidden.point, Role::inner);
  }
  /// Amplitudes of a reduced body or the sum of a mean coupling: nothing that has a place.
  bool is_inner(BodyIndex b) const { return roles_[idx(b)] == Role::inner; }
  bool is_node(BodyIndex b) const { return roles_[idx(b)] == Role::node; }
  /// The picture of a mesh shows it.
  bool in_mesh(BodyIndex b) const { return is_node(b) || roles_[idx(b)] == Role::on_mesh; }

 private:
  enum class Role { own, node, inner, on_mesh };
  void Set(BodyIndex b, Role role) {
    if (b != kGround) roles_[idx(b)] = role;
  }
  std::vector<Role> roles_;
};

std::vector<Element> ListForces(const System& system, const Roles& roles) {
  std::vector<Element> list;
  for (int f = 0; f < static_cast<int>(system.parts().forces.size()); ++f) {
    const ElementDescription own = DescribeForce(system, ForceId(f));
    list.push_back({system.parts().forces[idx(f)].name, own.type, own.kind, own.places});
    std::erase_if(list.back().places,
                  [&](const ElementPlace& place) { return roles.is_inner(place.body); });
  }
  return list;
}

/// Everything that the picture is made of.
struct Parts {
  explicit Parts(const System& system)
      : roles(system), joints(ListJoints(system)), forces(ListForces(system, roles)) {
    std::vector<bool> loaded(idx(system.num_bodies()), false);
    for (const auto* list : {&joints, &forces})
      for (const Element& e : *list)
        for (const ElementPlace& place : e.places) loaded[idx(place.body)] = true;
    for (BodyIndex b = 0; b < system.num_bodies(); ++b) {
      if (roles.is_inner(b) || (roles.is_node(b) && !loaded[idx(b)])) continue;
      bodies.push_back(b);
    }
  }
  Roles roles;
  std::vector<Element> joints, forces;
  std::vector<BodyIndex> bodies;  // shown
};

Vec3 InWorld(const System& system, const ElementPlace& place) {
  const BodyState& state = system.body(place.body).initial;
  return Pose{state.R, state.r} * place.X_CF.p;
}

/// Sizes that follow from where bodies and elements are at the start.
class Sizes {
 public:
  Sizes(const System& system, const Parts& parts, const MeshRecoveries& meshes)
      : reach(idx(system.num_bodies())), points(reach.size()) {
    for (const auto* list : {&parts.joints, &parts.forces})
      for (const Element& e : *list) AddReach(system, e);
    Vec3 low = Vec3::Constant(INFINITY), high = -low;
    const auto include = [&](const Vec3& p) { low = low.cwiseMin(p), high = high.cwiseMax(p); };
    for (const BodyIndex b : parts.bodies) {
      if (b == kGround) continue;
      const Vec3 size = Vec3::Constant(OwnSize(system.body(b), reach[idx(b)]));
      include(system.body(b).initial.r + size);
      include(system.body(b).initial.r - size);
    }
    for (const auto* list : {&parts.joints, &parts.forces})
      for (const Element& e : *list)
        for (const ElementPlace& place : e.places) include(InWorld(system, place));
    for (const auto& mesh : meshes) {
      include(mesh->start().rowwise().minCoeff());
      include(mesh->start().rowwise().maxCoeff());
    }
    whole = (high - low).norm();
    if (!(whole > 0)) whole = 1;
    for (BodyIndex b = 0; b < system.num_bodies(); ++b) {
      double& r = reach[idx(b)];
      if (!(r > 1e-6 * whole)) r = OwnSize(system.body(b), 0);
      if (!(r > 0)) r = 0.1 * whole;
    }
  }

  double whole = 0;                       ///< diagonal of a box around everything [m]
  std::vector<double> reach;              ///< by body [m]
  std::vector<std::vector<Vec3>> points;  ///< by body, in its reference frame

 private:
  /// Of given shapes; of a body on which nothing acts, from its inertia.
  static double OwnSize(const BodyInfo& body, double own_reach) {
    double size = 0;
    for (const Geometry& g : body.geometry) size = std::max(size, 0.5 * g.size.maxCoeff());
    if (size > 0 || own_reach > 0 || !(body.mass > 0)) return size;
    return 2.5 * std::sqrt(body.inertia.trace() / body.mass);  // the box then keeps its size
  }
  void AddReach(const System& system, const Element& e) {
    const bool spans =
        e.places.size() == 2 && (e.kind == "distance" || e.type == "distance" || e.type == "beam");
    const double span =
        spans ? (InWorld(system, e.places[0]) - InWorld(system, e.places[1])).norm() : 0;
    for (const ElementPlace& place : e.places) {
      double& own = reach[idx(place.body)];
      own = std::max({own, place.X_CF.p.norm(), 0.5 * span});
      if (e.type != "force")
        points[idx(place.body)].push_back(system.body(place.body).com + place.X_CF.p);
    }
  }
};

/// Writes shapes; every mesh once.
class ShapeWriter {
 public:
  Json Write(const std::vector<Geometry>& shapes) {
    Json list = Json::array();
    for (const Geometry& g : shapes) list.push_back(Write(g));
    return list;
  }
  Json meshes = Json::array();

 private:
  Json Write(const Geometry& g) {
    static constexpr const char* kTypes[] = {"box", "sphere", "cylinder", "mesh"};
    Json out{{"type", kTypes[static_cast<int>(g.type)]}};
    if (g.mesh)
      out["mesh"] = IndexOf(*g.mesh);
    else
      out["size"] = Numbers(g.size);
    PutPose(out, g.X_BG);
    if (!g.colour.empty()) out["colour"] = g.colour;
    return out;
  }
  int IndexOf(const TriangleMesh& mesh) {
    const auto [at, is_new] = known_.emplace(&mesh, static_cast<int>(meshes.size()));
    if (is_new)
      meshes.push_back(
          {{"name", mesh.name}, {"points", mesh.points}, {"triangles", mesh.triangles}});
    return at->second;
  }
  std::map<const TriangleMesh*, int> known_;
};

Json DescribeBodies(const System& system,
                    const Parts& parts,
                    const Sizes& sizes,
                    ShapeWriter& shapes) {
  Json list = Json::array();
  for (const BodyIndex b : parts.bodies) {
    const BodyInfo& body = system.body(b);
    const bool derived =
        body.geometry.empty() && body.kind != BodyKind::ground && !parts.roles.in_mesh(b);
    list.push_back(
        {{"name", body.name},
         {"mass", body.mass},
         {"com", Numbers(body.com)},
         {"derived", derived},
         {"shapes",
          shapes.Write(derived ? DeriveGeometry(body, sizes.points[idx(b)], sizes.reach[idx(b)])
                               : body.geometry)}});
  }
  return list;
}

/// The place of a body among those that are shown.
int PlaceOf(const Parts& parts, BodyIndex body) {
  const auto at = std::lower_bound(parts.bodies.begin(), parts.bodies.end(), body);
  return static_cast<int>(at - parts.bodies.begin());
}

Json DescribeElements(const System& system,
                      const Parts& parts,
                      const Sizes& sizes,
                      const std::vector<Element>& list) {
  Json out = Json::array();
  for (const Element& e : list) {
    Json entry{{"name", e.name}, {"type", e.type}};
    if (!e.kind.empty()) entry["along"] = e.kind;
    double size = 0.04 * sizes.whole;
    entry["places"] = Json::array();
    for (const ElementPlace& place : e.places) {
      Json at{{"body", PlaceOf(parts, place.body)}};
      PutPose(at, {place.X_CF.R, system.body(place.body).com + place.X_CF.p});
      entry["places"].push_back(std::move(at));
      if (place.body != kGround) size = std::min(size, 0.2 * sizes.reach[idx(place.body)]);
    }
    entry["size"] = size;
    out.push_back(std::move(entry));
  }
  return out;
}

/// The surface of a flexible part; nodes are counted among those of the surface.
Json DescribeMesh(const MeshRecovery& mesh, const std::string& table, int body) {
  MeshSurface surface = FindSurface(mesh.mesh());
  std::vector<int> place(mesh.mesh().nodes.size(), -1);
  const std::vector<int> nodes = ListSurfaceColumns(mesh.mesh());
  Json ids = Json::array(), points = Json::array();
  for (const int i : nodes) {
    const int node = mesh.nodes()[idx(i)];
    place[idx(node)] = static_cast<int>(ids.size());
    ids.push_back(mesh.mesh().node_ids[idx(node)]);
    points.push_back(Numbers(mesh.start().col(i)));
  }
  for (auto& triangle : surface.triangles)
    for (int& node : triangle) node = place[idx(node)];
  for (auto& edge : surface.edges)
    for (int& node : edge) node = place[idx(node)];
  return {{"name", mesh.name()},
          {"table", table},
          {"body", body},
          {"num_nodes", mesh.num_nodes()},
          {"num_elements", mesh.mesh().elements.size()},
          {"nodes", nodes},
          {"ids", std::move(ids)},
          {"points", std::move(points)},
          {"triangles", surface.triangles},
          {"edges", surface.edges}};
}

}  // namespace

std::vector<BodyIndex> ListShownBodies(const System& system) { return Parts(system).bodies; }

std::string MeshTableName(std::size_t i) { return "mesh_" + std::to_string(i); }

std::string MakeScene(const System& system) {
  return MakeScene(system, MakeMeshRecoveries(system.parts()));
}

std::string MakeScene(const System& system, const MeshRecoveries& meshes) {
  const Parts parts(system);
  const Sizes sizes(system, parts, meshes);
  ShapeWriter shapes;
  Json scene;
  scene["gravity"] = Numbers(system.gravity());
  scene["size"] = sizes.whole;
  scene["bodies"] = DescribeBodies(system, parts, sizes, shapes);
  scene["joints"] = DescribeElements(system, parts, sizes, parts.joints);
  scene["forces"] = DescribeElements(system, parts, sizes, parts.forces);
  scene["meshes"] = std::move(shapes.meshes);
  scene["flexible"] = Json::array();
  for (std::size_t i = 0; i < meshes.size(); ++i)
    scene["flexible"].push_back(
        DescribeMesh(*meshes[i], MeshTableName(i), PlaceOf(parts, meshes[i]->frame())));
  return scene.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace trunnion
