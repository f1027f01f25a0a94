// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Coefficients at one time of a linear DAE of Hessenberg index 2 in x ∈ ℝⁿ, y ∈ ℝᵐ,
///
///     x' = A x + B y + q,    0 = C x + r,    C B regular,
///
/// with the time derivatives of C and r. Units are those of the problem.
struct HessenbergCoefficients {
  MatrixXd A;      ///< n×n
  MatrixXd B;      ///< n×m
  MatrixXd C;      ///< m×n
  MatrixXd C_dot;  ///< m×n
  VectorXd q;      ///< ℝⁿ
  VectorXd r;      ///< ℝᵐ
  VectorXd r_dot;  ///< ℝᵐ
};
using HessenbergDae = std::function<HessenbergCoefficients(double t)>;

/// The underlying ODE x' = f~(x, t) = Â x + b of the DAE: y eliminated by the differentiated
/// constraint, F = B(C B)⁻¹, H = I − F C, Â = H A − F C', b = H q − F r'.
struct UnderlyingOde {
  explicit UnderlyingOde(const HessenbergCoefficients& c);
  MatrixXd F;      ///< n×m
  MatrixXd A_hat;  ///< n×n
  VectorXd b;      ///< ℝⁿ
};

/// What backward Euler is applied to.
/// Sources: Ascher & Petzold (1993) section 4; Ascher, Qin & Reich (1992) eqs. (1.6) to (1.8).
enum class HessenbergForm {
  baumgarte,            ///< the DAE with C x' + C'x + r' + γ(C x + r) = 0; γ = ∞: 0 = C x + r
  stabilized_ode,       ///< x' = f~ − γ D (C x + r), D by `direction`
  projected_invariant,  ///< x' = f~ + Cᵀμ, 0 = C x + r
  state_space,          ///< the rows `independent` of x' = f~, and 0 = C x + r
};

/// D of stabilized_ode.
enum class HessenbergDirection {
  control,        ///< B(C B)⁻¹: Baumgarte's method again
  pseudoinverse,  ///< Cᵀ(C Cᵀ)⁻¹, eq. (1.7)
  transpose,      ///< Cᵀ, eq. (1.8)
};

struct HessenbergOptions {
  HessenbergForm form = HessenbergForm::baumgarte;
  double gamma = 0;  ///< of baumgarte and stabilized_ode, ≥ 0 [1/s]
  HessenbergDirection direction = HessenbergDirection::pseudoinverse;
  std::vector<int> independent = {0};  ///< n − m components of x, for state_space
  double alpha = 0;  ///< > 0: after each step x ← x − α D (C D)⁻¹(C x + r), D = Cᵀ, eq. (3.9)
};

/// Backward Euler with constant steps, all coefficients taken at the new time. Each step is one
/// linear system, solved directly: row scaling and partial pivoting, no tolerance anywhere, so that
/// solutions may grow to any size.
class HessenbergBackwardEuler {
 public:
  /// @throws ModelError if γ < 0.
  HessenbergBackwardEuler(HessenbergDae dae, HessenbergOptions options);

  /// @throws ModelError if the number of independent components does not fit the problem.
  void Start(double t, const VectorXd& x);
  /// @param h  step [s], > 0.
  /// @throws SolverError if the matrix of the step is singular.
  void Step(double h);

  double t() const { return t_; }
  const VectorXd& x() const { return x_; }
  /// y of baumgarte, μ of projected_invariant; empty for the others.
  const VectorXd& multiplier() const { return multiplier_; }
  /// C x + r at the present state.
  VectorXd Drift() const;

 private:
  HessenbergDae dae_;
  HessenbergOptions options_;
  double t_ = 0;
  VectorXd x_, multiplier_;
};

}  // namespace trunnion
