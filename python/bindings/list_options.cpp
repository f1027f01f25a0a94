// SPDX-License-Identifier: BSD-3-Clause
#include <map>

#include "python/bindings/descriptions.hpp"
#include "python/bindings/event_object.hpp"
#include "python/bindings/fields.hpp"
#include "python/bindings/simulation_object.hpp"
#include "solvers/problem/option_fields.hpp"

/// Fields of options.
namespace trunnion::python {

template <>
struct Convert<std::function<double(const Simulation&)>> {
  static std::function<double(const Simulation&)> From(py::handle v, const std::string& label) {
    return ToStateFunction(v, label);
  }
  static std::string Type() { return "Callable[[State], float]"; }
  static std::string Show(const std::function<double(const Simulation&)>&) { return "None"; }
};
template <>
struct Convert<std::function<void(EventActions&)>> {
  static std::function<void(EventActions&)> From(py::handle v, const std::string& label) {
    return ToAction(v, label);
  }
  static std::string Type() { return "Callable[[EventActions], None] | None"; }
  static std::string Show(const std::function<void(EventActions&)>&) { return "None"; }
};
template <>
struct Convert<Signal> : ConvertObject<Signal> {};

namespace {

const char* MeaningOf(std::string_view name) {
  static const std::map<std::string_view, const char*> meanings{
      {"integrator", "bdf, adams, explicit or automatic"},
      {"tolerance", "goal for the error of a whole run, lengths [m]"},
      {"angle_tolerance", "the same for angles [rad]; 0: the same number"},
      {"relative_tolerance", "relative part of the tolerance"},
      {"step_fraction", "share of the tolerance that one step may err by"},
      {"initial_step", "[s]; 0: chosen"},
      {"max_step", "[s]"},
      {"min_step", "[s]; 0: chosen"},
      {"max_steps", "of one run; 0: no limit"},
      {"error_test", "positions, scaled_velocities or velocities"},
      {"velocity_factor", "weight of velocities in the error test"},
      {"fixed_step", "constant step [s]; 0: chosen by the error"}};
  const auto found = meanings.find(name);
  return found == meanings.end() ? "see docs/formulations.md" : found->second;
}

/// Names of model files, and those of the C++ fields where they differ.
std::string FieldName(std::string_view name) {
  if (name == "integrator") return "kind";
  return std::string(name == "explicit" ? "explicit_method" : name);
}

void ReadGroup(const Fields& f, const char* group, std::string_view own, IntegratorOptions& x) {
  if (!f.Has(group)) return;
  const py::object given = f.Get(group);
  if (!py::isinstance<py::dict>(given)) FailType(f.Label(group), "a dict", given);
  const py::dict dict = given;
  Fields fields(f.Label(group), dict);
  ForEachOption(x, [&](const OptionField& field, auto& value) {
    if (field.group == own) fields(std::string(field.name).c_str(), value, "");
  });
  fields.RequireKnown();
}

}  // namespace

void List(Fields& f, IntegratorOptions& x) {
  ForEachOption(x, [&](const OptionField& field, auto& value) {
    if (field.group.empty()) f(FieldName(field.name).c_str(), value, MeaningOf(field.name));
  });
  for (const char* group : {"bdf", "adams", "explicit"}) {
    const std::string name = FieldName(group);
    ReadGroup(f, name.c_str(), group, x);
    f.Special(
        name.c_str(), "dict[str, Any]", "{}", "options of this method, see docs/formulations.md");
  }
}

void List(Fields& f, UserEvent& x) {
  f("name", x.name, "not empty, and unique");
  f("function", x.function, "of the State; the event is where it crosses zero");
  f("direction", x.direction, "of the crossing: rising, falling or either");
  f("time", x.time, "[s], in place of a function");
  f("once", x.once, "only the first crossing counts");
  f("action", x.action, "called with EventActions when it happens");
}

void List(Fields& f, SimulationOptions& x) {
  f("integrator", x.integrator, "dict of kind, tolerance, max_step, bdf, ...: IntegratorOptions");
  f("start_time", x.start_time, "[s]");
  f("threads", x.threads, "0: as many as the machine has; results do not depend on it");
  f("serial", x.serial, "one thread, without the task scheduler: fastest for small models");
  f("strict", x.strict, "any redundant constraint is an error");
  f("project_velocities", x.project_velocities, "inconsistent initial velocities are changed");
  f("energy_balance",
    x.energy_balance,
    "statistics contain where energy has come from and gone to");
  f("events", x.events, "list of dicts of name, function, direction, time, once, action");
}

void List(Fields& f, StaticOptions& x) {
  f("tolerance", x.tolerance, "largest component of the last Newton step [m or rad]");
  f("max_iterations", x.max_iterations, "of Newton's method");
  f("max_relaxations", x.max_relaxations, "steps of the relaxation that takes over");
}

void List(Fields& f, LoadStepOptions& x) {
  f("tolerance", x.tolerance, "of the last Newton step [m or rad]");
  f("max_iterations", x.max_iterations, "of a step; more: the step is halved");
  f("wanted_iterations", x.wanted_iterations, "fewer: the next step is longer");
  f("first_step", x.first_step, "share of the way, above 0");
  f("largest_step", x.largest_step, "share of the way, above 0");
  f("smallest_step", x.smallest_step, "share of the way, above 0");
}

void List(Fields& f, LinearModelOptions& x) {
  f("axes", x.axes, "body, world or rotor: the axes that increments are seen in");
  f("damping", x.damping, "False: velocity-dependent forces count as zero");
  f("inputs", x.inputs, "loads, motors, springs, stops");
  f("outputs", x.outputs, "signals");
}

void List(Fields& f, ModeOptions& x) {
  f("axes", x.axes, "body, world or rotor: the axes that increments are seen in");
  f("damping", x.damping, "False: velocity-dependent forces count as zero");
  f("count", x.count, "most modes; 0: all (with `near`: 10)");
  f("near", x.near, "[Hz]: only modes nearest to it");
}

}  // namespace trunnion::python
