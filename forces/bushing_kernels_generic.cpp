// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS generic
#include "forces/bushing_lane_kernel.hpp"

namespace trunnion {

extern const BushingKernel bushing_kernel_generic;
const BushingKernel bushing_kernel_generic{"generic", generic::CalcAllForces};

}  // namespace trunnion
