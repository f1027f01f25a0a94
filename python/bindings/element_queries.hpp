// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "python/bindings/convert.hpp"
#include "python/bindings/simulation_object.hpp"

/// Part of state_queries.hpp.
namespace trunnion::python {

/// Of joints, motions and forces.
template <class C, class Ask>
void BindElements(C& cls, Ask ask) {
  using Self = typename C::type;
  const auto pair = [](const Reaction& r) {
    return py::make_tuple(CopyVector(r.force), CopyVector(r.torque));
  };
  cls.Method(
      "coordinate",
      [ask](Self& self, const py::object& of) {
        const CoordinateRef c = ToCoordinate(of, "coordinate: of");
        return ask(self, [&](const Simulation& s) { return s.coordinate(c); });
      },
      "(self, of: JointId | Coordinate) -> float",
      "Coordinate of a joint or of two markers [m or rad]; angles count turns.",
      py::arg("of"));
  cls.Method(
      "rate",
      [ask](Self& self, const py::object& of) {
        const CoordinateRef c = ToCoordinate(of, "rate: of");
        return ask(self, [&](const Simulation& s) { return s.rate(c); });
      },
      "(self, of: JointId | Coordinate) -> float",
      "Its rate [m/s or rad/s].",
      py::arg("of"));
  cls.Method(
      "reaction",
      [ask, pair](Self& self, JointId id) {
        return pair(ask(self, [id](const Simulation& s) { return s.reaction(id); }));
      },
      "(self, joint: JointId) -> tuple[NDArray, NDArray]",
      "Force [N] and torque [N m] on body b, about the origin of marker b, world axes.",
      py::arg("joint"));
  cls.Method(
      "drive",
      [ask](Self& self, ConstraintId id) {
        return ask(self, [id](const Simulation& s) { return s.drive(id); });
      },
      "(self, motion: ConstraintId) -> float",
      "Force [N] or torque [N m] of a motion along its coordinate.",
      py::arg("motion"));
  cls.Method(
      "force",
      [ask, pair](Self& self, ForceId id, std::optional<BodyId> on) {
        const BodyId body = on.value_or(BodyId());
        return pair(ask(self, [=](const Simulation& s) { return s.force(id, body); }));
      },
      "(self, force: ForceId, on: BodyId | None = None) -> tuple[NDArray, NDArray]",
      "Force [N] and torque [N m] about the centre of mass on one body of a force element, world "
      "axes; None: its last body.",
      py::arg("force"),
      py::arg("on") = py::none());
  cls.Method(
      "report",
      [ask](Self& self, ForceId id, const std::string& column) {
        return ask(self, [&](const Simulation& s) { return s.report(id, column); });
      },
      "(self, force: ForceId, column: str) -> float",
      "A number that a force reports, by its name in results: 'length', 'force_x'.",
      py::arg("force"),
      py::arg("column"));
}

}  // namespace trunnion::python
