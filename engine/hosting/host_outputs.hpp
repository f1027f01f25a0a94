// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/hosting/stepped_simulation.hpp"
#include "engine/recorder/recorder.hpp"

namespace trunnion {

/// What a host may ask a Simulation for: signals, then the columns of the standard tables of
/// results, each by its place in one list. Of several with one name the first one counts.
class HostOutputs {
 public:
  HostOutputs(const System& system, std::vector<Signal> signals);

  const std::vector<OutputInfo>& list() const { return list_; }
  double Calc(int i, const Simulation& simulation);

 private:
  struct Place {
    std::size_t probe, column;
  };
  void AddProbes(std::vector<Recorder::Probe> probes);

  std::vector<Signal> signals_;
  std::vector<Recorder::Probe> probes_;
  std::vector<OutputInfo> list_;
  std::vector<Place> places_;  // of what comes after the signals
  std::vector<double> values_;
};

}  // namespace trunnion
