// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/engine_map.hpp"

#include <cmath>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

bool Rises(const std::vector<double>& x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]) || (i > 0 && !(x[i] > x[i - 1]))) return false;
  return x.size() >= 2;
}

}  // namespace

double EngineMap::largest_torque() const {
  return *std::max_element(torques.back().begin(), torques.back().end());
}

void EngineMap::RequireValid(const std::string& label) const {
  Require(Rises(speeds), label, "the engine needs at least two speeds, which rise");
  Require(Rises(throttles) && throttles.front() == 0 && throttles.back() == 1,
          label,
          "the throttles of the engine must rise from 0 to 1");
  Require(torques.size() == throttles.size(),
          label,
          "the engine needs a row of torques for each throttle");
  for (std::size_t i = 0; i < torques.size(); ++i) {
    Require(torques[i].size() == speeds.size(),
            label,
            "a row of torques of the engine needs a number for each speed");
    for (std::size_t k = 0; k < speeds.size(); ++k)
      Require(i == 0 ? torques[i][k] <= 0 : torques[i][k] > torques[i - 1][k],
              label,
              "torques of the engine must not be above 0 with closed throttle, and rise with the "
              "throttle at every speed");
  }
}

}  // namespace trunnion::vehicle
