// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS avx2
#define TRUNNION_KERNELS_NAME "AVX2"
#include "solvers/linear/block/dense_kernels.hpp"
#include "solvers/linear/block/invert_kernel.hpp"
#include "solvers/linear/block/sweep_kernels.hpp"

namespace trunnion::block {

extern const Kernels kernels_avx2;
const Kernels kernels_avx2 = avx2::kKernels;

}  // namespace trunnion::block
