// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/model_data.hpp"

#include <cmath>

#include "engine/core/one_line.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {

std::string ClaimName(const ModelData::Names& names,
                      const std::string& kind,
                      const std::string& name,
                      int index) {
  if (name.empty()) {
    std::string own = kind + "_" + std::to_string(index);
    while (names.contains(own)) own += "_";
    return own;
  }
  Require(OneLine(name) == name,
          kind + " '" + OneLine(name) + "': the name has a control character; leave it out");
  Require(!names.contains(name),
          kind + " '" + name + "': the name is taken; give every " + kind + " its own");
  return name;
}

void RequireFinite(const Eigen::Ref<const MatrixXd>& x,
                   const std::string& label,
                   const std::string& quantity) {
  if (!x.allFinite()) throw ModelError(label, quantity + " is not finite; give numbers");
}

void RequireBody(const ModelData& data, BodyId id, const std::string& label) {
  if (!id.is_set()) throw ModelError(label, "a body is missing; give a handle of this model");
  if (id.index() < static_cast<int>(data.bodies.size())) return;
  throw ModelError(
      label,
      "unknown body handle " + std::to_string(id.index()) + "; use one that this model returned");
}

void RequireMarkers(const ModelData& data, MarkerId a, MarkerId b, const std::string& label) {
  for (const MarkerId id : {a, b}) {
    if (!id.is_set())
      throw ModelError(label, "a marker is missing; give two markers of this model");
    if (id.index() < static_cast<int>(data.markers.size())) continue;
    throw ModelError(label,
                     "unknown marker handle " + std::to_string(id.index()) +
                         "; use one that this model returned");
  }
  const BodyId body = data.marker(a).body;
  if (body != data.marker(b).body) return;
  throw ModelError(
      label,
      "both markers are on body '" + data.body(body).description.name + "'; connect two bodies");
}

Mat3 RequireRotation(const Mat3& R, const std::string& label) {
  RequireFinite(R, label, "the orientation");
  const double error = (R.transpose() * R - Mat3::Identity()).norm();
  if (!(error < 1e-6 && R.determinant() > 0)) {
    throw ModelError(label,
                     "the orientation is no rotation matrix (orthonormal to " +
                         std::to_string(error) + ", determinant " +
                         std::to_string(R.determinant()) +
                         "); its columns must be right-handed unit axes");
  }
  return Reorthonormalize(Reorthonormalize(R));
}

void RequireStates(const std::vector<StateInfo>& states, const std::string& label) {
  Require(!states.empty() && states.size() <= 6, label, "give one to six states");
  for (const StateInfo& state : states) {
    Require(!state.name.empty(), label, "a state has no name");
    Require(std::isfinite(state.initial) && std::isfinite(state.scale) && state.scale > 0,
            label,
            "state '" + state.name + "' needs a finite initial value and a scale > 0");
  }
}

BodyState DrawnState(const ModelData::Body& body) {
  const RigidBody& given = body.description;
  BodyState state;
  const Vec3 arm = given.orientation * given.com;
  const Vec3 w = given.angular_velocity + given.orientation * given.angular_velocity_body;  // world
  state.R = given.orientation;
  state.r = given.position + arm;
  state.v = given.velocity + w.cross(arm);
  state.w = given.orientation.transpose() * w;
  return state;
}

MarkerPair MakePair(const ModelData& data, MarkerId a, MarkerId b) {
  const auto in_body_frame = [&](const Marker& marker) {
    return Pose{marker.orientation, marker.position - ComOf(data, marker.body)};
  };
  const Marker& F = data.marker(a);
  const Marker& M = data.marker(b);
  return {F.body.index(), M.body.index(), in_body_frame(F), in_body_frame(M)};
}

std::pair<MarkerId, MarkerId> MarkersOf(const ModelData& data, const CoordinateRef& ref) {
  if (!ref.joint.is_set()) return {ref.a, ref.b};
  const JointBetween& joint = data.joint_descriptions[static_cast<std::size_t>(ref.joint.index())];
  return {joint.a, joint.b};
}

namespace {

CoordinateKind KindOf(const ModelData& data, const CoordinateRef& ref, const std::string& label) {
  if (!ref.joint.is_set()) return ref.kind;
  Require(ref.joint.index() < static_cast<int>(data.joints.size()),
          label,
          "unknown joint handle " + std::to_string(ref.joint.index()) +
              "; use one that this model returned");
  const auto j = static_cast<std::size_t>(ref.joint.index());
  const JointType type = data.joint_descriptions[j].type;
  const JointDefinition& definition = DefinitionOf(type);
  const std::string& joint = data.joints[j].label;
  Require(ref.index >= 0 && ref.index < definition.num_coordinates,
          label,
          joint + " (" + std::string(to_string(type)) + ") has " +
              std::to_string(definition.num_coordinates) + " coordinates, not number " +
              std::to_string(ref.index) + "; they count from 0");
  const JointCoordinate& coordinate = definition.coordinates[static_cast<std::size_t>(ref.index)];
  const auto kind = coordinate.plain_kind();
  Require(kind.has_value(),
          label,
          "coordinate '" + std::string(coordinate.name) + "' of " + joint +
              " is for reports only; take the coordinate between two markers instead");
  return *kind;
}

}  // namespace

CouplingTerm Resolve(const ModelData& data, const CoordinateRef& ref, const std::string& label) {
  Require(ref.joint.is_set() || ref.a.is_set() || ref.b.is_set(),
          label,
          "no coordinate is given; name a joint or two markers");
  const CoordinateKind kind = KindOf(data, ref, label);
  const auto [a, b] = MarkersOf(data, ref);
  RequireMarkers(data, a, b, label);
  const auto is_point = [&](MarkerId id) { return IsPoint(data.body(data.marker(id).body).kind); };
  const bool disc = kind == CoordinateKind::disc_height;
  Require(!(is_angle(kind) || disc) || (!is_point(a) && !is_point(b)),
          label,
          "a point mass has no angle; use rigid bodies");
  Require(!disc || (std::isfinite(ref.radius) && ref.radius > 0),
          label,
          "the radius of the disc must be a length > 0");
  Require(kind == CoordinateKind::distance || !is_point(a),
          label,
          "offsets are measured in the axes of the first marker, which must not be on "
          "a point mass; exchange the markers or use the distance");
  CouplingTerm term{1, kind, MakePair(data, a, b)};
  term.pair.radius = ref.radius;
  return term;
}

double DrawnCoordinate(const ModelData& data, const CouplingTerm& term) {
  CoordinateDerivatives c;
  const auto state = [&](BodyIndex b) {
    return DrawnState(data.bodies[static_cast<std::size_t>(b)]);
  };
  CalcCoordinate(term.kind, term.pair, state(term.pair.A), state(term.pair.B), c);
  return c.value;
}

std::vector<ModelData::Attachment> AttachmentsOf(const ModelData& data, MarkerId a, MarkerId b) {
  std::vector<ModelData::Attachment> attachments;
  for (const MarkerId id : {a, b}) {
    if (!id.is_set() || id.index() >= static_cast<int>(data.markers.size())) continue;
    attachments.push_back({data.marker(id).body, data.marker(id).position});
  }
  return attachments;
}

std::vector<ModelData::Attachment> AttachmentsOf(const ModelData& data, const CoordinateRef& ref) {
  if (ref.joint.index() >= static_cast<int>(data.joints.size())) return {};
  const auto [a, b] = MarkersOf(data, ref);
  return AttachmentsOf(data, a, b);
}

}  // namespace trunnion
