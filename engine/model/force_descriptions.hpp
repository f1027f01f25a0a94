// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "engine/core/laws.hpp"
#include "engine/core/piecewise_cubic.hpp"
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

/// A force by formulas (engine/core/expression.hpp) on marker b, with its reaction on marker a: see
/// forces/formula_force.hpp. Give `along`, `about`, or components of `force` and `torque`.
///
/// Formulas are of the time t [s], of `parameters`, of `inputs` and `tables` by their names, and of
/// measures between markers (forces/marker_measure.hpp), such as dx(b, a) or vz('arm tip', ground):
/// names of markers, a, b, or ground for the world. Arguments that are left out are ground. The
/// words of coordinates stand for measures of b seen from a:
///
///     distance(a, b) = dm(b, a)     offset_x(a, b) = dx(b, a, a)     angle(a, b): its twist
///     distance_rate(a, b) = vr(b, a)     offset_x_rate(a, b) = vx(b, a, a, a)
struct ForceByFormulas {
  std::string name{};
  /// Not set: the ground, which gives the axes of the world and feels no reaction.
  MarkerId a{};
  MarkerId b{};
  /// In whose axes force and torque are given; not set: those of a.
  MarkerId axes{};
  bool reaction = true;                 ///< false: nothing acts on a
  std::string along{};                  ///< force [N] along the line from a to b, > 0 pushes apart
  std::string about{};                  ///< torque [N·m] on b about the z axis of `axes`
  std::array<std::string, 3> force{};   ///< on b [N]; empty: zero
  std::array<std::string, 3> torque{};  ///< on b [N·m]; empty: zero
  std::map<std::string, double, std::less<>> parameters{};
  std::map<std::string, PiecewiseCubic, std::less<>> tables{};
  std::map<std::string, MotionLaw, std::less<>> inputs{};
};

/// Bushing between marker a (frame F, in whose axes the parameters are) and marker b (frame M).
struct BushingBetween {
  std::string name{};
  MarkerId a{};
  MarkerId b{};
  BushingParameters parameters{};
};

}  // namespace trunnion
