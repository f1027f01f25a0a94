// SPDX-License-Identifier: BSD-3-Clause
#include "forces/formula_variables.hpp"

#include "engine/core/pair_coordinate.hpp"

namespace trunnion {

std::vector<double> CalcFormulaVariables(const FormulaVariables& variables,
                                         const ElementContext& x,
                                         std::span<const double> angles) {
  std::vector<double> values{x.t};
  for (const MotionLaw& law : variables.laws) values.push_back(law(x.t).s);
  std::size_t next = 0;
  for (const MarkerMeasure& m : variables.measures) {
    const double value = CalcMeasure(m, x);
    const bool remembered = IsMultiTurn(m.kind) && next < angles.size();
    values.push_back(remembered ? UnwrapAngle(value, angles[next++]) : value);
  }
  return values;
}

}  // namespace trunnion
