// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trunnion {
namespace {

/// Sizes of the forces and torques on each block, the same for all directions: entries of one
/// direction may vanish by cancellation. Torques are at least those of the forces at an arm.
void LevelBlocks(const ConstrainedSystem& system, double arm, VectorXd& x) {
  const std::vector<bool>& is_angle = system.is_angle();
  for (const NormBlock& block : system.norm_blocks()) {
    double force = 0, torque = 0;
    for (int i = block.first; i < block.first + block.size; ++i) {
      double& most = is_angle[static_cast<std::size_t>(i)] ? torque : force;
      most = std::max(most, x[i]);
    }
    torque = std::max(torque, arm * force);
    for (int i = block.first; i < block.first + block.size; ++i)
      x[i] = is_angle[static_cast<std::size_t>(i)] ? torque : force;
  }
}

}  // namespace

VectorXd CalcForceRounding(const ConstrainedSystem& system,
                           const VectorXd& q,
                           const SparseMatrix& K,
                           const SparseMatrix& GT,
                           const VectorXd& lambda,
                           double units) {
  const double size = q.size() ? std::max(1.0, q.cwiseAbs().maxCoeff()) : 1.0;
  VectorXd sum = VectorXd::Zero(K.rows()), reactions = sum;
  for (int j = 0; j < K.cols(); ++j) {
    const double s = system.is_angle()[static_cast<std::size_t>(j)] ? 1.0 : size;
    for (SparseMatrix::InnerIterator it(K, j); it; ++it) sum[it.row()] += std::abs(it.value()) * s;
  }
  for (int j = 0; j < GT.cols(); ++j)
    for (SparseMatrix::InnerIterator it(GT, j); it; ++it)
      reactions[it.row()] += std::abs(it.value() * lambda[j]);
  LevelBlocks(system, 0, sum);
  LevelBlocks(system, size, reactions);
  return units * std::numeric_limits<double>::epsilon() * (sum + reactions);
}

}  // namespace trunnion
