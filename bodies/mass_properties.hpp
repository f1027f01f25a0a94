// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/pose.hpp"

namespace trunnion {

/// Mass, centre of mass and inertia of a solid, in a reference frame B of the user's choice.
///
/// The engine's body frame is central (origin in the centre of mass, axes of B), so `inertia` here
/// is the one it uses. Data about any other frame comes in by FromFrame.
///
///     I_o = I_c + m (|c|² I − c cᵀ)          parallel axes, c from o to the centre of mass
///     I_B = R_BG I_G R_BGᵀ                   other axes
///
/// Verified  tests/bodies/mass_properties_test.cpp: closed forms, round trips, every refusal.
struct MassProperties {
  double mass = 0;              ///< [kg], ≥ 0
  Vec3 com = Vec3::Zero();      ///< centre of mass in B [m]
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, in B axes [kg·m²]

  /// From an inertia `inertia_G` about the origin of a frame G and in its axes, with G at X_BG in
  /// B; `com` in B. With X_BG.p == com it is a central inertia in other axes.
  static MassProperties FromFrame(double mass,
                                  const Vec3& com,
                                  const Mat3& inertia_G,
                                  const Pose& X_BG);

  /// Inertia about the point p of B, in B axes.
  Mat3 CalcInertiaAbout(const Vec3& p) const;

  /// The same solid seen from a frame G in which B stands at X_GB (shift and rotation).
  MassProperties ExpressedIn(const Pose& X_GB) const;

  /// Both solids rigidly together; a sum of zero mass keeps com at the origin.
  MassProperties operator+(const MassProperties& other) const;
};

/// The parallel-axes term m (|c|² I − c cᵀ).
Mat3 PointInertia(double mass, const Vec3& c);

/// Zero mass and zero or semidefinite inertia pass; principal moments may break the triangle
/// inequality A + B ≥ C by 1e-6 C (rounded data sheets).
/// @param name  what the message calls the body.
/// @param allow_unphysical  the triangle inequality is not asked for: data sheets with moments that
///        no solid has, to be used as they are.
/// @throws ModelError if something is not finite, the mass negative, or the inertia not symmetric
///         (1e-9 of its largest entry), not positive semidefinite or against the triangle
///         inequality; the message names the quantity and its value.
void RequireValid(const MassProperties& properties,
                  const std::string& name,
                  bool allow_unphysical = false);

/// Homogeneous solids with their centre of mass at the origin.
MassProperties SolidBox(double mass, const Vec3& lengths);  ///< edges along x, y, z [m]
MassProperties SolidSphere(double mass, double radius);
MassProperties SolidCylinder(double mass, double radius, double length);  ///< axis z
MassProperties SlenderRod(double mass, double length);                    ///< along x, no thickness

}  // namespace trunnion
