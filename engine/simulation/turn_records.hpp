// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <vector>

namespace trunnion {

class Archive;

/// Element memory at earlier times of a run, so that a state that is taken up again has the turns
/// of angles that it had. A record holds until an angle has turned by a quarter of a turn.
///
/// Verified  tests/system/restart_test.cpp.
class TurnRecords {
 public:
  /// The run begins at t [s].
  void Start(double t, const std::vector<double>& memory);
  /// Of an accepted state at t [s], later than all before.
  void Observe(double t, const std::vector<double>& memory);
  /// Memory from which a state at t [s] finds its turns; null: it is not known any more.
  const std::vector<double>* Find(double t) const;
  void Serialize(Archive& archive);

 private:
  struct Record {
    double t;
    std::vector<double> memory;
    void Serialize(Archive& archive);
  };
  std::deque<Record> records_;  // the first one is the start
  bool gap_ = false;            // records after the start have gone
};

}  // namespace trunnion
