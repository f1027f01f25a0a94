// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/simulation/simulation.hpp"
#include "tests/random/mechanism.hpp"

namespace trunnion::random {

struct RunRequest {
  IntegratorOptions integrator{};
  Variation variation{};
  int threads = 0;      ///< 0: serial, without the task scheduler
  bool energy = false;  ///< keep the balance
};

/// What one run of a mechanism gave.
struct Trajectory {
  std::string error;           ///< empty: it reached the end
  bool names_element = false;  ///< of the error: it says which body, joint, force or motion
  std::vector<std::vector<Pose>> poses;  ///< [output][drawn body], in the frame of the drawing
  double residual = 0;                   ///< largest |g| over all rows and outputs [m or rad]
  double rate_residual = 0;              ///< largest |G v + g_t| [m/s or rad/s]
  double energy_defect = 0, energy_scale = 0;  ///< [J]
  std::uint64_t bits = 0;                      ///< of the last state
  long steps = 0;
  double seconds = 0;
  int redundant = 0;                ///< warnings of redundant rows
  bool ambiguous_friction = false;  ///< redundant rows share the reactions that it follows from
  double speed = 0;                 ///< the largest of a body [m/s or rad/s]
};

Trajectory Run(const Mechanism& mechanism, const RunRequest& request);

/// The time at which a run has taken so many steps; `until` if it ends before, or with an error
/// [s].
double FindTimeOfStep(const Mechanism& mechanism, const RunRequest& request, long steps);

/// The least |G v + g_t| that any velocities leave at the drawn positions, by a dense singular
/// value decomposition: what a refusal of contradicting motions must be justified by [m/s or
/// rad/s].
double FindLeastMismatch(const Mechanism& mechanism);

/// Largest distance or angle of bodies between two trajectories [m or rad].
double Distance(const Trajectory& a, const Trajectory& b);

}  // namespace trunnion::random
