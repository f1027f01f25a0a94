// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/magic_formula_coefficients.hpp"

namespace trunnion::vehicle {

const std::vector<CoefficientName>& CoefficientNames() {
#define TRUNNION_MF_NAME(name) {#name, &MagicFormulaCoefficients::name},
  static const std::vector<CoefficientName> names = {
      TRUNNION_MF_SCALES(TRUNNION_MF_NAME) TRUNNION_MF_LONGITUDINAL(TRUNNION_MF_NAME)
          TRUNNION_MF_LATERAL(TRUNNION_MF_NAME) TRUNNION_MF_MOMENTS(TRUNNION_MF_NAME)};
#undef TRUNNION_MF_NAME
  return names;
}

}  // namespace trunnion::vehicle
