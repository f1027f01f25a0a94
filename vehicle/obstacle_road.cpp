// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/obstacle_road.hpp"

#include <numbers>

namespace trunnion::vehicle {

RoadHeight ObstacleRoad::At(double x, double y) const {
  RoadHeight at = road_->At(x, y);
  const double along = x - bump.begin;
  if (!(along > 0 && along < bump.length && y >= bump.right && y <= bump.left)) return at;
  const double wave = 2 * std::numbers::pi / bump.length;
  at.z += 0.5 * bump.height * (1 - std::cos(wave * along));
  at.dz_dx += 0.5 * bump.height * wave * std::sin(wave * along);
  return at;
}

}  // namespace trunnion::vehicle
