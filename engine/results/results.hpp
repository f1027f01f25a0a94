// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// One column of results.
struct ResultColumn {
  std::string name;         ///< "chassis.z", "hinge.angle"
  std::string unit;         ///< "m", "Nm", "m/s^2", ...; "1" for pure numbers
  std::string description;  ///< what it is, with frame and point
};

/// Columns that belong together; rows are output times, the first column is the time.
struct ResultTable {
  std::string name;  ///< "bodies", "joints", "forces", "signals", "energy"
  std::vector<ResultColumn> columns;
  MatrixXd values;  ///< rows × columns
  /// Numbers of all nodes of a mesh: files keep them in HDF5 alone and in single precision.
  bool nodal = false;
};

/// What a run recorded. What the columns mean, frames and units: docs/results.md.
struct Results {
  VectorXd time;  ///< output times [s]
  std::vector<ResultTable> tables;
  /// Further facts for the file: name and value, e.g. {"model", "corner"}, in this order.
  std::vector<std::pair<std::string, std::string>> metadata;
  /// Counters and times of the integration, by name.
  std::vector<std::pair<std::string, double>> statistics;
  /// JSON texts by name: "scene" (engine/recorder/scene.hpp), "eigenmodes" (MakeModesJson).
  std::vector<std::pair<std::string, std::string>> documents;

  /// Values over time of the column `name`, or "<table>/<name>" where two tables have the name; of
  /// a node that is in `bodies`, too, those there.
  /// @throws ModelError if there is no such column, or several.
  VectorXd column(std::string_view name) const;
  /// @throws ModelError if there is no such table.
  const ResultTable& table(std::string_view name) const;
  /// Empty if there is none of this name.
  std::string document(std::string_view name) const;
};

}  // namespace trunnion
