// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <trunnion/elements.hpp>
#include <trunnion/math.hpp>

namespace trunnion::vehicle {

/// Torque of an engine over its throttle and speed, bilinear between points and constant beyond the
/// ends.
struct EngineMap {
  std::vector<double> speeds{};     ///< [rad/s], rising, at least two
  std::vector<double> throttles{};  ///< from 0, closed, to 1, open; rising
  /// [N·m], a row for each throttle, rising with it; ≤ 0 in the first: what the engine brakes with.
  std::vector<std::vector<double>> torques{};

  double largest_torque() const;
  /// @throws ModelError naming `label`.
  void RequireValid(const std::string& label) const;

  template <class S>
  S Torque(double throttle, const S& speed) const {
    std::size_t k = 1, i = 1;
    while (k + 1 < speeds.size() && speeds[k] < PlainValue(speed)) ++k;
    while (i + 1 < throttles.size() && throttles[i] < throttle) ++i;
    const double span = speeds[k] - speeds[k - 1];
    S part = (speed - speeds[k - 1]) / span;
    if (PlainValue(part) <= 0) part = S(0.0);
    if (PlainValue(part) >= 1) part = S(1.0);
    const auto along = [&](const std::vector<double>& row) {
      return row[k - 1] + part * (row[k] - row[k - 1]);
    };
    const double opening =
        (std::clamp(throttle, 0.0, 1.0) - throttles[i - 1]) / (throttles[i] - throttles[i - 1]);
    return (1 - opening) * along(torques[i - 1]) + opening * along(torques[i]);
  }
};

}  // namespace trunnion::vehicle
