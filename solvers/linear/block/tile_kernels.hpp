// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/kernels.hpp"
#include "solvers/linear/block/pack.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

/// Column-major matrices.
struct In {
  const double* data;
  int stride;
  const double* At(int i, int j) const { return data + i + static_cast<long>(j) * stride; }
  In From(int i, int j) const { return {At(i, j), stride}; }
};
struct Out {
  double* data;
  int stride;
  double* At(int i, int j) const { return data + i + static_cast<long>(j) * stride; }
  Out From(int i, int j) const { return {At(i, j), stride}; }
};

/// target = A B, or source − A B if kSubtract, for V registers of rows (of which `lanes` are taken,
/// if kMasked) and N columns.
template <bool kSubtract, bool kMasked, int V, int N>
inline void MultiplyTile(const Lanes (&lanes)[V], int depth, In A, In B, In source, Out target) {
  Pack sum[V][N] = {};
  for (int k = 0; k < depth; ++k) {
    Pack a[V];
    for (int v = 0; v < V; ++v) {
      const double* p = A.At(v * kLanes, k);
      a[v] = kMasked ? lanes[v].Load(p) : Load(p);
    }
    for (int j = 0; j < N; ++j) {
      const Pack b = Fill(*B.At(k, j));
      for (int v = 0; v < V; ++v) sum[v][j] += a[v] * b;
    }
  }
  for (int j = 0; j < N; ++j) {
    for (int v = 0; v < V; ++v) {
      Pack x = sum[v][j];
      if constexpr (kSubtract) {
        const double* p = source.At(v * kLanes, j);
        x = (kMasked ? lanes[v].Load(p) : Load(p)) - x;
      }
      double* p = target.At(v * kLanes, j);
      kMasked ? lanes[v].Store(p, x) : Store(p, x);
    }
  }
}

/// The same for `rows` ≤ kTileRows rows.
template <bool kSubtract, int N>
inline void MultiplyRows(int rows, int depth, In A, In B, In source, Out target) {
  int i = 0;
  for (; i + 2 * kLanes <= rows; i += 2 * kLanes) {
    const Lanes all[2] = {Lanes(kLanes), Lanes(kLanes)};
    MultiplyTile<kSubtract, false, 2, N>(
        all, depth, A.From(i, 0), B, source.From(i, 0), target.From(i, 0));
  }
  if (rows - i > kLanes) {
    const Lanes some[2] = {Lanes(kLanes), Lanes(rows - i - kLanes)};
    MultiplyTile<kSubtract, true, 2, N>(
        some, depth, A.From(i, 0), B, source.From(i, 0), target.From(i, 0));
  } else if (rows > i) {
    const Lanes some[1] = {Lanes(rows - i)};
    MultiplyTile<kSubtract, true, 1, N>(
        some, depth, A.From(i, 0), B, source.From(i, 0), target.From(i, 0));
  }
}

}  // namespace trunnion::block::TRUNNION_KERNELS
