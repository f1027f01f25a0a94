// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>
#include <string_view>

#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// Values that a number may take.
struct OptionRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();  ///< itself allowed, but not infinity
  bool above = false;                                     ///< low itself is not allowed

  /// False for what is not finite.
  bool Contains(double value) const;
  /// "greater than 0", "between 1 and 5", ...: what a number must be.
  std::string Describe() const;
};

/// One option of the integrators, as model files, checks and messages know it.
struct OptionField {
  std::string_view group;  ///< "bdf", "adams" or "explicit"; empty: options of all integrators
  std::string_view name;
  OptionRange range{};  ///< of a number
  /// Whether the method that the options choose reads it, and what would: "the formulation
  /// baumgarte".
  bool is_read = true;
  std::string_view readers{};

  /// "bdf.max_order".
  std::string Path() const;
};

/// Whether an integrator reads the options of a group.
constexpr bool ReadsGroup(IntegratorKind kind, std::string_view group) {
  const bool automatic = kind == IntegratorKind::automatic;
  if (group == "bdf") return automatic || kind == IntegratorKind::bdf;
  if (group == "adams") return automatic || kind == IntegratorKind::adams;
  if (group == "explicit") return kind == IntegratorKind::explicit_method;
  return true;
}

/// What reads a group, for messages.
constexpr std::string_view ReadersOf(std::string_view group) {
  if (group == "bdf") return "the integrators bdf and automatic";
  if (group == "adams") return "the integrators adams and automatic";
  return "the integrator explicit";
}

}  // namespace trunnion
