// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <trunnion/elements.hpp>
#include <trunnion/math.hpp>

#include "vehicle/road.hpp"
#include "vehicle/slip.hpp"

namespace trunnion::vehicle {

/// The points in which a tyre feels the road, over a rectangle below the wheel.
struct Footprint {
  int along = 3, across = 2;  ///< points in each direction, at least 2
  double length = 0.1;        ///< of the rectangle [m]
  double width = 0.2;
};

/// Where a wheel stands on the road: the disc of its middle against the plane that fits the heights
/// in the points of the footprint best.
///
/// The plane has the mean of the heights and the slopes of least squares, so what is shorter than
/// the footprint is smoothed. Its points lie about the lowest point of the disc, which a first
/// plane about the wheel's centre gives. In a Dual S all of it has exact derivatives, since every
/// height comes with its slopes.
template <class S>
struct Contact {
  using V = Eigen::Matrix<S, 3, 1>;

  bool exists = false;  ///< a road below, and the wheel upright to within 75 degrees
  V normal;             ///< of the plane, unit, world
  V x, y;               ///< forward and to the left, in the plane, unit, world
  V down;               ///< in the disc toward the road, unit, world
  S sin_gamma;          ///< of the inclination about +x
  S loaded_radius;      ///< from the centre to the plane along `down` [m]
};

namespace internal {

/// Mean height and slopes over the horizontal directions x and y of a wheel.
template <class S>
struct FittedPlane {
  bool exists = true;
  S z{0.0}, slope_x{0.0}, slope_y{0.0};
};

template <class S>
FittedPlane<S> FitPlane(const Road& road,
                        const Footprint& footprint,
                        const Eigen::Matrix<S, 2, 1>& centre,
                        const Eigen::Matrix<S, 2, 1>& ex,
                        const Eigen::Matrix<S, 2, 1>& ey) {
  FittedPlane<S> plane;
  double sum_x = 0, sum_y = 0;
  const auto place = [](int i, int count, double size) {
    return size * (static_cast<double>(i) / (count - 1) - 0.5);
  };
  for (int i = 0; i < footprint.along; ++i)
    for (int k = 0; k < footprint.across; ++k) {
      const double a = place(i, footprint.along, footprint.length);
      const double b = place(k, footprint.across, footprint.width);
      const S px = centre.x() + a * ex.x() + b * ey.x(), py = centre.y() + a * ex.y() + b * ey.y();
      const double x0 = PlainValue(px), y0 = PlainValue(py);
      const RoadHeight h = road.At(x0, y0);
      if (!h.exists()) return {.exists = false};
      const S z = h.z + h.dz_dx * (px - x0) + h.dz_dy * (py - y0);
      plane.z += z;
      plane.slope_x += a * z;
      plane.slope_y += b * z;
      sum_x += a * a;
      sum_y += b * b;
    }
  plane.z /= S(footprint.along * footprint.across);
  plane.slope_x /= S(sum_x);
  plane.slope_y /= S(sum_y);
  return plane;
}

}  // namespace internal

/// @param centre  of the wheel, world [m].  @param axis  of its spin, to the left, unit, world.
template <class S>
Contact<S> CalcContact(const Road& road,
                       const Footprint& footprint,
                       double radius,
                       const Eigen::Matrix<S, 3, 1>& centre,
                       const Eigen::Matrix<S, 3, 1>& axis) {
  using std::sqrt;
  using V2 = Eigen::Matrix<S, 2, 1>;
  Contact<S> contact;
  const S flat = sqrt(S(axis.x() * axis.x() + axis.y() * axis.y() + 1e-30));
  const V2 ey(axis.x() / flat, axis.y() / flat), ex(ey.y(), -ey.x());
  V2 middle(centre.x(), centre.y());
  for (int pass = 0; pass < 2; ++pass) {
    const auto plane = internal::FitPlane<S>(road, footprint, middle, ex, ey);
    if (!plane.exists) return contact;
    const V2 slope = plane.slope_x * ex + plane.slope_y * ey;
    const S length = sqrt(S(1.0 + slope.x() * slope.x() + slope.y() * slope.y()));
    contact.normal << -slope.x() / length, -slope.y() / length, 1.0 / length;
    contact.sin_gamma = axis.dot(contact.normal);
    if (std::abs(PlainValue(contact.sin_gamma)) > 0.966) return contact;
    const S cosine = sqrt(S(1.0 - contact.sin_gamma * contact.sin_gamma));
    contact.x = axis.cross(contact.normal) / cosine;
    contact.y = contact.normal.cross(contact.x);
    contact.down = axis.cross(contact.x);
    const S below = slope.x() * (centre.x() - middle.x()) + slope.y() * (centre.y() - middle.y());
    contact.loaded_radius = (centre.z() - plane.z - below) / length / cosine;
    middle << centre.x() + radius * contact.down.x(), centre.y() + radius * contact.down.y();
  }
  contact.exists = true;
  return contact;
}

}  // namespace trunnion::vehicle
