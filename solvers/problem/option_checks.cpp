// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/option_checks.hpp"

#include <cmath>
#include <sstream>
#include <vector>

#include "engine/core/error.hpp"
#include "solvers/problem/option_fields.hpp"

namespace trunnion {
namespace {

constexpr IntegratorOptions kDefaults;

/// Of a number, a switch or a choice.
template <class T>
double AsNumber(const T& value) {
  return static_cast<double>(value);
}

/// Of an option that differs from its default.
void Check(const OptionField& field, double value) {
  const ErrorFields about{.element = "option " + field.Path()};
  const std::string start = "integrator: " + field.Path();
  if (!field.is_read)
    throw ModelError(start + " is set, but read by " + std::string(field.readers) +
                         " only; leave it at its default, or choose that",
                     about);
  if (!field.range.Contains(value))
    throw ModelError(start + " must be " + field.range.Describe(), about);
}

}  // namespace

bool OptionRange::Contains(double value) const {
  return std::isfinite(value) && (above ? value > low : value >= low) && value <= high;
}

std::string OptionRange::Describe() const {
  std::ostringstream text;
  if (above) {
    text << "greater than " << low;
    if (std::isfinite(high)) text << " and at most " << high;
  } else if (std::isfinite(high)) {
    text << "between " << low << " and " << high;
  } else {
    text << "finite and not less than " << low;
  }
  return text.str();
}

std::string OptionField::Path() const {
  return (group.empty() ? std::string() : std::string(group) + ".") + std::string(name);
}

std::string DescribeReaders(const IntegratorOptions& options,
                            std::string_view group,
                            std::string_view name) {
  std::string readers;
  ForEachOption(options, [&](const OptionField& field, const auto&) {
    if (field.group == group && field.name == name && !field.is_read) readers = field.readers;
  });
  return readers;
}

void RequireValidOptions(const IntegratorOptions& options) {
  static const std::vector<double> defaults = [] {
    std::vector<double> values;
    ForEachOption(kDefaults, [&](const OptionField&, const auto& value) {
      values.push_back(AsNumber(value));
    });
    return values;
  }();
  auto standard = defaults.begin();
  ForEachOption(options, [&](const OptionField& field, const auto& value) {
    if (const double number = AsNumber(value); number != *standard++) Check(field, number);
  });
}

int FindAlgebraicState(const ConstrainedSystem& system) {
  for (const NormBlock& block : system.norm_blocks())
    if (block.kind == BlockKind::algebraic) return block.first;
  return -1;
}

void RequireNoAlgebraicStates(const ConstrainedSystem& system) {
  const int state = FindAlgebraicState(system);
  if (state < 0) return;
  throw ModelError("integrator: explicit methods do not serve algebraic states (" +
                   system.DescribeComponent(state) + "); take the integrator bdf or automatic");
}

}  // namespace trunnion
