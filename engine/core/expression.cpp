// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/expression.hpp"

#include <algorithm>
#include <cctype>

namespace trunnion {

double Expression::operator()(std::span<const double> variables) const {
  return Evaluate<double>(variables);
}

bool Expression::uses(int variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Operation& o) {
    return o.code == Code::variable && o.index == variable;
  });
}

bool Expression::has_kinks() const {
  return std::any_of(program_.begin(), program_.end(), [](const Operation& o) {
    return o.number_of_switch >= 0 || o.code == Code::equal || o.code == Code::unequal ||
           o.code == Code::jump_unless;
  });
}

bool IsIdentifier(std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), is_part);
}

}  // namespace trunnion
