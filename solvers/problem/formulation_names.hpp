// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <utility>

#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// The formulations as the model file and the command name them.
inline constexpr std::initializer_list<std::pair<const char*, FormulationKind>> kFormulationNames =
    {{"coordinate_splitting", FormulationKind::coordinate_splitting},
     {"stabilized_index2", FormulationKind::stabilized_index2},
     {"projected_invariants", FormulationKind::projected_invariants},
     {"index1_projected", FormulationKind::index1_projected},
     {"index1", FormulationKind::index1},
     {"baumgarte", FormulationKind::baumgarte},
     {"index2", FormulationKind::index2},
     {"index3", FormulationKind::index3},
     {"state_space", FormulationKind::state_space},
     {"explicit_stabilized", FormulationKind::explicit_stabilized},
     {"adams", FormulationKind::adams},
     {"automatic", FormulationKind::automatic}};

/// The same for the linear solvers.
inline constexpr std::initializer_list<std::pair<const char*, LinearSolverKind>>
    kLinearSolverNames = {{"automatic", LinearSolverKind::automatic},
                          {"klu", LinearSolverKind::klu},
                          {"block_lu", LinearSolverKind::block_lu}};

}  // namespace trunnion
