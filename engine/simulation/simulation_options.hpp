// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/system/event_actions.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// How a Simulation runs.
struct SimulationOptions {
  IntegratorOptions integrator{};
  double start_time = 0;  ///< [s]
  int threads = 0;        ///< 0: as many as the machine has; results do not depend on it
  bool serial = false;    ///< one thread, and evaluation without the task scheduler
  bool strict = false;    ///< any redundant constraint is an error
  /// Inconsistent initial velocities are changed as little as possible instead of refused.
  bool project_velocities = true;
  /// A host sets the inputs of the model while it runs (SteppedSimulation): no other simulation
  /// may use them meanwhile.
  bool sets_inputs = false;
  /// Keeps Simulation::energy_account(). A step costs three further evaluations of all forces, and
  /// with motions or friction three factorizations.
  bool energy_balance = false;
  std::vector<UserEvent> events{};
};

}  // namespace trunnion
