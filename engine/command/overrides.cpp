// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/overrides.hpp"

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/error.hpp"
#include "solvers/problem/option_checks.hpp"
#include "vehicle/tyre.hpp"

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

ModelFile ReadWithOverrides(const RunArguments& arguments) {
  Require(!arguments.vtk || !arguments.output.empty(),
          "--vtk: give the folder for results with --output");
  ModelFile file = ReadModelFile(arguments.model, vehicle::VehicleTypes());
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
