// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

/// Linearization about any position and velocity, in independent coordinates.
///
/// Let d ∈ ℝⁿ be the increment from the given motion to a neighbouring one at the same time and η
/// that of v. They obey
///
///     d' = η − Ω d           Ω d = (0, w × dφ) a body: increments live in axes that turn with it
///     M η' + D η + K d + Gᵀdλ = F u
///     G d = 0,   G η + L d = 0,   G η' = d(γ − G v')                    L = ∂(G v + g_t)/∂q
///
/// with K at the given multipliers, so that the geometric stiffness of the reactions is in; forces
/// that depend on λ put Gᵀ − ∂f_r/∂λ in the place of Gᵀ. With
/// x = E d, ξ = E η in axes that turn with E' = −S E, the independent components y of x and z of ξ
/// give everything else, and
///
///     (y, z)' = A (y, z) + B u.
///
/// A is exact at the given time. Where the system, seen in the axes E, is steady (an equilibrium; a
/// steady turning with E in the bodies; a symmetric rotor with E in the world), A is constant along
/// the motion and its eigenvalues tell about stability. Derivation and checks: docs/analyses.md.
namespace trunnion {

/// The motion to linearize about: consistent, with the v' and λ that belong to it.
struct OperatingPoint {
  double t = 0;
  VectorXd q{}, v{}, v_dot{}, lambda{};
  ActiveRows active = ActiveRows();  ///< independent rows
};

/// Axes in which the increments are seen. Empty matrices: those of the system, E = I, S = 0.
struct MovingAxes {
  SparseMatrix E;  ///< orthogonal ∈ ℝⁿˣⁿ
  SparseMatrix S;  ///< E' = −S E
};

struct LinearizationOptions {
  MovingAxes axes{};
  bool damping = true;  ///< false: D counts as zero (undamped modes of a system at rest)
  /// Per component of v a factor ≥ 1 by which it is preferred as a dependent one; empty: none is.
  VectorXd dependence{};
  /// The independent components, ascending; empty: they are chosen.
  std::vector<int> independent{};
};

/// f = n − rank G degrees of freedom; states are y ∈ ℝᶠ, then z ∈ ℝᶠ.
struct Linearization {
  std::vector<int> independent;  ///< components of v that y and z are, ascending
  MatrixXd A;                    ///< 2f × 2f
  MatrixXd B;                    ///< 2f × k, inputs are the columns of the given forces
  /// What belongs to the states (2f columns) and then the inputs (k columns).
  MatrixXd dq;       ///< increments d, n rows
  MatrixXd dv;       ///< η, n rows
  MatrixXd dv_dot;   ///< η', n rows
  MatrixXd dlambda;  ///< m rows
};

/// Linearizes about `at`. Dense in the degrees of freedom: up to some thousand.
/// @param forces  generalized forces F ∈ ℝⁿˣᵏ of unit inputs.
/// @throws SolverError if the matrix is singular: a direction without mass, dependent rows.
Linearization Linearize(ConstrainedSystem& system,
                        const OperatingPoint& at,
                        const MatrixXd& forces,
                        const LinearizationOptions& options = {});

}  // namespace trunnion
