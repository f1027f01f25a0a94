// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// The values of an option of type Choice as the model file and the command name them:
/// kOptionNames<FormulationKind> is an array of pairs (name, value).
template <class Choice>
inline constexpr std::array<std::pair<const char*, Choice>, 0> kOptionNames{};

template <>
inline constexpr auto kOptionNames<IntegratorKind> =
    std::to_array<std::pair<const char*, IntegratorKind>>(
        {{"bdf", IntegratorKind::bdf},
         {"adams", IntegratorKind::adams},
         {"explicit", IntegratorKind::explicit_method},
         {"automatic", IntegratorKind::automatic}});

template <>
inline constexpr auto kOptionNames<FormulationKind> =
    std::to_array<std::pair<const char*, FormulationKind>>(
        {{"coordinate_splitting", FormulationKind::coordinate_splitting},
         {"stabilized_index2", FormulationKind::stabilized_index2},
         {"projected_invariants", FormulationKind::projected_invariants},
         {"index1_projected", FormulationKind::index1_projected},
         {"index1", FormulationKind::index1},
         {"baumgarte", FormulationKind::baumgarte},
         {"index2", FormulationKind::index2},
         {"index3", FormulationKind::index3},
         {"state_space", FormulationKind::state_space}});

template <>
inline constexpr auto kOptionNames<ErrorTest> = std::to_array<std::pair<const char*, ErrorTest>>(
    {{"positions", ErrorTest::positions},
     {"scaled_velocities", ErrorTest::scaled_velocities},
     {"velocities", ErrorTest::velocities}});

template <>
inline constexpr auto kOptionNames<CorrectionDirection> =
    std::to_array<std::pair<const char*, CorrectionDirection>>(
        {{"metric", CorrectionDirection::metric},
         {"inverse_mass", CorrectionDirection::inverse_mass},
         {"dependent_coordinates", CorrectionDirection::dependent_coordinates}});

template <>
inline constexpr auto kOptionNames<InvariantLevels> =
    std::to_array<std::pair<const char*, InvariantLevels>>({{"positions",
                                                             InvariantLevels::positions},
                                                            {"both", InvariantLevels::both},
                                                            {"coupled", InvariantLevels::coupled}});

template <>
inline constexpr auto kOptionNames<IterationMatrix> =
    std::to_array<std::pair<const char*, IterationMatrix>>({{"cs", IterationMatrix::cs},
                                                            {"cm", IterationMatrix::cm},
                                                            {"lagged", IterationMatrix::lagged}});

template <>
inline constexpr auto kOptionNames<NewtonSystem> =
    std::to_array<std::pair<const char*, NewtonSystem>>({{"three_step", NewtonSystem::three_step},
                                                         {"one_shot", NewtonSystem::one_shot}});

template <>
inline constexpr auto kOptionNames<LinearSolverKind> =
    std::to_array<std::pair<const char*, LinearSolverKind>>(
        {{"automatic", LinearSolverKind::automatic},
         {"klu", LinearSolverKind::klu},
         {"block_lu", LinearSolverKind::block_lu}});

template <>
inline constexpr auto kOptionNames<ExplicitMethod> =
    std::to_array<std::pair<const char*, ExplicitMethod>>(
        {{"dormand_prince", ExplicitMethod::dormand_prince},
         {"runge_kutta4", ExplicitMethod::runge_kutta4},
         {"midpoint", ExplicitMethod::midpoint},
         {"forward_euler", ExplicitMethod::forward_euler},
         {"adams_bashforth", ExplicitMethod::adams_bashforth},
         {"half_explicit", ExplicitMethod::half_explicit}});

template <>
inline constexpr auto kOptionNames<StabilizedLevels> =
    std::to_array<std::pair<const char*, StabilizedLevels>>(
        {{"both", StabilizedLevels::both},
         {"position", StabilizedLevels::position},
         {"velocity", StabilizedLevels::velocity},
         {"none", StabilizedLevels::none}});

template <>
inline constexpr auto kOptionNames<StabilizationMatrix> =
    std::to_array<std::pair<const char*, StabilizationMatrix>>(
        {{"decoupled", StabilizationMatrix::decoupled},
         {"coupled", StabilizationMatrix::coupled},
         {"transpose", StabilizationMatrix::transpose}});

template <>
inline constexpr auto kOptionNames<StabilizationPoint> =
    std::to_array<std::pair<const char*, StabilizationPoint>>(
        {{"end", StabilizationPoint::end}, {"start", StabilizationPoint::start}});

/// The name of a value.
template <class Choice>
constexpr const char* NameOf(Choice choice) {
  for (const auto& [name, value] : kOptionNames<Choice>)
    if (value == choice) return name;
  return "";
}

/// The integrator that model files of old name as a formulation; empty: it is none of those.
constexpr std::string_view FindIntegratorOfFormulation(std::string_view name) {
  if (name == "adams" || name == "automatic") return name;
  return name == "explicit_stabilized" ? "explicit" : "";
}

}  // namespace trunnion
