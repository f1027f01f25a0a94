// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/breaks.hpp"
#include "engine/core/types.hpp"

namespace trunnion {

class TriggerSource;  // solvers/events/trigger_source.hpp

/// What a system says about where it is not smooth, over time and in its state. By default it is
/// smooth everywhere.
class EventSource {
 public:
  virtual ~EventSource() = default;

  /// The first time after t [s], strictly, at which the system is not smooth; `order` is that of
  /// the lowest derivative of the accelerations that jumps.
  virtual Break FindBreak(double /*t*/) const { return {}; }

  /// From now on the smooth piece is evaluated that a step is in. Times before `from` or after `to`
  /// [s] count as these, so that at a break, which lies between two windows, there is a limit from
  /// either side; states go on smoothly beyond an event.
  virtual void OpenWindow(double /*from*/, double /*to*/) {}
  /// From now on the equations are evaluated as they stand.
  virtual void CloseWindow() {}

  /// How near zero an event function counts as zero, in its unit.
  static constexpr double kEventMargin = 1e-9;
  /// Number of event functions e(t, q, v). The system is smooth while all are positive, and takes
  /// another course when Accept is called where one is zero and falls.
  virtual int num_events() const { return 0; }
  /// Overwrites their values and their rates de/dt, NaN where they need accelerations.
  virtual void CalcEvents(double /*t*/,
                          const VectorXd& /*q*/,
                          const VectorXd& /*v*/,
                          VectorXd& values,
                          VectorXd& rates) {
    values.resize(0);
    rates.resize(0);
  }
  /// "force 'stop'", for messages.
  virtual std::string DescribeEvent(int /*event*/) const { return {}; }

  /// What waits for functions of time and state to cross zero; null: nothing does.
  virtual TriggerSource* triggers() { return nullptr; }
};

}  // namespace trunnion
