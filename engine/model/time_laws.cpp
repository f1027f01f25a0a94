// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/time_laws.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "forces/curve.hpp"

namespace trunnion {
namespace {

void CheckPoints(const TimePoints& points, const std::string& name) {
  Require(points.size() >= 2, name, "a table needs two points or more");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string point = name + ": point " + std::to_string(i + 1);
    Require(std::isfinite(points[i][0]) && std::isfinite(points[i][1]), point + " is not finite");
    Require(i == 0 || points[i][0] > points[i - 1][0],
            point + " is not later than the one before; sort the points by time");
  }
}

/// Last point at or before t, such that one follows.
std::size_t Interval(const TimePoints& points, double t) {
  const auto after = std::upper_bound(
      points.begin(), points.end(), t, [](double time, const auto& p) { return time < p[0]; });
  const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - points.begin() - 1, 0));
  return std::min(i, points.size() - 2);
}

/// Second derivatives at the points of the natural spline (Thomas algorithm).
std::vector<double> SplineCurvatures(const TimePoints& points) {
  const std::size_t n = points.size();
  std::vector<double> curvature(n, 0.0), factor(n, 0.0);
  const auto width = [&](std::size_t i) { return points[i + 1][0] - points[i][0]; };
  const auto slope = [&](std::size_t i) { return (points[i + 1][1] - points[i][1]) / width(i); };
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double pivot = 2 * (width(i - 1) + width(i)) - width(i - 1) * factor[i - 1];
    factor[i] = width(i) / pivot;
    curvature[i] = (6 * (slope(i) - slope(i - 1)) - width(i - 1) * curvature[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) curvature[i] -= factor[i] * curvature[i + 1];
  return curvature;
}

/// Where the cubic pieces through the points leave the range of all points by most, as a sentence;
/// empty: by less than a tenth of it.
std::string FindOvershoot(const TimePoints& points, const MotionLaw& law) {
  constexpr double kTold = 0.1;
  constexpr int kSamples = 16;  // of an interval
  double low = points[0][1], high = low;
  for (const auto& point : points) {
    low = std::min(low, point[1]);
    high = std::max(high, point[1]);
  }
  double most = kTold * (high - low);
  std::size_t worst = 0;
  double value = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    for (int n = 1; n < kSamples; ++n) {
      const double width = points[i][0] - points[i - 1][0];
      const double s = law(points[i - 1][0] + width * n / kSamples).s;
      const double beyond = std::max(s - high, low - s);
      if (!(beyond > most)) continue;
      most = beyond;
      worst = i;
      value = s;
    }
  }
  if (worst == 0) return {};
  std::ostringstream text;
  text.precision(4);
  text << "overshoots: its spline reaches " << value << " between t = " << points[worst - 1][0]
       << " and " << points[worst][0] << " s, where its points are " << points[worst - 1][1]
       << " and " << points[worst][1] << "; add points there, or use monotone_cubic or linear for "
       << "a load, smooth_step for a motion";
  return text.str();
}

BreakFinder BreaksAt(const TimePoints& points, int order) {
  std::vector<Break> breaks;
  for (const auto& point : points) breaks.push_back({point[0], order});
  return MakeBreaks(std::move(breaks));
}

MotionValue Straight(double y, double slope, double dt) { return {y + slope * dt, slope, 0}; }

}  // namespace

MotionLaw MakeConstant(double value) {
  return {[value](double) { return MotionValue{value, 0, 0}; }, NoBreaks()};
}

MotionLaw MakeRamp(double offset, double rate) {
  return {[offset, rate](double t) { return MotionValue{offset + rate * t, rate, 0}; }, NoBreaks()};
}

MotionLaw MakeHarmonic(const Harmonic& p) {
  const auto law = [p](double t) {
    const double w = p.angular_frequency;
    const double sine = p.amplitude * std::sin(w * t + p.phase);
    const double cosine = p.amplitude * std::cos(w * t + p.phase);
    return MotionValue{p.offset + sine, w * cosine, -w * w * sine};
  };
  return {law, NoBreaks()};
}

MotionLaw MakePolynomial(std::vector<double> coefficients) {
  const auto law = [c = std::move(coefficients)](double t) {
    MotionValue value;
    for (std::size_t i = c.size(); i-- > 0;) {
      value.s_ddot = value.s_ddot * t + 2 * value.s_dot;
      value.s_dot = value.s_dot * t + value.s;
      value.s = value.s * t + c[i];
    }
    return value;
  };
  return {law, NoBreaks()};
}

MotionLaw MakeSmoothStep(const SmoothStep& p) {
  Require(std::isfinite(p.start) && std::isfinite(p.end) && p.start < p.end,
          "smooth step: start must lie before end");
  const auto law = [p](double t) {
    if (t <= p.start) return MotionValue{p.from, 0, 0};
    if (t >= p.end) return MotionValue{p.to, 0, 0};
    const double T = p.end - p.start, x = (t - p.start) / T, rise = p.to - p.from;
    return MotionValue{p.from + rise * x * x * x * (10 + x * (-15 + 6 * x)),
                       rise / T * 30 * x * x * (1 - x) * (1 - x),
                       rise / (T * T) * 60 * x * (1 - x) * (1 - 2 * x)};
  };
  return {law, MakeBreaks({{p.start, 3}, {p.end, 3}})};
}

MotionLaw MakeSplineTable(const TimePoints& points, const std::string& name) {
  CheckPoints(points, name);
  const auto law = [points, m = SplineCurvatures(points)](double t) {
    const std::size_t i = Interval(points, t);
    const auto [t0, y0] = points[i];
    const auto [t1, y1] = points[i + 1];
    const double h = t1 - t0, slope = (y1 - y0) / h;
    const double start = slope - h * (2 * m[i] + m[i + 1]) / 6;
    if (t < t0) return Straight(y0, start, t - t0);
    if (t > t1) return Straight(y1, slope + h * (m[i] + 2 * m[i + 1]) / 6, t - t1);
    const double s = t - t0, third = (m[i + 1] - m[i]) / h;
    return MotionValue{y0 + s * (start + s * (m[i] / 2 + s * third / 6)),
                       start + s * (m[i] + s * third / 2),
                       m[i] + s * third};
  };
  MotionLaw spline{law, BreaksAt(points, 3)};
  spline.set_doubt(FindOvershoot(points, spline));
  return spline;
}

MotionLaw MakeLinearTable(const TimePoints& points, const std::string& name) {
  CheckPoints(points, name);
  const auto law = [points](double t) {
    if (t <= points.front()[0]) return MotionValue{points.front()[1], 0, 0};
    if (t >= points.back()[0]) return MotionValue{points.back()[1], 0, 0};
    const std::size_t i = Interval(points, t);
    const double slope = (points[i + 1][1] - points[i][1]) / (points[i + 1][0] - points[i][0]);
    return Straight(points[i][1], slope, t - points[i][0]);
  };
  return {law, BreaksAt(points, 1)};
}

MotionLaw MakeMonotoneTable(const TimePoints& points, const std::string& name) {
  CheckPoints(points, name);
  const Curve curve = Curve::Table(points, Interpolation::monotone_cubic, name);
  const auto law = [points, curve](double t) {
    if (t <= points.front()[0]) return MotionValue{points.front()[1], 0, 0};
    if (t >= points.back()[0]) return MotionValue{points.back()[1], 0, 0};
    const Curve::Value value = curve(t);
    return MotionValue{value.y, value.slope, 0};
  };
  return {law, BreaksAt(points, 1)};
}

MotionLaw MakeSumOfTime(std::vector<MotionLaw> laws) {
  for (const MotionLaw& law : laws) Require(static_cast<bool>(law), "sum: a law is empty");
  std::vector<BreakFinder> breaks;
  std::string doubt;
  for (const MotionLaw& law : laws) {
    breaks.push_back(law.breaks());
    if (doubt.empty()) doubt = law.doubt();
  }
  const auto sum_of = [laws = std::move(laws)](double t) {
    MotionValue sum;
    for (const MotionLaw& law : laws) {
      const MotionValue value = law(t);
      sum.s += value.s;
      sum.s_dot += value.s_dot;
      sum.s_ddot += value.s_ddot;
    }
    return sum;
  };
  MotionLaw sum{sum_of, FirstOf(std::move(breaks))};
  sum.set_doubt(std::move(doubt));
  return sum;
}

ScalarLaw MakeForceOverTime(MotionLaw force) {
  Require(static_cast<bool>(force), "the law over time is empty");
  const auto law = [force](double, double, double t) { return LawValue{.f = force(t).s}; };
  ScalarLaw drive{law, force.breaks()};
  drive.set_doubt(force.doubt());
  return drive;
}

ScalarLaw MakeServo(double stiffness, double damping, MotionLaw target) {
  Require(std::isfinite(stiffness) && stiffness >= 0, "servo: the stiffness must not be negative");
  Require(std::isfinite(damping) && damping >= 0, "servo: the damping must not be negative");
  Require(static_cast<bool>(target), "servo: the target is empty");
  const auto law = [stiffness, damping, target](double c, double c_dot, double t) {
    const MotionValue wanted = target(t);
    return LawValue{.f = stiffness * (wanted.s - c) + damping * (wanted.s_dot - c_dot),
                    .df_dc = -stiffness,
                    .df_dcd = -damping};
  };
  ScalarLaw servo{law, OfDerivatives(target.breaks(), damping > 0 ? 1 : 0)};
  servo.set_doubt(target.doubt());
  return servo;
}

}  // namespace trunnion
