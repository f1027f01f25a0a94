// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/core/element_pool.hpp"
#include "engine/system/system.hpp"
#include "forces/coordinate_force.hpp"

namespace trunnion {

class Archive;

/// Looks for what an integrator steps over in laws whose breaks are unknown (user laws without a
/// BreakFinder): each step is sampled every half a millisecond, laws along a coordinate by where it
/// was meanwhile.
class LawWatch {
 public:
  explicit LawWatch(const System& system);

  bool any() const { return !laws_.empty(); }
  /// Of a step from t0 to t1 [s]: adds a sentence to `warnings` for each law that leaves the range
  /// of its values at the ends of this and the last steps by more than that range. Each law is
  /// told of once.
  /// @param x  at t1.
  void Observe(double t0, double t1, const ElementContext& x, std::vector<std::string>& warnings);
  void Serialize(Archive& archive);

 private:
  struct Law {
    const ElementPool* pool;
    int index;
    const CoordinateForce* along;  // null: a law of time alone
    double low, high;              // at the ends of steps lately
    bool told;
    CoordinateForce::Report before{};  // at the end of the step before
    bool begun = false;
  };
  void Observe(Law& law,
               double t0,
               double t1,
               const ElementContext& x,
               std::vector<std::string>& warnings) const;

  std::vector<Law> laws_;
};

}  // namespace trunnion
