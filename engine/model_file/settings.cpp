// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/reading.hpp"
#include "solvers/problem/formulation_names.hpp"

namespace trunnion::model_file {
namespace {

constexpr double kMaxOutputs = 1e7;

void ReadPositive(const Entry& object, const std::string& key, double& out) {
  const auto entry = object.Find(key);
  if (!entry) return;
  out = entry->Number();
  if (!(out > 0)) entry->Fail("the number must be greater than 0");
}

void ReadNonNegative(const Entry& object, const std::string& key, double& out) {
  const auto entry = object.Find(key);
  if (!entry) return;
  out = entry->Number();
  if (out < 0) entry->Fail("the number must not be negative");
}

template <class Integer>
void ReadRange(const Entry& object, const std::string& key, long low, long high, Integer& out) {
  const auto entry = object.Find(key);
  if (!entry) return;
  const long value = entry->Integer();
  if (value < low || value > high) {
    entry->Fail("the number must lie between " + std::to_string(low) + " and " +
                std::to_string(high));
  }
  out = static_cast<Integer>(value);
}

void ReadChoices(const Entry& run, IntegratorOptions& options) {
  Into(run, "error_test", options.error_test, [](const Entry& e) {
    return ReadChoice<ErrorTest>(e,
                                 {{"positions", ErrorTest::positions},
                                  {"scaled_velocities", ErrorTest::scaled_velocities},
                                  {"velocities", ErrorTest::velocities}});
  });
  Into(run, "iteration_matrix", options.iteration_matrix, [](const Entry& e) {
    return ReadChoice<IterationMatrix>(e,
                                       {{"cs", IterationMatrix::cs},
                                        {"cm", IterationMatrix::cm},
                                        {"lagged", IterationMatrix::lagged}});
  });
  Into(run, "newton_system", options.newton_system, [](const Entry& e) {
    return ReadChoice<NewtonSystem>(
        e, {{"three_step", NewtonSystem::three_step}, {"one_shot", NewtonSystem::one_shot}});
  });
  Into(run, "linear_solver", options.linear_solver, [](const Entry& e) {
    return ReadChoice<LinearSolverKind>(e, kLinearSolverNames);
  });
}

void ReadFormulation(const Entry& run, IntegratorOptions& options) {
  Into(run, "formulation", options.formulation, [](const Entry& e) {
    return ReadChoice<FormulationKind>(e, kFormulationNames);
  });
  Into(run, "correction_direction", options.correction_direction, [](const Entry& e) {
    return ReadChoice<CorrectionDirection>(
        e,
        {{"metric", CorrectionDirection::metric},
         {"inverse_mass", CorrectionDirection::inverse_mass},
         {"dependent_coordinates", CorrectionDirection::dependent_coordinates}});
  });
  Into(run, "invariant_levels", options.invariant_levels, [](const Entry& e) {
    return ReadChoice<InvariantLevels>(e,
                                       {{"positions", InvariantLevels::positions},
                                        {"both", InvariantLevels::both},
                                        {"coupled", InvariantLevels::coupled}});
  });
  ReadPositive(run, "baumgarte_rate", options.baumgarte_rate);
}

void ReadExplicit(const Entry& run, ExplicitOptions& options) {
  Into(run, "explicit_method", options.method, [](const Entry& e) {
    return ReadChoice<ExplicitMethod>(e,
                                      {{"dormand_prince", ExplicitMethod::dormand_prince},
                                       {"runge_kutta4", ExplicitMethod::runge_kutta4},
                                       {"midpoint", ExplicitMethod::midpoint},
                                       {"forward_euler", ExplicitMethod::forward_euler},
                                       {"adams_bashforth", ExplicitMethod::adams_bashforth},
                                       {"half_explicit", ExplicitMethod::half_explicit}});
  });
  Into(run, "stabilized_levels", options.levels, [](const Entry& e) {
    return ReadChoice<StabilizedLevels>(e,
                                        {{"both", StabilizedLevels::both},
                                         {"position", StabilizedLevels::position},
                                         {"velocity", StabilizedLevels::velocity},
                                         {"none", StabilizedLevels::none}});
  });
  Into(run, "stabilization_matrix", options.matrix, [](const Entry& e) {
    return ReadChoice<StabilizationMatrix>(e,
                                           {{"decoupled", StabilizationMatrix::decoupled},
                                            {"coupled", StabilizationMatrix::coupled},
                                            {"transpose", StabilizationMatrix::transpose}});
  });
  Into(run, "stabilization_point", options.point, [](const Entry& e) {
    return ReadChoice<StabilizationPoint>(
        e, {{"end", StabilizationPoint::end}, {"start", StabilizationPoint::start}});
  });
  ReadPositive(run, "stabilization_alpha", options.alpha);
}

void ReadIntegrator(const Entry& run, IntegratorOptions& options) {
  ReadPositive(run, "tolerance", options.tolerance);
  ReadPositive(run, "angle_tolerance", options.angle_tolerance);
  ReadNonNegative(run, "relative_tolerance", options.relative_tolerance);
  ReadPositive(run, "step_fraction", options.step_fraction);
  ReadRange(run, "max_order", 1, 5, options.max_order);
  ReadNonNegative(run, "initial_step", options.initial_step);
  ReadPositive(run, "max_step", options.max_step);
  ReadNonNegative(run, "min_step", options.min_step);
  ReadRange(run, "max_steps", 0, 1'000'000'000'000, options.max_steps);
  ReadPositive(run, "velocity_factor", options.velocity_factor);
  Into(run, "filter_error", options.filter_error);
  Into(run, "cap_order", options.cap_order);
  Into(run, "project_error", options.project_error);
  Into(run, "reuse_matrix", options.reuse_matrix);
  ReadPositive(run, "newton_tolerance", options.newton_tolerance);
  ReadRange(run, "max_newton_iterations", 1, 100, options.max_newton_iterations);
  ReadNonNegative(run, "fixed_step", options.fixed_step);
  ReadChoices(run, options);
  ReadFormulation(run, options);
  ReadExplicit(run, options.explicit_options);
}

void RequireRunKeys(const Entry& run) {
  run.RequireKeys({"until",
                   "output_interval",
                   "strict",
                   "tolerance",
                   "angle_tolerance",
                   "relative_tolerance",
                   "step_fraction",
                   "max_order",
                   "initial_step",
                   "max_step",
                   "min_step",
                   "max_steps",
                   "error_test",
                   "velocity_factor",
                   "filter_error",
                   "cap_order",
                   "project_error",
                   "reuse_matrix",
                   "formulation",
                   "correction_direction",
                   "invariant_levels",
                   "baumgarte_rate",
                   "explicit_method",
                   "stabilized_levels",
                   "stabilization_matrix",
                   "stabilization_point",
                   "stabilization_alpha",
                   "iteration_matrix",
                   "newton_system",
                   "linear_solver",
                   "newton_tolerance",
                   "max_newton_iterations",
                   "fixed_step"});
}

}  // namespace

void ReadRun(Reading& reading, const Entry& run) {
  RequireRunKeys(run);
  RunSettings& settings = reading.file.run;
  ReadPositive(run, "until", settings.until);
  ReadPositive(run, "output_interval", settings.output_interval);
  Into(run, "strict", settings.strict);
  ReadIntegrator(run, settings.integrator);
  if (!(settings.until / settings.output_interval <= kMaxOutputs))
    run.Fail("more than 1e7 outputs; choose a longer output_interval or a shorter until");
}

void ReadPlots(Reading& reading, const Entry& list) {
  for (const Entry& entry : list.Items()) {
    entry.RequireKeys({"title", "y_label", "curves"});
    PlotRequest plot;
    Into(entry, "title", plot.title);
    Into(entry, "y_label", plot.y_label);
    for (const Entry& item : entry.At("curves").Items()) {
      item.RequireKeys({"output", "label"});
      const Entry output = item.At("output");
      const std::string name = output.Text();
      bool known = false;
      for (const std::string& candidate : reading.output_names) known |= candidate == name;
      if (!known)
        output.Fail("unknown output '" + name + "'; list it in /outputs" +
                    Suggest(name, reading.output_names));
      plot.curves.push_back({name, {}});
      Into(item, "label", plot.curves.back().label);
    }
    reading.file.plots.push_back(std::move(plot));
  }
}

}  // namespace trunnion::model_file
