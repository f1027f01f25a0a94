// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "bench/problems/saddle_matrices.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system.hpp"
#include "examples/models/benchmark_models.hpp"

namespace trunnion {
namespace {

void ExpectSolves(LinearSolver& solver, const SparseMatrix& A) {
  ASSERT_EQ(solver.Factor(A), SolveStatus::ok);
  const VectorXd b = VectorXd::LinSpaced(A.rows(), -1.0, 2.0);
  VectorXd x = b;
  ASSERT_EQ(solver.Solve(x), SolveStatus::ok);
  const VectorXd expected = MatrixXd(A).partialPivLu().solve(b);
  EXPECT_LT((x - expected).norm(), 1e-9 * expected.norm());
}

SparseMatrix MakeChainMatrix() { return MakeSaddlePoint(models::MakeRigidChain(8).model, 100); }
SparseMatrix MakeNetMatrix() { return MakeSaddlePoint(models::MakeBushingNet(6).model, 100); }

TEST(SaddleSolver, FollowsEntriesThatBecomeNonzeroAndZeroAgain) {
  const SparseMatrix full = MakeChainMatrix();
  for (const LinearSolverKind kind :
       {LinearSolverKind::automatic, LinearSolverKind::klu, LinearSolverKind::block_lu}) {
    SparseMatrix A = full;
    const auto solver = MakeSaddleSolver(kind);
    ExpectSolves(*solver, A);
    // Every entry of the pattern, zero so far, takes part once.
    for (int k = 0; k < A.nonZeros(); ++k) A.valuePtr()[k] += 1e-3 * (1 + k % 7);
    ExpectSolves(*solver, A);
    ExpectSolves(*solver, full);
  }
}

TEST(SaddleSolver, GivesFillToTheBlocks) {
  const auto chain = MakeSaddleSolver(), net = MakeSaddleSolver();
  ExpectSolves(*chain, MakeChainMatrix());
  ExpectSolves(*net, MakeNetMatrix());
  EXPECT_EQ(chain->name().find("KLU ("), 0U) << chain->name();
  EXPECT_EQ(net->name().find("block LU ("), 0U) << net->name();
  EXPECT_EQ(MakeSaddleSolver(LinearSolverKind::klu)->name(), "KLU (as set)");
  // A new pattern is a new choice.
  ExpectSolves(*net, MakeChainMatrix());
  EXPECT_EQ(net->name().find("KLU ("), 0U) << net->name();
}

TEST(SaddleSolver, GivesSystemsWithoutConstraintsToTheBlocks) {
  const auto solver = MakeSaddleSolver();
  ExpectSolves(*solver, MakeSaddlePoint(models::MakeBushingChain(8).model, 100));
  EXPECT_EQ(solver->name(), "block LU (no constraints)");
}

TEST(SaddleSolver, ReportsSingularMatrices) {
  SparseMatrix A = MakeChainMatrix();
  A.coeffs().setZero();
  EXPECT_EQ(MakeSaddleSolver()->Factor(A), SolveStatus::singular);
}

/// The choice changes round-off only, and is reported.
TEST(SaddleSolver, LeavesTheSolutionAsItIs) {
  const auto chain = models::MakeRigidChain(10);
  const System system = chain.model.Compile();
  VectorXd reference;
  for (const auto& [kind, name] : {std::pair{LinearSolverKind::automatic, "KLU ("},
                                   std::pair{LinearSolverKind::klu, "KLU (as set)"},
                                   std::pair{LinearSolverKind::block_lu, "block LU (as set)"}}) {
    SimulationOptions options;
    options.integrator.bdf.linear_solver = kind;
    options.integrator.tolerance = 1e-7;
    Simulation run(system, options);
    run.advance_to(0.2);
    EXPECT_EQ(run.statistics().linear_solver.find(name), 0U) << run.statistics().linear_solver;
    if (reference.size() == 0) reference = run.q();
    EXPECT_LT((run.q() - reference).cwiseAbs().maxCoeff(), 1e-6);
  }
}

}  // namespace
}  // namespace trunnion
