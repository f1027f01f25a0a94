// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace trunnion {

/// Factor on the step that brings the error `size` of order k to half the tolerance.
/// @param floor  of the error: bounds the growth.
inline double StepFactor(double size, int k, double floor) {
  return std::pow(2 * size + floor, -1.0 / (k + 1));
}

}  // namespace trunnion
