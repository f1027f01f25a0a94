// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/import/adams/statements.hpp"

namespace trunnion::adams {

/// What one unit of a dataset is in SI. Angles are always in rad.
struct Units {
  double length = 1;  ///< [m]
  double mass = 1;    ///< [kg]
  double time = 1;    ///< [s]
  double force = 1;   ///< [N]; with UCF, that of the dataset

  double velocity() const { return length / time; }
  double acceleration() const { return length / (time * time); }
  double inertia() const { return mass * length * length; }
  double torque() const { return force * length; }
};

/// Of a statement UNITS; without one all factors are 1. @throws Refusal for unknown names.
Units ReadUnits(const Statement& statement);

}  // namespace trunnion::adams
