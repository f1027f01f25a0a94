// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/hosting/host_outputs.hpp"
#include "engine/hosting/input_pieces.hpp"
#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model_file/entry.hpp"
#include "engine/simulation/partner.hpp"
#include "engine/system/system_parameters.hpp"

namespace trunnion {

/// What a SteppedSimulation works with. Internal to engine/hosting.
class SteppedSimulation::Host {
 public:
  Host(System system, const SimulationOptions& options, std::vector<Signal> signals);

  const std::vector<InputInfo>& inputs() const { return inputs_; }
  const HostOutputs& outputs() const { return outputs_; }
  const std::vector<ElementParameter>& parameters() const { return parameters_.list(); }
  template <class H, class Info>
  H Find(const std::vector<Info>& list, const std::string& name, const std::string& kind) const;

  template <class H>
  H MakeHandle(int i) const {
    return H(number_, i);
  }

  void Wish(InputHandle input, const InputWish& wish);
  double Get(InputHandle input) const;
  void AdvanceTo(double t, const std::function<bool()>& stop);
  double t() const { return simulation_.step_end(); }
  bool stopped() const { return simulation_.stopped(); }
  double Get(OutputHandle output);
  void Set(ParameterHandle parameter, double value);
  double Get(ParameterHandle parameter) const;
  std::string Save();
  void Load(std::string_view bytes);
  const Simulation& simulation();

  /// At the start: what runs beside the model from now on.
  void Attach(std::unique_ptr<Partner> partner) { partner_ = std::move(partner); }
  Simulation& whole_simulation() { return simulation_; }

 private:
  void Serialize(Archive& archive);
  int Check(std::uint64_t owner, int index, std::size_t count, const char* kind) const;
  InputSignal& signal(int i) { return (*system_.parts().inputs)[i]; }
  const InputSignal& signal(int i) const { return (*system_.parts().inputs)[i]; }
  void ListInputs();
  void Settle(std::optional<double> length);
  bool TakePiece(int i, std::optional<double> length);
  bool IsDriven(int i) const { return partner_ && !partner_->driver(i).empty(); }
  void Refuse(const std::vector<InputSignal>& before);

  std::uint64_t number_;  // of this object
  System system_;
  SystemParameters parameters_;
  Simulation simulation_;
  HostOutputs outputs_;
  std::vector<InputInfo> inputs_;
  std::vector<InputWish> wishes_;     // by input
  std::unique_ptr<Partner> partner_;  // null: none
  bool parameter_changed_ = false, input_wished_ = false;
};

template <class H, class Info>
H SteppedSimulation::Host::Find(const std::vector<Info>& list,
                                const std::string& name,
                                const std::string& kind) const {
  std::vector<std::string> known;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return H(number_, static_cast<int>(i));
    known.push_back(list[i].name);
  }
  const std::string hint = model_file::Suggest(name, known);
  throw ModelError("host: the model has no " + kind + " '" + name + "'" +
                   (hint.empty() ? "; the list of " + kind + "s has all names" : hint));
}

}  // namespace trunnion
