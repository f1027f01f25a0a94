// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS avx512
#define TRUNNION_KERNELS_NAME "AVX-512"
#include "solvers/linear/block/dense_kernels.hpp"
#include "solvers/linear/block/invert_kernel.hpp"
#include "solvers/linear/block/sweep_kernels.hpp"

namespace trunnion::block {

extern const Kernels kernels_avx512;
const Kernels kernels_avx512 = avx512::kKernels;

}  // namespace trunnion::block
