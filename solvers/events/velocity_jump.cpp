// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/events/velocity_jump.hpp"

#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/linear/saddle_solver.hpp"

namespace trunnion {
namespace {

void RequirePositions(const JumpState& s, const VectorXd& g) {
  for (const int row : s.rows.rows()) {
    if (std::abs(g[row]) <= s.tolerance) continue;
    const bool angle = s.system.is_rotational_row()[static_cast<std::size_t>(row)];
    std::ostringstream message;
    message << s.change.causes << " at t = " << s.t << " s: " << s.system.DescribeConstraint(row)
            << " is off by " << g[row] << (angle ? " rad" : " m")
            << " there; let it begin where it fits, within the tolerance";
    throw EventError(message.str());
  }
}

/// Rows without mass, those of algebraic states, keep their values.
void FillAlgebraic(const ConstrainedSystem& system, SparseMatrix& M) {
  for (const NormBlock& b : system.norm_blocks())
    for (int i = b.first; i < b.first + b.size; ++i)
      if (b.kind == BlockKind::algebraic) M.coeffRef(i, i) = 1;
}

}  // namespace

void CalcJump(const JumpState& s, VectorXd& v) {
  const int n = s.system.num_velocities(), m = s.rows.size();
  Residuals r;
  DynamicsMatrices matrices;
  s.system.InitializePatterns(r, matrices);
  const VectorXd none = VectorXd::Zero(n);
  s.system.CalcResiduals(s.t, s.q, v, none, r);
  RequirePositions(s, r.g);
  s.system.CalcMatrices(s.t, s.q, v, none, VectorXd::Zero(s.system.num_constraints()), matrices);
  FillAlgebraic(s.system, matrices.M);
  SparseMatrix GT;
  VectorXd g_t;
  s.rows.Select(r.GT, GT);
  s.rows.Select(r.g_t, g_t);
  SaddleMatrix saddle;
  saddle.Analyze(matrices.M, GT);
  saddle.Compute(1, matrices.M, 0, matrices.D, 0, matrices.K, GT, GT);
  const auto solver = MakeRefined(MakeSaddleSolver());
  VectorXd x(n + m);
  x << (s.change.impulse.size() > 0 ? s.change.impulse : none), -(GT.transpose() * v + g_t);
  const bool solved = solver->Factor(saddle.matrix()) == SolveStatus::ok &&
                      solver->Solve(x) == SolveStatus::ok && x.allFinite();
  if (!solved) {
    std::ostringstream message;
    message << s.change.causes << " at t = " << s.t
            << " s: the velocities after it are not determined; what it releases or pushes needs "
               "mass and inertia";
    throw EventError(message.str());
  }
  v += x.head(n);
}

}  // namespace trunnion
