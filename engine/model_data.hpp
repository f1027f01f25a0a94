// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/body_descriptions.hpp"
#include "engine/constraint_descriptions.hpp"
#include "engine/core/error.hpp"
#include "engine/system_parts.hpp"
#include "joints/coordinate_coupling.hpp"

/// What a Model holds and the geometry that follows from it. Internal to the engine: users see
/// Model.
namespace trunnion {

struct ModelData {
  using Names = std::map<std::string, int, std::less<>>;  // name → index

  struct Body {
    RigidBody description;  // of a point mass: what applies
    BodyKind kind = BodyKind::rigid;
    std::vector<Geometry> geometry{};
  };
  struct Attachment {  // where an element acts, for the metric
    BodyId body{};
    Vec3 point = Vec3::Zero();  // in the reference frame
  };
  struct Element {
    std::string name;
    std::string label;  // "joint 'hinge'"
    std::function<ElementInfo(const ModelData&, SystemParts&)> build;
    std::vector<Attachment> attachments;
    std::vector<StateInfo> states{};  // own, of forces
  };

  Vec3 gravity = Vec3::Zero();
  std::vector<Body> bodies;
  std::vector<Marker> markers;
  std::vector<JointBetween> joint_descriptions;
  std::vector<Element> joints, constraints, forces;
  struct MeshEntry {
    std::string name;
    std::vector<BodyIndex> node_bodies;           // kGround: none
    std::function<MeshInfo(SystemParts&)> build;  // puts the elements into the parts
  };
  std::vector<MeshEntry> meshes;
  std::vector<InitialCoordinate> initial_coordinates;
  Names body_names, marker_names, joint_names, constraint_names, force_names, mesh_names;

  const Body& body(BodyId id) const { return bodies[static_cast<std::size_t>(id.index())]; }
  const Marker& marker(MarkerId id) const { return markers[static_cast<std::size_t>(id.index())]; }
};

/// `name`, or "<kind>_<index>" if it is empty. @throws ModelError if it is taken.
std::string ClaimName(const ModelData::Names& names,
                      const std::string& kind,
                      const std::string& name,
                      int index);
void RequireFinite(const Eigen::Ref<const MatrixXd>& x,
                   const std::string& label,
                   const std::string& quantity);
void RequireBody(const ModelData& data, BodyId id, const std::string& label);
/// Two markers that exist and lie on different bodies.
void RequireMarkers(const ModelData& data, MarkerId a, MarkerId b, const std::string& label);
/// R, orthonormal to rounding. @throws ModelError if R is not a rotation to 1e-6.
Mat3 RequireRotation(const Mat3& R, const std::string& label);

/// Centre of mass in the reference frame.
inline const Vec3& ComOf(const ModelData& data, BodyId id) { return data.body(id).description.com; }
/// State of the body frame (origin in the centre of mass) as drawn.
BodyState DrawnState(const ModelData::Body& body);
MarkerPair MakePair(const ModelData& data, MarkerId a, MarkerId b);
/// The coordinate of two markers that is meant, with its coefficient 1.
CouplingTerm Resolve(const ModelData& data, const CoordinateRef& ref, const std::string& label);
/// The two markers behind a valid reference.
std::pair<MarkerId, MarkerId> MarkersOf(const ModelData& data, const CoordinateRef& ref);
double DrawnCoordinate(const ModelData& data, const CouplingTerm& term);
std::vector<ModelData::Attachment> AttachmentsOf(const ModelData& data, MarkerId a, MarkerId b);
std::vector<ModelData::Attachment> AttachmentsOf(const ModelData& data, const CoordinateRef& ref);

void RequireStates(const std::vector<StateInfo>& states, const std::string& label);

/// Runs f; a ModelError gets `label` put in front unless it names the element already.
template <class F>
auto WithLabel(const std::string& label, const F& f) {
  try {
    return f();
  } catch (const ModelError& error) {
    const std::string what = error.what();
    if (what.find(label) != std::string::npos) throw;
    throw ModelError(label + ": " + what);
  }
}

/// make(data, label) gives the element; it is called here, to check it, and again to compile.
template <class Make>
int AddElement(ModelData& data,
               std::vector<ModelData::Element>& list,
               ModelData::Names& names,
               const std::string& kind,
               const std::string& wanted_name,
               std::vector<ModelData::Attachment> attachments,
               Make make) {
  const int index = static_cast<int>(list.size());
  const std::string name = ClaimName(names, kind, wanted_name, index);
  const std::string label = kind + " '" + name + "'";
  const auto labelled = [make = std::move(make), label](const ModelData& d) {
    return WithLabel(label, [&] { return make(d, label); });
  };
  (void)labelled(data);
  const auto build = [labelled, name, label](const ModelData& d, SystemParts& parts) {
    return parts.AddElement(labelled(d), name, label);
  };
  names.emplace(name, index);
  list.push_back({name, label, build, std::move(attachments)});
  return index;
}

/// Everything a System is made of.
SystemParts MakeParts(const ModelData& data);

}  // namespace trunnion
