// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/output_watch.hpp"

#include <algorithm>
#include <sstream>

#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace {

constexpr int kSamples = 32;      // between two outputs
constexpr int kMaxBreaks = 1000;  // between two outputs
constexpr double kTold = 0.1;

}  // namespace

OutputWatch::OutputWatch(const System& system, double t) : last_(t) {
  for (int i = 0; i < static_cast<int>(system.parts().constraints.size()); ++i) {
    const CoordinateCoupling* law = FindCoupling(system, ConstraintId(i));
    if (!law || !law->has_law()) continue;
    const ElementInfo& info = system.parts().constraints[static_cast<std::size_t>(i)];
    const auto& pool = *system.parts().constraint_pools[static_cast<std::size_t>(info.pool)];
    const double s = law->SampleLaw(t);
    motions_.push_back({law, pool.label(info.index), law->breaks(), s, s});
  }
}

std::vector<std::string> OutputWatch::Observe(double t) {
  std::vector<std::string> warnings;
  for (Motion& motion : motions_)
    if (!motion.told) Observe(motion, t, warnings);
  last_ = t;
  return warnings;
}

/// At equal distances, and between breaks.
void OutputWatch::Observe(Motion& motion, double t, std::vector<std::string>& warnings) const {
  const double before = motion.law->SampleLaw(last_), after = motion.law->SampleLaw(t);
  double low = std::min(before, after), high = std::max(before, after);
  const double low_end = low, high_end = high;
  const auto sample = [&](double at) {
    const double s = motion.law->SampleLaw(at);
    low = std::min(low, s);
    high = std::max(high, s);
  };
  for (int i = 1; i < kSamples; ++i) sample(last_ + (t - last_) * i / kSamples);
  double from = last_;
  for (int i = 0; motion.breaks && i < kMaxBreaks; ++i) {
    const double to = std::min(motion.breaks(from).t, t);
    sample((from + to) / 2);
    if (to == t) break;
    sample(to);
    from = to;
  }
  motion.low = std::min(motion.low, low);
  motion.high = std::max(motion.high, high);
  const double missed = std::max(high - high_end, low_end - low);
  if (!(missed > kTold * (motion.high - motion.low))) return;
  motion.told = true;
  std::ostringstream text;
  text << motion.label << " moves by " << missed << (motion.law->is_rotational(0) ? " rad" : " m")
       << " and back between the outputs at t = " << last_ << " and " << t
       << " s, which do not show it; take a shorter output_interval";
  warnings.push_back(text.str());
}

}  // namespace trunnion
