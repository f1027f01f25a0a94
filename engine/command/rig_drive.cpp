// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <string>

#include "engine/command/commands.hpp"
#include "engine/command/overrides.hpp"
#include "engine/command/rig_commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/model_file/model_file.hpp"
#include "vehicle/drive_page.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::command {
namespace {

/// The vehicle of that name, or the only one.
const vehicle::VehicleHandles& ChooseVehicle(const vehicle::VehicleParts& parts,
                                             const std::string& name,
                                             const std::string& model) {
  std::string known;
  for (const vehicle::VehicleHandles& found : parts.vehicles) {
    if (name.empty() ? parts.vehicles.size() == 1 : found.name == name) return found;
    known += (known.empty() ? "'" : ", '") + found.name + "'";
  }
  throw ModelError("'" + model + "': " +
                   (known.empty()  ? "it has no section 'vehicles'; the rig needs one"
                    : name.empty() ? "it has several vehicles; give --vehicle, of " + known
                                   : "it has no vehicle '" + name + "'; it has " + known));
}

}  // namespace

int RigDrive(const RigDriveArguments& arguments) {
  const auto parts = std::make_shared<vehicle::VehicleParts>();
  const ModelFile file =
      ReadModelFile(arguments.model, vehicle::VehicleTypes(parts), ReadAssignments(arguments.set));
  const auto& chosen = ChooseVehicle(*parts, arguments.vehicle, arguments.model.string());
  vehicle::DriveOptions options = arguments.options;
  for (const auto& [name, manoeuvre] : vehicle::ManoeuvreNames())
    if (name == arguments.manoeuvre) options.manoeuvre.manoeuvre = manoeuvre;
  vehicle::DriveReport report;
  try {
    report = vehicle::RunManoeuvre(file.model, chosen, options);
  } catch (const SolverError& error) {
    Tell(error.what());
    return kRunFailed;
  }
  std::filesystem::path folder = arguments.output;
  if (folder.empty()) folder = arguments.model.stem().string() + "_" + arguments.manoeuvre;
  vehicle::WriteDriveReport(report, folder);
  for (const std::string& warning : report.warnings) Tell("warning: " + warning);
  Print("{}\n", (folder / "drive.html").string());
  for (const vehicle::DriveFigure& figure : report.figures)
    Print("{:<38}{:>14.6g}  {}\n", figure.name, figure.value, figure.unit);
  return kDone;
}

}  // namespace trunnion::command
