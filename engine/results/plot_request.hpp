// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace trunnion {

/// A diagram of signals over time, as a model file asks for it.
struct PlotRequest {
  struct Curve {
    std::string signal;  ///< name of a Signal
    std::string label;   ///< in the legend; empty: the name of the signal
  };
  std::string title;
  std::string y_label;  ///< with its unit, e.g. "travel [m]"
  std::vector<Curve> curves;
};

}  // namespace trunnion
