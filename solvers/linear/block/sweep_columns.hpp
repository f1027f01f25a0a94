// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/kernels.hpp"
#include "solvers/linear/block/pack.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

/// Four right-hand sides side by side.
using Quad __attribute__((vector_size(32))) = double;

inline Quad LoadQuad(const double* p) {
  Quad x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

inline void StoreQuad(double* p, const Quad& x) { __builtin_memcpy(p, &x, sizeof x); }

/// out = A x for V registers of rows of A and one right-hand side, x[k] = get(k). Rows behind the
/// end of A read what follows there and give garbage, which nobody uses.
template <int V, class Get>
inline void MultiplySingle(int depth, const double* A, int stride, const Get& get, double* out) {
  Pack sum[V] = {};
  for (int k = 0; k < depth; ++k) {
    const Pack x = Fill(get(k));
    for (int v = 0; v < V; ++v) sum[v] += Load(A + static_cast<long>(k) * stride + v * kLanes) * x;
  }
  for (int v = 0; v < V; ++v) Store(out + v * kLanes, sum[v]);
}

/// out[i] = (A x)(i) for R rows of A, x(k) = get(k) four right-hand sides.
template <int R, class Get>
inline void MultiplyQuads(int depth, const double* A, int stride, const Get& get, double* out) {
  Quad sum[R] = {};
  for (int k = 0; k < depth; ++k) {
    const Quad x = get(k);
    const double* a = A + static_cast<long>(k) * stride;
    for (int i = 0; i < R; ++i) sum[i] += a[i] * x;
  }
  for (int i = 0; i < R; ++i) StoreQuad(out + 4 * i, sum[i]);
}

/// Right-hand sides of a sweep, N = 1 or 4: element (i, c) at x[N i + c].
template <int N>
struct Columns;

template <>
struct Columns<1> {
  using Value = double;
  static Value Get(const double* x, long i) { return x[i]; }
  static void Set(double* x, long i, Value value) { x[i] = value; }
  /// `rows` ≤ kMaxPivots.
  template <class GetX>
  static void Multiply(
      int rows, int depth, const double* A, int stride, const GetX& get, double* out) {
    constexpr int kMost = kTileRows / kLanes;
    int i = 0;
    for (; rows - i > (kMost - 1) * kLanes; i += kMost * kLanes)
      MultiplySingle<kMost>(depth, A + i, stride, get, out + i);
    for (; i < rows; i += kLanes) MultiplySingle<1>(depth, A + i, stride, get, out + i);
  }

  /// sum[k] += (Aᵀ x)(k) for the p columns of a tile of rows, x(i) = get(i).
  using Sum = Pack;
  template <class GetX>
  static void AddTransposed(int p, int rows, const double* A, const GetX& get, Sum* sum) {
    double values[kTileRows] = {};
    for (int i = 0; i < rows; ++i) values[i] = get(i);
    for (int i = 0; i < rows; i += kLanes) {
      const Pack x = Load(values + i);
      const Lanes lanes(rows - i);
      for (int k = 0; k < p; ++k) sum[k] += lanes.Load(A + k * rows + i) * x;
    }
  }
  static Value Total(const Sum& x) {
    double sum = x[0];
    for (int i = 1; i < kLanes; ++i) sum += x[i];
    return sum;
  }
};

template <>
struct Columns<4> {
  using Value = Quad;
  static Quad Get(const double* x, long i) { return LoadQuad(x + 4 * i); }
  static void Set(double* x, long i, const Quad& value) { StoreQuad(x + 4 * i, value); }
  template <class GetX>
  static void Multiply(
      int rows, int depth, const double* A, int stride, const GetX& get, double* out) {
    int i = 0;
    for (; i + 6 <= rows; i += 6) MultiplyQuads<6>(depth, A + i, stride, get, out + 4 * i);
    for (; i + 3 <= rows; i += 3) MultiplyQuads<3>(depth, A + i, stride, get, out + 4 * i);
    for (; i < rows; ++i) MultiplyQuads<1>(depth, A + i, stride, get, out + 4 * i);
  }

  /// By lanes as for one right-hand side, for the same bits.
  struct Sum {
    Quad lanes[kLanes] = {};
  };
  template <class GetX>
  static void AddTransposed(int p, int rows, const double* A, const GetX& get, Sum* sum) {
    Quad x[kTileRows];
    for (int i = 0; i < rows; ++i) x[i] = get(i);
    for (int k = 0; k < p; ++k)
      for (int i = 0; i < rows; ++i) sum[k].lanes[i % kLanes] += A[k * rows + i] * x[i];
  }
  static Value Total(const Sum& x) {
    Quad sum = x.lanes[0];
    for (int i = 1; i < kLanes; ++i) sum += x.lanes[i];
    return sum;
  }
};

}  // namespace trunnion::block::TRUNNION_KERNELS
