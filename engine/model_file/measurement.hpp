// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "engine/model_file/reading.hpp"

namespace trunnion::model_file {

using Measure = std::function<double(const Simulation&)>;

/// What an output measures, in SI units.
struct Measurement {
  std::string unit;
  Measure measure;
};

/// An output of type "expression".
Measurement ReadFormulaOutput(Reading& reading, const Entry& entry);

/// An output by its type: motions of frames, coordinates, reactions, forces, energies.
Measurement ReadMeasurement(Reading& reading, const Entry& entry);

}  // namespace trunnion::model_file
