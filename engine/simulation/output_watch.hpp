// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/system/system.hpp"
#include "joints/coordinate_coupling.hpp"

namespace trunnion {

/// Looks for prescribed motions that go and come back between two outputs, so that results do not
/// show them.
///
/// Verified  tests/system/user_laws_test.cpp.
class OutputWatch {
 public:
  /// @param t  of the first output [s].
  OutputWatch(const System& system, double t);

  /// Of an output at t [s] after the last one: a sentence for each motion that has left the range
  /// between its values at both by more than a tenth of its range so far; each is told of once.
  std::vector<std::string> Observe(double t);

 private:
  struct Motion {
    const CoordinateCoupling* law;
    std::string label;
    BreakFinder breaks;
    double low, high;  // so far
    bool told = false;
  };
  void Observe(Motion& motion, double t, std::vector<std::string>& warnings) const;

  std::vector<Motion> motions_;
  double last_;  // output [s]
};

}  // namespace trunnion
