// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expression.hpp"
#include "engine/model_file/entry.hpp"

namespace trunnion::model_file {

/// The formula `text`, which stands at `entry`. @throws FileError with the place and the column.
/// @param names  that unknown ones are compared with, too.
Expression ParseFormula(const Entry& entry,
                        std::string_view text,
                        const ExpressionNames& known,
                        std::vector<std::string> names = {});

/// The values of the section "parameters" of a document: numbers, angles "30 deg" and formulas
/// "=k/2" of other parameters, in any order.
/// @param set    values that take the place of those of the document.
/// @param outer  other names that formulas may use, which come along in the result.
/// @throws FileError if a formula is malformed, refers to itself or has no finite value; if `set`
/// names a parameter that the document does not have.
Expression::Constants ReadParameters(const Entry& root,
                                     const std::map<std::string, double>& set,
                                     const Expression::Constants& outer = {});

/// The value of the formula "=..." at `entry`.
double CalcFormula(const Entry& entry,
                   const std::string& text,
                   const Expression::Constants& parameters);

/// Replaces every text that begins with "=" by the number that it gives, but for names,
/// descriptions, titles and labels. @throws FileError with the place of a formula.
void ReplaceFormulas(Json& document, const Entry& root, const Expression::Constants& parameters);

}  // namespace trunnion::model_file
