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

Suspension MakeSuspension(std::string_view kind, const SuspensionData& data) {
  using Make = Suspension (*)(const SuspensionData&);
  constexpr std::array<std::pair<std::string_view, Make>, 1> kinds{
      {{"double_wishbone", MakeDoubleWishbone}}};
  std::string known;
  for (const auto& [name, make] : kinds) {
    if (name == kind) return make(data);
    known += (known.empty() ? "'" : ", '") + std::string(name) + "'";
  }
  throw ModelError("suspension '" + data.name + "'",
                   "unknown kind '" + std::string(kind) + "'; known are " + known);
}

}  // namespace trunnion::vehicle
