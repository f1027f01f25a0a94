// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "solvers/events/trigger_source.hpp"

namespace trunnion {

class Archive;

/// Finds where triggers cross zero within steps, by the interpolated solution: to
/// the rounding of time, also where a function crosses twice within one step.
///
/// A function that is zero at the start, or after an event, has to leave zero before it can cross.
/// Verified  tests/solvers/trigger_search_test.cpp, tests/system/user_events_test.cpp.
class TriggerSearch {
 public:
  using Interpolate = std::function<void(double t, VectorXd& q, VectorXd& v)>;

  /// @param triggers  must outlive the object; null: there are none.
  explicit TriggerSearch(TriggerSource* triggers) : triggers_(triggers) {}

  bool any() const { return triggers_ && triggers_->size() > 0; }
  /// Goes on from where the search of another integrator of the same system has ended.
  void CarryOn(const TriggerSearch& before);
  /// Begins at a state.
  void Start(double t, const VectorXd& q, const VectorXd& v);
  /// The first time up to t1 [s], the end of a step from where the last search ended, at which
  /// triggers cross as they wait for; fired() are those. None: the next search goes on from t1.
  /// @throws SolverError naming a trigger if it crosses again and again with hardly a step between.
  std::optional<double> FindFirst(double t1, const Interpolate& interpolate);
  /// The state jumps at the time of the last search. True if triggers cross by it: fired().
  bool Jump(const VectorXd& q, const VectorXd& v);
  const std::vector<int>& fired() const { return fired_; }
  /// Something that has been fired waits to be applied.
  bool has_changes() const { return triggers_ && triggers_->has_changes(); }
  void Serialize(Archive& archive);

 private:
  struct Node {
    double t;
    VectorXd values;
  };
  Node Evaluate(double t, const Interpolate& interpolate);
  void AddDips(std::vector<Node>& nodes, const Interpolate& interpolate);
  bool FindDip(int trigger,
               const Node& left,
               const Node& middle,
               const Node& right,
               const Interpolate& interpolate,
               Node& found);
  double FindRoot(int trigger, Node left, Node right, const Interpolate& interpolate);
  bool Crosses(int trigger, double value) const;
  void MoveTo(const Node& node);
  void CollectFired(const Node& node);
  void WatchForChatter(double step);

  TriggerSource* triggers_;
  Node last_{};
  std::vector<int> sides_;  // sign of each function at last_.t; 0: it has not left zero
  std::vector<int> fired_;
  std::vector<int> steps_;     // since each trigger crossed
  std::vector<int> in_a_row_;  // crossings of each with hardly a step between them
  VectorXd q_, v_;
};

}  // namespace trunnion
