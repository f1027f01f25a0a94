// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Parts of a vector register; rules of engine/core/vector_register.hpp.

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "engine/core/vector_register.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

using trunnion::TRUNNION_KERNELS::kLanes;
using trunnion::TRUNNION_KERNELS::Load;
using trunnion::TRUNNION_KERNELS::Pack;
using trunnion::TRUNNION_KERNELS::Store;

using Mask __attribute__((vector_size(8 * kLanes))) = long long;

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
