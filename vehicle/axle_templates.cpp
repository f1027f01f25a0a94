// SPDX-License-Identifier: BSD-3-Clause
// Templates whose wheels are on trailing arms or on one axle.
#include <string>

#include <trunnion/error.hpp>

#include "vehicle/template_writer.hpp"

namespace trunnion::vehicle {

Suspension MakeTrailingArm(const SuspensionData& data) {
  TemplateWriter w(data, "trailing arm");
  w.AddBody("arm");
  // "Front" and "rear" of the oblique axis are its ends; bushings have x toward the wheel.
  w.HingeArm("arm", w.Point("wheel_centre"));
  w.AddWheel("arm");
  w.AddStruts("arm");
  w.AddBar("arm");
  return w.Finish();
}

Suspension MakeSolidAxle(const SuspensionData& data) {
  TemplateWriter w(data, "solid axle");
  w.AddBody("axle", w.out.centre);
  int held = 0;  // constraints of ideal rods
  bool elastic = false;
  const auto rod = [&](const std::string& name, SuspensionParts& to, int count) {
    w.AddRod(name, "chassis", "axle", to);
    const bool bushing = w.HasBushing(name + "_inner") || w.HasBushing(name + "_outer");
    elastic |= bushing;
    held += bushing ? 0 : count;
  };
  rod("lower_link", w.out.side, 2);
  if (w.HasPoint("upper_link_inner")) rod("upper_link", w.out.side, 2);
  if (w.HasPoint("centre_link_inner")) rod("centre_link", w.out.centre, 1);
  if (w.HasPoint("panhard_inner")) rod("panhard", w.out.centre, 1);
  Require(
      held == 4 || (elastic && held < 4),
      "suspension '" + data.name + "'",
      "ideal rods take " + std::to_string(held) +
          " degrees of freedom of the axle, which is to keep two of six: lower links with upper "
          "links, or with 'centre_link' and 'panhard'; give others bushings");
  w.AddWheel("axle");
  w.AddStruts("axle");
  w.AddBar("axle");
  return w.Finish();
}

}  // namespace trunnion::vehicle
