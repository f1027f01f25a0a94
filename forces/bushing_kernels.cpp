// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing_kernels.hpp"

namespace trunnion {

extern const BushingKernel bushing_kernel_generic;
#ifdef TRUNNION_X86_KERNELS
extern const BushingKernel bushing_kernel_avx2, bushing_kernel_avx512;
#endif

int ListBushingKernels(const BushingKernel* list[3]) {
  int count = 0;
  list[count++] = &bushing_kernel_generic;
#ifdef TRUNNION_X86_KERNELS
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) list[count++] = &bushing_kernel_avx2;
  if (avx2 && __builtin_cpu_supports("avx512f")) list[count++] = &bushing_kernel_avx512;
#endif
  return count;
}

const BushingKernel& SelectBushingKernel() {
  const BushingKernel* list[3];
  const int count = ListBushingKernels(list);
  return *list[count - 1];
}

}  // namespace trunnion
