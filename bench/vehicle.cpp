// SPDX-License-Identifier: BSD-3-Clause
//
// The double lane change of the cars in models/vehicle/: steps and times by the correction of the
// Newton iteration and by the stiffness of the bushings.
//
//     vehicle --tolerance 1e-4 --json vehicle.json
//
// Times are those of the processor, on one thread, the shortest of --repeat runs.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/results/result_files.hpp"
#include "vehicle/drive_rig.hpp"
#include "vehicle/vehicle_types.hpp"

namespace {

using namespace trunnion;
using Json = nlohmann::json;

struct Arguments {
  double tolerance = 1e-4;
  int repeat = 3;
  std::filesystem::path json;
};

struct Case {
  std::string model;
  double scale = 0;  // of the bushings; 0: there are none
  std::string correction;
  IterationMatrix matrix;
};

double FigureOf(const vehicle::DriveReport& report, const std::string& name) {
  for (const vehicle::DriveFigure& figure : report.figures)
    if (figure.name == name) return figure.value;
  return 0;
}

vehicle::DriveReport RunOnce(const Case& c, const Arguments& arguments) {
  const auto parts = std::make_shared<vehicle::VehicleParts>();
  std::map<std::string, double> set;
  if (c.scale > 0) set["scale"] = c.scale;
  const ModelFile file = ReadModelFile(
      TRUNNION_SOURCE_DIR "/models/vehicle/" + c.model, vehicle::VehicleTypes(parts), set);
  vehicle::DriveOptions options;
  options.manoeuvre.tolerance = arguments.tolerance;
  options.simulation.integrator.bdf.iteration_matrix = c.matrix;
  return vehicle::RunManoeuvre(file.model, parts->vehicles.front(), options);
}

/// The fastest run; a failure is a result, too.
Json Measure(const Case& c, const Arguments& arguments) {
  Json result{{"model", c.model}, {"scale", c.scale}, {"correction", c.correction}};
  double seconds = 0;
  try {
    for (int i = 0; i < arguments.repeat; ++i) {
      const vehicle::DriveReport report = RunOnce(c, arguments);
      const double time = FigureOf(report, "computing time");
      seconds = i == 0 ? time : std::min(seconds, time);
      result["steps"] = FigureOf(report, "steps");
      result["iterations"] = FigureOf(report, "iterations");
      result["factorizations"] = FigureOf(report, "factorizations");
      result["lateral_acceleration"] = FigureOf(report, "largest lateral acceleration");
    }
    result["seconds"] = seconds;
    result["times_real_time"] = 10 / seconds;
  } catch (const SolverError& error) {
    result["failure"] = error.what();
  }
  return result;
}

void PrintRow(const Json& r) {
  const auto model = r["model"].get<std::string>(), correction = r["correction"].get<std::string>();
  std::printf(
      "| %-18s | %5.1f | %-7s |", model.c_str(), r["scale"].get<double>(), correction.c_str());
  if (r.contains("failure"))
    std::printf(" failed: %s |\n", r["failure"].get<std::string>().c_str());
  else
    std::printf(" %5.0f | %6.0f | %5.0f | %6.2f | %5.1f |\n",
                r["steps"].get<double>(),
                r["iterations"].get<double>(),
                r["factorizations"].get<double>(),
                r["seconds"].get<double>(),
                r["times_real_time"].get<double>());
  std::fflush(stdout);
}

void Run(const Arguments& arguments) {
  const std::pair<const char*, IterationMatrix> corrections[] = {
      {"cs", IterationMatrix::cs},
      {"cm", IterationMatrix::cm},
      {"lagged", IterationMatrix::lagged}};
  std::printf(
      "| model | scale | correction | steps | iterations | factorizations | CPU [s] | times real "
      "time |\n|---|---|---|---|---|---|---|---|\n");
  Json all = Json::array();
  for (const double scale : {0.0, 0.3, 1.0, 3.0})
    for (const auto& [name, matrix] : corrections) {
      const Case c{scale > 0 ? "car_bushings.json" : "car.json", scale, name, matrix};
      all.push_back(Measure(c, arguments));
      PrintRow(all.back());
    }
  if (arguments.json.empty()) return;
  FileTransaction files;
  WriteText(arguments.json,
            Json{{"tolerance", arguments.tolerance}, {"runs", all}}.dump(2) + "\n",
            files);
  files.Commit();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A car through the double lane change, docs/driving.md", "vehicle");
  Arguments arguments;
  app.add_option("--tolerance", arguments.tolerance, "[m]")->check(CLI::Range(1e-10, 1.0));
  app.add_option("--repeat", arguments.repeat, "runs of a case")->check(CLI::Range(1, 100));
  app.add_option("--json", arguments.json, "result as a JSON file");
  CLI11_PARSE(app, argc, argv);
  try {
    Run(arguments);
  } catch (const Error& error) {
    std::fprintf(stderr, "vehicle: %s\n", error.what());
    return 2;
  }
  return 0;
}
