// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/overrides.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/error.hpp"
#include "engine/core/expression.hpp"
#include "solvers/problem/option_checks.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::command {
namespace {

/// Gives `target` the value of a command line option, which the method must read.
template <class T>
void Override(const std::optional<T>& value,
              const std::string& option,
              std::string_view name,
              const IntegratorOptions& options,
              T& target) {
  if (!value) return;
  const std::string readers = DescribeReaders(options, "bdf", name);
  Require(readers.empty(),
          option + " is read by " + readers + " only; leave it out, or choose that");
  target = *value;
}

}  // namespace

std::map<std::string, double> ReadAssignments(const std::vector<std::string>& texts) {
  std::map<std::string, double> values;
  for (const std::string& text : texts) {
    const std::size_t sign = text.find('=');
    Require(sign != std::string::npos && sign > 0,
            "--set " + text + ": give a parameter and its value, as in --set k=3e4");
    double value = 0;
    try {
      value = Expression(std::string_view(text).substr(sign + 1))();
    } catch (const ModelError& error) {
      throw ModelError("--set " + text + ": the value, " + error.what());
    }
    Require(std::isfinite(value), "--set " + text + ": the value is not finite");
    Require(values.emplace(text.substr(0, sign), value).second,
            "--set " + text + ": this parameter is set twice; give one value");
  }
  return values;
}

ModelFile ReadWithOverrides(const RunArguments& arguments) {
  Require(!arguments.vtk || !arguments.output.empty(),
          "--vtk: give the folder for results with --output");
  ModelFile file =
      ReadModelFile(arguments.model, vehicle::VehicleTypes(), ReadAssignments(arguments.set));
  RunSettings& run = file.run;
  run.until = arguments.until.value_or(run.until);
  run.output_interval = arguments.interval.value_or(run.output_interval);
  IntegratorOptions& options = run.integrator;
  options.tolerance = arguments.tolerance.value_or(options.tolerance);
  options.kind = arguments.integrator.value_or(options.kind);
  BdfOptions& bdf = options.bdf;
  Override(arguments.formulation, "--formulation", "formulation", options, bdf.formulation);
  Override(arguments.linear_solver, "--linear-solver", "linear_solver", options, bdf.linear_solver);
  if (arguments.tolerance) options.angle_tolerance = 0;  // the same number
  run.strict = run.strict || arguments.strict;
  return file;
}

}  // namespace trunnion::command
