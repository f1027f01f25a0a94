// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "solvers/linear/saddle_ordering.hpp"

namespace trunnion {

/// Joints of each body, ascending.
std::vector<std::vector<int>> CollectJoints(const SaddleStructure& structure);

/// When joints may be eliminated: the rule of OrderSaddlePoint. It keeps groups of eliminated
/// bodies with their counts h and g (union-find), and the joints that wait for a change in a group.
class PivotRule {
 public:
  /// @param structure, joints_of  what CollectJoints gives; both outlive this.
  PivotRule(const SaddleStructure& structure, const std::vector<std::vector<int>>& joints_of);

  /// Records the elimination of a body; returns the joints to be considered (again).
  std::vector<int> EliminateBody(int body);

  /// Eliminates joint j if that is allowed, else keeps it for later.
  bool TryEliminateJoint(int j);

  bool IsDone(int j) const { return joint_done_[j]; }

 private:
  int Find(int body);
  void Join(int a, int b);

  const std::vector<SaddleJoint>& joints_;
  const std::vector<std::vector<int>>& joints_of_;
  std::vector<int> group_, open_, grounded_;  // of bodies; the counts are valid at group leaders
  std::vector<std::vector<int>> waiting_;
  std::vector<bool> body_done_, joint_done_;
};

}  // namespace trunnion
