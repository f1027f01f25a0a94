// SPDX-License-Identifier: BSD-3-Clause
#define TRUNNION_KERNELS generic
#define TRUNNION_KERNELS_NAME "plain"
#include "solvers/linear/block/dense_kernels.hpp"
#include "solvers/linear/block/invert_kernel.hpp"
#include "solvers/linear/block/sweep_kernels.hpp"

namespace trunnion::block {

extern const Kernels kernels_generic;
const Kernels kernels_generic = generic::kKernels;

}  // namespace trunnion::block
