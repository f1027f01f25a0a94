// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/kernels.hpp"

namespace trunnion::block {

extern const Kernels kernels_generic;
#ifdef TRUNNION_X86_KERNELS
extern const Kernels kernels_avx2, kernels_avx512;
#endif

int ListKernels(const Kernels* list[3]) {
  int count = 0;
  list[count++] = &kernels_generic;
#ifdef TRUNNION_X86_KERNELS
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) list[count++] = &kernels_avx2;
  if (avx2 && __builtin_cpu_supports("avx512f")) list[count++] = &kernels_avx512;
#endif
  return count;
}

const Kernels& SelectKernels() {
  const Kernels* list[3];
  const int count = ListKernels(list);
  return *list[count - 1];
}

}  // namespace trunnion::block
