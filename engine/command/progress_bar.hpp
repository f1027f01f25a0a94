// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>

namespace trunnion::command {

/// A bar on stderr, if that is a terminal; nothing otherwise.
class ProgressBar {
 public:
  /// From time `begin` to `end` [s] of the simulation.
  ProgressBar(double begin, double end, bool wanted);
  ~ProgressBar();  // wipes the bar
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Redraws at most ten times a second.
  void Show(double t);

 private:
  double begin_, end_;
  bool active_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace trunnion::command
