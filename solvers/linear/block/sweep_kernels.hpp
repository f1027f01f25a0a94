// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/kernels.hpp"
#include "solvers/linear/block/pack.hpp"
#include "solvers/linear/block/sweep_columns.hpp"

namespace trunnion::block::TRUNNION_KERNELS {

template <int N>
void SweepForward(const Panel* panels, int count, const int* rows, const double* lower, double* x) {
  using C = Columns<N>;
  double product[N * kMaxPivots];
  for (const Panel* panel = panels; panel != panels + count; ++panel) {
    const double* pivots = x + static_cast<long>(panel->first) * N;
    const int* row = rows + panel->rows;
    for (int i = 0; i < panel->rest; i += kTileRows) {
      const int tile = panel->rest - i < kTileRows ? panel->rest - i : kTileRows;
      C::Multiply(
          tile, panel->pivots, lower, tile, [pivots](int k) { return C::Get(pivots, k); }, product);
      lower += tile * panel->pivots;
      for (int k = 0; k < tile; ++k)
        C::Set(x, row[i + k], C::Get(x, row[i + k]) - C::Get(product, k));
    }
  }
}

template <int N>
void SweepBackward(
    const Panel* panels, int count, const int* rows, const double* upper_end, double* x) {
  using C = Columns<N>;
  double product[N * kMaxPivots], result[N * kMaxPivots];
  for (const Panel* panel = panels + count; panel-- != panels;) {
    const int p = panel->pivots;
    double* pivots = x + static_cast<long>(panel->first) * N;
    const int* row = rows + panel->rows;
    upper_end -= static_cast<long>(p) * (p + panel->rest);
    C::Multiply(
        p,
        panel->rest,
        upper_end + p * p,
        p,
        [x, row](int k) { return C::Get(x, row[k]); },
        product);
    for (int k = 0; k < p; ++k) C::Set(product, k, C::Get(pivots, k) - C::Get(product, k));
    C::Multiply(
        p, p, upper_end, p, [&product](int k) { return C::Get(product, k); }, result);
    for (int k = 0; k < p; ++k) C::Set(pivots, k, C::Get(result, k));
  }
}

template <int N>
void SweepBackwardSymmetric(const Panel* panels,
                            int count,
                            const int* rows,
                            const double* lower_end,
                            const double* upper_end,
                            double* x) {
  using C = Columns<N>;
  double copy[N * kMaxPivots], result[N * kMaxPivots];
  for (const Panel* panel = panels + count; panel-- != panels;) {
    const int p = panel->pivots;
    double* pivots = x + static_cast<long>(panel->first) * N;
    const int* row = rows + panel->rows;
    lower_end -= static_cast<long>(p) * panel->rest;
    upper_end -= p * p;
    typename C::Sum sum[kMaxPivots]{};
    for (int i = 0; i < panel->rest; i += kTileRows) {
      const int tile = panel->rest - i < kTileRows ? panel->rest - i : kTileRows;
      C::AddTransposed(
          p,
          tile,
          lower_end + static_cast<long>(i) * p,
          [x, from = row + i](int k) { return C::Get(x, from[k]); },
          sum);
    }
    for (int k = 0; k < p; ++k) C::Set(copy, k, C::Get(pivots, k));
    C::Multiply(
        p, p, upper_end, p, [&copy](int k) { return C::Get(copy, k); }, result);
    for (int k = 0; k < p; ++k) C::Set(pivots, k, C::Get(result, k) - C::Total(sum[k]));
  }
}

void Forward(
    const Panel* panels, int count, const int* rows, const double* lower, int columns, double* x) {
  (columns == 1 ? SweepForward<1> : SweepForward<4>)(panels, count, rows, lower, x);
}

void Backward(const Panel* panels,
              int count,
              const int* rows,
              const double* upper_end,
              int columns,
              double* x) {
  (columns == 1 ? SweepBackward<1> : SweepBackward<4>)(panels, count, rows, upper_end, x);
}

void BackwardSymmetric(const Panel* panels,
                       int count,
                       const int* rows,
                       const double* lower_end,
                       const double* upper_end,
                       int columns,
                       double* x) {
  (columns == 1 ? SweepBackwardSymmetric<1>
                : SweepBackwardSymmetric<4>)(panels, count, rows, lower_end, upper_end, x);
}

inline constexpr Kernels kKernels{TRUNNION_KERNELS_NAME,
                                  Invert,
                                  CopyUpper,
                                  Mirror,
                                  CopyTransposed,
                                  MakeLower,
                                  Update,
                                  Copy,
                                  Add,
                                  Forward,
                                  Backward,
                                  BackwardSymmetric};

}  // namespace trunnion::block::TRUNNION_KERNELS
