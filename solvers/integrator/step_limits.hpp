// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

class Archive;

/// What has limited the last steps, so that a run that uses up its steps can say so.
class StepLimits {
 public:
  /// A step that the error test limits, by a component of v.
  void ObserveErrorTest(int component) { Push(component); }
  /// A step that something else limits: "stability at body 'rod', rotation about its x axis".
  void Observe(const std::string& what);

  /// "the last 1000 steps were limited by the error test at body 'rod' (92 %), events of force
  /// 'stop' (8 %)": what limits a tenth of them, three at most; empty without steps.
  std::string Describe(const ConstrainedSystem& system) const;
  void Serialize(Archive& archive);

 private:
  void Push(int what);

  std::vector<int> last_;            // components; or −1 − the place in others_
  std::size_t oldest_ = 0;           // in last_, where it is full
  std::vector<std::string> others_;  // all different
};

}  // namespace trunnion
