// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/tyre_file.hpp"

namespace trunnion::vehicle {

/// What a number of a tyre property file is multiplied with to be SI, by the section [UNITS].
struct TyreUnits {
  double length = 1, force = 1, angle = 1, time = 1, pressure = 1;

  double stiffness() const { return force / length; }
  double damping() const { return force * time / length; }
  double speed() const { return length / time; }
};

/// A quantity that [UNITS] does not give is SI.
/// @throws FileError with file and line for a unit that is not known.
TyreUnits ReadTyreUnits(const TyreFile& file);

}  // namespace trunnion::vehicle
