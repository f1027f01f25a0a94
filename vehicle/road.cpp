// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/road.hpp"

#include <trunnion/error.hpp>

namespace trunnion::vehicle {

PlaneRoad::PlaneRoad(const Vec3& point, const Vec3& normal) : point_(point) {
  Require(point.allFinite() && normal.allFinite() && normal.z() > 0,
          "plane road",
          "its normal must point upward, with a component z above 0, and its point be finite");
  sx_ = -normal.x() / normal.z();
  sy_ = -normal.y() / normal.z();
}

RoadHeight PlaneRoad::At(double x, double y) const {
  return {point_.z() + sx_ * (x - point_.x()) + sy_ * (y - point_.y()), sx_, sy_};
}

HeightRoad::HeightRoad(Function height) : height_(std::move(height)) {
  Require(height_ != nullptr, "road", "its height needs a function");
}

}  // namespace trunnion::vehicle
