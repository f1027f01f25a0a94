// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trunnion::model_file {

/// A measure between markers that formulas may call (docs/model_file.md, "Forces by formulas").
struct MeasureForm {
  std::size_t markers;  ///< most of them; what is left out is the ground
  bool defaults;        ///< some may be left out
  /// What it becomes in a mirror that keeps x and z of all markers and turns y: 1 the same, −1 the
  /// negative, 0 something else.
  int mirror_sign;
  std::string_view name;
};
const MeasureForm* FindMeasureForm(std::string_view name);

/// What stands in place of pieces of a formula; none leaves a piece as it is.
struct FormulaChange {
  using Arguments = std::vector<std::string>;
  /// Of a name that is no function.
  std::function<std::optional<std::string>(const std::string& name)> name{};
  /// Of a call of a measure.
  std::function<std::optional<std::string>(const MeasureForm&, const Arguments&)> measure{};
};

/// The formula with its pieces changed. What is malformed stays, for its reader to refuse.
/// @param tables  functions of the formula's own, which measures give way to.
std::string ChangeFormula(std::string_view text,
                          const FormulaChange& change,
                          const std::vector<std::string>& tables = {});

/// A number as formulas read it, to the bit.
std::string PrintNumber(double number);

}  // namespace trunnion::model_file
