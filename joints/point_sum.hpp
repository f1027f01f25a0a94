// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "engine/core/element.hpp"

namespace trunnion {

/// A point that is a weighted sum of others.
///
/// Bodies     points (0, 1, ..., N); bodies[0] is the sum.
/// Equations  0 = r₀ − Σ aᵢ rᵢ ∈ ℝ³ [m], i = 1..N.
/// Blocks     constant: G = [I, −a₁ I, ..., −a_N I] in the first three of six columns of each body;
///            g_t, γ, the velocity gradient and the geometric stiffness are zero.
/// Range      any; weights far from one another cost digits of the small ones.
/// Verified   tests/joints/point_sum_test.cpp: automatic differentiation of the same residual.
class PointSum {
 public:
  static constexpr int kBodies = Eigen::Dynamic;
  static constexpr int kMaxRows = 3;

  /// @param weights  a₁, ..., a_N, one for each body but the first.
  PointSum(std::vector<BodyIndex> bodies, std::vector<double> weights);

  const std::vector<BodyIndex>& bodies() const { return bodies_; }
  int num_rows() const { return 3; }
  bool is_rotational(int) const { return false; }

  void Calc(const ElementContext& x,
            LocalRows<3>& g,
            LocalRows<3>& g_t,
            LocalJacobian<kBodies, 3>& G) const;
  void CalcGamma(const ElementContext& x, LocalRows<3>& gamma) const;
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<kBodies, 3>& L) const;
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              MatrixXd& K) const;

 private:
  Eigen::Index size() const { return 6 * static_cast<Eigen::Index>(bodies_.size()); }

  std::vector<BodyIndex> bodies_;
  std::vector<double> weights_;
};

}  // namespace trunnion
