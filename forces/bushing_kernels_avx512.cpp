// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS avx512
#include "forces/bushing_lane_kernel.hpp"

namespace trunnion {

extern const BushingKernel bushing_kernel_avx512;
const BushingKernel bushing_kernel_avx512{"AVX-512", avx512::CalcAllForces};

}  // namespace trunnion
