// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/linear_static.hpp"

#include "engine/core/error.hpp"

namespace trunnion {

std::vector<int> Complement(const std::vector<int>& left_out, int size) {
  std::vector<char> is_out(static_cast<std::size_t>(size), 0);
  for (const int i : left_out) is_out[static_cast<std::size_t>(i)] = 1;
  std::vector<int> rest;
  for (int i = 0; i < size; ++i)
    if (is_out[static_cast<std::size_t>(i)] == 0) rest.push_back(i);
  return rest;
}

StaticSolution SolveStatic(const SparseMatrix& K,
                           const VectorXd& f,
                           const std::vector<int>& fixed,
                           const VectorXd& values) {
  const std::vector<int> free = Complement(fixed, static_cast<int>(K.rows()));
  StaticSolution solution{VectorXd::Zero(K.rows()), {}};
  if (values.size() > 0)
    for (const int i : fixed) solution.u[i] = values[i];
  const VectorXd residual = f - K * solution.u;
  VectorXd rhs = residual(free);
  const auto solver = MakeStructureSolver(rhs.size());
  if (solver->Factor(SelectRowsAndColumns(K, free)) != SolveStatus::ok ||
      solver->Solve(rhs) != SolveStatus::ok)
    throw SolverError(
        "static solution: the stiffness is not positive definite; fix the rigid motions, and look "
        "for parts that are not connected");
  solution.u(free) = rhs;
  solution.reactions = K * solution.u - f;
  return solution;
}

SymmetricModes CalcFixedModes(const SparseMatrix& K,
                              const SparseMatrix& M,
                              const std::vector<int>& fixed,
                              int count) {
  const std::vector<int> free = Complement(fixed, static_cast<int>(K.rows()));
  SymmetricModes modes =
      CalcLowestModes(SelectRowsAndColumns(K, free), SelectRowsAndColumns(M, free), count);
  MatrixXd shapes = MatrixXd::Zero(K.rows(), modes.shapes.cols());
  shapes(free, Eigen::all) = modes.shapes;
  modes.shapes = std::move(shapes);
  return modes;
}

}  // namespace trunnion
