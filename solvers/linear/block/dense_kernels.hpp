// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/tile_kernels.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

/// Columns of C that stay in registers: 2 by 8 accumulators of 32, or 2 by 6 of 16.
inline constexpr int kWidth = kLanes == 8 ? 8 : 6;

template <int N>
struct Width {
  static constexpr int value = N;
};

void CopyUpper(int rest, int p, const double* C, int stride, double* target) {
  const int full = p / kLanes * kLanes;
  const Lanes lanes(p - full);
  for (int j = 0; j < rest; ++j, C += stride, target += p) {
    for (int i = 0; i < full; i += kLanes) Store(target + i, Load(C + i));
    if (full < p) lanes.Store(target + full, lanes.Load(C + full));
  }
}

void Mirror(int p, double* D, int stride) {
  for (int j = 1; j < p; ++j)
    for (int i = 0; i < j; ++i)
      D[i + static_cast<long>(j) * stride] = D[j + static_cast<long>(i) * stride];
}

void CopyTransposed(int rest, int p, const double* B, int stride, double* target) {
  for (int first = 0; first < rest; first += kTileRows) {
    const int rows = rest - first < kTileRows ? rest - first : kTileRows;
    for (int k = 0; k < p; ++k) {
      const double* column = B + first + static_cast<long>(k) * stride;
      for (int i = 0; i < rows; ++i) target[static_cast<long>(first + i) * p + k] = column[i];
    }
  }
}

/// work(first column, number of columns as a type) for the columns begin .. end − 1.
template <class Work>
inline void ForColumns(int begin, int end, const Work& work) {
  int j = begin;
  for (; j + kWidth <= end; j += kWidth) work(j, Width<kWidth>());
  for (; j + 3 <= end; j += 3) work(j, Width<3>());
  for (; j < end; ++j) work(j, Width<1>());
}

void MakeLower(int rest, int p, const double* B, int stride, const double* inverse, double* lower) {
  for (int i = 0; i < rest; i += kTileRows) {
    const int rows = rest - i < kTileRows ? rest - i : kTileRows;
    const In left{B + i, stride}, right{inverse, p};
    const Out tile{lower + static_cast<long>(i) * p, rows};
    ForColumns(0, p, [&](int j, auto width) {
      MultiplyRows<false, width.value>(rows, p, left, right.From(0, j), left, tile.From(0, j));
    });
  }
}

void Update(int rest,
            int p,
            int begin,
            int end,
            const double* lower,
            const double* C,
            const double* source,
            int source_stride,
            double* target,
            int target_stride) {
  const In right{C, p}, from{source, source_stride};
  const Out to{target, target_stride};
  ForColumns(begin, end, [&](int j, auto width) {
    for (int i = 0; i < rest; i += kTileRows) {
      const int rows = rest - i < kTileRows ? rest - i : kTileRows;
      const In tile{lower + static_cast<long>(i) * p, rows};
      MultiplyRows<true, width.value>(
          rows, p, tile, right.From(0, j), from.From(i, j), to.From(i, j));
    }
  });
}

/// operation(target, source) register by register.
template <class Operation>
inline void ForRuns(
    const Run* runs, int count, const double* source, double* target, Operation operation) {
  for (const Run* run = runs; run != runs + count; ++run) {
    const double* s = source + run->source;
    double* t = target + run->target;
    int i = 0;
    for (; i + kLanes <= run->length; i += kLanes)
      Store(t + i, operation(Load(t + i), Load(s + i)));
    if (i == run->length) continue;
    const Lanes some(run->length - i);
    some.Store(t + i, operation(some.Load(t + i), some.Load(s + i)));
  }
}

void Copy(const Run* runs, int count, const double* source, double* target) {
  ForRuns(runs, count, source, target, [](Pack, Pack s) { return s; });
}

void Add(const Run* runs,
         int count,
         const int* columns,
         int width,
         const double* source,
         int source_stride,
         double* target,
         int target_stride) {
  for (int j = 0; j < width; ++j) {
    ForRuns(runs,
            count,
            source + static_cast<long>(j) * source_stride,
            target + static_cast<long>(columns[j]) * target_stride,
            [](Pack t, Pack s) { return t + s; });
  }
}

}  // namespace trunnion::block::TRUNNION_KERNELS
