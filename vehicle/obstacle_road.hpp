// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include "vehicle/road.hpp"

namespace trunnion::vehicle {

/// A bump across a road, of the shape height (1 − cos(2π (x − begin)/length))/2.
struct Bump {
  double begin = 0;   ///< x [m]
  double length = 1;  ///< [m], > 0
  double height = 0;  ///< [m]
  /// Between these y [m].
  double right = -1e9, left = 1e9;
};

/// A road with a bump on it, which may be set until a model is compiled.
class ObstacleRoad final : public Road {
 public:
  /// @param road  null: the plane z = 0.
  explicit ObstacleRoad(std::shared_ptr<const Road> road)
      : road_(road ? std::move(road) : std::make_shared<const PlaneRoad>()) {}
  RoadHeight At(double x, double y) const override;

  Bump bump{};

 private:
  std::shared_ptr<const Road> road_;
};

}  // namespace trunnion::vehicle
