// SPDX-License-Identifier: BSD-3-Clause
#include "engine/hosting/host_outputs.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/recorder/recorder_probes.hpp"

namespace trunnion {

HostOutputs::HostOutputs(const System& system, std::vector<Signal> signals)
    : signals_(std::move(signals)) {
  for (const Signal& signal : signals_) list_.push_back({signal.name, signal.unit, "output"});
  AddProbes(MakeBodyProbes(system));
  AddProbes(MakeJointProbes(system));
  AddProbes(MakeForceProbes(system));
  AddProbes(MakeEnergyProbes(system));
}

void HostOutputs::AddProbes(std::vector<Recorder::Probe> probes) {
  for (Recorder::Probe& probe : probes) {
    const std::size_t size = probe.columns.size();
    if (!probe.write) continue;
    for (std::size_t i = 0; i < size; ++i) {
      const ResultColumn& column = probe.columns[i];
      list_.push_back({column.name, column.unit, column.description});
      places_.push_back({probes_.size(), i});
    }
    values_.resize(std::max(values_.size(), size));
    probes_.push_back(std::move(probe));
  }
}

double HostOutputs::Calc(int i, const Simulation& simulation) {
  const auto at = static_cast<std::size_t>(i);
  if (at < signals_.size()) return signals_[at].evaluate(simulation);
  const Place& place = places_[at - signals_.size()];
  const State& s = simulation.state();
  probes_[place.probe].write({s.context(), s.v(), s.v_dot(), s.lambda()}, values_.data());
  return values_[place.column];
}

}  // namespace trunnion
