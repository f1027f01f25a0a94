// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/core/laws.hpp"

/// Ready-made functions of time with their first two derivatives, for prescribed motions, applied
/// loads and drives. All but the linear and the monotone table are twice continuously
/// differentiable. All declare their breaks: the points of tables, the ends of a smooth step.
///
/// Verified  tests/system/model_file_test.cpp, tests/system/time_events_test.cpp.
namespace trunnion {

MotionLaw MakeConstant(double value);

/// s = offset + rate t.
MotionLaw MakeRamp(double offset, double rate);

/// s = offset + amplitude sin(angular_frequency t + phase).
struct Harmonic {
  double amplitude = 1;
  double angular_frequency = 1;  ///< [rad/s]
  double phase = 0;              ///< [rad]
  double offset = 0;
};
MotionLaw MakeHarmonic(const Harmonic& parameters);

/// s = Σ coefficients[i] tⁱ.
MotionLaw MakePolynomial(std::vector<double> coefficients);

/// From `from` until time `start` to `to` from time `end` on, in between from + (to − from)
/// (10 x³ − 15 x⁴ + 6 x⁵).
struct SmoothStep {
  double start = 0;  ///< [s]
  double end = 1;    ///< [s], > start
  double from = 0;
  double to = 1;
};
/// @throws ModelError unless start < end.
MotionLaw MakeSmoothStep(const SmoothStep& parameters);

using TimePoints = std::vector<std::array<double, 2>>;

/// The natural cubic spline through points (t, s): s'' is continuous and vanishes at both ends,
/// beyond which it goes straight on. @throws ModelError unless there are two or more points with
/// finite numbers, t strictly increasing; `name` is what the message calls the table.
MotionLaw MakeSplineTable(const TimePoints& points, const std::string& name = "table");

/// Piecewise linear through the points, constant outside: for loads, not for motions.
MotionLaw MakeLinearTable(const TimePoints& points, const std::string& name = "table");

/// Through the points without overshoot (PCHIP, see Curve), constant outside, where the slope
/// jumps: for loads, not for motions (s'' is given as zero).
MotionLaw MakeMonotoneTable(const TimePoints& points, const std::string& name = "table");

/// s = Σ sᵢ. @throws ModelError if a law is empty.
MotionLaw MakeSumOfTime(std::vector<MotionLaw> laws);

/// Drive along a coordinate c, with a law of time s(t): f = s(t), of no slope.
ScalarLaw MakeForceOverTime(MotionLaw force);

/// f = stiffness (s(t) − c) + damping (s'(t) − c'): holds c at its target s(t).
/// @throws ModelError if a parameter is negative or not finite.
ScalarLaw MakeServo(double stiffness, double damping, MotionLaw target);

}  // namespace trunnion
