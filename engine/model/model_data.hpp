// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model/body_descriptions.hpp"
#include "engine/model/constraint_descriptions.hpp"
#include "engine/system/system_parts.hpp"
#include "joints/coordinate_coupling.hpp"

/// What a Model holds and the geometry that follows from it. Internal to the engine: users see
/// Model.
namespace trunnion {

struct ModelData {
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  using Names = std::unordered_map<std::string, int, Hash, std::equal_to<>>;  // name → index

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
    /// The last argument is this object.
    std::function<ElementInfo(const ModelData&, SystemParts&, const Element&)> build;
    std::vector<Attachment> attachments;
    std::vector<StateInfo> states{};  // own, of forces
    std::string warning{};            // what looks like a mistake

    ElementInfo Build(const ModelData& data, SystemParts& parts) const {
      return build(data, parts, *this);
    }
  };
  using Elements = std::deque<Element>;  // large models grow without being moved

  Vec3 gravity = Vec3::Zero();
  std::deque<Body> bodies;
  std::deque<Marker> markers;
  std::deque<JointBetween> joint_descriptions;
  Elements joints, constraints, forces;
  struct MeshEntry {
    std::string name;
    std::vector<BodyIndex> node_bodies;           // kGround: none
    std::function<MeshInfo(SystemParts&)> build;  // puts the elements into the parts
  };
  std::vector<MeshEntry> meshes;
  std::vector<ReducedBodyInfo> reduced_bodies;
  std::vector<HiddenPoint> hidden_points;
  std::vector<InitialCoordinate> initial_coordinates;
  std::shared_ptr<InputSignals> inputs;  // null: there are none
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

/// Everything a System is made of.
SystemParts MakeParts(const ModelData& data);

}  // namespace trunnion
