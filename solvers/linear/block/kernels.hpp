// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion::block {

/// Most pivots that one panel eliminates together; they may change places among each other.
inline constexpr int kMaxPivots = 32;
/// Rows of the packed lower part are stored in tiles of so many rows.
inline constexpr int kTileRows = 16;
/// Numbers that must be readable behind the end of every array given to the kernels.
inline constexpr int kReadPadding = 16;
/// Right-hand sides of one sweep, if not one.
inline constexpr int kMaxColumns = 4;

/// One step of the block elimination: pivots first .. first + pivots − 1 of the permuted matrix,
/// and `rest` rows below (columns to the right) at rows[0 .. rest), ascending.
struct Panel {
  int first;
  int pivots;
  int rest;
  int rows;  ///< offset of the indices in the array of all
};

/// `length` consecutive numbers that are copied or added from `source` to `target`.
struct Run {
  int source;
  int target;
  int length;
};

/// Dense kernels of one instruction set. Matrices are column-major. With D the p×p pivot block, B
/// the r×p block below and C the p×r block to the right, a panel is kept as
///     lower: B D⁻¹ in tiles of kTileRows rows, each tile column-major
///     upper: D⁻¹, then C; of a symmetric matrix, where C = Bᵀ, D⁻¹ alone.
struct Kernels {
  const char* name;

  /// Overwrites `inverse` (p×p, p ≤ kMaxPivots) with D⁻¹ by Gauss-Jordan elimination, pivots chosen
  /// within the rows of D scaled to one. Returns the smallest pivot of the scaled matrix; zero if
  /// there is none, when `inverse` is not complete.
  double (*Invert)(int p, const double* D, int stride, double* inverse);
  /// target = C of p rows and `rest` columns, packed.
  void (*CopyUpper)(int rest, int p, const double* C, int stride, double* target);
  /// Overwrites the upper triangle of the p×p matrix D with the lower one.
  void (*Mirror)(int p, double* D, int stride);
  /// target = Bᵀ, of p rows and `rest` columns, packed.
  void (*CopyTransposed)(int rest, int p, const double* B, int stride, double* target);
  /// lower = B D⁻¹, tiled.
  void (*MakeLower)(
      int rest, int p, const double* B, int stride, const double* inverse, double* lower);
  /// target = source − lower C, for columns begin .. end − 1 of C; all `rest` rows. `source` and
  /// `target` may be the same matrix.
  void (*Update)(int rest,
                 int p,
                 int begin,
                 int end,
                 const double* lower,
                 const double* C,
                 const double* source,
                 int source_stride,
                 double* target,
                 int target_stride);
  /// target[run] = source[run] for all runs, which do not overlap.
  void (*Copy)(const Run* runs, int count, const double* source, double* target);
  /// Adds `width` columns of `source`: column j to column columns[j] of `target`, and the rows as
  /// the runs say.
  void (*Add)(const Run* runs,
              int count,
              const int* columns,
              int width,
              const double* source,
              int source_stride,
              double* target,
              int target_stride);
  /// Forward and backward substitution for x with `columns` interleaved right-hand sides
  /// (1 or 4): element (i, c) at x[columns i + c].
  void (*Forward)(
      const Panel* panels, int count, const int* rows, const double* lower, int columns, double* x);
  void (*Backward)(const Panel* panels,
                   int count,
                   const int* rows,
                   const double* upper_end,
                   int columns,
                   double* x);
  void (*BackwardSymmetric)(const Panel* panels,
                            int count,
                            const int* rows,
                            const double* lower_end,
                            const double* upper_end,
                            int columns,
                            double* x);
};

/// The kernels of the best instruction set that this processor has.
const Kernels& SelectKernels();
/// Those of all instruction sets that this processor has, the plainest first.
int ListKernels(const Kernels* list[3]);

}  // namespace trunnion::block
