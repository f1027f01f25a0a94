// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "solvers/linear/saddle_solver.hpp"
#include "solvers/problem/explicit_options.hpp"

namespace trunnion {

/// How the equations of motion are integrated in time (docs/formulations.md).
enum class IntegratorKind {
  bdf,              ///< implicit, of a formulation: for all models
  adams,            ///< explicit Adams steps, projected: for models that are not stiff
  explicit_method,  ///< an explicit method, each step followed by one toward the constraints
  automatic,        ///< adams while the model is not stiff, else bdf on coordinate_splitting
};

/// What one step of BDF solves (docs/formulations.md). G = ∂g/∂q, W the metric, γ the right-hand
/// side of G v' = γ.
enum class FormulationKind {
  coordinate_splitting,  ///< q' = N(v − W⁻¹Gᵀμ), M v' = f − Gᵀλ, g = 0, G v + g_t = 0: the default
  stabilized_index2,     ///< the same equations, μ and λ unknowns of Newton and in its tests
  projected_invariants,  ///< v' from the acceleration level, projected by D μ (and D τ)
  index1_projected,      ///< index 1; the end of each step is projected onto the constraints
  index1,                ///< v' from the acceleration level alone: drifts
  baumgarte,             ///< g'' + 2α g' + α² g = 0
  index2,                ///< G v + g_t = 0 alone: positions drift
  index3,                ///< g = 0 alone: multipliers and small steps are ill conditioned
  state_space,           ///< the state equation in local coordinates, basis renewed where needed
};

/// Directions D ∈ ℝⁿˣᵐ of the corrections D μ and D τ of stabilized_index2, projected_invariants
/// and state_space. state_space freezes them; its local coordinates are a complement of D.
enum class CorrectionDirection {
  metric,        ///< W⁻¹Gᵀ; with state_space the tangent-plane parametrization
  inverse_mass,  ///< M⁻¹Gᵀ: not for heterogeneous masses (Ascher & Petzold, section 4)
  dependent_coordinates,  ///< unit vectors; with state_space generalized coordinate partitioning
};

/// Constraints that projected_invariants satisfies. Source: Ascher & Petzold (1993).
enum class InvariantLevels {
  positions,  ///< Pa (4.14): g = 0 by D μ
  both,       ///< Pb (4.16): also G v + g_t = 0 by D τ
  coupled,    ///< Pc (4.17): Pb with W⁻¹(dG/dt)ᵀτ beside D μ in the position equation
};

/// Multipliers that enter the geometric stiffness ∂(Gᵀλ)/∂q of the iteration matrix
/// (docs/theory.md, section 4; Yen & Petzold, theorems 2 to 4).
enum class IterationMatrix {
  cs,      ///< from the residual at the predictor: exact Newton where the predictor is good
  cm,      ///< none: for stiff unloaded oscillation; fails under large true reactions
  lagged,  ///< those of the last accepted step: the default
};

/// How the Newton correction is computed. Both have the same fixed point.
enum class NewtonSystem {
  three_step,  ///< projection, saddle point, update: sparse and fast
  one_shot,    ///< 2n+2m unknowns with every coupling: the reference for the fast path
};

/// Which components the local error test measures.
enum class ErrorTest {
  positions,          ///< q only
  scaled_velocities,  ///< q, and v weighted by velocity_factor · h
  velocities,         ///< q, and v against the tolerance per second
};

/// What bdf reads, and automatic for its steps of BDF.
struct BdfOptions {
  int max_order = 5;           ///< 1..5
  bool filter_error = true;    ///< pass the error once through the Newton matrix before the norm
  bool cap_order = true;       ///< StabilityWatch: order 2 where higher ones are unstable
  bool project_error = false;  ///< Eich (1993): project the error estimate onto ker G

  FormulationKind formulation = FormulationKind::coordinate_splitting;  ///< not of automatic
  /// Of stabilized_index2, projected_invariants and state_space.
  CorrectionDirection correction_direction = CorrectionDirection::metric;
  InvariantLevels invariant_levels = InvariantLevels::positions;  ///< of projected_invariants
  double baumgarte_rate = 10;                                     ///< α of baumgarte [1/s]

  /// Of coordinate_splitting; the other formulations take cs for lagged and have one matrix.
  IterationMatrix iteration_matrix = IterationMatrix::lagged;
  NewtonSystem newton_system = NewtonSystem::three_step;         ///< of coordinate_splitting
  LinearSolverKind linear_solver = LinearSolverKind::automatic;  ///< of three_step
  double newton_tolerance = 0.1;                                 ///< of the error tolerance
  int max_newton_iterations = 4;
  bool reuse_matrix = true;  ///< keep a factorization while it serves

  /// Of fixed_step, for work that is known before (docs/real_time.md): so many corrections in every
  /// step, whether they converge or not, with a new matrix every matrix_interval steps; 1: the
  /// linearly implicit method. 0: until they converge.
  int newton_iterations = 0;
  int matrix_interval = 1;
};

/// What adams reads, and automatic for its explicit steps.
struct AdamsOptions {
  int max_order = 5;  ///< 1..5
};

/// Settings of the integrators: those that all read, and a group for each. An option of a method
/// that is not chosen must keep its default. Defaults are those of docs/error_test.md; ranges, and
/// what reads which option, are declared in option_fields.hpp.
struct IntegratorOptions {
  IntegratorKind kind = IntegratorKind::bdf;
  /// What the error of a whole run is meant to be near [m]; > 0. The local error of one step is
  /// held to step_fraction of it, since the errors of hundreds or thousands of steps add up.
  double tolerance = 1e-5;
  double angle_tolerance = 0;   ///< the same for angles [rad]; 0: the same number as tolerance
  double step_fraction = 0.04;  ///< 1: the tolerance is that of one step
  /// Relative part: the weight of a component is tolerance · (absolute + relative · |q_i|). The
  /// default keeps weights independent of where the origin lies.
  double relative_tolerance = 0;
  double initial_step = 0;  ///< [s]; 0: chosen from the accelerations
  double max_step = std::numeric_limits<double>::infinity();  ///< [s]
  double min_step = 0;                                        ///< [s]; 0: 1e-13 of max(|t|, 1)
  long max_steps = 0;  ///< error after so many steps of one run; 0: no limit

  ErrorTest error_test = ErrorTest::scaled_velocities;
  double velocity_factor = 300;  ///< of scaled_velocities
  bool test_error = true;        ///< off: fixed steps, for experiments
  double fixed_step = 0;         ///< [s]; > 0: constant step, and constant order after the start

  BdfOptions bdf{};
  AdamsOptions adams{};
  ExplicitOptions explicit_method{};
};

/// Weight [s] of velocities beside positions in the convergence test of Newton's iteration: that of
/// the error test, so that what the error test sees has converged; h where it sees positions only.
inline double VelocityScale(const IntegratorOptions& options, double h) {
  switch (options.error_test) {
    case ErrorTest::positions:
      return h;
    case ErrorTest::scaled_velocities:
      return options.velocity_factor * h;
    case ErrorTest::velocities:
      return 1;
  }
  return h;
}

}  // namespace trunnion
