// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS avx2
#include "forces/bushing_lane_kernel.hpp"

namespace trunnion {

extern const BushingKernel bushing_kernel_avx2;
const BushingKernel bushing_kernel_avx2{"AVX2", avx2::CalcAllForces};

}  // namespace trunnion
