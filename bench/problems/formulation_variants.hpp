// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "solvers/problem/integrator_options.hpp"

namespace trunnion::problems {

/// A formulation with its parameters.
struct FormulationVariant {
  std::string name;
  IntegratorOptions options;
  bool keeps_positions;  ///< no drift off g = 0
};

/// All that solve the equations of MultiplierFormulation, beside coordinate_splitting.
inline std::vector<FormulationVariant> FormulationVariants() {
  using enum FormulationKind;
  using enum CorrectionDirection;
  return {
      {"stabilized_index2", {.bdf = {.formulation = stabilized_index2}}, true},
      {"stabilized_index2_mass",
       {.bdf = {.formulation = stabilized_index2, .correction_direction = inverse_mass}},
       true},
      {"Pa", {.bdf = {.formulation = projected_invariants}}, true},
      {"Pb",
       {.bdf = {.formulation = projected_invariants, .invariant_levels = InvariantLevels::both}},
       true},
      {"Pc",
       {.bdf = {.formulation = projected_invariants, .invariant_levels = InvariantLevels::coupled}},
       true},
      {"index1_projected", {.bdf = {.formulation = index1_projected}}, true},
      {"index1", {.bdf = {.formulation = index1}}, false},
      {"baumgarte", {.bdf = {.formulation = baumgarte}}, false},
      {"index2", {.bdf = {.formulation = index2}}, false},
      {"index3", {.bdf = {.formulation = index3}}, true},
      {"tangent_plane", {.bdf = {.formulation = state_space}}, true},
      {"partitioning",
       {.bdf = {.formulation = state_space, .correction_direction = dependent_coordinates}},
       true},
  };
}

}  // namespace trunnion::problems
