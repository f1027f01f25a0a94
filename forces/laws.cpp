// SPDX-License-Identifier: BSD-3-Clause
#include "forces/laws.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

void RequireFinite(double value, const std::string& what) {
  Require(std::isfinite(value), what + " is not finite");
}

void RequireNotNegative(double value, const std::string& what) {
  Require(std::isfinite(value) && value >= 0,
          what + " is " + std::to_string(value) + "; it must be finite and not negative");
}

/// Elastic part F_e(p), its slope and its integral, p > 0.
Curve::Value CalcStopElastic(const StopLaw& stop, double p) {
  if (stop.curve) {
    Curve::Value value = (*stop.curve)(p);
    const double y0 = (*stop.curve)(0).y;
    value.y -= y0;
    value.integral -= y0 * p;
    return value;
  }
  const double k = stop.stiffness, onset = stop.onset, n = stop.exponent;
  if (n > 1) {
    const double power = k * std::pow(p, n - 1);
    return {.y = power * p, .slope = n * power, .integral = power * p * p / (n + 1)};
  }
  if (p < onset)
    return {.y = k * p * p / (2 * onset),
            .slope = k * p / onset,
            .integral = k * p * p * p / (6 * onset)};
  const double q = p - onset / 2;
  return {.y = k * q, .slope = k, .integral = k * (q * q / 2 + onset * onset / 24)};
}

/// Rises from 0 to 1 as the elongation goes through the onset.
struct Fade {
  double value, slope;
};
Fade CalcFade(double p, double onset) {
  const double x = std::min(p / onset, 1.0);
  return {x * x * (3 - 2 * x), 6 * x * (1 - x) / onset};
}

LawValue CalcTension(const TensionLaw& law, double c, double c_dot) {
  const double p = c - law.free_length, k = law.stiffness, onset = law.onset;
  if (p <= 0) return {};
  const double x = std::min(p / onset, 1.0);
  const bool taut = p >= onset;
  const double elastic = taut ? k * p : k * p * x * (2 - x);
  const double slope = taut ? k : k * x * (4 - 3 * x);
  const double energy =
      taut ? k * (p * p / 2 - onset * onset / 12) : k * p * p * x * (2.0 / 3 - x / 4);
  const Fade fade = CalcFade(p, onset);
  const double rate = std::max(c_dot, 0.0);
  return {.f = -(elastic + law.damping * fade.value * rate),
          .df_dc = -(slope + law.damping * fade.slope * rate),
          .df_dcd = c_dot > 0 ? -law.damping * fade.value : 0,
          .energy = energy};
}

LawValue CalcStop(const StopLaw& stop, double c, double c_dot) {
  const double sign = stop.side == StopSide::upper ? 1 : -1;  // dp/dc
  const double p = sign * (c - stop.limit), p_dot = sign * c_dot;
  if (p <= 0) return {};
  const Curve::Value elastic = CalcStopElastic(stop, p);
  const Fade fade = CalcFade(p, stop.onset);
  const double rate = std::max(p_dot, 0.0);
  return {.f = -sign * (elastic.y + stop.damping * fade.value * rate),
          .df_dc = -(elastic.slope + stop.damping * fade.slope * rate),
          .df_dcd = p_dot > 0 ? -stop.damping * fade.value : 0,
          .energy = elastic.integral};
}

}  // namespace

ScalarLaw MakeLinearSpringDamper(const LinearSpringDamper& s) {
  RequireFinite(s.stiffness, "spring-damper: stiffness");
  RequireNotNegative(s.damping, "spring-damper: damping");
  RequireFinite(s.free_length, "spring-damper: free length");
  RequireFinite(s.preload, "spring-damper: preload");
  const auto law = [s](double c, double c_dot, double) {
    const double e = c - s.free_length;
    return LawValue{.f = -(s.stiffness * e + s.damping * c_dot + s.preload),
                    .df_dc = -s.stiffness,
                    .df_dcd = -s.damping,
                    .energy = (s.stiffness * e / 2 + s.preload) * e};
  };
  return {law, NoBreaks()};
}

ScalarLaw MakeSpringCurve(const Curve& restoring, double free_length) {
  RequireFinite(free_length, "spring curve: free length");
  const auto law = [restoring, free_length](double c, double, double) {
    const Curve::Value y = restoring(c - free_length);
    return LawValue{.f = -y.y, .df_dc = -y.slope, .df_dcd = 0, .energy = y.integral};
  };
  std::vector<double> kinks = restoring.kinks();
  for (double& c : kinks) c += free_length;
  return {law, NoBreaks(), std::move(kinks)};
}

ScalarLaw MakeDamperCurve(const Curve& resisting) {
  const auto law = [resisting](double, double c_dot, double) {
    const Curve::Value y = resisting(c_dot);
    return LawValue{.f = -y.y, .df_dc = 0, .df_dcd = -y.slope, .energy = 0};
  };
  // Rates do not pass points unseen, so only jumps of the slope matter.
  std::vector<double> kinks = resisting.kinks();
  std::erase_if(kinks, [&](double x) {
    const double beside = 1e-9 * std::max(std::abs(x), 1e-3);
    const double before = resisting(x - beside).slope, after = resisting(x + beside).slope;
    return std::abs(after - before) < 1e-3 * std::max(std::abs(before), std::abs(after));
  });
  return {law, NoBreaks(), {}, std::move(kinks)};
}

ScalarLaw MakeStop(const StopLaw& stop) {
  RequireFinite(stop.limit, "stop: limit");
  RequireNotNegative(stop.stiffness, "stop: stiffness");
  RequireNotNegative(stop.damping, "stop: damping");
  Require(std::isfinite(stop.onset) && stop.onset > 0, "stop: onset must be positive");
  Require(std::isfinite(stop.exponent) && stop.exponent >= 1, "stop: exponent must be at least 1");
  Require(!stop.curve || stop.curve->is_nondecreasing(),
          "stop: the force curve falls somewhere; a stop needs a non-decreasing one");
  const auto law = [stop](double c, double c_dot, double) { return CalcStop(stop, c, c_dot); };
  std::vector<double> kinks{stop.limit};
  const double sign = stop.side == StopSide::upper ? 1 : -1;
  for (const double p : stop.curve ? stop.curve->kinks() : std::vector<double>())
    if (p > 0) kinks.push_back(stop.limit + sign * p);
  return {law, NoBreaks(), std::move(kinks)};
}

ScalarLaw MakeTension(const TensionLaw& law) {
  RequireFinite(law.free_length, "tension: free length");
  RequireNotNegative(law.stiffness, "tension: stiffness");
  RequireNotNegative(law.damping, "tension: damping");
  Require(std::isfinite(law.onset) && law.onset > 0, "tension: onset must be positive");
  return {[law](double c, double c_dot, double) { return CalcTension(law, c, c_dot); }, NoBreaks()};
}

ScalarLaw MakeSum(std::vector<ScalarLaw> laws) {
  for (const ScalarLaw& law : laws) Require(static_cast<bool>(law), "sum of laws: a law is empty");
  std::vector<BreakFinder> breaks;
  std::vector<double> kinks, rate_kinks;
  std::string doubt;
  for (const ScalarLaw& law : laws) {
    breaks.push_back(law.breaks());
    kinks.insert(kinks.end(), law.kinks().begin(), law.kinks().end());
    rate_kinks.insert(rate_kinks.end(), law.rate_kinks().begin(), law.rate_kinks().end());
    if (doubt.empty()) doubt = law.doubt();
  }
  const auto sum_of = [laws = std::move(laws)](double c, double c_dot, double t) {
    LawValue sum;
    for (const ScalarLaw& law : laws) {
      const LawValue value = law(c, c_dot, t);
      sum.f += value.f;
      sum.df_dc += value.df_dc;
      sum.df_dcd += value.df_dcd;
      sum.energy += value.energy;
    }
    return sum;
  };
  ScalarLaw sum{sum_of, FirstOf(std::move(breaks)), std::move(kinks), std::move(rate_kinks)};
  sum.set_doubt(std::move(doubt));
  return sum;
}

}  // namespace trunnion
