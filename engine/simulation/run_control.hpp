// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace trunnion {

class Partner;

/// How to follow a run that may be long, and end it early.
struct RunControl {
  std::function<void(double t)> progress{};  ///< called after each sample with the time reached
  std::function<bool()> stop{};  ///< asked after each step and sample; true ends the run there
  std::function<void()> after_step{};  ///< called between steps, where the run can be saved
  /// What runs beside the model, and must outlive the run; null: nothing.
  Partner* partner = nullptr;
  /// The run goes on from a checkpoint: the Recorder holds the outputs so far already.
  bool resumed = false;
};

}  // namespace trunnion
