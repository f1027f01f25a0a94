// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>
#include <utility>

#include "bodies/mass_properties.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"

namespace trunnion {
namespace {

void CheckBody(RigidBody& body, const std::string& label) {
  RequireFinite(body.com, label, "the centre of mass");
  RequireFinite(body.position, label, "the position");
  RequireFinite(body.velocity, label, "the velocity");
  RequireFinite(body.angular_velocity, label, "the angular velocity");
  RequireFinite(body.angular_velocity_body, label, "the angular velocity");
  Require(body.rotation_length >= 0 && std::isfinite(body.rotation_length),
          label,
          "rotation_length must be a length > 0, or 0 to have it chosen");
  body.orientation = RequireRotation(body.orientation, label);
}

// Refers the inertia to the centre of mass and the axes of B.
void CheckInertia(RigidBody& body, const std::string& label) {
  if (body.inertia_frame) {
    Pose& X_BG = *body.inertia_frame;
    RequireFinite(X_BG.p, label, "the position of inertia_frame");
    X_BG.R = RequireRotation(X_BG.R, label + ": inertia_frame");
    Require(std::isfinite(body.mass), label, "the mass is not finite; give numbers");
    RequireFinite(body.inertia, label, "the inertia");
    body.inertia = MassProperties::FromFrame(body.mass, body.com, body.inertia, X_BG).inertia;
    body.inertia_frame.reset();
  }
  RequireValid({body.mass, body.com, body.inertia}, label, body.allow_unphysical_inertia);
  body.inertia = 0.5 * (body.inertia + body.inertia.transpose()).eval();
}

BodyId AddBody(ModelData& data, RigidBody body, BodyKind kind) {
  const int index = static_cast<int>(data.bodies.size());
  body.name = ClaimName(data.body_names, "body", body.name, index);
  const std::string label = "body '" + body.name + "'";
  CheckBody(body, label);
  CheckInertia(body, label);
  data.body_names.emplace(body.name, index);
  data.bodies.push_back({std::move(body), kind, {}});
  return BodyId(index);
}

}  // namespace

Model::Model() {
  data_.bodies.push_back({RigidBody{.name = "ground"}, BodyKind::ground, {}});
  data_.body_names.emplace("ground", kGround);
}

void Model::set_gravity(const Vec3& gravity) {
  RequireFinite(gravity, "model", "gravity");
  data_.gravity = gravity;
}

MotionLaw Model::AddInput(const std::string& name, const std::string& unit, double start) {
  if (!data_.inputs) data_.inputs = std::make_shared<InputSignals>();
  return MakeInputLaw(data_.inputs->Add(name, unit, start));
}

BodyId Model::AddRigidBody(RigidBody body) {
  return AddBody(data_, std::move(body), BodyKind::rigid);
}

BodyId Model::AddPointMass(PointMass point) {
  return AddBody(data_,
                 {.name = std::move(point.name),
                  .mass = point.mass,
                  .position = point.position,
                  .velocity = point.velocity,
                  .fixed_in_assembly = point.fixed_in_assembly,
                  .keep_velocity = point.keep_velocity},
                 point.fixed ? BodyKind::fixed : BodyKind::point);
}

void Model::RequireBodies(std::span<const BodyIndex> bodies, const std::string& label) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    RequireBody(data_, BodyId(bodies[i]), label);
    Require(std::find(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(i), bodies[i]) ==
                bodies.begin() + static_cast<std::ptrdiff_t>(i),
            label,
            "list each body once");
  }
}

void Model::HideFromResults(BodyId point, ConstraintId constraint) {
  data_.hidden_points.push_back({point.index(), constraint.index()});
}

void Model::ReplaceRigidBody(BodyId id, RigidBody body) {
  RequireBody(data_, id, "ReplaceRigidBody");
  ModelData::Body& entry = data_.bodies[static_cast<std::size_t>(id.index())];
  const std::string label = "body '" + entry.description.name + "'";
  Require(entry.kind == BodyKind::rigid, label, "only a rigid body can be replaced by one");
  if (body.name.empty()) body.name = entry.description.name;
  Require(body.name == entry.description.name, label, "a body keeps its name");
  CheckBody(body, label);
  CheckInertia(body, label);
  entry.description = std::move(body);
}

void Model::SetGeometry(BodyId id, std::vector<Geometry> shapes) {
  RequireBody(data_, id, "SetGeometry");
  ModelData::Body& body = data_.bodies[static_cast<std::size_t>(id.index())];
  const std::string label = "body '" + body.description.name + "'";
  for (Geometry& shape : shapes) {
    RequireValid(shape, label);
    RequireFinite(shape.X_BG.p, label, "the position of a shape");
    shape.X_BG.R = RequireRotation(shape.X_BG.R, label);
  }
  body.geometry = std::move(shapes);
}

MarkerId Model::AddMarker(Marker marker) {
  const int index = static_cast<int>(data_.markers.size());
  marker.name = ClaimName(data_.marker_names, "marker", marker.name, index);
  const std::string label = "marker '" + marker.name + "'";
  RequireBody(data_, marker.body, label);
  RequireFinite(marker.position, label, "the position");
  marker.orientation = RequireRotation(marker.orientation, label);
  const ModelData::Body& body = data_.body(marker.body);
  Require(!IsPoint(body.kind) || marker.position.norm() < 1e-12,
          label,
          "body '" + body.description.name +
              "' is a point mass, a marker on it must be at its position; use a rigid body");
  data_.marker_names.emplace(marker.name, index);
  data_.markers.push_back(std::move(marker));
  return MarkerId(index);
}

MarkerId Model::AddMarkerAt(const MarkerAt& marker) {
  const std::string label = "marker '" + marker.name + "'";
  RequireBody(data_, marker.body, label);
  RequireFinite(marker.point, label, "the point");
  RequireFinite(marker.z_axis, label, "z_axis");
  Require(marker.z_axis.norm() > 0, label, "z_axis is zero; give a direction");
  Mat3 R_WM = FrameWithZ(marker.z_axis);
  if (marker.x_axis) {
    RequireFinite(*marker.x_axis, label, "x_axis");
    Require(marker.x_axis->cross(marker.z_axis).norm() >
                1e-9 * marker.x_axis->norm() * marker.z_axis.norm(),
            label,
            "x_axis is zero or along z_axis; give another direction");
    R_WM = FrameWithZX(marker.z_axis, *marker.x_axis);
  }
  const RigidBody& body = data_.body(marker.body).description;
  const Pose X_BM = Pose{body.orientation, body.position}.Inverse() * Pose{R_WM, marker.point};
  Vec3 position = X_BM.p;
  if (IsPoint(data_.body(marker.body).kind) && position.norm() < 1e-9 * (1 + marker.point.norm())) {
    position.setZero();  // rounding of the data
  }
  return AddMarker({marker.name, marker.body, position, X_BM.R});
}

const RigidBody& Model::body(BodyId id) const {
  RequireBody(data_, id, "Model::body");
  return data_.body(id).description;
}

bool Model::is_point(BodyId id) const {
  RequireBody(data_, id, "Model::is_point");
  return IsPoint(data_.body(id).kind);
}

const Marker& Model::marker(MarkerId id) const {
  Require(id.is_set() && id.index() < static_cast<int>(data_.markers.size()),
          "Model::marker: unknown marker handle; use one that this model returned");
  return data_.marker(id);
}

namespace {

template <class Id>
std::optional<Id> Find(const ModelData::Names& names, std::string_view name) {
  const auto it = names.find(name);
  return it == names.end() ? std::nullopt : std::optional(Id(it->second));
}

}  // namespace

std::optional<BodyId> Model::FindBody(std::string_view name) const {
  return Find<BodyId>(data_.body_names, name);
}
std::optional<MarkerId> Model::FindMarker(std::string_view name) const {
  return Find<MarkerId>(data_.marker_names, name);
}
std::optional<JointId> Model::FindJoint(std::string_view name) const {
  return Find<JointId>(data_.joint_names, name);
}
std::optional<ConstraintId> Model::FindConstraint(std::string_view name) const {
  return Find<ConstraintId>(data_.constraint_names, name);
}
std::optional<ForceId> Model::FindForce(std::string_view name) const {
  return Find<ForceId>(data_.force_names, name);
}

}  // namespace trunnion
