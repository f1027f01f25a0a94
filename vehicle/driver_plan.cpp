// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/driver_plan.hpp"

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

}  // namespace trunnion::vehicle
