// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "solvers/integrator/manifold_ode.hpp"

namespace trunnion {

/// −F h with F = D (H D)⁻¹: the stabilization step toward the invariant h = 0.
/// Source: Ascher, Qin & Reich (1992) eqs. (1.13), (3.9).
/// @param h  value of the invariants ∈ ℝˡ.
/// @param H  ∂h/∂z ∈ ℝˡˣᵏ.
/// @param D  directions of the step ∈ ℝᵏˣˡ, H D regular.
VectorXd StabilizationStep(const VectorXd& h, const MatrixXd& H, const MatrixXd& D);

/// An ODE in ℝᵏ with invariants, given by functions of (t, z).
class InvariantOde final : public ManifoldOde {
 public:
  using VectorFunction = std::function<VectorXd(double t, const VectorXd& z)>;
  using MatrixFunction = std::function<MatrixXd(double t, const VectorXd& z)>;

  /// @param f  z' = f(t, z) ∈ ℝᵏ.
  /// @param h  invariants ∈ ℝˡ, zero on the solution.
  /// @param H  ∂h/∂z ∈ ℝˡˣᵏ.
  /// @param D  ∈ ℝᵏˣˡ; empty: Hᵀ.
  InvariantOde(
      int size, VectorFunction f, VectorFunction h, MatrixFunction H, MatrixFunction D = {})
      : size_(size), f_(std::move(f)), h_(std::move(h)), H_(std::move(H)), D_(std::move(D)) {}

  int size() const override { return size_; }
  bool CalcDerivative(double t, const VectorXd& z, VectorXd& d) override;
  bool CalcCorrection(double t, const VectorXd& z, VectorXd& c) override;

 private:
  int size_;
  VectorFunction f_, h_;
  MatrixFunction H_, D_;
};

}  // namespace trunnion
