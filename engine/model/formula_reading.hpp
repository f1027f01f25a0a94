// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expression.hpp"
#include "engine/system/handles.hpp"
#include "forces/formula_force.hpp"

/// How formulas name markers: docs/model_file.md, "Forces by formulas". Internal to the engine.
namespace trunnion {

/// What is known of markers.
struct MarkerLookup {
  std::function<std::optional<MarkerId>(std::string_view name)> find;
  std::function<ElementPlace(MarkerId)> place;
  std::function<bool(MarkerId)> is_point;  ///< on a point mass, without axes
  MarkerId a{}, b{};                       ///< of a force, which formulas may call so
};

/// Reads calls in formulas as measures between markers (ExpressionNames::Measure), and appends
/// these to `variables`. Both arguments must outlive it.
class MeasureReader {
 public:
  MeasureReader(const MarkerLookup& markers, FormulaVariables& variables)
      : markers_(markers), variables_(variables) {}

  /// @throws ModelError for a wrong number of markers, or one that is not there or has no axes.
  std::optional<int> operator()(const std::string& function,
                                const std::vector<std::string>& arguments);

 private:
  std::optional<MarkerMeasure> ReadMeasure(const std::string& function,
                                           const std::vector<std::string>& arguments) const;
  std::optional<MarkerMeasure> ReadWord(const std::string& function,
                                        const std::vector<std::string>& arguments) const;
  ElementPlace Find(const std::string& name, bool axes) const;

  const MarkerLookup& markers_;
  FormulaVariables& variables_;
};

}  // namespace trunnion
