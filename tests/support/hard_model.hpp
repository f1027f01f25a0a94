// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

/// A model with all that remembers: friction, a stop that is hit again and again, angles beyond a
/// turn, a cable, a Maxwell element, redundant rows, motions with breaks, events of all kinds and
/// outputs relative to their start.
namespace trunnion {

inline std::string HardModel(bool own_states = true) {
  std::string text = R"({
  "gravity": [0, 0, -9.81],
  "bodies": [
    { "name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": [0.01, 0.17, 0.17] },
    { "name": "block", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [3, 0, 0] },
    { "name": "rotor", "mass": 3, "com": [0.02, 0, 0], "inertia": [0.2, 0.1, 0.2], "position": [0, 4, 0] },
    { "name": "flag", "mass": 0.3, "com": [0, 0, -0.2], "inertia": [0.01, 0.01, 0.01], "position": [0, 4, 0.5] }
  ],
  "markers": [
    { "name": "tip", "body": "rod", "position": [1, 0, 0] },
    { "name": "post", "body": "ground", "position": [0.5, 0, 0.4] }
  ],
  "joints": [
    { "name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod", "point": [0, 0, 0], "axis": [0, 1, 0],
      "friction": { "coefficient": 0.2, "radius": 0.02, "bending_arm": 0.3 } },
    { "name": "second_hinge", "type": "revolute", "body_a": "ground", "body_b": "rod", "point": [0, 0.3, 0], "axis": [0, 1, 0] },
    { "name": "rail", "type": "prismatic", "body_a": "ground", "body_b": "block", "point": [3, 0, 0], "axis": [0, 0, 1] },
    { "name": "bearing", "type": "revolute", "body_a": "ground", "body_b": "rotor", "point": [0, 4, 0], "axis": [0, 1, 0] },
    { "name": "mast", "type": "revolute", "body_a": "rotor", "body_b": "flag", "point": [0, 4, 0.5], "axis": [0, 1, 0] }
  ],
  "motions": [{ "name": "spin", "along": "bearing", "law": { "type": "sum", "terms": [
      { "type": "ramp", "rate": 25 }, { "type": "smooth_step", "start": 0.1, "end": 0.25, "to": 1 }] } }],
  "forces": [
    MAXWELL
    { "name": "floor", "type": "stop", "along": "rail", "limit": -0.05, "side": "lower", "stiffness": 2e4, "damping": 5 },
    { "name": "coil", "type": "spring", "along": "mast", "stiffness": 0.5, "damping": 0.01, "free_length": 3 },
    { "name": "guy", "type": "cable", "a": "post", "b": "tip", "axial_stiffness": 5e3, "length": 0.8, "damping_time": 1e-3 },
    { "name": "kick", "type": "load", "body": "rod", "force": [0, 0, { "type": "table", "points": [[0.3, 0], [0.31, 200], [0.32, 0]] }] }
  ],
  "outputs": [
    { "name": "angle", "type": "coordinate", "along": "hinge" },
    { "name": "turned", "type": "coordinate", "along": "bearing", "from_initial": true },
    { "name": "height", "type": "coordinate", "along": "rail" }
  ],
  "events": [
    { "name": "low", "when": { "output": "angle", "crosses": 0.6 }, "actions": [{ "type": "scale", "force": "guy", "factor": 0.5 }] },
    { "name": "landing", "when": { "output": "height", "crosses": -0.04, "direction": "falling" }, "once": true,
      "actions": [{ "type": "gravity", "value": [0.1, 0, -9.7] }] },
    { "name": "letting_go", "when": { "time": 0.45 }, "actions": [{ "type": "release", "joint": "mast" }, { "type": "switch_off", "force": "coil" }] },
    { "name": "push", "when": { "time": 0.2 }, "actions": [{ "type": "impulse", "body": "rod", "impulse": [0, 0, 3] }] }
  ],
  "run": { "until": 0.8, "output_interval": 0.01, "tolerance": 1e-5 }
})";
  const std::string maxwell =
      R"({ "name": "rubber", "type": "maxwell", "along": "rail", "stiffness": 300, "damping": 10 },)";
  text.replace(text.find("MAXWELL"), 7, own_states ? maxwell : "");
  return text;
}

}  // namespace trunnion
