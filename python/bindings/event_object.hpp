// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include <trunnion/simulation.hpp>

#include "python/bindings/simulation_object.hpp"

/// Actions of events in Python.
namespace trunnion::python {

/// What the action of an event may do, within its call only.
struct ActionsView {
  EventActions* actions = nullptr;
  std::shared_ptr<StateView> state{};
  EventActions& get() const;
};

std::function<void(EventActions&)> ToAction(py::handle value, const std::string& label);
void BindEvents(py::module_& module);

}  // namespace trunnion::python
