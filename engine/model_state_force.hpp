// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/model_data.hpp"

namespace trunnion {

/// AddElement for a force with states of its own; make(data, label, block) gets the block they are
/// in.
/// @throws ModelError if a state has no name or numbers that are not finite.
template <class Make>
int AddStateForce(ModelData& data,
                  const std::string& wanted_name,
                  std::vector<ModelData::Attachment> attachments,
                  std::vector<StateInfo> states,
                  Make make) {
  const auto try_make = [make](const ModelData& d, const std::string& label) {
    return make(d, label, BodyIndex(d.bodies.size()));
  };
  RequireStates(states, "force '" + wanted_name + "'");
  const int index = AddElement(
      data, data.forces, data.force_names, "force", wanted_name, std::move(attachments), try_make);
  ModelData::Element& element = data.forces.back();
  element.states = states;
  element.build = [make, states, name = element.name, label = element.label](const ModelData& d,
                                                                             SystemParts& parts) {
    const auto block = static_cast<BodyIndex>(parts.bodies.size());
    parts.bodies.push_back({.name = label, .kind = BodyKind::states, .states = states});
    ElementInfo info = parts.AddElement(make(d, label, block), name, label);
    info.states = block;
    return info;
  };
  return index;
}

}  // namespace trunnion
