// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "engine/core/rotation.hpp"
#include "tests/random/draughtsman.hpp"

namespace trunnion::random {
namespace {

Mat3 AboutZ(double angle) { return RotationExp(angle * Vec3::UnitZ()); }

/// z of the second axes is y of the first, x is common.
Mat3 CrossOfUniversal() {
  Mat3 P;
  P << 1, 0, 0, 0, 0, 1, 0, -1, 0;
  return P;
}

bool TakesPoint(JointType type) {
  return type == JointType::ball || type == JointType::distance ||
         type == JointType::point_on_line || type == JointType::point_on_plane ||
         type == JointType::revolute_spherical;
}

double ValueOf(CoordinateKind kind, const Pose& X_FM) {
  switch (kind) {
    case CoordinateKind::angle:
      return std::atan2(X_FM.R(1, 0) - X_FM.R(0, 1), X_FM.R(0, 0) + X_FM.R(1, 1));
    case CoordinateKind::distance:
      return X_FM.p.norm();
    default:
      return X_FM.p[static_cast<int>(kind)];
  }
}

}  // namespace

/// X_FM that satisfies the equations of the type, with its free coordinates at random.
Pose Draughtsman::DrawRelativePose(JointType type, double& pitch) {
  const double angle = random_.Symmetric(1.4);
  const Vec3 d = random_.Vector(0.4);
  const Mat3 turned = AboutZ(angle);
  switch (type) {
    case JointType::ball:
      return {random_.Rotation(), Vec3::Zero()};
    case JointType::revolute:
      return {turned, Vec3::Zero()};
    case JointType::universal:
      return {turned * CrossOfUniversal() * AboutZ(random_.Symmetric(1)), Vec3::Zero()};
    case JointType::cylindrical:
      return {turned, {0, 0, d.z()}};
    case JointType::prismatic:
      return {Mat3::Identity(), {0, 0, d.z()}};
    case JointType::planar:
      return {turned, {d.x(), d.y(), 0}};
    case JointType::fixed:
      return {};
    case JointType::screw:
      pitch = random_.Between(0.01, 0.3) * (random_.Chance(0.5) ? 1 : -1);
      return {turned, {0, 0, pitch * angle}};
    case JointType::distance:
      return {random_.Rotation(), random_.Between(0.2, 0.6) * random_.Direction()};
    case JointType::revolute_spherical: {
      const Vec3 link = AboutZ(random_.Symmetric(3)) * Vec3(random_.Between(0.2, 0.5), 0, 0);
      return {random_.Rotation(), link};
    }
    case JointType::point_on_line:
      return {random_.Rotation(), {0, 0, d.z()}};
    case JointType::point_on_plane:
      return {random_.Rotation(), {d.x(), d.y(), 0}};
    case JointType::parallel_axes:
      return {turned, d};
    case JointType::perpendicular_axes:
      return {turned * CrossOfUniversal() * AboutZ(random_.Symmetric(1)), d};
    case JointType::constant_velocity: {
      const Vec3 bend(random_.Symmetric(0.7), random_.Symmetric(0.7), 0);
      return {RotationExp(bend), Vec3::Zero()};
    }
  }
  return {};
}

/// A frame of a joint somewhere between two bodies.
Pose Draughtsman::DrawFrame(int a, int b) {
  const double along = random_.Unit();
  const Vec3 p = Place(a) + along * (Place(b) - Place(a)) + random_.Vector(0.25);
  return {random_.Rotation(), p};
}

std::optional<JointFriction> Draughtsman::DrawFriction(JointType type) {
  if (!TakesFriction(type) || !random_.Chance(0.2)) return {};
  JointFriction friction{.coefficient = random_.Between(0.05, 0.3),
                         .stiction_velocity = random_.Between(2e-3, 2e-2)};
  if (type != JointType::prismatic) friction.radius = random_.Between(0.01, 0.05);
  if (type == JointType::revolute && random_.Chance(0.5)) friction.axial_radius = 0.03;
  if (random_.Chance(0.5)) friction.bending_arm = random_.Between(0.3, 0.6);
  if (type == JointType::prismatic && random_.Chance(0.5)) friction.torsion_arm = 0.5;
  if (random_.Chance(0.3)) friction.preload = random_.Between(0.0, 5.0);
  return friction;
}

void Draughtsman::AddJoint(
    JointType type, int a, int b, const Pose& X_WF, const Pose& X_FM, double pitch) {
  const Pose X_WM = X_WF * X_FM;
  const auto friction = DrawFriction(type);
  m_.driven = m_.driven || friction.has_value();
  const std::optional<double> length =
      has_length(type) ? std::optional(X_FM.p.norm()) : std::nullopt;
  const DrawnElement& element =
      Add(std::string(to_string(type)) + (friction ? " with friction" : ""),
          [=](Builder& builder, const std::string& name) {
            builder.model().AddJoint({.name = name,
                                      .type = type,
                                      .a = builder.AddMarker(a, X_WF),
                                      .b = builder.AddMarker(b, X_WM),
                                      .length = length,
                                      .pitch = pitch,
                                      .friction = friction});
          });
  joints_.push_back({element.name, type, a, b, X_WF, X_WM, pitch});
  freedoms_ -= DefinitionOf(type).num_rows;
}

void Draughtsman::DrawJoint(JointType type, int a, int b) {
  double pitch = 0;
  const Pose X_FM = DrawRelativePose(type, pitch);
  Pose X_WF = DrawFrame(a, b);
  if (is_point(b)) X_WF.p = Place(b) - X_WF.R * X_FM.p;  // M has to stand on the point
  AddJoint(type, a, b, X_WF, X_FM, pitch);
}

/// Joins a new body to one before it.
void Draughtsman::Connect(int b) {
  const bool point = is_point(b);
  int a = random_.Chance(0.2) ? 0 : PickBody(true);
  for (int tries = 0; (a >= b || is_point(a)) && tries < 20; ++tries) a = PickBody(true);
  if (a >= b || is_point(a)) a = 0;
  const bool rigid = m_.bodies[static_cast<std::size_t>(b)].kind == DrawnKind::rigid;
  const double choice = random_.Unit();
  if (rigid && choice < 0.02) return DrawRollingDisc(b);
  if (rigid && choice < 0.04) return DrawKnifeEdge(b);
  if (!point && choice < 0.14) return DrawBushing(a, b);
  if (!point && choice < 0.2) return DrawBeam(a, b);
  if (!point && choice < 0.23) return DrawSuperelement(a, b);
  if (choice < 0.26) return;  // it flies
  JointType type = kJointTypes[static_cast<std::size_t>(random_.Below(15))];
  while (point && !TakesPoint(type))
    type = kJointTypes[static_cast<std::size_t>(random_.Below(15))];
  DrawJoint(type, a, b);
}

/// Three to five bodies and the ground with parallel axes: some rows are redundant.
void Draughtsman::DrawPlanarLoop() {
  const int n = std::min(random_.Count(3, 5), num_target_);
  const Mat3 axes = random_.Rotation();
  const auto frame = [&](int a, int b) {
    return Pose{axes * AboutZ(random_.Symmetric(3)), DrawFrame(a, b).p};
  };
  for (int i = 1; i <= n; ++i) {
    m_.bodies.push_back({.body = DrawRigid(random_.Vector(1))});
    freedoms_ += 6;
    const int b = m_.num_bodies();
    AddJoint(JointType::revolute,
             i == 1 ? 0 : b - 1,
             b,
             frame(b - 1, b),
             {AboutZ(random_.Symmetric(1)), Vec3::Zero()});
  }
  const int last = m_.num_bodies();
  AddJoint(
      JointType::revolute, last, 0, frame(last, 0), {AboutZ(random_.Symmetric(1)), Vec3::Zero()});
  freedoms_ += 3;
}

/// One more joint between two bodies that are in the tree already.
void Draughtsman::CloseLoop() {
  const auto [a, b] = PickPair();
  if (b == 0) return;
  constexpr std::array kLoose{JointType::distance,
                              JointType::point_on_plane,
                              JointType::perpendicular_axes,
                              JointType::point_on_line,
                              JointType::revolute_spherical,
                              JointType::ball,
                              JointType::parallel_axes,
                              JointType::planar,
                              JointType::cylindrical};
  if (random_.Chance(0.15)) return DrawUserConstraint();
  const JointType type = kLoose[static_cast<std::size_t>(random_.Below(kLoose.size()))];
  if (is_point(b) && !TakesPoint(type)) return;
  if (freedoms_ - DefinitionOf(type).num_rows < 1) return;
  DrawJoint(type, a, b);
}

/// A second joint on the axis of one that is there, as of a door with two hinges.
void Draughtsman::RepeatJoint() {
  if (joints_.empty()) return;
  const Connection joint =
      joints_[static_cast<std::size_t>(random_.Below(static_cast<int>(joints_.size())))];
  const bool on_axis = joint.type == JointType::revolute || joint.type == JointType::cylindrical ||
                       joint.type == JointType::prismatic || joint.type == JointType::fixed;
  if (!on_axis) return;
  const Vec3 along = random_.Between(0.2, 0.5) * joint.X_WF.R.col(2);
  const Pose X_WF{joint.X_WF.R, joint.X_WF.p + along};
  const Pose X_WM{joint.X_WM.R, joint.X_WM.p + along};
  AddJoint(joint.type, joint.a, joint.b, X_WF, X_WF.Inverse() * X_WM);
  freedoms_ += DefinitionOf(joint.type).num_rows;
}

CoordinateRef Draughtsman::Coordinate::Refer(Builder& builder) const {
  if (!joint.empty()) return CoordinateOf(*builder.model().FindJoint(joint), index);
  return trunnion::Between(builder.AddMarker(a, X_WF), builder.AddMarker(b, X_WM), kind);
}

/// A coordinate of a joint that is there, that forces and motions may act on.
std::optional<Draughtsman::Coordinate> Draughtsman::PickCoordinate() {
  for (int tries = 0; tries < 20 && !joints_.empty(); ++tries) {
    const Connection& joint =
        joints_[static_cast<std::size_t>(random_.Below(static_cast<int>(joints_.size())))];
    const JointDefinition& definition = DefinitionOf(joint.type);
    if (definition.num_coordinates == 0 || joint.type == JointType::distance) continue;
    const int index = random_.Below(definition.num_coordinates);
    const auto kind = definition.coordinates[static_cast<std::size_t>(index)].plain_kind();
    if (!kind) continue;
    const double value = ValueOf(*kind, joint.X_WF.Inverse() * joint.X_WM);
    return Coordinate{joint.name, index, *kind, value, joint.a, joint.b, joint.X_WF, joint.X_WM};
  }
  return {};
}

/// The distance of two points, or an offset of the second in axes of the first.
Draughtsman::Coordinate Draughtsman::PickDistance() {
  const auto [a, b] = PickPair();
  Coordinate c{.a = a, .b = b, .X_WF = MarkerNear(a), .X_WM = MarkerNear(b)};
  if (random_.Chance(0.2)) c.kind = static_cast<CoordinateKind>(random_.Below(3));
  c.value = ValueOf(c.kind, c.X_WF.Inverse() * c.X_WM);
  return c;
}

}  // namespace trunnion::random
