// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint tells models and options apart by.
#include <charconv>

#include "engine/simulation/checkpoint.hpp"

namespace trunnion::internal {
namespace {

class Facts {
 public:
  void Add(std::string_view fact) {
    text_ += fact;
    text_ += '\0';
  }
  void AddCount(const std::string& what, std::ptrdiff_t count) {
    Add(std::to_string(count) + " " + what);
  }
  /// With all digits.
  void AddOption(const std::string& name, double value) {
    char number[32];
    const auto end = std::to_chars(number, number + sizeof(number), value).ptr;
    Add("option " + name + " = " + std::string(number, end));
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void AddOption(const std::string& name, Enum value) {
    AddOption(name, static_cast<double>(value));
  }
  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

void AddBodies(const SystemParts& parts, Facts& facts) {
  for (const BodyInfo& body : parts.bodies) {
    const char* kind = body.kind == BodyKind::states ? "states of "
                       : IsPoint(body.kind)          ? "point "
                                                     : "body ";
    facts.Add(kind + ("'" + body.name + "'"));
    for (const StateInfo& state : body.states) facts.Add("state '" + state.name + "'");
  }
}

void AddElements(const SystemParts& parts, Facts& facts) {
  for (const auto& pool : parts.constraint_pools)
    for (int i = 0; i < pool->size(); ++i)
      facts.Add(pool->label(i) + " of " + std::to_string(pool->num_rows(i)) + " equations");
  for (const auto& pool : parts.force_pools)
    for (int i = 0; i < pool->size(); ++i)
      facts.Add(pool->label(i) + " (" + pool->Describe(i).type + ")");
}

void AddExplicit(const ExplicitOptions& o, Facts& facts) {
  facts.AddOption("explicit_method", o.method);
  facts.AddOption("stabilized_levels", o.levels);
  facts.AddOption("stabilization_matrix", o.matrix);
  facts.AddOption("stabilization_point", o.point);
  facts.AddOption("stabilization_alpha", o.alpha);
}

void AddErrorTest(const IntegratorOptions& o, Facts& facts) {
  facts.AddOption("tolerance", o.tolerance);
  facts.AddOption("angle_tolerance", o.angle_tolerance);
  facts.AddOption("step_fraction", o.step_fraction);
  facts.AddOption("relative_tolerance", o.relative_tolerance);
  facts.AddOption("error_test", o.error_test);
  facts.AddOption("velocity_factor", o.velocity_factor);
  facts.AddOption("filter_error", o.filter_error);
  facts.AddOption("cap_order", o.cap_order);
  facts.AddOption("project_error", o.project_error);
  facts.AddOption("test_error", o.test_error);
}

void AddSteps(const IntegratorOptions& o, Facts& facts) {
  facts.AddOption("max_order", o.max_order);
  facts.AddOption("initial_step", o.initial_step);
  facts.AddOption("max_step", o.max_step);
  facts.AddOption("min_step", o.min_step);
  facts.AddOption("fixed_step", o.fixed_step);
}

void AddNewton(const IntegratorOptions& o, Facts& facts) {
  facts.AddOption("iteration_matrix", o.iteration_matrix);
  facts.AddOption("newton_system", o.newton_system);
  facts.AddOption("linear_solver", o.linear_solver);
  facts.AddOption("newton_tolerance", o.newton_tolerance);
  facts.AddOption("max_newton_iterations", o.max_newton_iterations);
  facts.AddOption("reuse_matrix", o.reuse_matrix);
}

}  // namespace

/// Options that change no step, max_steps and threads, may be others.
std::string ListFacts(const System& system, const SimulationOptions& options) {
  Facts facts;
  AddBodies(system.parts(), facts);
  AddElements(system.parts(), facts);
  for (const UserEvent& event : options.events) facts.Add("event '" + event.name + "'");
  facts.AddCount("components of velocity", system.num_velocities());
  facts.AddCount("numbers of configuration", system.configuration_size());
  facts.AddCount("constraint equations", system.num_constraints());
  facts.AddCount("numbers that elements remember", system.memory_size());
  const IntegratorOptions& o = options.integrator;
  facts.AddOption("formulation", o.formulation);
  AddErrorTest(o, facts);
  AddSteps(o, facts);
  AddNewton(o, facts);
  facts.AddOption("correction_direction", o.correction_direction);
  facts.AddOption("invariant_levels", o.invariant_levels);
  facts.AddOption("baumgarte_rate", o.baumgarte_rate);
  AddExplicit(o.explicit_options, facts);
  return facts.Take();
}

}  // namespace trunnion::internal
