// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <vector>

#include "bench/comparison/benchmark.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion::bench {

/// The equations of motion in stabilized index-2 form (Gear, Leimkuhler & Gupta 1985) as a DAE
/// F(t, y, y') = 0 in a vector space, for codes that integrate such:
///
///     x' − N(x)(v − W⁻¹Gᵀμ) = 0      x: per body (r, p), p ∈ ℝ⁴ a quaternion, scalar first
///     M v' − f + Gᵀλ = 0             v: as in System
///     g = 0                          paired with μ
///     G v + g_t = 0                  paired with λ
///
/// y = (x, v, μ, λ). The residual kernels are those of SystemEvaluator. N has p' = ½ p ∘ (0, w).
/// The elements see R(p/|p|), so that |p| is neutral: it drifts by the tolerance of the code and
/// means nothing, and neither a normalization equation nor a chart that ends at some angle is
/// needed. That is 13 unknowns a body, one more than any three-parameter rotation, fewer than with
/// a normalization multiplier.
///
/// Serves models of bodies (no own states, no friction).
class QuaternionIndex2 {
 public:
  explicit QuaternionIndex2(const System& system);

  int size() const { return size_; }  ///< of y and F
  int num_coordinates() const { return nx_; }

  /// y and y' of a state with its accelerations and multipliers.
  void SetState(const VectorXd& q,
                const VectorXd& v,
                const VectorXd& v_dot,
                const VectorXd& lambda,
                double* y,
                double* y_dot) const;
  void GetState(const double* y, VectorXd& q, VectorXd& v) const;
  /// True for x and v, false for μ and λ.
  bool is_differential(int i) const { return i < nx_ + n_; }

  void CalcResidual(double t, const double* y, const double* y_dot, double* F);

  /// ∂F/∂y + c ∂F/∂y' in compressed columns, exact but for ∂(Gᵀμ)/∂q, which vanishes with μ on the
  /// solution. The residual must have been evaluated at the same (t, y, y') just before.
  const SparseMatrix& CalcJacobian(double t, double c, const double* y, const double* y_dot);
  const SparseMatrix& jacobian() const { return jacobian_; }

  /// Elimination order for static pivots, the bodies and joints in that of OrderSaddlePoint.
  std::vector<int> MakeOrdering() const;

  SystemEvaluator& evaluator() { return evaluator_; }

 private:
  struct Body {
    int x, v, size;  // its first components, and how many of v: 6 or 3
    int q;           // in the configuration
  };

  void Read(const double* y, const double* y_dot);
  Eigen::Vector4d quaternion(const Body& b) const { return x_.segment<4>(b.x + 3); }
  template <class Emit>
  void ForEachEntry(double c, Emit&& emit) const;
  template <class Emit>
  void EmitBody(const Body& body, double c, Emit& emit) const;
  template <class Emit>
  void EmitConstraint(int j, Emit& emit) const;
  void Linearize(double t, const double* y, const double* y_dot);
  void Shake(std::mt19937& random);
  void LayOut();

  const System& system_;
  SystemEvaluator evaluator_;
  std::vector<Body> bodies_;
  std::vector<int> body_of_component_;  // of v
  int nx_ = 0, n_, m_, size_ = 0;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  SparseMatrix LT_;
  VectorXd q_, x_, v_, v_dot_, mu_, lambda_, w_, inverse_metric_;  // w_ = v − W⁻¹Gᵀμ
  SparseMatrix jacobian_;
  std::vector<int> slots_;  // of the entries in the order of ForEachEntry
  std::vector<double> values_;
};

}  // namespace trunnion::bench
