// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/suspension.hpp"

#include <utility>

#include <trunnion/error.hpp>
#include <trunnion/math.hpp>

#include "vehicle/mirror.hpp"

namespace trunnion::vehicle {
namespace {

BushingParameters MakeBushing(const SuspensionBushing& bushing, const std::string& name) {
  BushingParameters parameters{.stiffness = bushing.stiffness,
                               .damping = bushing.damping,
                               .preload = bushing.preload,
                               .measure = bushing.measure,
                               .twist_axis = bushing.twist_axis};
  for (std::size_t i = 0; i < 6; ++i)
    if (!bushing.curves[i].empty())
      parameters.curves[i] =
          BushingCurve{Curve::Table(bushing.curves[i], bushing.interpolation, name)};
  return parameters;
}

/// Adds parts to a model and finds their bodies by name.
class SuspensionBuilder {
 public:
  SuspensionBuilder(Model& model, const std::string& name, BodyId chassis, const Pose& X_BS)
      : model_(model), name_(name), chassis_(chassis) {
    X_WS_ = X_BS;
    if (chassis != Model::ground()) {
      const RigidBody& body = model.body(chassis);
      X_WS_ = body.X_WB() * X_BS;
      turning_ = body.angular_velocity + body.orientation * body.angular_velocity_body;
      velocity_ = body.velocity + turning_.cross(body.orientation * X_BS.p);
    }
    handles.frame = model.AddMarker(
        {.name = name + ".frame", .body = chassis, .position = X_BS.p, .orientation = X_BS.R});
  }

  /// `scope` is "", "left." or "right.".
  void AddBodies(const std::vector<SuspensionBody>& bodies, const std::string& scope) {
    for (const SuspensionBody& body : bodies) {
      const std::string key = scope + body.name;
      Require(
          !body.name.empty() && body.name != "chassis", Label(), "a body needs a name of its own");
      Require(!bodies_.contains(key), Label(), "the body '" + key + "' is there twice");
      handles.added.bodies.push_back(name_ + "." + key);
      bodies_[key] = model_.AddRigidBody({.name = name_ + "." + key,
                                          .mass = body.mass,
                                          .com = body.com,
                                          .inertia = body.inertia,
                                          .allow_unphysical_inertia = body.allow_unphysical_inertia,
                                          .position = X_WS_.p,
                                          .orientation = X_WS_.R,
                                          .velocity = velocity_,
                                          .angular_velocity = turning_});
    }
  }

  void AddParts(const SuspensionParts& parts, const std::string& scope) {
    for (const Connection& connection : parts.connections) Add(connection, scope);
    for (const Strut& strut : parts.struts) Add(strut, scope);
    for (const TorsionSpring& spring : parts.torsion_springs) Add(spring, scope);
    for (const Gear& gear : parts.gears) Add(gear, scope);
  }

  void AddWheel(const WheelEnd& wheel, Side side) {
    const std::string scope = std::string(ToString(side)) + ".";
    Require(wheel.radius > 0, Label(), "the radius of the wheel must be above zero");
    Require(wheel.spin_axis.norm() > 0, Label(), "the axis of the wheel is zero");
    SuspensionSide handle{.side = side, .radius = wheel.radius};
    const Vec3 y = wheel.spin_axis.normalized() * (side == Side::left ? 1 : -1);
    const Vec3 z = Vec3::UnitZ() - y.z() * y;
    Require(z.norm() > 1e-3, Label(), "the wheel lies flat; its axis must not be vertical");
    const auto marker = [&](const char* name, const std::string& body) {
      return AddMarker(scope + name, Find(body, scope), wheel.centre, z, y.cross(z));
    };
    handle.wheel = marker("wheel_centre", wheel.wheel);
    handle.carrier = marker("hub", wheel.carrier);
    if (wheel.steer_axis) {
      const auto point = [&](const char* name, const SuspensionPoint& p) {
        return AddMarker(scope + name, Find(p.body, scope), p.point, Vec3::UnitZ(), Vec3::UnitX());
      };
      handle.steer_lower = point("steer_lower", wheel.steer_axis->lower);
      handle.steer_upper = point("steer_upper", wheel.steer_axis->upper);
    }
    handle.struts = struts_[scope];
    handles.sides.push_back(std::move(handle));
  }

  void SetSteering(const std::string& joint) {
    if (joint.empty()) return;
    const auto found = model_.FindJoint(name_ + "." + joint);
    Require(found.has_value(), Label(), "it has no joint '" + joint + "' that steers");
    handles.steering = *found;
  }

  SuspensionHandles handles;

 private:
  std::string Label() const { return "suspension '" + name_ + "'"; }

  BodyId Find(const std::string& name, const std::string& scope) const {
    if (name == "chassis") return chassis_;
    const auto own = bodies_.find(scope + name);
    if (own != bodies_.end()) return own->second;
    const auto middle = bodies_.find(name);
    Require(middle != bodies_.end(),
            Label(),
            "it has no body '" + scope + name + "'; what connects both sides needs both");
    return middle->second;
  }

  MarkerId AddMarker(
      const std::string& name, BodyId body, const Vec3& point, const Vec3& z, const Vec3& x) {
    return model_.AddMarkerAt({.name = name_ + "." + name,
                               .body = body,
                               .point = X_WS_ * point,
                               .z_axis = X_WS_.R * z,
                               .x_axis = Vec3(X_WS_.R * x)});
  }

  void Add(const Connection& c, const std::string& scope) {
    const std::string name = name_ + "." + scope + c.name;
    const BodyId a = Find(c.a, scope), b = Find(c.b, scope);
    const auto turned = [&](const std::optional<Vec3>& v) {
      return v ? std::optional<Vec3>(X_WS_.R * *v) : std::nullopt;
    };
    if (c.bushing) {
      handles.added.forces.push_back({name, false, "bushing"});
      const auto marker = [&](const char* end, BodyId body) {
        return model_.AddMarkerAt({.name = name + end,
                                   .body = body,
                                   .point = X_WS_ * c.point,
                                   .z_axis = X_WS_.R * c.axis,
                                   .x_axis = turned(c.x_axis)});
      };
      model_.AddBushing({.name = name,
                         .a = marker(".a", a),
                         .b = marker(".b", b),
                         .parameters = MakeBushing(*c.bushing, "bushing '" + name + "'")});
      return;
    }
    handles.added.joints.push_back({name, c.joint});
    JointAt joint{
        .name = name, .type = c.joint, .body_a = a, .body_b = b, .point = X_WS_ * c.point};
    joint.axis = X_WS_.R * c.axis;
    joint.x_axis = turned(c.x_axis);
    joint.axis_b = turned(c.axis_b);
    if (c.point_b) joint.point_b = X_WS_ * *c.point_b;
    model_.AddJointAt(joint);
  }

  void Add(const Strut& strut, const std::string& scope) {
    const std::string name = scope + strut.name;
    const auto end = [&](const char* suffix, const std::string& body, const Vec3& point) {
      return AddMarker(name + suffix, Find(body, scope), point, Vec3::UnitZ(), Vec3::UnitX());
    };
    const CoordinateRef along =
        Between(end(".a", strut.a, strut.point_a), end(".b", strut.b, strut.point_b));
    SpringDamper law = strut.law;
    law.name = name_ + "." + name;
    law.along = along;
    model_.AddSpringDamper(law);
    handles.added.forces.push_back({law.name, false, "spring"});
    for (std::size_t i = 0; i < strut.stops.size(); ++i) {
      const std::string stop = law.name + ".stop_" + std::to_string(i + 1);
      model_.AddStop({.name = stop, .along = along, .law = strut.stops[i]});
      handles.added.forces.push_back({stop, false, "stop"});
    }
    struts_[scope][strut.name] = along;
  }

  void Add(const TorsionSpring& spring, const std::string& scope) {
    const std::string name = scope + spring.name;
    const Vec3 x = FrameWithZ(spring.axis).col(0);
    const auto end = [&](const char* suffix, const std::string& body) {
      return AddMarker(name + suffix, Find(body, scope), spring.point, spring.axis, x);
    };
    model_.AddSpringDamper(
        {.name = name_ + "." + name,
         .along = Between(end(".a", spring.a), end(".b", spring.b), CoordinateKind::angle),
         .stiffness = spring.stiffness,
         .damping = spring.damping,
         .free_length = 0.0});
    handles.added.forces.push_back({name_ + "." + name, true, "spring"});
  }

  void Add(const Gear& gear, const std::string& scope) {
    const auto joint = [&](const std::string& name) {
      const auto found = model_.FindJoint(name_ + "." + scope + name);
      Require(found.has_value(), Label(), "it has no joint '" + scope + name + "' for a gear");
      return *found;
    };
    model_.AddCoupling({.name = name_ + "." + scope + gear.name,
                        .first = joint(gear.first),
                        .second = joint(gear.second),
                        .ratio = gear.ratio});
    handles.added.constraints.push_back({name_ + "." + scope + gear.name});
  }

  Model& model_;
  std::string name_;
  BodyId chassis_;
  Pose X_WS_;
  Vec3 velocity_ = Vec3::Zero(), turning_ = Vec3::Zero();
  std::map<std::string, BodyId> bodies_;
  std::map<std::string, std::map<std::string, CoordinateRef>> struts_;  // by scope
};

}  // namespace

const char* ToString(Side side) { return side == Side::left ? "left" : "right"; }

const SuspensionSide* SuspensionHandles::Find(Side side) const {
  for (const SuspensionSide& s : sides)
    if (s.side == side) return &s;
  return nullptr;
}

SuspensionHandles AddSuspension(
    Model& model, const Suspension& suspension, BodyId chassis, const Pose& X_BS, Sides sides) {
  Require(!suspension.name.empty(), "a suspension needs a name");
  Require(!model.is_point(chassis),
          "suspension '" + suspension.name + "'",
          "its chassis is a point, which has no axes");
  SuspensionBuilder builder(model, suspension.name, chassis, X_BS);
  const bool left = sides != Sides::right, right = sides != Sides::left;
  const SuspensionParts mirrored = Mirror(suspension.side);
  builder.AddBodies(suspension.centre.bodies, "");
  if (left) builder.AddBodies(suspension.side.bodies, "left.");
  if (right) builder.AddBodies(mirrored.bodies, "right.");
  builder.AddParts(suspension.centre, "");
  if (left) builder.AddParts(suspension.side, "left.");
  if (right) builder.AddParts(mirrored, "right.");
  if (left) builder.AddWheel(suspension.wheel, Side::left);
  if (right) builder.AddWheel(Mirror(suspension.wheel), Side::right);
  builder.SetSteering(suspension.steering);
  return builder.handles;
}

}  // namespace trunnion::vehicle
