// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/simulation/simulation.hpp"

/// Runs with events, by every integrator.
namespace trunnion {

inline constexpr double kG = 9.81;
inline constexpr auto kMethods = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                                        FormulationKind::stabilized_index2,
                                                        FormulationKind::projected_invariants,
                                                        FormulationKind::index1_projected,
                                                        FormulationKind::index2,
                                                        FormulationKind::state_space,
                                                        IntegratorKind::explicit_method,
                                                        IntegratorKind::adams,
                                                        IntegratorKind::automatic});

inline SimulationOptions Options(Method method, double tolerance, std::vector<UserEvent> events) {
  return {.integrator = With(method, {.tolerance = tolerance}),
          .threads = 1,
          .events = std::move(events)};
}

}  // namespace trunnion
