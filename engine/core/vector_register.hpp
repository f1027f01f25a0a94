// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One vector register of doubles. For sources that are compiled for one instruction set and define
// TRUNNION_KERNELS, the namespace that keeps them apart. Of headers with inline functions only such
// as this may be included there: the linker could choose a copy that this processor cannot run.

namespace trunnion::TRUNNION_KERNELS {

#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#elif defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif

using Pack __attribute__((vector_size(8 * kLanes))) = double;

inline Pack Load(const double* p) {
  Pack x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

inline void Store(double* p, Pack x) { __builtin_memcpy(p, &x, sizeof x); }

}  // namespace trunnion::TRUNNION_KERNELS
