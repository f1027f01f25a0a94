// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/model/model_data.hpp"

/// How joints, constraints and forces enter ModelData. Internal to the engine.
namespace trunnion {

/// Runs f; a ModelError gets `label` put in front unless it names the element already.
template <class F>
auto WithLabel(const std::string& label, const F& f) {
  try {
    return f();
  } catch (const ModelError& error) {
    if (error.element() == label) throw;
    throw ModelError(label, error.what());
  }
}

/// make(data, label) gives the element; it is called here, to check it, and again to compile.
template <class Make>
int AddElement(ModelData& data,
               ModelData::Elements& list,
               ModelData::Names& names,
               const std::string& kind,
               const std::string& wanted_name,
               std::vector<ModelData::Attachment> attachments,
               Make make) {
  const int index = static_cast<int>(list.size());
  std::string name = ClaimName(names, kind, wanted_name, index);
  std::string label = kind + " '" + name + "'";
  auto labelled = [make = std::move(make)](const ModelData& d, const std::string& of) {
    return WithLabel(of, [&] { return make(d, of); });
  };
  (void)labelled(data, label);
  names.emplace(name, index);
  list.push_back({.name = std::move(name),
                  .label = std::move(label),
                  .build =
                      [labelled = std::move(labelled)](
                          const ModelData& d, SystemParts& parts, const ModelData::Element& self) {
                        return parts.AddElement(labelled(d, self.label), self.name, self.label);
                      },
                  .attachments = std::move(attachments)});
  return index;
}

/// The same for a force with states of its own; make(data, label, block) gets the block they are
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
  element.states = std::move(states);
  element.build = [make](const ModelData& d, SystemParts& parts, const ModelData::Element& self) {
    const auto block = static_cast<BodyIndex>(parts.bodies.size());
    parts.bodies.push_back({.name = self.label, .kind = BodyKind::states, .states = self.states});
    ElementInfo info = parts.AddElement(make(d, self.label, block), self.name, self.label);
    info.states = block;
    return info;
  };
  return index;
}

}  // namespace trunnion
