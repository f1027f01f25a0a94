// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/import/adams/dataset.hpp"

/// Function expressions of a dataset as formulas (engine/core/expression.hpp).
namespace trunnion::adams {

/// A call of a measure between markers: DM(2, 1) is "DM" with 2 and 1.
struct MarkerCall {
  std::string name;       ///< upper case
  std::vector<long> ids;  ///< may be fewer than Adams knows; the rest is the ground
};

/// A formula for the measure in the units of the dataset; none: it is not known here.
using MeasureWriter = std::function<std::optional<std::string>(const MarkerCall& call)>;

/// The formula of an expression in the units of the dataset, of the time t [s] and of what
/// `measure` writes. VARVAL stands for the expression of its VARIABLE.
/// @throws Refusal for what is not understood, such as a user subroutine.
std::string TranslateFunction(const Dataset& data,
                              const std::string& text,
                              int line,
                              const MeasureWriter& measure);

/// The same for functions of the time alone.
std::string TranslateTimeFunction(const Dataset& data, const std::string& text, int line);

/// "FACTOR*(FORMULA)", or the formula if the factor is 1.
std::string Scale(double factor, const std::string& formula);

/// The call that is all of `text`, such as "DX(1,2,3)", with numbers as arguments.
std::optional<MarkerCall> ParseMarkerCall(const std::string& text);

}  // namespace trunnion::adams
