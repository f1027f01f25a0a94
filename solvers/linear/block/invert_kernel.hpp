// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/kernels.hpp"
#include "solvers/linear/block/pack.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

/// The diagonal is the pivot if it is not smaller than this times the largest candidate.
inline constexpr double kDiagonalThreshold = 0.1;

/// All ones at index r, for masks of one row: kRowTable + kMaxPivots − 1 − r.
struct RowTable {
  long long values[2 * kMaxPivots + kReadPadding] = {};
  constexpr RowTable() { values[kMaxPivots - 1] = -1; }
};
inline constexpr RowTable kRowTable;

inline Mask LoadMask(int row, int i) {
  Mask mask;
  __builtin_memcpy(&mask, kRowTable.values + kMaxPivots - 1 - row + i, sizeof mask);
  return mask;
}

inline Pack Select(Pack x, Mask mask) {
  return reinterpret_cast<Pack>(reinterpret_cast<Mask>(x) & mask);
}

inline Pack Absolute(Pack x) { return x < 0.0 ? -x : x; }

inline Pack Larger(Pack a, Pack b) { return a > b ? a : b; }

inline double Largest(Pack x) {
  double largest = x[0];
  for (int i = 1; i < kLanes; ++i) largest = x[i] > largest ? x[i] : largest;
  return largest;
}

/// Gauss-Jordan elimination of a matrix of V registers of rows, kept in exchange form: after step k
/// row row_of[k] of T stands for the unknown k, and column k for that row of the right-hand side.
template <int V>
struct GaussJordan {
  static constexpr int kStride = V * kLanes;
  double T[kMaxPivots * kStride];
  Pack scale[V];  // 1/largest element of each row of D, zero for rows that were pivots
  int row_of[kMaxPivots];

  void Read(int p, const double* D, int stride) {
    Pack largest[V] = {};
    for (int v = 0; v < V; ++v) {
      const Lanes lanes(p - v * kLanes);
      for (int j = 0; j < p; ++j) {
        const Pack x = lanes.Load(D + static_cast<long>(j) * stride + v * kLanes);
        Store(T + j * kStride + v * kLanes, x);
        largest[v] = Larger(largest[v], Absolute(x));
      }
      scale[v] = largest[v] > 0.0 ? 1.0 / largest[v] : Pack{};
    }
  }

  /// Row of the pivot of step k; `size` is its scaled value, zero if there is none.
  int Choose(int p, int k, double& size) const {
    const double* column = T + k * kStride;
    Pack scaled[V], largest = {};
    for (int v = 0; v < V; ++v) {
      scaled[v] = Absolute(Load(column + v * kLanes)) * scale[v];
      largest = Larger(largest, scaled[v]);
    }
    const double limit = kDiagonalThreshold * Largest(largest);
    size = scaled[k / kLanes][k % kLanes];
    if (size > 0.0 && size >= limit) return k;
    int row = k;
    for (int i = 0; i < p; ++i) {
      const double x = scaled[i / kLanes][i % kLanes];
      if (x <= size) continue;
      size = x;
      row = i;
    }
    return row;
  }

  /// Exchanges the unknown k and row r.
  void Eliminate(int p, int k, int r) {
    double* column = T + k * kStride;
    const double reciprocal = 1.0 / column[r];
    Pack factor[V];
    Mask others[V];
    for (int v = 0; v < V; ++v) {
      const Mask pivot = LoadMask(r, v * kLanes);
      others[v] = ~pivot;
      factor[v] = Select(Load(column + v * kLanes) * reciprocal, others[v]) +
                  Select(Fill(reciprocal), pivot);
      scale[v] = Select(scale[v], others[v]);
    }
    for (int j = 0; j < p; ++j) {
      double* other = T + j * kStride;
      const Pack x = Fill(other[r]);
      for (int v = 0; v < V; ++v)
        Store(other + v * kLanes, Select(Load(other + v * kLanes), others[v]) - factor[v] * x);
    }
    for (int v = 0; v < V; ++v) Store(column + v * kLanes, factor[v]);
  }

  void Write(int p, bool diagonal, double* inverse) const {
    for (int j = 0; j < p; ++j) {
      double* column = inverse + (diagonal ? j : row_of[j]) * p;
      const double* from = T + j * kStride;
      for (int i = 0; i < p; ++i) column[i] = from[diagonal ? i : row_of[i]];
    }
  }

  double Run(int p, const double* D, int stride, double* inverse) {
    Read(p, D, stride);
    double smallest = 1.0;
    bool diagonal = true;
    for (int k = 0; k < p; ++k) {
      double size = 0.0;
      row_of[k] = Choose(p, k, size);
      diagonal = diagonal && row_of[k] == k;
      if (!(size > 0.0)) return 0.0;
      smallest = size < smallest ? size : smallest;
      Eliminate(p, k, row_of[k]);
    }
    Write(p, diagonal, inverse);
    return smallest;
  }
};

template <int V>
double InvertRows(int p, const double* D, int stride, double* inverse) {
  GaussJordan<V> elimination;
  return elimination.Run(p, D, stride, inverse);
}

double Invert(int p, const double* D, int stride, double* inverse) {
  constexpr int kMost = kMaxPivots / kLanes;
  if (p <= kLanes) return InvertRows<1>(p, D, stride, inverse);
  if (p <= 2 * kLanes) return InvertRows<2>(p, D, stride, inverse);
  if (p <= kMost / 2 * kLanes) return InvertRows<kMost / 2>(p, D, stride, inverse);
  return InvertRows<kMost>(p, D, stride, inverse);
}

}  // namespace trunnion::block::TRUNNION_KERNELS
