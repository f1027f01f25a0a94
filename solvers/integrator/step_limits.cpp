// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/step_limits.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <utility>

namespace trunnion {
namespace {

constexpr std::size_t kSteps = 1000, kShown = 3;
constexpr double kWorthTelling = 0.1;  // share of the steps

/// "body 'rod'" of "body 'rod', translation along x": the error of a body is that of all its
/// components.
std::string OwnerOf(const std::string& component) {
  const std::size_t end = component.rfind("', ");
  return end == std::string::npos ? component : component.substr(0, end + 1);
}

}  // namespace

void StepLimits::Observe(const std::string& what) {
  const auto known = std::find(others_.begin(), others_.end(), what);
  const auto place = known - others_.begin();
  if (known == others_.end()) others_.push_back(what);
  Push(-1 - static_cast<int>(place));
}

void StepLimits::Push(int what) {
  if (last_.size() < kSteps) return last_.push_back(what);
  last_[oldest_] = what;
  oldest_ = (oldest_ + 1) % kSteps;
}

std::string StepLimits::Describe(const ConstrainedSystem& system) const {
  std::map<std::string, int> counts;
  for (const int what : last_)
    ++counts[OwnerOf(what >= 0 ? "the error test at " + system.DescribeComponent(what)
                               : others_[static_cast<std::size_t>(-1 - what)])];
  std::vector<std::pair<int, std::string>> order;
  for (const auto& [what, count] : counts) order.emplace_back(-count, what);
  std::sort(order.begin(), order.end());
  std::ostringstream text;
  for (std::size_t i = 0; i < std::min(order.size(), kShown); ++i) {
    const double share = -order[i].first / static_cast<double>(last_.size());
    if (share < kWorthTelling && i > 0) break;
    text << (i > 0 ? ", " : "the last " + std::to_string(last_.size()) + " steps were limited by ")
         << order[i].second << " (" << std::round(100 * share) << " %)";
  }
  return text.str();
}

}  // namespace trunnion
