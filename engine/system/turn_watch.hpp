// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/system/system.hpp"

namespace trunnion {

class Archive;

/// Looks at accepted states whether the frames of an element are turned further than its law
/// reaches (engine/core/turn.hpp). While no body turns there is nothing to look at: a net of small
/// vibrations costs no time.
class TurnWatch {
 public:
  explicit TurnWatch(const System& system);

  bool empty() const { return pools_.empty(); }
  /// True if a body has turned by more than 5° since the last look, if an element was beyond its
  /// first limit then, or after Forget. What turning elements remember may wait until it is.
  bool IsDue(const System& system, const VectorXd& q) const;
  /// Adds a warning for each element that is beyond its first limit for the first time.
  /// @throws SolverError naming an element beyond the last one, the angle, the time and the remedy.
  void Look(const ElementContext& x);
  void Forget() { axes_.clear(); }
  /// One sentence each, by name of the element; of very many, the first ones.
  const std::vector<std::string>& warnings() const { return warnings_; }
  void Serialize(Archive& archive);

 private:
  void Warn(const ElementPool& pool, int i, const Turn& turn, double t);

  std::vector<const ElementPool*> pools_;
  std::vector<Mat3> axes_;  // of the bodies at the last look; empty: look at the next state
  std::vector<std::pair<const ElementPool*, int>> warned_;
  std::vector<std::string> warnings_;
};

}  // namespace trunnion
