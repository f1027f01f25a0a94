// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// One vector register of doubles. Included once by each source that is compiled for one instruction
// set and defines TRUNNION_KERNELS, the namespace that keeps them apart. No other header with
// inline functions may be included there: the linker could choose a copy that this processor cannot
// run.

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace trunnion::block::TRUNNION_KERNELS {

#if defined(__AVX512F__)
inline constexpr int kLanes = 8;
#elif defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif

using Pack __attribute__((vector_size(8 * kLanes))) = double;
using Mask __attribute__((vector_size(8 * kLanes))) = long long;

inline Pack Load(const double* p) {
  Pack x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

inline void Store(double* p, Pack x) { __builtin_memcpy(p, &x, sizeof x); }

inline Pack Fill(double x) { return x - Pack{}; }

/// Lanes of a register that lie inside an array: the first `count`, clamped to 0 .. kLanes.
class Lanes {
 public:
  explicit Lanes(int count);
  Pack Load(const double* p) const;  ///< zero in the others
  void Store(double* p, Pack x) const;

 private:
#if defined(__AVX512F__)
  __mmask8 mask_;
#elif defined(__AVX__)
  __m256i mask_;
#else
  int count_;
#endif
};

#if defined(__AVX512F__)
inline Lanes::Lanes(int count)
    : mask_(static_cast<__mmask8>(count >= 8   ? 0xff
                                  : count <= 0 ? 0
                                               : (1 << count) - 1)) {}
inline Pack Lanes::Load(const double* p) const { return _mm512_maskz_loadu_pd(mask_, p); }
inline void Lanes::Store(double* p, Pack x) const { _mm512_mask_storeu_pd(p, mask_, x); }
#elif defined(__AVX__)
inline constexpr long long kLaneTable[8] = {-1, -1, -1, -1, 0, 0, 0, 0};
inline Lanes::Lanes(int count) {
  const int inside = count >= 4 ? 4 : count <= 0 ? 0 : count;
  mask_ = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(kLaneTable + 4 - inside));
}
inline Pack Lanes::Load(const double* p) const { return _mm256_maskload_pd(p, mask_); }
inline void Lanes::Store(double* p, Pack x) const { _mm256_maskstore_pd(p, mask_, x); }
#else
inline Lanes::Lanes(int count) : count_(count) {}
inline Pack Lanes::Load(const double* p) const {
  if (count_ >= 2) return TRUNNION_KERNELS::Load(p);
  return count_ == 1 ? Pack{*p, 0.0} : Pack{};
}
inline void Lanes::Store(double* p, Pack x) const {
  if (count_ >= 2) TRUNNION_KERNELS::Store(p, x);
  if (count_ == 1) *p = x[0];
}
#endif

}  // namespace trunnion::block::TRUNNION_KERNELS
