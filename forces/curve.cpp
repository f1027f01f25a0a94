// SPDX-License-Identifier: BSD-3-Clause
#include "forces/curve.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

void RequireValidPoints(const Curve::Points& points, const std::string& name) {
  Require(points.size() >= 2, name, "a table needs at least two points");
  for (size_t i = 0; i < points.size(); ++i) {
    const std::string where = name + ": point " + std::to_string(i + 1);
    Require(std::isfinite(points[i][0]) && std::isfinite(points[i][1]), where + " is not finite");
    Require(i == 0 || points[i][0] > points[i - 1][0],
            where + " has abscissa " + std::to_string(points[i][0]) +
                ", not above the one before; abscissae must increase strictly");
  }
}

std::vector<double> CalcSecants(const Curve::Points& p) {
  std::vector<double> secants;
  for (size_t i = 0; i + 1 < p.size(); ++i)
    secants.push_back((p[i + 1][1] - p[i][1]) / (p[i + 1][0] - p[i][0]));
  return secants;
}

/// One-sided three-point slope at the end of an interval of width h0 and secant s0, limited so
/// that it keeps the sign of s0 and does not overshoot.
double CalcEndSlope(double h0, double h1, double s0, double s1) {
  const double slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1);
  if (slope * s0 <= 0) return 0;
  if (s0 * s1 <= 0 && std::abs(slope) > 3 * std::abs(s0)) return 3 * s0;
  return slope;
}

std::vector<double> CalcPchipSlopes(const Curve::Points& p) {
  const std::vector<double> s = CalcSecants(p);
  const size_t n = p.size();
  if (n == 2) return {s[0], s[0]};
  const auto width = [&](size_t i) { return p[i + 1][0] - p[i][0]; };
  std::vector<double> slopes(n, 0.0);
  slopes[0] = CalcEndSlope(width(0), width(1), s[0], s[1]);
  slopes[n - 1] = CalcEndSlope(width(n - 2), width(n - 3), s[n - 2], s[n - 3]);
  for (size_t i = 1; i + 1 < n; ++i) {
    if (s[i - 1] * s[i] <= 0) continue;  // extremum of the data: horizontal
    const double w1 = 2 * width(i) + width(i - 1), w2 = width(i) + 2 * width(i - 1);
    slopes[i] = (w1 + w2) / (w1 / s[i - 1] + w2 / s[i]);
  }
  return slopes;
}

}  // namespace

Curve Curve::Cubic(double k1, double k3) {
  Require(std::isfinite(k1) && std::isfinite(k3), "cubic curve: coefficients must be finite");
  Curve curve;
  curve.k1_ = k1;
  curve.k3_ = k3;
  curve.nondecreasing_ = k1 >= 0 && k3 >= 0;
  return curve;
}

Curve Curve::Table(Points points, Interpolation interpolation, const std::string& name) {
  RequireValidPoints(points, name);
  const bool cubic = interpolation == Interpolation::monotone_cubic;
  Curve curve;
  curve.AddSegments(points, cubic ? CalcPchipSlopes(points) : CalcSecants(points), cubic);
  for (size_t i = 1; i < points.size(); ++i)
    curve.nondecreasing_ &= points[i][1] >= points[i - 1][1];
  curve.integral_at_zero_ = curve.EvaluateFromFirst(0).integral;
  return curve;
}

void Curve::AddSegments(const Points& p, const std::vector<double>& slopes, bool cubic) {
  const std::vector<double> secants = CalcSecants(p);
  segments_.push_back({.x0 = p[0][0], .y0 = p[0][1], .b = slopes.front()});
  double integral = 0;
  for (size_t i = 0; i + 1 < p.size(); ++i) {
    const double h = p[i + 1][0] - p[i][0];
    Segment segment{
        .x0 = p[i][0], .y0 = p[i][1], .b = slopes[i], .c = 0, .d = 0, .integral = integral};
    if (cubic) {
      segment.c = (3 * secants[i] - 2 * slopes[i] - slopes[i + 1]) / h;
      segment.d = (slopes[i] + slopes[i + 1] - 2 * secants[i]) / (h * h);
    }
    segments_.push_back(segment);
    integral += h * (segment.y0 + h * (segment.b / 2 + h * (segment.c / 3 + h * segment.d / 4)));
  }
  segments_.push_back({.x0 = p.back()[0],
                       .y0 = p.back()[1],
                       .b = slopes.back(),
                       .c = 0,
                       .d = 0,
                       .integral = integral});
}

/// By the mean slopes between the points: a cubic through few points turns within an interval.
std::vector<double> Curve::kinks() const {
  std::vector<double> slopes;
  for (size_t i = 0; i < segments_.size(); ++i) {
    const bool outside = i == 0 || i + 1 == segments_.size();
    slopes.push_back(outside ? segments_[i].b
                             : (segments_[i + 1].y0 - segments_[i].y0) /
                                   (segments_[i + 1].x0 - segments_[i].x0));
  }
  double steepest = 0;
  for (const double slope : slopes) steepest = std::max(steepest, std::abs(slope));
  std::vector<double> kinks;
  for (size_t i = 1; i < slopes.size(); ++i)
    if (std::abs(slopes[i] - slopes[i - 1]) > 0.5 * steepest) kinks.push_back(segments_[i].x0);
  return kinks;
}

Curve::Value Curve::EvaluateFromFirst(double x) const {
  const auto after = std::upper_bound(
      segments_.begin() + 1, segments_.end(), x, [](double value, const Segment& s) {
        return value < s.x0;
      });
  const Segment& g = *(after - 1);
  const double s = x - g.x0;
  return {.y = g.y0 + s * (g.b + s * (g.c + s * g.d)),
          .slope = g.b + s * (2 * g.c + s * 3 * g.d),
          .integral = g.integral + s * (g.y0 + s * (g.b / 2 + s * (g.c / 3 + s * g.d / 4)))};
}

Curve::Value Curve::operator()(double x) const {
  const double x2 = x * x;
  if (segments_.empty())
    return {.y = x * (k1_ + k3_ * x2),
            .slope = k1_ + 3 * k3_ * x2,
            .integral = x2 * (k1_ / 2 + k3_ * x2 / 4)};
  Value value = EvaluateFromFirst(x);
  value.integral -= integral_at_zero_;
  return value;
}

}  // namespace trunnion
