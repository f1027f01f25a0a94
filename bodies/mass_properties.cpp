// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/mass_properties.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr double kSymmetryTolerance = 1e-9;  // of the largest entry
constexpr double kTriangleTolerance = 1e-6;  // of the largest principal moment

std::string Text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

MassProperties Central(double mass, double x, double y, double z) {
  return {.mass = mass, .com = Vec3::Zero(), .inertia = Vec3(x, y, z).asDiagonal()};
}

}  // namespace

Mat3 PointInertia(double mass, const Vec3& c) {
  return mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
}

MassProperties MassProperties::FromFrame(double mass,
                                         const Vec3& com,
                                         const Mat3& inertia_G,
                                         const Pose& X_BG) {
  const Mat3 about_G = X_BG.R * inertia_G * X_BG.R.transpose();
  return {.mass = mass, .com = com, .inertia = about_G - PointInertia(mass, com - X_BG.p)};
}

Mat3 MassProperties::CalcInertiaAbout(const Vec3& p) const {
  return inertia + PointInertia(mass, com - p);
}

MassProperties MassProperties::ExpressedIn(const Pose& X_GB) const {
  return {.mass = mass, .com = X_GB * com, .inertia = X_GB.R * inertia * X_GB.R.transpose()};
}

MassProperties MassProperties::operator+(const MassProperties& other) const {
  const double sum = mass + other.mass;
  const Vec3 center = sum > 0 ? Vec3((mass * com + other.mass * other.com) / sum) : Vec3::Zero();
  return {.mass = sum,
          .com = center,
          .inertia = CalcInertiaAbout(center) + other.CalcInertiaAbout(center)};
}

void RequireValid(const MassProperties& p, const std::string& name, bool allow_unphysical) {
  Require(std::isfinite(p.mass), name, "the mass is not finite");
  if (p.mass < 0)
    throw ModelError(name, "the mass is " + Text(p.mass) + " kg; it must not be negative");
  Require(p.com.allFinite(), name, "the centre of mass is not finite");
  Require(p.inertia.allFinite(), name, "the inertia is not finite");
  constexpr double kLargest = 1e100;  // squares of what is computed with it must not overflow
  Require(std::max(p.mass, p.inertia.cwiseAbs().maxCoeff()) <= kLargest,
          name,
          "mass or inertia is beyond 1e100, too large to calculate with; check its unit");
  const double asymmetry = (p.inertia - p.inertia.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry > kSymmetryTolerance * p.inertia.cwiseAbs().maxCoeff()) {
    throw ModelError(name,
                     "the inertia is not symmetric; entries differ by " + Text(asymmetry) +
                         " kg m^2 from their mirror images");
  }
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(p.inertia).eigenvalues();  // ascending
  const double tolerance = kTriangleTolerance * std::abs(moments(2));
  const bool definite = moments(0) >= -tolerance && moments(2) >= 0;
  const bool physical = allow_unphysical || moments(0) + moments(1) >= moments(2) - tolerance;
  if (definite && physical) return;
  const std::string list =
      Text(moments(0)) + ", " + Text(moments(1)) + ", " + Text(moments(2)) + " kg m^2";
  Require(definite,
          name,
          "the inertia is not positive semidefinite; its principal moments are " + list +
              ". Is it given about the centre of mass?");
  Require(physical,
          name,
          "no solid has this inertia: the largest principal moment exceeds the sum of "
          "the others (triangle inequality): " +
              list +
              ". Check the units and the signs of the products of inertia; to use it all the same, "
              "set allow_unphysical_inertia");
}

MassProperties SolidBox(double mass, const Vec3& l) {
  const Vec3 s = l.cwiseAbs2() * mass / 12;
  return Central(mass, s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
}

MassProperties SolidSphere(double mass, double radius) {
  const double moment = 0.4 * mass * radius * radius;
  return Central(mass, moment, moment, moment);
}

MassProperties SolidCylinder(double mass, double radius, double length) {
  const double across = mass * (3 * radius * radius + length * length) / 12;
  return Central(mass, across, across, mass * radius * radius / 2);
}

MassProperties SlenderRod(double mass, double length) {
  const double across = mass * length * length / 12;
  return Central(mass, 0, across, across);
}

}  // namespace trunnion
