// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/import/adams/dataset.hpp"

/// Function expressions of a dataset as formulas (engine/core/expression.hpp).
namespace trunnion::adams {

using Json = nlohmann::ordered_json;

/// A call of a measure between markers: DM(2, 1) is "DM" with 2 and 1.
struct MarkerCall {
  std::string name;       ///< upper case
  std::vector<long> ids;  ///< may be fewer than Adams knows; the rest is the ground
};

/// A formula for the measure in the units of the dataset; none: it is not known here.
using MeasureWriter = std::function<std::optional<std::string>(const MarkerCall& call)>;

/// The formula of an expression in the units of the dataset, of the time t [s] and of what
/// `measure` writes. VARVAL stands for the expression of its VARIABLE.
/// @param tables  an object, which gets the splines that the formula calls as functions; null: they
/// are refused.
/// @throws Refusal for what is not understood, such as a user subroutine.
std::string TranslateFunction(const Dataset& data,
                              const std::string& text,
                              int line,
                              const MeasureWriter& measure,
                              Json* tables = nullptr);

/// The same for functions of the time alone.
std::string TranslateTimeFunction(const Dataset& data,
                                  const std::string& text,
                                  int line,
                                  Json* tables = nullptr);

/// A law of type "expression" of a model file.
Json MakeExpressionLaw(const std::string& formula, const Json& tables);

/// "FACTOR*(FORMULA)", or the formula if the factor is 1.
std::string Scale(double factor, const std::string& formula);

/// The call that is all of `text`, such as "DX(1,2,3)", with numbers as arguments.
std::optional<MarkerCall> ParseMarkerCall(const std::string& text);

}  // namespace trunnion::adams
