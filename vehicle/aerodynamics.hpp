// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <trunnion/model.hpp>

namespace trunnion::vehicle {

/// Drag and lift of still air on a body that moves at the velocity v of the point `point`:
///
///     F = −½ ρ c_D A |v| v,     lift ½ ρ c_L A u² upward at the front and at the rear axle,
///
/// u the component of v forward, upward the z axis of the body. Milliken & Milliken (1995), 3.3.
/// Verified  tests/vehicle/driveline_test.cpp: coast-down in closed form.
struct Aerodynamics {
  std::string name{};
  BodyId body{};
  Vec3 point = Vec3::Zero();                       ///< where drag acts, frame B [m]
  Vec3 front = Vec3::Zero(), rear = Vec3::Zero();  ///< where lift acts, frame B [m]
  double density = 1.225;                          ///< ρ [kg/m³]
  double drag_area = 0;                            ///< c_D A [m²], ≥ 0
  double front_lift_area = 0, rear_lift_area = 0;  ///< c_L A [m²]; < 0 presses down
};

/// The force element, with columns drag, front_lift, rear_lift [N]. @throws ModelError
ForceId AddAerodynamics(Model& model, const Aerodynamics& air);

}  // namespace trunnion::vehicle
