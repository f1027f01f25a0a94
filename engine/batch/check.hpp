// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/model_file/model_file.hpp"

namespace trunnion {

/// What CheckModel finds out. Data only; the command prints it.
struct CheckReport {
  struct Body {
    std::string name;
    std::string type;  ///< "rigid" or "point"
    double mass = 0;   ///< [kg]
    Vec3 position;     ///< of the centre of mass after assembly [m], world
    Vec3 moments;      ///< principal moments about the centre of mass, ascending [kg·m²]
  };
  /// A joint, motion, coupling or force.
  struct Element {
    std::string name;
    std::string type;                 ///< "revolute", "motion", "bushing", ...
    std::vector<std::string> bodies;  ///< names, the ground included
    int equations = 0;                ///< constraint equations
  };

  /// A mesh, or what a reduced body was made from.
  struct Mesh {
    std::string name;
    std::string import_report;  ///< ImportReport::ToText, several lines
  };

  /// A body that the assembly has moved from where it is drawn, or given another velocity.
  struct Move {
    std::string name;
    double translation = 0;       ///< of the centre of mass [m]
    double rotation = 0;          ///< angle [rad]
    double velocity = 0;          ///< change of the velocity of the centre of mass [m/s]
    double angular_velocity = 0;  ///< change of the angular velocity [rad/s]
  };

  std::vector<Body> bodies;  ///< ListShownBodies without the ground
  std::vector<Move> moves;   ///< of these, what is above a millionth of their size, rad or rad/s
  std::vector<Mesh> meshes;
  std::vector<Element> constraints;  ///< without the sums of mean couplings
  std::vector<Element> forces;

  int num_velocities = 0;      ///< n: 6 a rigid body, 3 a point mass
  int num_equations = 0;       ///< m
  int gruebler_freedoms = 0;   ///< n − m, as if all equations were independent; may be negative
  int degrees_of_freedom = 0;  ///< n − rank G at the assembled position
  std::vector<std::string>
      remarks;  ///< redundant constraints and the like by name, one sentence each
};

/// Compiles and assembles the model.
/// @throws FileError that names the elements and their places in the file if it cannot be
/// assembled, if constraints or given velocities contradict each other, if something without mass
/// is held by nothing, or if run.strict is set and constraints are redundant.
CheckReport CheckModel(const ModelFile& file);

}  // namespace trunnion
