// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <compare>
#include <optional>
#include <string_view>

#include "solvers/problem/option_names.hpp"

namespace trunnion {

/// An integrator, and the formulation where it is BDF: what comparisons go through.
struct Method {
  IntegratorKind kind = IntegratorKind::bdf;
  FormulationKind formulation = FormulationKind::coordinate_splitting;

  constexpr Method() = default;
  constexpr Method(IntegratorKind integrator) : kind(integrator) {}                      // NOLINT
  constexpr Method(FormulationKind formulation_kind) : formulation(formulation_kind) {}  // NOLINT
  auto operator<=>(const Method&) const = default;

  /// "adams", or the name of the formulation.
  constexpr const char* name() const {
    return kind == IntegratorKind::bdf ? NameOf(formulation) : NameOf(kind);
  }
};

/// `options` with the method.
inline IntegratorOptions With(Method method, IntegratorOptions options = {}) {
  options.kind = method.kind;
  options.bdf.formulation = method.formulation;
  return options;
}

/// The method of this name, for command lines.
inline std::optional<Method> FindMethod(std::string_view name) {
  for (const auto& [text, formulation] : kOptionNames<FormulationKind>)
    if (name == text) return formulation;
  for (const auto& [text, kind] : kOptionNames<IntegratorKind>)
    if (name == text && kind != IntegratorKind::bdf) return kind;
  return std::nullopt;
}

}  // namespace trunnion
