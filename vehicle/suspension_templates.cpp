// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/suspension_templates.hpp"

#include <array>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/template_writer.hpp"

namespace trunnion::vehicle {

Suspension MakeDoubleWishbone(const SuspensionData& data) {
  TemplateWriter w(data, "double wishbone");
  const Vec3 lower = w.Point("lca_outer"), upper = w.Point("uca_outer");
  for (const char* body : {"lca", "uca", "upright"}) w.AddBody(body);
  w.HingeArm("lca", lower);
  w.HingeArm("uca", upper);
  w.Connect(
      {.name = "lca_outer", .a = "lca", .b = "upright", .point = lower, .axis = upper - lower});
  w.Connect(
      {.name = "uca_outer", .a = "uca", .b = "upright", .point = upper, .axis = upper - lower});
  w.AddRod("tie_rod", w.AddSteering(), "upright");
  w.AddWheel("upright");
  w.out.wheel.steer_axis = SteerAxis{{"upright", lower}, {"upright", upper}};
  w.AddStruts("lca");
  w.AddBar("lca");
  return w.Finish();
}

Suspension MakeMacPherson(const SuspensionData& data) {
  TemplateWriter w(data, "MacPherson strut");
  const Vec3 lower = w.Point("lca_outer"), top = w.Point("strut_top");
  const Vec3 along = top - w.Point("strut_lower");
  Require(along.norm() > 0, "suspension '" + data.name + "'", "the ends of the strut coincide");
  for (const char* body : {"lca", "upright"}) w.AddBody(body);
  w.HingeArm("lca", lower);
  w.Connect({.name = "lca_outer", .a = "lca", .b = "upright", .point = lower, .axis = top - lower});
  if (w.HasBody("strut")) {  // the rod, which slides in the upright
    w.AddBody("strut");
    w.Connect({.name = "strut",
               .a = "upright",
               .b = "strut",
               .point = top,
               .joint = JointType::prismatic,
               .axis = along});
    w.Connect({.name = "strut_top", .a = "chassis", .b = "strut", .point = top, .axis = along});
  } else {
    Require(!w.HasBushing("strut_top"),
            "suspension '" + data.name + "'",
            "the bushing 'strut_top' needs the body 'strut', the rod; give its mass");
    w.Connect({.name = "strut",
               .a = "upright",
               .b = "chassis",
               .point = top,
               .joint = JointType::point_on_line,
               .axis = along});
  }
  w.AddRod("tie_rod", w.AddSteering(), "upright");
  w.AddWheel("upright");
  w.out.wheel.steer_axis = SteerAxis{{"upright", lower}, {"chassis", top}};
  w.AddStruts("upright");
  w.AddBar("lca");
  return w.Finish();
}

Suspension MakeMultilink(const SuspensionData& data) {
  TemplateWriter w(data, "multilink");
  w.AddBody("upright");
  for (int i = 1; i <= 4; ++i) w.AddRod("link_" + std::to_string(i), "chassis", "upright");
  w.AddRod("tie_rod", w.AddSteering(), "upright");  // the fifth
  w.AddWheel("upright");
  w.AddStruts("upright");
  w.AddBar("upright");
  return w.Finish();
}

Suspension MakeSuspension(std::string_view kind, const SuspensionData& data) {
  using Make = Suspension (*)(const SuspensionData&);
  constexpr std::array<std::pair<std::string_view, Make>, 6> kinds{
      {{"double_wishbone", MakeDoubleWishbone},
       {"macpherson", MakeMacPherson},
       {"multilink", MakeMultilink},
       {"trailing_arm", MakeTrailingArm},
       {"semi_trailing_arm", MakeTrailingArm},
       {"solid_axle", MakeSolidAxle}}};
  std::string known;
  for (const auto& [name, make] : kinds) {
    if (name == kind) return make(data);
    known += (known.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  throw ModelError("suspension '" + data.name + "'",
                   "unknown kind '" + std::string(kind) + "'; known are " + known);
}

}  // namespace trunnion::vehicle
