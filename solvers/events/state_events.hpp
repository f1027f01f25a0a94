// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "solvers/problem/event_source.hpp"

namespace trunnion {

class Archive;

/// Finds where the event functions of a system become zero within steps, by the interpolated
/// solution. A dip below zero and back within one step is found, too.
class StateEvents {
 public:
  using Interpolate = std::function<void(double t, VectorXd& q, VectorXd& v)>;

  /// `system` must outlive the object.
  explicit StateEvents(EventSource& system) : system_(system) {}

  bool any() const { return system_.num_events() > 0; }
  /// Begins at a state that the system has accepted.
  void Start(double t, const VectorXd& q, const VectorXd& v);
  /// The first event after Start or the last call, up to t, the end of a step that `interpolate`
  /// knows: just beyond the zero. None: the next call goes on from t.
  /// @throws EventError naming the element if events follow each other without end.
  std::optional<double> FindFirst(double t, const Interpolate& interpolate);
  /// "force 'stop'", of the last event.
  const std::string& last() const { return name_; }
  void Serialize(Archive& archive);

 private:
  /// Times between which the lowest function crosses zero.
  struct Bracket {
    double positive, negative;
  };
  double Lowest(double t, const Interpolate& interpolate);
  std::optional<double> FindDip(double t, const Interpolate& interpolate);
  Bracket FindRoot(double positive, double negative, double value, const Interpolate& interpolate);
  void WatchForChatter(double t);

  EventSource& system_;
  double t_ = 0;
  VectorXd values_, rates_;          // at t_
  VectorXd new_values_, new_rates_;  // at the last time looked at
  VectorXd q_, v_;
  int lowest_ = 0;    // function that Lowest found
  int steps_ = 0;     // since the last event
  int in_a_row_ = 0;  // events of name_ with hardly a step between them
  std::string name_;
};

}  // namespace trunnion
