// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <vector>

namespace trunnion {

/// How a table is read between its points.
enum class Interpolation {
  linear,          ///< piecewise linear: continuous, slope jumps at the points
  monotone_cubic,  ///< PCHIP: continuous slope, no overshoot, monotone where the data is
};

/// A real function y(x) with its slope and its integral from 0: a force over a deflection, a damper
/// force over a speed, a stop over its penetration.
///
///     polynomial      y = k₁ x + k₃ x³
///     table           through the points; outside, straight on with the slope at the end point
///
/// Source of PCHIP: Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300; end slopes by the
/// shape-preserving three-point formula of Moler, Numerical Computing with MATLAB (2004), 3.6.
/// Verified  tests/forces/curve_test.cpp.
class Curve {
 public:
  using Points = std::vector<std::array<double, 2>>;

  struct Value {
    double y = 0;
    double slope = 0;     ///< dy/dx; at a kink of a linear table that of the interval on the right
    double integral = 0;  ///< ∫₀ˣ y dx
  };

  /// y = 0.
  Curve() = default;

  /// y = k1 x + k3 x³. @throws ModelError if a coefficient is not finite.
  static Curve Cubic(double k1, double k3);

  /// Through `points` (x, y), at least two, x strictly increasing.
  /// @param name  what error messages call the table, e.g. "spring 'front_left'".
  /// @throws ModelError naming the offending point.
  static Curve Table(Points points,
                     Interpolation interpolation = Interpolation::linear,
                     const std::string& name = "table");

  /// Value, slope and integral at x. Allocation-free.
  Value operator()(double x) const;

  /// Points x where the mean slope changes by half of the steepest one or more.
  std::vector<double> kinks() const;

  /// True if y never falls: non-negative coefficients, or table ordinates in rising order.
  bool is_nondecreasing() const { return nondecreasing_; }

 private:
  /// y = y₀ + b s + c s² + d s³, s = x − x₀, and ∫ y from the first point to x₀.
  struct Segment {
    double x0 = 0, y0 = 0, b = 0, c = 0, d = 0, integral = 0;
  };
  void AddSegments(const Points& points, const std::vector<double>& slopes, bool cubic);
  Value EvaluateFromFirst(double x) const;

  double k1_ = 0, k3_ = 0;
  std::vector<Segment> segments_;  ///< [before the first point, intervals..., after the last]
  double integral_at_zero_ = 0;    ///< ∫ from the first point to 0
  bool nondecreasing_ = true;
};

}  // namespace trunnion
