// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "engine/import/adams/import.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/measures.hpp"
#include "engine/simulation/simulation.hpp"

/// Models of datasets, and tables to compare them with.
namespace trunnion::adams {

using Json = nlohmann::ordered_json;
constexpr double kPi = std::numbers::pi;

/// The model file that a dataset becomes.
inline Json Import(const std::string& text) { return ImportAdams(text, "x.adm").model; }
inline ModelFile Parse(const std::string& text) { return ParseModel(text, "x.adm"); }

inline std::string ImportErrorOf(const std::string& text) {
  try {
    (void)Import(text);
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

/// A dataset as a model file that runs.
struct ImportedRun {
  ModelFile file;
  System system;
  Simulation run;

  explicit ImportedRun(ModelFile from, double tolerance = 1e-10)
      : file(std::move(from)),
        system(file.model.Compile()),
        run(system, {.integrator = {.tolerance = tolerance}, .threads = 1}) {}

  double Output(const std::string& name) const {
    for (const Signal& signal : file.signals)
      if (signal.name == name) return signal.evaluate(run);
    throw ModelError("there is no output " + name);
  }
  FrameMotion MotionOf(const std::string& marker) const {
    return CalcFrameMotion(run, *file.model.FindMarker(marker), {}, true);
  }
};

/// The text below a title and the units kg, m, N, s, with the ground, MARKER/1 on it, and PART/2
/// with mass 1 and moments 1, 2, 2.5 about MARKER/2, which is where it is drawn.
inline std::string OneBody(const std::string& text, const std::string& part = "") {
  return "title\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\n"
         "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,2,2.5" +
         part + "\nMARKER/2, PART=2\n" + text;
}

using Table = std::map<std::string, std::vector<double>>;

/// The rows of a CSV file by the names of its columns.
inline Table ReadTable(const std::string& path) {
  std::ifstream file(path);
  std::string line, cell;
  std::getline(file, line);
  std::vector<std::string> names;
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) names.push_back(cell);
  Table table;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    for (const auto& column : names) {
      std::getline(cells, cell, ',');
      table[column].push_back(std::stod(cell));
    }
  }
  return table;
}

}  // namespace trunnion::adams
