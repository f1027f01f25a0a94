// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "engine/core/laws.hpp"
#include "forces/marker_measure.hpp"

namespace trunnion {

/// What formulas of measures are functions of, in this order: the time t [s], values of laws of
/// time (inputs), measures between markers.
struct FormulaVariables {
  std::vector<MotionLaw> laws{};
  std::vector<MarkerMeasure> measures{};

  int size() const { return 1 + static_cast<int>(laws.size() + measures.size()); }
};

/// Their values.
/// @param angles  what multi-turn angles are nearest to, in the order of the measures; empty:
/// angles are in ]−π, π].
std::vector<double> CalcFormulaVariables(const FormulaVariables& variables,
                                         const ElementContext& x,
                                         std::span<const double> angles = {});

}  // namespace trunnion
