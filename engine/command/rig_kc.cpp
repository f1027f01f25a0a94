// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <memory>
#include <string>

#include "engine/command/commands.hpp"
#include "engine/command/overrides.hpp"
#include "engine/command/rig_commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/model_file/model_file.hpp"
#include "vehicle/kc_page.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::command {
namespace {

/// The suspension of that name, or the only one.
const vehicle::FileSuspension& ChooseSuspension(const vehicle::VehicleParts& parts,
                                                const std::string& name,
                                                const std::string& model) {
  std::string known;
  for (const vehicle::FileSuspension& found : parts.suspensions) {
    const std::string& own = found.suspension.name;
    if (name.empty() ? parts.suspensions.size() == 1 : own == name) return found;
    known += (known.empty() ? "'" : ", '") + own + "'";
  }
  throw ModelError("'" + model + "': " +
                   (known.empty()  ? "it has no section 'suspensions'; the rig needs one"
                    : name.empty() ? "it has several suspensions; give --suspension, of " + known
                                   : "it has no suspension '" + name + "'; it has " + known));
}

}  // namespace

int RigKc(const RigKcArguments& arguments) {
  const auto parts = std::make_shared<vehicle::VehicleParts>();
  const ModelFile file =
      ReadModelFile(arguments.model, vehicle::VehicleTypes(parts), ReadAssignments(arguments.set));
  const auto& chosen = ChooseSuspension(*parts, arguments.suspension, arguments.model.string());
  vehicle::KcOptions options = arguments.options;
  options.rig.sides = chosen.sides;
  if (options.vehicle && options.vehicle->wheelbase > 0)
    options.vehicle->front = !arguments.rear;
  else
    options.vehicle.reset();
  vehicle::KcReport report;
  try {
    report = vehicle::RunKinematicsAndCompliance(chosen.suspension, options);
  } catch (const SolverError& error) {
    Tell(error.what());
    return kRunFailed;
  }
  const std::filesystem::path folder = !arguments.output.empty()
                                           ? arguments.output
                                           : std::filesystem::path(arguments.model.stem()) += "_kc";
  vehicle::WriteKcReport(report, folder);
  Print("{}\n", (folder / "kc.html").string());
  for (const vehicle::KcFigure& figure : report.figures) {
    std::string values;
    for (const double value : figure.values) values += fmt::format("{:>14.6g}", value);
    Print("{:<30}{:<14}{}\n", figure.name, figure.unit, values);
  }
  return kDone;
}

}  // namespace trunnion::command
