// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/system.hpp"

namespace trunnion {

/// Looks at accepted states whether the frames of an element are turned further than its law
/// reaches (engine/core/turn.hpp).
class TurnWatch {
 public:
  explicit TurnWatch(const System& system);

  bool empty() const { return pools_.empty(); }
  /// Adds a warning for each element that is beyond its first limit for the first time.
  /// @throws SolverError naming an element beyond the last one, the angle, the time and the remedy.
  void Look(const ElementContext& x);
  /// One sentence each, by name of the element; of very many, the first ones.
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void Warn(const ElementPool& pool, int i, const Turn& turn, double t);

  std::vector<const ElementPool*> pools_;
  std::set<std::pair<const ElementPool*, int>> warned_;
  std::vector<std::string> warnings_;
};

}  // namespace trunnion
