// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

namespace trunnion::fmu {

/// A unit as FMI describes it: base value = factor · value.
struct Unit {
  std::string name;               ///< "N.m"; empty: the variable has none
  bool known = false;             ///< else there is a name only
  std::array<int, 8> exponent{};  ///< of kBaseUnits
  double factor = 1;
  double nominal = 1;  ///< a magnitude that quantities of this unit have in machines
};

inline constexpr std::array<const char*, 8> kBaseUnits{
    "kg", "m", "s", "A", "K", "mol", "cd", "rad"};

/// From a text as models have it: "N·m", "Nm/rad", "m/s^2", "kg m²", "1". What is not understood
/// keeps its name.
Unit MakeUnit(const std::string& text);

}  // namespace trunnion::fmu
