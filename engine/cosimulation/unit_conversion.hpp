// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/cosimulation/fmu_description.hpp"

namespace trunnion {

/// y = scale · x + shift.
struct UnitConversion {
  double scale = 1, shift = 0;
  double operator()(double x) const { return scale * x + shift; }
};

/// From a unit of a model, "N·m", to that of a variable of an FMU. Where the variable has none, the
/// number is taken as it is. @throws ModelError "...: the units differ: ..." unless the exponents
/// of the base units agree, or the names where a unit is not known. An angle is no pure number.
UnitConversion ToFmu(const std::string& unit, const FmuVariable& variable);
/// The way back.
UnitConversion FromFmu(const FmuVariable& variable, const std::string& unit);

}  // namespace trunnion
