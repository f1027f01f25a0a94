// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/driver_plan.hpp"

#include <utility>
#include <vector>

namespace trunnion::vehicle {

BreakFinder DriverPlan::Breaks() const {
  std::vector<BreakFinder> finders;
  for (const TimeLaw* law : {&steering_wheel, &speed, &throttle, &brake})
    if (*law) finders.push_back(law->breaks());
  std::vector<Break> times;
  for (const double t : {hold_from, release_from})
    if (std::isfinite(t)) times.push_back({t, 0});
  finders.push_back(MakeBreaks(times));
  return FirstOf(std::move(finders));
}

TimeLaw TableOverTime(const TimePoints& points, const std::string& name) {
  const MotionLaw table = MakeLinearTable(points, name);
  return {[table](double t) { return table(t).s; }, table.breaks()};
}

}  // namespace trunnion::vehicle
