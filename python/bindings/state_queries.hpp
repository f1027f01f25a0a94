// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include "python/bindings/convert.hpp"
#include "python/bindings/fields.hpp"
#include "python/bindings/simulation_object.hpp"

/// What can be asked of the state that a simulation shows: the same of Simulation and of State.
namespace trunnion::python {

/// Bound once for each class. @param ask  calls its argument with the Simulation, without the lock
/// of the interpreter where that is possible.
template <class C, class Ask>
void BindNumbers(C& cls, Ask ask) {
  using Self = typename C::type;
  const auto number = [&](const char* name, auto of, const std::string& text) {
    cls.Property(name, [ask, of](Self& self) { return ask(self, of); }, "float", text);
  };
  number("t", [](const Simulation& s) { return s.t(); }, "Time [s]");
  number("kinetic_energy", [](const Simulation& s) { return s.kinetic_energy(); }, "[J]");
  number("potential_energy", [](const Simulation& s) { return s.potential_energy(); },
         "Of gravity and forces with a potential [J]");
  const auto vector = [&](const char* name, auto of, const std::string& text) {
    cls.Property(
        name, [ask, of](Self& self) { return CopyVector(ask(self, of)); }, "NDArray",
        text + "; a copy");
  };
  vector("q", [](const Simulation& s) -> VectorXd { return s.q(); },
         "Configuration: r and R by columns of each rigid body, r of each point");
  vector("v", [](const Simulation& s) -> VectorXd { return s.v(); },
         "Velocities: r' and w (body axes) of each rigid body, r' of each point");
  vector("v_dot", [](const Simulation& s) -> VectorXd { return s.v_dot(); }, "Accelerations");
  vector("multipliers", [](const Simulation& s) -> VectorXd { return s.lambda(); },
         "Lagrange multipliers of the constraint equations");
}

/// Of bodies and markers.
template <class C, class Ask>
void BindFrames(C& cls, Ask ask) {
  using Self = typename C::type;
  const auto of_frame = [&](const char* name, auto of, const std::string& type,
                            const std::string& text) {
    cls.Method(
        name,
        [ask, of, name](Self& self, const py::object& frame) {
          if (py::isinstance<MarkerId>(frame)) return of(ask, self, frame.cast<MarkerId>());
          if (!py::isinstance<BodyId>(frame))
            FailType(std::string(name) + ": of", "a BodyId or a MarkerId", frame);
          return of(ask, self, frame.cast<BodyId>());
        },
        "(self, of: BodyId | MarkerId) -> " + type, text, py::arg("of"));
  };
  of_frame(
      "pose",
      [](auto& a, Self& self, auto id) {
        return a(self, [id](const Simulation& s) { return s.pose(id); });
      },
      "Pose", "Pose of a marker, or of the reference frame of a body, in the world.");
  of_frame(
      "velocity",
      [](auto& a, Self& self, auto id) {
        return CopyVector(a(self, [id](const Simulation& s) -> Vec3 { return s.velocity(id); }));
      },
      "NDArray", "Velocity of the origin of the frame [m/s], world, shape (3,).");
  of_frame(
      "acceleration",
      [](auto& a, Self& self, auto id) {
        return CopyVector(
            a(self, [id](const Simulation& s) -> Vec3 { return s.acceleration(id); }));
      },
      "NDArray", "Acceleration of the origin of the frame [m/s^2], world, shape (3,).");
  cls.Method(
      "angular_velocity",
      [ask](Self& self, BodyId id) {
        return CopyVector(
            ask(self, [id](const Simulation& s) -> Vec3 { return s.angular_velocity(id); }));
      },
      "(self, of: BodyId) -> NDArray", "Angular velocity [rad/s], world axes, shape (3,).",
      py::arg("of"));
}

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
      "Coordinate of a joint or of two markers [m or rad]; angles count turns.", py::arg("of"));
  cls.Method(
      "rate",
      [ask](Self& self, const py::object& of) {
        const CoordinateRef c = ToCoordinate(of, "rate: of");
        return ask(self, [&](const Simulation& s) { return s.rate(c); });
      },
      "(self, of: JointId | Coordinate) -> float", "Its rate [m/s or rad/s].", py::arg("of"));
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
      "Force [N] or torque [N m] of a motion along its coordinate.", py::arg("motion"));
  cls.Method(
      "force",
      [ask, pair](Self& self, ForceId id, std::optional<BodyId> on) {
        const BodyId body = on.value_or(BodyId());
        return pair(ask(self, [=](const Simulation& s) { return s.force(id, body); }));
      },
      "(self, force: ForceId, on: BodyId | None = None) -> tuple[NDArray, NDArray]",
      "Force [N] and torque [N m] about the centre of mass on one body of a force element, world "
      "axes; None: its last body.",
      py::arg("force"), py::arg("on") = py::none());
  cls.Method(
      "report",
      [ask](Self& self, ForceId id, const std::string& column) {
        return ask(self, [&](const Simulation& s) { return s.report(id, column); });
      },
      "(self, force: ForceId, column: str) -> float",
      "A number that a force reports, by its name in results: 'length', 'force_x'.",
      py::arg("force"), py::arg("column"));
}

template <class C, class Ask>
void BindQueries(C& cls, Ask ask) {
  BindNumbers(cls, ask);
  BindFrames(cls, ask);
  BindElements(cls, ask);
}

}  // namespace trunnion::python
