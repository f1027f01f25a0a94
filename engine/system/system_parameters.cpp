// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system_parameters.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "bodies/mass_properties.hpp"
#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Entries of an inertia, as parameters number 1, 2, ... of a body.
constexpr std::array<std::pair<int, int>, 6> kEntries{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
constexpr std::array<const char*, 6> kEntryNames{"xx", "yy", "zz", "xy", "xz", "yz"};

}  // namespace

SystemParameters::SystemParameters(System& system) : system_(system) {
  for (BodyIndex b = 1; b < system.num_bodies(); ++b) AddBody(b);
  for (int i = 0; i < static_cast<int>(system.parts().forces.size()); ++i) AddForce(i);
}

void SystemParameters::AddBody(BodyIndex b) {
  const BodyInfo& body = system_.body(b);
  if (body.kind != BodyKind::rigid && body.kind != BodyKind::point) return;
  list_.push_back({body.name + ".mass", "kg", body.mass});
  places_.push_back({true, b, 0});
  if (body.kind != BodyKind::rigid) return;
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    const auto [row, column] = kEntries[i];
    list_.push_back({body.name + ".inertia_" + kEntryNames[i], "kg·m²", body.inertia(row, column)});
    places_.push_back({true, b, static_cast<int>(i) + 1});
  }
}

void SystemParameters::AddForce(int force) {
  const ElementInfo& info = system_.parts().forces[static_cast<std::size_t>(force)];
  const auto& pool = system_.parts().force_pools[static_cast<std::size_t>(info.pool)];
  int number = 0;
  for (ElementParameter& parameter : pool->ListParameters(info.index)) {
    parameter.name = info.name + "." + parameter.name;
    list_.push_back(std::move(parameter));
    places_.push_back({false, force, number++});
  }
}

void SystemParameters::SetOfBody(BodyIndex b, int number, double value) {
  const auto at = static_cast<std::size_t>(b);
  BodyInfo body = system_.parts_.bodies[at];
  const std::string label = "body '" + body.name + "'";
  if (number == 0) {
    Require(body.mass == 0 || value > 0, label, "its mass must stay positive");
    body.mass = value;
  } else {
    const auto [row, column] = kEntries[static_cast<std::size_t>(number) - 1];
    body.inertia(row, column) = body.inertia(column, row) = value;
  }
  RequireValid({.mass = body.mass, .com = body.com, .inertia = body.inertia}, label);
  system_.inertias_[at] = RigidBodyInertia(b, body.mass, body.inertia, label);
  system_.parts_.bodies[at].mass = body.mass;
  system_.parts_.bodies[at].inertia = body.inertia;
  system_.parts_.mass_changed = true;
}

void SystemParameters::Set(int i, double value) {
  const auto at = static_cast<std::size_t>(i);
  const Place& place = places_[at];
  Require(std::isfinite(value), "parameter '" + list_[at].name + "'", "the value is not finite");
  if (place.of_body) {
    SetOfBody(place.owner, place.number, value);
  } else {
    const ElementInfo& info = system_.parts_.forces[static_cast<std::size_t>(place.owner)];
    system_.parts_.force_pools[static_cast<std::size_t>(info.pool)]->SetParameter(
        info.index, place.number, value);
  }
  list_[at].value = value;
}

}  // namespace trunnion
