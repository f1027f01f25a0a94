// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>
#include <utility>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "joints/joint.hpp"

namespace trunnion {
namespace {

// Which joints a point mass can carry as body A and as body B: those whose equations do not see
// the axes there.
void RequireNoAxesOfPoints(const ModelData& data,
                           const JointBetween& joint,
                           const std::string& label) {
  const auto is_point = [&](MarkerId id) { return IsPoint(data.body(data.marker(id).body).kind); };
  if (!is_point(joint.a) && !is_point(joint.b)) return;
  const bool symmetric = joint.type == JointType::ball || joint.type == JointType::distance;
  const bool free_b = symmetric || joint.type == JointType::point_on_line ||
                      joint.type == JointType::point_on_plane ||
                      joint.type == JointType::revolute_spherical;
  const std::string type(to_string(joint.type));
  Require(!is_point(joint.a) || symmetric,
          label,
          "a " + type + " joint needs the axes of marker a, and a point mass has none; " +
              (free_b ? "exchange the markers" : "use a rigid body or a ball joint"));
  Require(!is_point(joint.b) || free_b,
          label,
          "a " + type + " joint needs the axes of marker b, and a point mass has none; " +
              "use a rigid body or a ball joint");
}

JointParameters MakeParameters(const ModelData& data, const JointBetween& joint) {
  JointParameters parameters{MakePair(data, joint.a, joint.b), 0, joint.pitch, joint.friction};
  if (has_length(joint.type)) {
    parameters.length = joint.length
                            ? *joint.length
                            : DrawnCoordinate(data, {1, CoordinateKind::distance, parameters.pair});
  }
  return parameters;
}

void CheckJoint(const ModelData& data, const JointBetween& joint, const std::string& label) {
  RequireMarkers(data, joint.a, joint.b, label);
  RequireNoAxesOfPoints(data, joint, label);
  Require(!joint.length || has_length(joint.type),
          label,
          "a " + std::string(to_string(joint.type)) + " joint takes no length; remove it");
  Require(joint.pitch == 0 || has_pitch(joint.type),
          label,
          "a " + std::string(to_string(joint.type)) + " joint takes no pitch; remove it");
}

// Only these take a z axis of M that differs from that of F.
bool TakesAxisB(JointType type) {
  return type == JointType::universal || type == JointType::perpendicular_axes ||
         type == JointType::constant_velocity;
}

// Axes of F in the world for a JointAt.
Mat3 AxesOfF(const JointAt& joint, const std::string& label) {
  RequireFinite(joint.axis, label, "the axis");
  Require(joint.axis.norm() > 0, label, "the axis is zero; give a direction");
  Mat3 R_WF = FrameWithZ(joint.axis);
  if (joint.type == JointType::universal && joint.axis_b && !joint.x_axis) {
    const Vec3 x = joint.axis_b->cross(joint.axis);  // so that the angles start from zero
    if (x.norm() > 0) R_WF = FrameWithZX(joint.axis, x);
  }
  if (joint.x_axis) {
    RequireFinite(*joint.x_axis, label, "x_axis");
    Require(
        joint.x_axis->cross(joint.axis).norm() > 1e-9 * joint.x_axis->norm() * joint.axis.norm(),
        label,
        "x_axis is zero or along the axis; give another direction");
    R_WF = FrameWithZX(joint.axis, *joint.x_axis);
  }
  return R_WF;
}

// Axes of M in the world for a JointAt, from those of F.
Mat3 AxesOfM(const JointAt& joint, const Mat3& R_WF, const std::string& label) {
  const std::string type(to_string(joint.type));
  if (!joint.axis_b) {
    Require(!TakesAxisB(joint.type) || joint.type == JointType::constant_velocity,
            label,
            "a " + type + " joint needs axis_b, the axis on body_b");
    return R_WF;
  }
  Require(TakesAxisB(joint.type), label, "a " + type + " joint takes no axis_b; remove it");
  RequireFinite(*joint.axis_b, label, "axis_b");
  Require(joint.axis_b->norm() > 0, label, "axis_b is zero; give a direction");
  const Vec3 a = R_WF.col(2);
  const Vec3 b = joint.axis_b->normalized();
  if (joint.type == JointType::constant_velocity) {
    Require(a.dot(b) > -1 + 1e-6, label, "the shafts point against each other; turn axis_b");
    const Vec3 normal = a.cross(b);
    const double angle = std::atan2(normal.norm(), a.dot(b));
    return normal.norm() > 0 ? Mat3(Eigen::AngleAxisd(angle, normal.normalized()) * R_WF) : R_WF;
  }
  Require(std::abs(a.dot(b)) < 0.999, label, "axis and axis_b must be normal to each other");
  return FrameWithZX(b, b.cross(a));
}

}  // namespace

JointId Model::AddJoint(JointBetween joint) {
  const std::size_t index = data_.joints.size();
  data_.joint_descriptions.push_back(std::move(joint));
  const JointBetween& added = data_.joint_descriptions.back();
  const auto make = [index](const ModelData& data, const std::string& label) {
    const JointBetween& description = data.joint_descriptions[index];
    CheckJoint(data, description, label);
    return MakeJoint(description.type, MakeParameters(data, description));
  };
  const JointId id(static_cast<int>(index));
  try {
    AddElement(data_,
               data_.joints,
               data_.joint_names,
               "joint",
               added.name,
               AttachmentsOf(data_, added.a, added.b),
               make);
    if (added.initial_coordinate || added.initial_rate)
      SetInitialCoordinate(id, 0, added.initial_coordinate, added.initial_rate);
  } catch (...) {
    if (data_.joints.size() > index) {
      data_.joint_names.erase(data_.joints.back().name);
      data_.joints.pop_back();
    }
    data_.joint_descriptions.pop_back();
    throw;
  }
  return id;
}

JointId Model::AddJointAt(const JointAt& joint) {
  const std::string name =
      ClaimName(data_.joint_names, "joint", joint.name, static_cast<int>(data_.joints.size()));
  const std::string label = "joint '" + name + "'";
  RequireBody(data_, joint.body_a, label);
  RequireBody(data_, joint.body_b, label);
  const Mat3 R_WF = AxesOfF(joint, label);
  const Mat3 R_WM = AxesOfM(joint, R_WF, label);
  const std::size_t before = data_.markers.size();
  try {
    const auto marker = [&](const char* end, BodyId body, const Vec3& point, const Mat3& R) {
      return AddMarkerAt({name + end, body, point, R.col(2), Vec3(R.col(0))});
    };
    const MarkerId a = marker(".a", joint.body_a, joint.point, R_WF);
    const MarkerId b = marker(".b", joint.body_b, joint.point_b.value_or(joint.point), R_WM);
    return AddJoint({name,
                     joint.type,
                     a,
                     b,
                     joint.length,
                     joint.pitch,
                     joint.friction,
                     joint.initial_coordinate,
                     joint.initial_rate});
  } catch (const ModelError&) {
    while (data_.markers.size() > before) {
      data_.marker_names.erase(data_.markers.back().name);
      data_.markers.pop_back();
    }
    throw;
  }
}

void Model::SetInitialCoordinate(JointId joint,
                                 int index,
                                 std::optional<double> value,
                                 std::optional<double> rate) {
  std::string label = "initial coordinate";
  if (joint.is_set() && joint.index() < static_cast<int>(data_.joints.size())) {
    label += " of " + data_.joints[static_cast<std::size_t>(joint.index())].label;
  }
  Require(joint.is_set(), label, "a joint is missing; give a handle of this model");
  (void)Resolve(data_, CoordinateOf(joint, index), label);
  Require(value || rate, label, "give a value or a rate");
  Require(std::isfinite(value.value_or(0)) && std::isfinite(rate.value_or(0)),
          label,
          "value and rate must be finite");
  const InitialCoordinate wish{joint.index(), index, value, rate};
  for (InitialCoordinate& earlier : data_.initial_coordinates) {
    if (earlier.joint == wish.joint && earlier.coordinate == index) {
      earlier = wish;
      return;
    }
  }
  data_.initial_coordinates.push_back(wish);
}

MotionId Model::AddMotion(Motion motion) {
  const auto make = [motion](const ModelData& data, const std::string& label) {
    Require(static_cast<bool>(motion.law), label, "the law is missing; give s(t)");
    const CouplingTerm term = Resolve(data, motion.along, label);
    const MotionValue start = motion.law(0);
    Require(std::isfinite(start.s) && std::isfinite(start.s_dot) && std::isfinite(start.s_ddot),
            label,
            "the law is not finite at t = 0");
    return CoordinateCoupling(std::array{term}, motion.law);
  };
  const MotionId id(AddElement(data_,
                               data_.constraints,
                               data_.constraint_names,
                               "motion",
                               motion.name,
                               AttachmentsOf(data_, motion.along),
                               make));
  data_.constraints.back().warning = motion.law.doubt();
  return id;
}

CouplingId Model::AddCoupling(Coupling coupling) {
  const auto make = [coupling](const ModelData& data, const std::string& label) {
    Require(std::isfinite(coupling.ratio) && coupling.ratio != 0,
            label,
            "the ratio must be finite and not zero");
    Require(std::isfinite(coupling.phase.value_or(0)), label, "the phase is not finite");
    const CouplingTerm first = Resolve(data, coupling.first, label);
    CouplingTerm second = Resolve(data, coupling.second, label);
    second.coefficient = -coupling.ratio;
    const double drawn =
        DrawnCoordinate(data, first) - coupling.ratio * DrawnCoordinate(data, second);
    return CoordinateCoupling(std::array{first, second}, {}, coupling.phase.value_or(drawn));
  };
  auto attachments = AttachmentsOf(data_, coupling.first);
  const auto more = AttachmentsOf(data_, coupling.second);
  attachments.insert(attachments.end(), more.begin(), more.end());
  return CouplingId(AddElement(data_,
                               data_.constraints,
                               data_.constraint_names,
                               "coupling",
                               coupling.name,
                               std::move(attachments),
                               make));
}

}  // namespace trunnion
