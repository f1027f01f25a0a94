// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <string>

#include "engine/command/commands.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion::command {

/// How far a run is, on stderr: a bar if that is a terminal, or lines of JSON for scripts.
class Progress {
 public:
  struct Span {
    std::string name;   ///< of the analysis
    double begin, end;  ///< time of the simulation [s]
    bool integrates;    ///< has steps of the integrator
  };
  Progress(Span span, ProgressStyle style);
  ~Progress();  // wipes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Redraws the bar at most ten times a second, and writes a line at most twice a second and at
  /// the end.
  void Show(const Simulation& simulation);

 private:
  void DrawBar(const Simulation& simulation, double part, double elapsed) const;
  void WriteLine(const Simulation& simulation, double part, double elapsed) const;

  Span span_;
  ProgressStyle style_;
  std::chrono::steady_clock::time_point start_, next_{};
};

}  // namespace trunnion::command
