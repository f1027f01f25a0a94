// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/model/model.hpp"
#include "engine/simulation/initial_state.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/linear/saddle_matrix.hpp"

/// Iteration matrices [a M + D + K/a, Gᵀ; G, 0] of models, for tests and benchmarks of solvers.
namespace trunnion {

/// At the initial state, reactions zero; a [1/s] is the leading BDF coefficient.
inline SparseMatrix MakeSaddlePoint(const Model& model, double a) {
  const System system = model.Compile();
  SystemEvaluator evaluator(system, false);
  Residuals residuals;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(residuals, matrices);
  const InitialState state = AssembleInitialState(evaluator, 0.0, true);
  const VectorXd rest = VectorXd::Zero(system.num_velocities());
  const VectorXd lambda = VectorXd::Zero(system.num_constraints());
  evaluator.CalcResiduals(0.0, state.q, state.v, rest, residuals);
  evaluator.CalcMatrices(0.0, state.q, state.v, rest, lambda, matrices);
  SaddleMatrix saddle;
  saddle.Analyze(matrices.M, residuals.GT);
  saddle.Compute(a, matrices.M, 1.0, matrices.D, 1.0 / a, matrices.K, residuals.GT);
  return saddle.matrix();
}

/// Pattern of a cube of linear finite elements, side³ nodes of 3 displacements, each coupled to its
/// 26 neighbours; symmetric, diagonally dominant.
inline SparseMatrix MakeNodeGrid(int side) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&entries](int a, int b, double diagonal) {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        entries.emplace_back(3 * a + i, 3 * b + k, i == k ? diagonal : 0.01 * diagonal);
  };
  const auto inside = [side](int i) { return i >= 0 && i < side; };
  const int nodes = side * side * side;
  for (int a = 0; a < nodes; ++a) {
    couple(a, a, 30.0);
    for (int step = 0; step < 27; ++step) {
      const int i = a / (side * side) + step / 9 - 1, j = a / side % side + step / 3 % 3 - 1,
                k = a % side + step % 3 - 1;
      if (step == 13 || !inside(i) || !inside(j) || !inside(k)) continue;
      couple(a, (i * side + j) * side + k, -1.0);
    }
  }
  SparseMatrix A(3 * nodes, 3 * nodes);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

}  // namespace trunnion
