// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/law_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace trunnion {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLawSpacing = 5e-4;  // of samples [s]
constexpr int kLawSamples = 1000;     // in one step
constexpr double kForget = 0.1;       // part of the range that each step takes away

/// Where a coordinate is, and how fast.
struct CoordinatePlace {
  double c, c_dot;
};

/// The cubic between the ends of a step of length h, at the part s of it.
CoordinatePlace Interpolate(const CoordinateForce::Report& a,
                            const CoordinateForce::Report& b,
                            double s,
                            double h) {
  const double r = 1 - s, d = b.c - a.c;
  return {
      a.c + s * s * (3 - 2 * s) * d + h * s * r * (r * a.c_dot - s * b.c_dot),
      h > 0 ? 6 * s * r * d / h + r * (1 - 3 * s) * a.c_dot + s * (3 * s - 2) * b.c_dot : a.c_dot};
}

}  // namespace

LawWatch::LawWatch(const System& system) {
  const auto add = [&](const ElementPool& pool) {
    const auto* along = dynamic_cast<const ForcePool<CoordinateForce>*>(&pool);
    for (int i = 0; i < pool.size(); ++i)
      if (pool.has_unknown_breaks(i))
        laws_.push_back(
            {&pool, i, along ? &along->element(i) : nullptr, kInfinity, -kInfinity, false});
  };
  for (const auto& pool : system.parts().force_pools) add(*pool);
  for (const auto& pool : system.parts().constraint_pools) add(*pool);
}

void LawWatch::Observe(double t0,
                       double t1,
                       const ElementContext& x,
                       std::vector<std::string>& warnings) {
  for (Law& law : laws_)
    if (!law.told) Observe(law, t0, t1, x, warnings);
}

void LawWatch::Observe(Law& law,
                       double t0,
                       double t1,
                       const ElementContext& x,
                       std::vector<std::string>& warnings) const {
  const CoordinateForce::Report after = law.along ? law.along->CalcReport(x) : law.before;
  const CoordinateForce::Report before = law.begun ? law.before : after;
  law.before = after;
  law.begun = true;
  const auto sample = [&](double t) {
    if (!law.along) return law.pool->SampleLaw(law.index, t);
    const CoordinatePlace at = Interpolate(before, after, (t - t0) / (t1 - t0), t1 - t0);
    return law.along->SampleLaw(at.c, at.c_dot, t);
  };
  const double begin = sample(t0), end = sample(t1), middle = 0.5 * (begin + end);
  const bool first = law.low > law.high;
  law.low = std::min({first ? begin : law.low + kForget * (middle - law.low), begin, end});
  law.high = std::max({first ? begin : law.high + kForget * (middle - law.high), begin, end});
  const int samples = std::min(static_cast<int>((t1 - t0) / kLawSpacing), kLawSamples);
  for (int i = 0; i < samples; ++i) {
    const double t = t0 + (t1 - t0) * (i + 0.5) / samples;
    const double value = sample(t);
    const double range = law.high - law.low, least = 1e-9 * std::abs(value);
    if (std::max(law.low - value, value - law.high) <= std::max(range, least)) continue;
    std::ostringstream text;
    text << law.pool->label(law.index) << ": its law " << (law.along ? "" : "of time ")
         << "changes at t = " << t << " s within a step that does not see it (from " << t0 << " to "
         << t1 << " s); give the law its breaks, {law, MakeBreaks({{time, order}, ...})"
         << (law.along ? ", {kinks}}" : "}") << ", or limit the step by max_step";
    warnings.push_back(text.str());
    law.told = true;
    return;
  }
}

}  // namespace trunnion
