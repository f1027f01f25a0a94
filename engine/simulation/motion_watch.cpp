// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/motion_watch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

constexpr double kMotionSpacing = 1e-3;  // of samples [s]
constexpr int kMotionSamples = 20;       // in one step
/// Disagreements below this part of the change in an interval are rounding of the user's.
constexpr double kAccepted = 1e-3;
constexpr int kHalvings = 12;  // of an interval that looks wrong
/// What must be left of a disagreement after these: 2^-n of it, where a derivative is wrong; where
/// the law is smooth there is less than 2^-2n.
constexpr double kWrong = 0.3 / (1 << kHalvings);
constexpr double kTiny = 1e-9;  // beside a jump [s]

struct Sample {
  double t;
  MotionValue at;
};

/// By how much s changes otherwise than its derivatives say, to fourth order.
double CalcGap(const Sample& a, const Sample& b) {
  const double h = b.t - a.t;
  return b.at.s - a.at.s - h / 2 * (a.at.s_dot + b.at.s_dot) +
         h * h / 12 * (b.at.s_ddot - a.at.s_ddot);
}
/// The same of s', to second order.
double CalcRateGap(const Sample& a, const Sample& b) {
  return b.at.s_dot - a.at.s_dot - (b.t - a.t) / 2 * (a.at.s_ddot + b.at.s_ddot);
}

/// Of a gap between two samples with the values x and rates x'. A law may be the small difference
/// of large terms, as where a spin-up begins: what is below kFloor [m or rad, per s] is no motion.
double CalcRounding(const Sample& a, const Sample& b, double x, double rate) {
  constexpr double kRoundOff = 64 * std::numeric_limits<double>::epsilon(), kFloor = 1e-12;
  return kFloor + kRoundOff * (x + std::max(std::abs(a.t), std::abs(b.t)) * rate);
}

double Largest(double a, double b) { return std::max(std::abs(a), std::abs(b)); }

class Check {
 public:
  Check(const CoordinateCoupling& law, const std::string& label) : law_(law), label_(label) {}

  Sample Take(double t) const {
    const Sample x{t, law_.CalcMotion(t)};
    if (std::isfinite(x.at.s) && std::isfinite(x.at.s_dot) && std::isfinite(x.at.s_ddot)) return x;
    throw SolverError(Describe(t, "is not finite", "let it give finite numbers everywhere"));
  }

  /// Two neighbouring samples. @return a warning, or nothing.
  std::string Compare(const Sample& a, const Sample& b) const {
    const double rate = Largest(a.at.s_dot, b.at.s_dot);
    const double rounding = CalcRounding(a, b, Largest(a.at.s, b.at.s), rate);
    const double limit = rounding + kAccepted * (b.t - a.t) * rate;
    if (std::abs(CalcGap(a, b)) > limit) {
      if (Persists(a, b, CalcGap, rounding))
        throw SolverError(
            Describe(a.t, "has a rate that is not the derivative of its value", "give s' = ds/dt"));
      if (const double t = FindJump(a, b, CalcGap, limit); t > a.t)
        throw SolverError(Describe(t, "jumps", "a motion must be continuous"));
    }
    const double second = Largest(a.at.s_ddot, b.at.s_ddot);
    const double rate_rounding = CalcRounding(a, b, rate, second);
    const double rate_limit = rate_rounding + kAccepted * (b.t - a.t) * second;
    if (std::abs(CalcRateGap(a, b)) <= rate_limit) return {};
    if (Persists(a, b, CalcRateGap, rate_rounding))
      throw SolverError(Describe(a.t,
                                 "has a second derivative that is not the derivative of its rate",
                                 "give s'' = ds'/dt"));
    const double t = FindJump(a, b, CalcRateGap, std::max(rate_limit, kAccepted * rate));
    if (!(t > a.t)) return {};
    return Describe(t,
                    "has a rate that jumps",
                    "the acceleration is infinite there, and its drive that of a step's length: "
                    "use a law with a continuous rate, such as smooth_step");
  }

 private:
  using Gap = double (*)(const Sample&, const Sample&);

  /// True if a gap becomes smaller only as the interval does, also in the half where it is smaller,
  /// which leaves a jump behind.
  bool Persists(Sample a, Sample b, Gap gap, double rounding) const {
    const double least = std::max(kWrong * std::abs(gap(a, b)), rounding);
    for (int i = 0; i < kHalvings; ++i) {
      const Sample middle = Take((a.t + b.t) / 2);
      const double left = std::abs(gap(a, middle)), right = std::abs(gap(middle, b));
      (left > right ? a : b) = middle;
      if (std::min(left, right) <= least) return false;
    }
    return true;
  }

  /// The time of a jump by more than `limit`; a.t if there is none.
  double FindJump(Sample a, Sample b, Gap gap, double limit) const {
    const double none = a.t;
    while (b.t - a.t > kTiny) {
      const Sample middle = Take((a.t + b.t) / 2);
      const double left = std::abs(gap(a, middle)), right = std::abs(gap(middle, b));
      if (std::max(left, right) <= limit) return none;
      (left > right ? b : a) = middle;
    }
    return b.t;
  }

  std::string Describe(double t, const char* what, const char* remedy) const {
    std::ostringstream message;
    message << label_ << ": its law " << what << " at t = " << t << " s; " << remedy;
    return message.str();
  }

  const CoordinateCoupling& law_;
  const std::string& label_;
};

}  // namespace

MotionWatch::MotionWatch(const System& system) {
  for (int i = 0; i < static_cast<int>(system.parts().constraints.size()); ++i) {
    const CoordinateCoupling* coupling = FindCoupling(system, ConstraintId(i));
    if (!coupling || !coupling->has_law()) continue;
    const ElementInfo& info = system.parts().constraints[static_cast<std::size_t>(i)];
    const auto& pool = *system.parts().constraint_pools[static_cast<std::size_t>(info.pool)];
    motions_.push_back({coupling, pool.label(info.index)});
  }
}

void MotionWatch::Observe(double t0, double t1, std::vector<std::string>& warnings) {
  const int samples = std::clamp(static_cast<int>((t1 - t0) / kMotionSpacing), 1, kMotionSamples);
  for (Motion& motion : motions_) {
    const Check check(*motion.law, motion.label);
    Sample before = check.Take(t0);
    for (int i = 1; i <= samples; ++i) {
      const Sample at = check.Take(t0 + (t1 - t0) * i / samples);
      const std::string warning = check.Compare(before, at);
      if (!warning.empty() && !motion.told) warnings.push_back(warning), motion.told = true;
      before = at;
    }
  }
}

}  // namespace trunnion
