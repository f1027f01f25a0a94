// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/template_writer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <trunnion/error.hpp>
#include <trunnion/math.hpp>

namespace trunnion::vehicle {
namespace {

template <class Map>
void RequireUsed(const Map& given,
                 const std::set<std::string>& used,
                 const std::string& label,
                 const std::string& what) {
  for (const auto& [name, value] : given) {
    std::string known;
    for (const std::string& other : used) known += (known.empty() ? "'" : ", '") + other + "'";
    Require(
        used.contains(name),
        label,
        what + " '" + name + "' has no place here; used are " + (known.empty() ? "none" : known));
  }
}

}  // namespace

TemplateWriter::TemplateWriter(const SuspensionData& data, std::string kind)
    : data_(data), kind_(std::move(kind)) {
  out.name = data.name;
}

Vec3 TemplateWriter::Point(const std::string& name) {
  const auto found = data_.points.find(name);
  Require(found != data_.points.end(),
          Label(),
          "the hardpoint '" + name + "' is missing; a " + kind_ + " needs it");
  used_points_.insert(name);
  return found->second;
}

void TemplateWriter::AddBody(const std::string& name, SuspensionParts& to) {
  const auto found = data_.bodies.find(name);
  Require(found != data_.bodies.end(),
          Label(),
          "the body '" + name + "' is missing; a " + kind_ + " needs it");
  used_bodies_.insert(name);
  to.bodies.push_back(found->second);
  to.bodies.back().name = name;
}

void TemplateWriter::Connect(Connection connection, SuspensionParts& to) {
  const auto found = data_.bushings.find(connection.name);
  if (found != data_.bushings.end()) {
    used_bushings_.insert(connection.name);
    connection.bushing = found->second;
    if (found->second.axis) connection.axis = *found->second.axis;
    if (found->second.x_axis || found->second.axis) connection.x_axis = found->second.x_axis;
  }
  to.connections.push_back(std::move(connection));
}

void TemplateWriter::HingeArm(const std::string& arm, const Vec3& outer) {
  const Vec3 front = Point(arm + "_front"), rear = Point(arm + "_rear");
  const Vec3 middle = 0.5 * (front + rear);
  Require((front - rear).norm() > 0, Label(), "the two hardpoints of '" + arm + "' coincide");
  const auto at = [&](const std::string& name, const Vec3& point, JointType joint) {
    Connect({.name = name,
             .a = "chassis",
             .b = arm,
             .point = point,
             .joint = joint,
             .axis = front - rear,
             .x_axis = Vec3(outer - middle)});
  };
  const bool split = HasBushing(arm + "_front") || HasBushing(arm + "_rear");
  Require(!split || !HasBushing(arm),
          Label(),
          "'" + arm + "' has a bushing midway and others at its ends; keep either");
  if (!split) return at(arm, middle, JointType::revolute);
  at(arm + "_front", front, JointType::ball);
  at(arm + "_rear", rear, JointType::ball);
}

void TemplateWriter::AddRod(const std::string& rod,
                            const std::string& a,
                            const std::string& b,
                            SuspensionParts& to) {
  const std::string inner = rod + "_inner", outer = rod + "_outer";
  const Vec3 p = Point(inner), q = Point(outer);
  Require((p - q).norm() > 0, Label(), "the ends of '" + rod + "' coincide");
  if (!HasBody(rod)) {
    for (const std::string& end : {inner, outer})
      Require(!HasBushing(end),
              Label(),
              "the bushing '" + end + "' needs the body '" + rod + "'; give its mass");
    to.connections.push_back(
        {.name = rod, .a = a, .b = b, .point = p, .joint = JointType::distance, .point_b = q});
    return;
  }
  AddBody(rod, to);
  const Vec3 d =
      (q - p).normalized();  // the first arm of the cross is across, as near to x as it can
  const Mat3 axes = FrameWithZX(d, std::abs(d.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ());
  const bool bushing = HasBushing(inner);
  Connect({.name = inner,
           .a = a,
           .b = rod,
           .point = p,
           .joint = JointType::universal,
           .axis = bushing ? d : Vec3(axes.col(0)),
           .axis_b = Vec3(axes.col(1))},
          to);
  Connect({.name = outer, .a = rod, .b = b, .point = q, .joint = JointType::ball, .axis = d}, to);
}

void TemplateWriter::AddWheel(const std::string& carrier) {
  AddBody("wheel");
  WheelEnd& wheel = out.wheel;
  wheel.carrier = carrier;
  wheel.centre = Point("wheel_centre");
  wheel.spin_axis = {std::cos(data_.camber) * std::sin(data_.toe),
                     std::cos(data_.camber) * std::cos(data_.toe),
                     -std::sin(data_.camber)};
  wheel.radius = data_.wheel_radius;
  Connect({.name = wheel.bearing,
           .a = carrier,
           .b = wheel.wheel,
           .point = wheel.centre,
           .joint = JointType::revolute,
           .axis = wheel.spin_axis});
}

void TemplateWriter::AddStruts(const std::string& part) {
  for (const StrutData& strut : data_.struts)
    out.side.struts.push_back({.name = strut.name,
                               .a = "chassis",
                               .b = strut.on.empty() ? part : strut.on,
                               .point_a = Point(strut.name + "_upper"),
                               .point_b = Point(strut.name + "_lower"),
                               .law = strut.law,
                               .stops = strut.stops});
}

void TemplateWriter::AddBar(const std::string& part) {
  if (!data_.anti_roll_bar) return;
  const AntiRollBar& bar = *data_.anti_roll_bar;
  Require(bar.stiffness > 0, Label(), "the stiffness of the anti-roll bar must be above zero");
  if (HasBody("bar"))
    AddBody("bar");
  else
    out.side.bodies.push_back({.name = "bar", .com = Point("bar_pivot")});
  Connect({.name = "bar_pivot",
           .a = "chassis",
           .b = "bar",
           .point = Point("bar_pivot"),
           .joint = JointType::revolute,
           .axis = Vec3::UnitY()});
  out.side.connections.push_back({.name = "bar_link",
                                  .a = "bar",
                                  .b = bar.on.empty() ? part : bar.on,
                                  .point = Point("bar_end"),
                                  .joint = JointType::distance,
                                  .point_b = Point("bar_link")});
  out.centre.torsion_springs.push_back(
      {.name = "anti_roll_bar",
       .a = "left.bar",
       .b = "right.bar",
       .point = {Point("bar_pivot").x(), 0, Point("bar_pivot").z()},
       .axis = Vec3::UnitY(),
       .stiffness = bar.stiffness});
}

std::string TemplateWriter::AddSteering() {
  if (const auto* rack = std::get_if<RackSteering>(&data_.steering)) {
    AddSteering(*rack);
    return "rack";
  }
  if (const auto* pitman = std::get_if<PitmanSteering>(&data_.steering)) {
    AddSteering(*pitman);
    return "steering_link";
  }
  return "chassis";
}

void TemplateWriter::AddSteering(const RackSteering& steering) {
  SuspensionParts& parts = out.centre;
  const auto add = [&](SuspensionBody body, const char* name) {
    body.name = name;
    parts.bodies.push_back(std::move(body));
  };
  add(steering.rack, "rack");
  Connect({.name = "rack",
           .a = "chassis",
           .b = "rack",
           .point = steering.rack.com,
           .joint = JointType::prismatic,
           .axis = steering.axis},
          parts);
  out.steering = "rack";
  if (!steering.ratio) return;
  add(steering.pinion, "pinion");
  Connect({.name = "pinion",
           .a = "chassis",
           .b = "pinion",
           .point = steering.pinion_point,
           .joint = JointType::revolute,
           .axis = steering.pinion_axis},
          parts);
  parts.gears.push_back(
      {.name = "rack_and_pinion", .first = "rack", .second = "pinion", .ratio = *steering.ratio});
  out.steering = "pinion";
}

void TemplateWriter::AddSteering(const PitmanSteering& s) {
  SuspensionParts& parts = out.centre;
  parts.bodies.push_back(s.arm);
  parts.bodies.back().name = "pitman_arm";
  parts.bodies.push_back(s.link);
  parts.bodies.back().name = "steering_link";
  Connect({.name = "pitman_arm",
           .a = "chassis",
           .b = "pitman_arm",
           .point = s.pivot,
           .joint = JointType::revolute,
           .axis = s.axis},
          parts);
  Connect({.name = "pitman_end",
           .a = "pitman_arm",
           .b = "steering_link",
           .point = s.arm_end,
           .joint = JointType::universal,
           .axis = s.axis,
           .axis_b = s.link_axis},
          parts);
  Connect({.name = "idler",
           .a = "chassis",
           .b = "steering_link",
           .point = s.idler_pivot,
           .joint = JointType::revolute_spherical,
           .axis = s.axis,
           .point_b = s.idler_end},
          parts);
  out.steering = "pitman_arm";
}

void TemplateWriter::AddSubframe(const Subframe& subframe) {
  Require(subframe.mounts.size() > 0, Label(), "the subframe has no mounts; list its bushings");
  std::set<std::string> wanted(subframe.connections.begin(), subframe.connections.end());
  for (SuspensionParts* parts : {&out.side, &out.centre})
    for (Connection& connection : parts->connections) {
      const bool named = wanted.erase(connection.name) > 0;
      if (connection.a == "chassis" && (named || subframe.connections.empty()))
        connection.a = "subframe";
    }
  Require(wanted.empty(),
          Label(),
          "the subframe carries '" + (wanted.empty() ? "" : *wanted.begin()) +
              "', which is no connection here");
  out.centre.bodies.push_back(subframe.body);
  out.centre.bodies.back().name = "subframe";
  for (const auto& [name, mount] : subframe.mounts)
    out.side.connections.push_back({.name = "subframe_" + name,
                                    .a = "chassis",
                                    .b = "subframe",
                                    .point = mount.point,
                                    .axis = mount.bushing.axis.value_or(Vec3::UnitZ()),
                                    .x_axis = mount.bushing.x_axis,
                                    .bushing = mount.bushing});
}

Suspension TemplateWriter::Finish() {
  RequireUsed(data_.points, used_points_, Label(), "the hardpoint");
  RequireUsed(data_.bodies, used_bodies_, Label(), "the body");
  RequireUsed(data_.bushings, used_bushings_, Label(), "the bushing");
  if (data_.subframe) AddSubframe(*data_.subframe);
  return std::move(out);
}

}  // namespace trunnion::vehicle
