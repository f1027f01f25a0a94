// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "engine/core/types.hpp"

/// User-supplied functions of time and of one coordinate.
namespace trunnion {

/// A motion s(t) with its first two derivatives.
struct MotionValue {
  double s = 0;       ///< [m or rad]
  double s_dot = 0;   ///< [per s]
  double s_ddot = 0;  ///< [per s²]
};
using MotionLaw = std::function<MotionValue(double t)>;

/// Vector function of time, e.g. an applied force [N] or torque [N·m].
using VectorLaw = std::function<Vec3(double t)>;

/// Value of a scalar force law f(c, c', t), acting on the coordinate c in the sense that f > 0
/// increases c.
struct LawValue {
  double f = 0;       ///< force [N] or torque [N·m]
  double df_dc = 0;   ///< ∂f/∂c
  double df_dcd = 0;  ///< ∂f/∂c'
  double energy = 0;  ///< V(c) of the conservative part, f = −dV/dc [J]; 0 if none
};
using ScalarLaw = std::function<LawValue(double c, double c_dot, double t)>;

}  // namespace trunnion
