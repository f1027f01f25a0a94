// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>

#include "solvers/analysis/linearization.hpp"

/// Complex eigenmodes of a linearized system: motions d(t) = Re(shape · exp(s t)).
namespace trunnion {

struct Eigenmodes {
  /// s [1/s], of every conjugate pair the one with Im s ≥ 0; ascending in |s|, then in Re s.
  Eigen::VectorXcd eigenvalues;
  /// Increments d ∈ ℂⁿ of each, a column; the longest block in the metric has length 1, its largest
  /// component is real and positive.
  Eigen::MatrixXcd shapes;
  /// The eigenvectors (y, z) of A, as columns; empty after a search near a frequency.
  Eigen::MatrixXcd states{};
};

/// Natural frequency |s|/2π [Hz].
double CalcFrequency(std::complex<double> s);
/// Damping ratio −Re s/|s|, in [−1, 1]; 0 for s = 0.
double CalcDampingRatio(std::complex<double> s);

/// All eigenmodes of A, by the QR algorithm. Conjugates are left out: f to 2f modes.
/// @throws SolverError if the iteration does not converge.
Eigenmodes CalcEigenmodes(const ConstrainedSystem& system, const Linearization& linear);

/// The `count` eigenmodes of a system at rest whose eigenvalues are nearest to `shift`, from the
/// sparse matrices: shift-invert Arnoldi iteration (Spectra) with one complex factorization of
///
///     [ σ² M + σ D + K   Gᵀ ]
///     [       G          0  ].
///
/// For thousands of bodies, where A would be too large. `at` must have v = 0 and v' = 0.
/// @param shift    σ [1/s], off the eigenvalues, Im σ > 0; 2π i times the frequency looked for.
/// @param damping  false: D counts as zero.
/// @throws SolverError if the point is not at rest, if σ is an eigenvalue, or without convergence.
Eigenmodes CalcEigenmodesNear(ConstrainedSystem& system,
                              const OperatingPoint& at,
                              std::complex<double> shift,
                              int count,
                              bool damping = true);

}  // namespace trunnion
