// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/suspension.hpp"

/// The right side from the left one: the mirror in the plane y = 0.
///
/// With S = diag(1, −1, 1): points and directions p → S p; inertias I → S I S (Ixy, Iyz change
/// their signs). Axes of rotation turn so that mirrored motions have equal angles, a → −S a; axes
/// of sliding joints and of bushings are directions. A bushing keeps z and x as directions, its y
/// axis closes a right-handed frame and so is opposite to the mirrored one: displacements along y
/// and rotations about x and z change their signs,
///
///     e → D e,   K → D K D,   C → D C D,   P → D P,   f(e) → −f(−e) where Dᵢ = −1,
///     D = diag(1, −1, 1, −1, 1, −1).
///
/// Verified  tests/vehicle/suspension_test.cpp.
namespace trunnion::vehicle {

SuspensionBody Mirror(SuspensionBody body);
SuspensionBushing Mirror(SuspensionBushing bushing);
Connection Mirror(Connection connection);
Strut Mirror(Strut strut);
TorsionSpring Mirror(TorsionSpring spring);
SuspensionParts Mirror(SuspensionParts parts);
WheelEnd Mirror(WheelEnd wheel);

}  // namespace trunnion::vehicle
