// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "engine/core/laws.hpp"

/// The polynomials that inputs follow from one communication point to the next.
namespace trunnion {

class Archive;

/// How an input goes on, and to where.
struct InputWish {
  enum class Shape { kept, held, ramp, bend, spline };
  Shape shape = Shape::kept;  ///< kept: at what it has reached
  double end = 0;             ///< value at the end of the interval; of held: from now on
  double end_rate = 0;        ///< of spline [per s]
  void Serialize(Archive& archive);
};

/// Coefficients over the time since the begin of the interval. @param now  value and rate there.
/// @param length  of the interval [s], > 0.
std::array<double, 4> MakePiece(const InputWish& wish, const MotionValue& now, double length);

}  // namespace trunnion
