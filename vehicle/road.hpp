// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <trunnion/math.hpp>

namespace trunnion::vehicle {

/// Height of a road at a point of the plane, and its slopes.
struct RoadHeight {
  double z = std::numeric_limits<double>::quiet_NaN();  ///< [m], world; NaN: no road there
  double dz_dx = 0, dz_dy = 0;                          ///< [-]

  bool exists() const { return !std::isnan(z); }
  /// Unit normal, upward, world.
  Vec3 normal() const { return Vec3(-dz_dx, -dz_dy, 1).normalized(); }
};

/// A road: a height over the plane z = 0 of the world. Continuous where it exists; slopes are the
/// exact derivatives of the height, one-sided where it has an edge. Const and free of state: any
/// number of threads may ask at once.
class Road {
 public:
  virtual ~Road() = default;
  /// @param x, y  [m], world
  virtual RoadHeight At(double x, double y) const = 0;
};

/// z = z₀ + sx (x − x₀) + sy (y − y₀).
class PlaneRoad final : public Road {
 public:
  /// Through `point` [m]. @param normal  upward, any length. @throws ModelError if it is not
  /// upward.
  explicit PlaneRoad(const Vec3& point = Vec3::Zero(), const Vec3& normal = Vec3::UnitZ());
  RoadHeight At(double x, double y) const override;

 private:
  Vec3 point_;
  double sx_, sy_;
};

/// A height by a function of one's own, which must be pure: z [m], ∂z/∂x, ∂z/∂y at x, y [m].
class HeightRoad final : public Road {
 public:
  using Function = std::function<RoadHeight(double x, double y)>;
  /// @throws ModelError if there is no function.
  explicit HeightRoad(Function height);
  RoadHeight At(double x, double y) const override { return height_(x, y); }

 private:
  Function height_;
};

}  // namespace trunnion::vehicle
