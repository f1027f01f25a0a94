// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <trunnion/math.hpp>

namespace trunnion::vehicle {

using Vec2 = Eigen::Vector2d;

/// A path in the plane of the world, by its length s from the start: cubic between points that have
/// tangents, straight beyond the ends, or closed: then it goes on from its first point. Const and
/// free of state.
class Path {
 public:
  struct Point {
    Vec2 p = Vec2::Zero();         ///< [m]
    Vec2 tangent = Vec2::UnitX();  ///< any length > 0
  };
  struct Place {
    Vec2 p, tangent;       ///< [m]; unit
    double curvature = 0;  ///< + to the left [1/m]
  };

  /// @throws ModelError with fewer than two points, or two in one place.
  /// @param closed  it leads back from the last point to the first.
  explicit Path(std::vector<Point> points, bool closed = false);

  double length() const { return stations_.back(); }  ///< [m]
  const std::vector<Point>& points() const { return points_; }
  Place At(double s) const;
  /// Station of the nearest point, of several the first; < 0 or > length() beyond the ends.
  double Project(const Vec2& p) const;

 private:
  std::vector<Point> points_;
  std::vector<double> stations_;
  bool closed_;
};

/// Through points in the world; tangents by the parabola through three neighbours.
Path MakePathThrough(const std::vector<Vec2>& points);
/// A circle of `radius` [m], closed, from the origin along +x, to the left if `left`.
Path MakeCircle(double radius, bool left);

/// The double lane change of ISO 3888-1:1999, beginning at x = start, for a vehicle of a width.
/// Sections are 15, 30, 25, 25, 15, 15 m long; lanes are 1.1, 1.2, 1.3 and 1.3 times the width,
/// plus 0.25 m, wide in sections 1, 3, 5, 6, and the right edge of section 3 lies 3.5 m to the left
/// of that of section 1.
struct DoubleLaneChange {
  double start = 0;    ///< x of its first gate [m]
  double width = 1.8;  ///< of the vehicle [m]
  double overlap = 5;  ///< by which the wanted path leaves the straight inside of lanes [m]

  static constexpr double kLength = 125;  ///< [m]
  struct Lane {
    double begin, end;   ///< x [m]
    double right, left;  ///< y of its edges [m]
    double middle() const { return 0.5 * (right + left); }
  };
  /// Sections 1, 3 and 5 with 6.
  std::vector<Lane> Lanes() const;
  /// Along the middle of lanes, by polynomials of fifth degree between them.
  Path MakePath() const;
};

}  // namespace trunnion::vehicle
