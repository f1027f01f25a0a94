// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/system/system.hpp"
#include "joints/coordinate_coupling.hpp"

namespace trunnion {

class Archive;

/// Looks whether prescribed motions are what they say: a value without jumps, whose rate and second
/// derivative are its own. A motion is sampled along the steps, and bisected where samples do not
/// agree.
///
/// Verified  tests/system/user_laws_test.cpp.
class MotionWatch {
 public:
  explicit MotionWatch(const System& system);

  bool any() const { return !motions_.empty(); }
  /// Of a step from t0 to t1 [s]: adds a sentence to `warnings` for each motion whose rate jumps,
  /// once. @throws SolverError naming the motion and the time if it is wrong otherwise.
  void Observe(double t0, double t1, std::vector<std::string>& warnings);
  void Serialize(Archive& archive);

 private:
  struct Motion {
    const CoordinateCoupling* law;
    std::string label;
    bool told = false;  // of a jump of its rate
  };
  std::vector<Motion> motions_;
};

}  // namespace trunnion
