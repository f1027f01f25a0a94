// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <utility>

#include "python/bindings/convert.hpp"
#include "python/bindings/element_queries.hpp"
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
    cls.Property(
        name, [ask, of](Self& self) { return ask(self, of); }, "float", text);
  };
  number(
      "t", [](const Simulation& s) { return s.t(); }, "Time [s]");
  number(
      "kinetic_energy", [](const Simulation& s) { return s.kinetic_energy(); }, "[J]");
  number(
      "potential_energy",
      [](const Simulation& s) { return s.potential_energy(); },
      "Of gravity and forces with a potential [J]");
  const auto vector = [&](const char* name, auto of, const std::string& text) {
    cls.Property(
        name,
        [ask, of](Self& self) { return CopyVector(ask(self, of)); },
        "NDArray",
        text + "; a copy");
  };
  vector(
      "q",
      [](const Simulation& s) -> VectorXd { return s.q(); },
      "Configuration: r and R by columns of each rigid body, r of each point");
  vector(
      "v",
      [](const Simulation& s) -> VectorXd { return s.v(); },
      "Velocities: r' and w (body axes) of each rigid body, r' of each point");
  vector(
      "v_dot", [](const Simulation& s) -> VectorXd { return s.v_dot(); }, "Accelerations");
  vector(
      "multipliers",
      [](const Simulation& s) -> VectorXd { return s.lambda(); },
      "Lagrange multipliers of the constraint equations");
}

/// Of bodies and markers.
template <class C, class Ask>
void BindFrames(C& cls, Ask ask) {
  using Self = typename C::type;
  const auto of_frame =
      [&](const char* name, auto of, const std::string& type, const std::string& text) {
        cls.Method(
            name,
            [ask, of, name](Self& self, const py::object& frame) {
              if (py::isinstance<MarkerId>(frame)) return of(ask, self, frame.cast<MarkerId>());
              if (!py::isinstance<BodyId>(frame))
                FailType(std::string(name) + ": of", "a BodyId or a MarkerId", frame);
              return of(ask, self, frame.cast<BodyId>());
            },
            "(self, of: BodyId | MarkerId) -> " + type,
            text,
            py::arg("of"));
      };
  of_frame(
      "pose",
      [](auto& a, Self& self, auto id) {
        return a(self, [id](const Simulation& s) { return s.pose(id); });
      },
      "Pose",
      "Pose of a marker, or of the reference frame of a body, in the world.");
  of_frame(
      "velocity",
      [](auto& a, Self& self, auto id) {
        return CopyVector(a(self, [id](const Simulation& s) -> Vec3 { return s.velocity(id); }));
      },
      "NDArray",
      "Velocity of the origin of the frame [m/s], world, shape (3,).");
  of_frame(
      "acceleration",
      [](auto& a, Self& self, auto id) {
        return CopyVector(
            a(self, [id](const Simulation& s) -> Vec3 { return s.acceleration(id); }));
      },
      "NDArray",
      "Acceleration of the origin of the frame [m/s^2], world, shape (3,).");
  cls.Method(
      "angular_velocity",
      [ask](Self& self, BodyId id) {
        return CopyVector(
            ask(self, [id](const Simulation& s) -> Vec3 { return s.angular_velocity(id); }));
      },
      "(self, of: BodyId) -> NDArray",
      "Angular velocity [rad/s], world axes, shape (3,).",
      py::arg("of"));
}

template <class C, class Ask>
void BindQueries(C& cls, Ask ask) {
  BindNumbers(cls, ask);
  BindFrames(cls, ask);
  BindElements(cls, ask);
}

}  // namespace trunnion::python
