// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "engine/core/laws.hpp"
#include "engine/system/handles.hpp"
#include "forces/applied_force.hpp"
#include "forces/bushing.hpp"
#include "forces/curve.hpp"
#include "forces/laws.hpp"

/// Forces as a Model takes them. Names are unique among forces; empty: "force_0", ... .
namespace trunnion {

/// A force and a torque on one body, constant or functions of time, in world or body axes.
struct AppliedLoad {
  std::string name{};
  BodyId body{};
  Vec3 point = Vec3::Zero();  ///< of application, in the reference frame of the body [m]
  AppliedVector force{};      ///< [N]
  AppliedVector torque{};     ///< [N·m]; none on a point mass
};

/// Spring and damper along a coordinate c, tension positive:
///
///     tension = k (c − c₀) + d c' + P + spring_curve(c − c₀) + damper_curve(c')
struct SpringDamper {
  std::string name{};
  CoordinateRef along{};
  double stiffness = 0;  ///< k [N/m or N·m/rad]
  double damping = 0;    ///< d [N·s/m or N·m·s/rad], ≥ 0
  /// c₀ [m or rad]; not given: as drawn, so that the spring starts with the tension P.
  std::optional<double> free_length{};
  double preload = 0;                   ///< P [N or N·m]
  std::optional<Curve> spring_curve{};  ///< [N or N·m] over c − c₀
  std::optional<Curve> damper_curve{};  ///< [N or N·m] over c'
};

/// One-sided stop along a coordinate.
struct Stop {
  std::string name{};
  CoordinateRef along{};
  StopLaw law{};
};

/// Drive by a law f(c, c', t) [N or N·m]; f > 0 increases c. Also any other user law of a scalar
/// coordinate.
struct Motor {
  std::string name{};
  CoordinateRef along{};
  ScalarLaw law{};
};

/// Spring and dashpot in series along a coordinate; see forces/maxwell.hpp. Its state "tension" is
/// zero at the start.
struct MaxwellElement {
  std::string name{};
  CoordinateRef along{};
  double stiffness = 0;  ///< [N/m or N·m/rad], > 0
  double damping = 0;    ///< of the dashpot [N·s/m or N·m·s/rad], > 0
};

/// Bushing between marker a (frame F, in whose axes the parameters are) and marker b (frame M).
struct BushingBetween {
  std::string name{};
  MarkerId a{};
  MarkerId b{};
  BushingParameters parameters{};
};

}  // namespace trunnion
