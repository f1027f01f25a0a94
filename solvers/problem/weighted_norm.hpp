// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

class Archive;

/// The norm of errors and corrections: the maximum over bodies of the body's RMS, so that one bad
/// body among many is seen. Components are divided by their tolerance; a pair (q, v) with velocity
/// weight s counts v·s beside q. Own states of elements (BlockKind) count by their entry in v, with
/// weight 1; their entry in q means nothing.
class WeightedNorm {
 public:
  using ConstVector = Eigen::Ref<const VectorXd>;

  /// The tolerances of one step that the options ask for: step_fraction of those of the run.
  WeightedNorm(const ConstrainedSystem& system, const IntegratorOptions& options);

  /// Weights 1/(tolerance · (1 + relative · |q_i|)), with v_i for states; `q` must be a vector of n
  /// coordinates.
  void ScaleBySize(const VectorXd& q, const VectorXd& v, double relative);

  /// Norm of x over the mechanical blocks.
  double operator()(const VectorXd& x) const;
  /// Norm of x over the blocks of differential states.
  double StateNorm(const VectorXd& x) const;

  /// Norm of (x, scale · y), RMS over both; scale = 0: of x alone. States: of y.
  double operator()(const ConstVector& x, const ConstVector& y, double scale) const;
  /// The same without algebraic states, which have no history and no place in the error test.
  double ErrorNorm(const ConstVector& x, const ConstVector& y, double scale) const;

  /// The component with the largest share in the block that attained the last norm.
  int worst_component() const { return worst_; }
  const VectorXd& weights() const { return weights_; }
  void Serialize(Archive& archive);

 private:
  double BlockSquare(const NormBlock& block, const ConstVector& x) const;
  double PairSquare(const NormBlock& b, const ConstVector& x, const ConstVector& y, double s) const;
  int FindWorst(const NormBlock& b, const ConstVector& x, const ConstVector& y, double s) const;

  const std::vector<NormBlock>& blocks_;
  VectorXd tolerance_;
  VectorXd weights_;  // 1/tolerance per component
  mutable int worst_ = 0;
};

}  // namespace trunnion
