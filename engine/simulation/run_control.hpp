// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

namespace trunnion {

/// How to follow a run that may be long, and end it early.
struct RunControl {
  std::function<void(double t)> progress{};  ///< called after each sample with the time reached
  std::function<bool()> stop{};  ///< asked after each step and sample; true ends the run there
};

}  // namespace trunnion
