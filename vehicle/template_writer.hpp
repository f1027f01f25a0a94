// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>

#include "vehicle/suspension_templates.hpp"

namespace trunnion::vehicle {

/// What templates have in common: parts from the data, by name, each used once; what nobody has
/// asked for is an error in the end.
class TemplateWriter {
 public:
  TemplateWriter(const SuspensionData& data, std::string kind);

  Vec3 Point(const std::string& name);
  bool HasPoint(const std::string& name) const { return data_.points.contains(name); }
  bool HasBody(const std::string& name) const { return data_.bodies.contains(name); }
  bool HasBushing(const std::string& name) const { return data_.bushings.contains(name); }
  void AddBody(const std::string& name, SuspensionParts& to);
  void AddBody(const std::string& name) { AddBody(name, out.side); }

  /// A joint, or the bushing of its name.
  void Connect(Connection connection, SuspensionParts& to);
  void Connect(Connection connection) { Connect(std::move(connection), out.side); }
  /// Body `arm` on the chassis at the points "<arm>_front" and "<arm>_rear": a hinge along them,
  /// one bushing "<arm>" midway, or bushings at the points; with one of these the other is a ball
  /// joint. Axes of bushings: z from rear to front, x toward `outer`.
  void HingeArm(const std::string& arm, const Vec3& outer);
  /// The rod "<rod>" between "<rod>_inner" on `a` and "<rod>_outer" on `b`: a fixed distance, or,
  /// if the data have such a body, that body with a universal joint (its arm on `a` across the rod,
  /// as near to x as it can, or to z for rods along x) and a ball joint, or bushings (z along it).
  void AddRod(const std::string& rod,
              const std::string& a,
              const std::string& b,
              SuspensionParts& to);
  void AddRod(const std::string& rod, const std::string& a, const std::string& b) {
    AddRod(rod, a, b, out.side);
  }
  /// The wheel at "wheel_centre" on `carrier`.
  void AddWheel(const std::string& carrier);
  void AddStruts(const std::string& part);
  void AddBar(const std::string& part);
  /// What the inner ends of tie rods are on, added if need be.
  std::string AddSteering();

  /// @throws ModelError if something in the data was not used.
  Suspension Finish();

  Suspension out;

 private:
  void AddSteering(const RackSteering& steering);
  void AddSteering(const PitmanSteering& steering);
  void AddSubframe(const Subframe& subframe);
  std::string Label() const { return "suspension '" + data_.name + "'"; }

  const SuspensionData& data_;
  std::string kind_;
  std::set<std::string> used_points_, used_bodies_, used_bushings_;
};

}  // namespace trunnion::vehicle
