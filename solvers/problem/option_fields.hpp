// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "solvers/problem/integrator_options.hpp"
#include "solvers/problem/multistep_weights.hpp"
#include "solvers/problem/option_field.hpp"

namespace trunnion {

namespace internal {

constexpr std::string_view kVariableSteps = "steps of variable size, fixed_step 0";
constexpr OptionRange kPositive{.low = 0, .above = true}, kNotNegative{.low = 0},
    kOrder{.low = 1, .high = kMaxOrder};

/// Whether local errors are measured: where steps are chosen, and in Newton's iteration.
inline bool MeasuresErrors(const IntegratorOptions& o) {
  return o.fixed_step == 0 || ReadsGroup(o.kind, "bdf");
}

template <class Options, class Visit>
void VisitCommonOptions(Options& o, const Visit& visit) {
  const bool is_variable = o.fixed_step == 0, measures = MeasuresErrors(o);
  visit({"", "integrator"}, o.kind);
  visit({"", "tolerance", kPositive}, o.tolerance);
  visit({"", "angle_tolerance", kPositive}, o.angle_tolerance);
  visit({"", "relative_tolerance", kNotNegative}, o.relative_tolerance);
  visit({"", "step_fraction", {.low = 0, .high = 1, .above = true}}, o.step_fraction);
  visit({"", "initial_step", kNotNegative, is_variable, kVariableSteps}, o.initial_step);
  visit({"", "max_step", kPositive, is_variable, kVariableSteps}, o.max_step);
  visit({"", "min_step", kNotNegative, is_variable, kVariableSteps}, o.min_step);
  visit({"", "max_steps", {.low = 0, .high = 1e12}}, o.max_steps);
  visit({"", "error_test", {}, measures, kVariableSteps}, o.error_test);
  visit({"",
         "velocity_factor",
         kPositive,
         measures && o.error_test == ErrorTest::scaled_velocities,
         measures ? "the error_test scaled_velocities" : kVariableSteps},
        o.velocity_factor);
  visit({"", "fixed_step", kNotNegative}, o.fixed_step);
}

/// Of what a step of BDF solves.
template <class Bdf, class Visit>
void VisitFormulation(Bdf& bdf, IntegratorKind integrator, const Visit& visit) {
  const FormulationKind kind = bdf.formulation;
  const bool invariants = kind == FormulationKind::projected_invariants,
             corrects = invariants || kind == FormulationKind::stabilized_index2 ||
                        kind == FormulationKind::state_space,
             baumgarte = kind == FormulationKind::baumgarte;
  visit({"bdf", "formulation", {}, integrator == IntegratorKind::bdf, "the integrator bdf"},
        bdf.formulation);
  visit({"bdf",
         "correction_direction",
         {},
         corrects,
         "the formulations stabilized_index2, projected_invariants and state_space"},
        bdf.correction_direction);
  visit({"bdf", "invariant_levels", {}, invariants, "the formulation projected_invariants"},
        bdf.invariant_levels);
  visit({"bdf", "baumgarte_rate", kPositive, baumgarte, "the formulation baumgarte"},
        bdf.baumgarte_rate);
}

template <class Options, class Visit>
void VisitBdfOptions(Options& o, const Visit& visit) {
  constexpr std::string_view splitting = "the formulation coordinate_splitting";
  auto& bdf = o.bdf;
  const bool is_variable = o.fixed_step == 0,
             splits = bdf.formulation == FormulationKind::coordinate_splitting,
             three_step = bdf.newton_system == NewtonSystem::three_step;
  visit({"bdf", "max_order", kOrder}, bdf.max_order);
  visit({"bdf", "filter_error", {}, is_variable, kVariableSteps}, bdf.filter_error);
  visit({"bdf", "cap_order", {}, is_variable, kVariableSteps}, bdf.cap_order);
  visit({"bdf", "project_error", {}, is_variable, kVariableSteps}, bdf.project_error);
  VisitFormulation(bdf, o.kind, visit);
  visit({"bdf", "iteration_matrix"}, bdf.iteration_matrix);
  visit({"bdf", "newton_system", {}, splits, splitting}, bdf.newton_system);
  visit({"bdf",
         "linear_solver",
         {},
         splits && three_step,
         splits ? "the newton_system three_step" : splitting},
        bdf.linear_solver);
  const bool bounded = bdf.newton_iterations > 0;
  constexpr std::string_view unbounded = "newton_iterations 0";
  visit({"bdf", "newton_tolerance", kPositive, !bounded, unbounded}, bdf.newton_tolerance);
  visit({"bdf", "max_newton_iterations", {.low = 1, .high = 1e4}, !bounded, unbounded},
        bdf.max_newton_iterations);
  visit({"bdf", "reuse_matrix", {}, !bounded, unbounded}, bdf.reuse_matrix);
  visit({"bdf", "newton_iterations", {.low = 0, .high = 100}, !is_variable, "fixed_step"},
        bdf.newton_iterations);
  visit({"bdf", "matrix_interval", {.low = 1, .high = 1e6}, bounded, "newton_iterations above 0"},
        bdf.matrix_interval);
}

template <class Options, class Visit>
void VisitExplicitOptions(Options& o, const Visit& visit) {
  constexpr std::string_view readers = "stabilized_levels other than none";
  auto& e = o.explicit_method;
  const bool stabilizes = e.stabilized_levels != StabilizedLevels::none;
  visit({"explicit", "method"}, e.method);
  visit({"explicit", "stabilized_levels"}, e.stabilized_levels);
  visit({"explicit", "stabilization_matrix", {}, stabilizes, readers}, e.stabilization_matrix);
  visit({"explicit", "stabilization_point", {}, stabilizes, readers}, e.stabilization_point);
  visit({"explicit", "stabilization_alpha", kPositive, stabilizes, readers}, e.stabilization_alpha);
}

}  // namespace internal

/// Calls visit(OptionField, value&) for every option of `o`, which may be const: the declaration
/// from which model files are read and options are checked.
template <class Options, class Visit>
void ForEachOption(Options&& o, const Visit& visit) {
  const auto field = [&](OptionField option, auto& value) {
    if (!ReadsGroup(o.kind, option.group)) {
      if (!option.readers.starts_with("the integrator")) option.readers = ReadersOf(option.group);
      option.is_read = false;
    }
    visit(option, value);
  };
  internal::VisitCommonOptions(o, field);
  internal::VisitBdfOptions(o, field);
  field({"adams", "max_order", internal::kOrder}, o.adams.max_order);
  internal::VisitExplicitOptions(o, field);
}

}  // namespace trunnion
