// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.hpp"

/// Runs with events, by every integrator.
namespace trunnion {

inline constexpr double kG = 9.81;
inline constexpr std::array kFormulations{FormulationKind::coordinate_splitting,
                                          FormulationKind::stabilized_index2,
                                          FormulationKind::projected_invariants,
                                          FormulationKind::index1_projected,
                                          FormulationKind::index2,
                                          FormulationKind::state_space,
                                          FormulationKind::explicit_stabilized,
                                          FormulationKind::adams,
                                          FormulationKind::automatic};

inline SimulationOptions Options(FormulationKind formulation,
                                 double tolerance,
                                 std::vector<UserEvent> events) {
  return {.integrator = {.tolerance = tolerance, .formulation = formulation},
          .threads = 1,
          .events = std::move(events)};
}

}  // namespace trunnion
