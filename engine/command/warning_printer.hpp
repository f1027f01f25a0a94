// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/command/terminal.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion::command {

/// What the files of meshes say and the model does not have.
std::vector<std::string> ListMeshDoubts(const System& system);

/// Prints the warnings there are, each once, and at its end those that have come since.
class WarningPrinter {
 public:
  explicit WarningPrinter(const Simulation& simulation, const std::vector<std::string>& more = {})
      : simulation_(simulation) {
    Print(simulation.warnings());
    Print(more);
    Print(ListMeshDoubts(simulation.system()));
  }
  ~WarningPrinter() { Print(simulation_.warnings()); }
  WarningPrinter(const WarningPrinter&) = delete;
  WarningPrinter& operator=(const WarningPrinter&) = delete;

  void Print(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings)
      if (shown_.insert(warning).second) Tell("warning: " + warning);
  }
  std::size_t count() const { return shown_.size(); }

 private:
  const Simulation& simulation_;
  std::set<std::string> shown_;
};

}  // namespace trunnion::command
