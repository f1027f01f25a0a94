// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "python/bindings/convert.hpp"
#include "python/bindings/event_object.hpp"
#include "python/bindings/simulation_object.hpp"

namespace trunnion::python {

EventActions& ActionsView::get() const {
  if (actions == nullptr)
    throw std::runtime_error("EventActions are valid only while the action runs");
  return *actions;
}

std::function<void(EventActions&)> ToAction(py::handle value, const std::string& label) {
  if (value.is_none()) return {};
  return [f = Callable(value, label)](EventActions& actions) {
    const py::gil_scoped_acquire lock;
    const LentState state(actions.simulation());
    const auto view = std::make_shared<ActionsView>(ActionsView{&actions, state.view()});
    const std::unique_ptr<ActionsView, void (*)(ActionsView*)> ends(
        view.get(), [](ActionsView* v) { v->actions = nullptr; });
    f(view);
  };
}

void BindEvents(py::module_& module) {
  Class<ActionsView, std::shared_ptr<ActionsView>> cls(
      module, "EventActions", "()", "What the action of an event may do, while it runs.");
  cls.Method(
      "state",
      [](const ActionsView& a) { return a.state; },
      "(self) -> State",
      "The state at the event, before it.");
  cls.Method(
      "stop", [](const ActionsView& a) { a.get().Stop(); }, "(self) -> None", "Ends the run here.");
  cls.Method(
      "release",
      [](const ActionsView& a, JointId j) { a.get().Release(j); },
      "(self, joint: JointId) -> None",
      "All equations of a joint go.");
  cls.Method(
      "switch_on",
      [](const ActionsView& a, const py::object& what) {
        if (py::isinstance<JointId>(what)) return a.get().SwitchOn(what.cast<JointId>());
        if (py::isinstance<ForceId>(what)) return a.get().SwitchOn(what.cast<ForceId>());
        a.get().SwitchOn(what.cast<ConstraintId>());
      },
      "(self, element: JointId | ConstraintId | ForceId) -> None",
      "A joint, constraint or force comes back.");
  cls.Method(
      "switch_off",
      [](const ActionsView& a, const py::object& what) {
        if (py::isinstance<JointId>(what)) return a.get().Release(what.cast<JointId>());
        if (py::isinstance<ForceId>(what)) return a.get().SwitchOff(what.cast<ForceId>());
        a.get().SwitchOff(what.cast<ConstraintId>());
      },
      "(self, element: JointId | ConstraintId | ForceId) -> None",
      "A joint, constraint or force goes.");
  cls.Method(
      "scale",
      [](const ActionsView& a, ForceId f, double k) { a.get().Scale(f, k); },
      "(self, force: ForceId, factor: float) -> None",
      "The force counts `factor` times as much as the model says.");
  cls.Method(
      "set_gravity",
      [](const ActionsView& a, const py::object& g) {
        a.get().set_gravity(ToVector(g, "set_gravity: gravity", 3));
      },
      "(self, gravity: ArrayLike) -> None",
      "[m/s^2], world, shape (3,).");
  cls.Method(
      "apply_impulse",
      [](const ActionsView& a,
         BodyId body,
         const py::object& impulse,
         const py::object& point,
         const py::object& angular) {
        a.get().ApplyImpulse(body,
                             ToVector(impulse, "apply_impulse: impulse", 3),
                             ToVector(point, "apply_impulse: point", 3),
                             ToVector(angular, "apply_impulse: angular_impulse", 3));
      },
      "(self, body: BodyId, impulse: ArrayLike, point: ArrayLike = (0, 0, 0), angular_impulse: "
      "ArrayLike = (0, 0, 0)) -> None",
      "An impulse [N s], world, at a point of the body [m, its frame], and an angular one [N m s].",
      py::arg("body"),
      py::arg("impulse"),
      py::arg("point") = py::make_tuple(0, 0, 0),
      py::arg("angular_impulse") = py::make_tuple(0, 0, 0));
}

}  // namespace trunnion::python
