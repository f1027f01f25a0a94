// SPDX-License-Identifier: BSD-3-Clause
// Memory that is missing is told as that, and not as a singular matrix.
#include <gtest/gtest.h>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

/// Has no memory left for one of its three steps.
class PoorSolver : public LinearSolver {
 public:
  enum class Step { analyze, factor, solve };
  explicit PoorSolver(Step step) : step_(step) {}
  bool deterministic() const override { return true; }
  std::string name() const override { return "poor"; }

 private:
  SolveStatus Try(Step step) const {
    return step == step_ ? SolveStatus::out_of_memory : SolveStatus::ok;
  }
  SolveStatus DoAnalyze(const SparseMatrix&) override { return Try(Step::analyze); }
  SolveStatus DoFactor(const SparseMatrix&) override { return Try(Step::factor); }
  bool DoRefactor(const SparseMatrix&) override { return false; }
  SolveStatus DoSolve(Eigen::Ref<MatrixXd>) const override { return Try(Step::solve); }

  Step step_;
};

TEST(LinearSolverMemory, MissingMemoryIsAnErrorThatSaysSo) {
  SparseMatrix A(3, 3);
  A.setIdentity();
  for (const auto step :
       {PoorSolver::Step::analyze, PoorSolver::Step::factor, PoorSolver::Step::solve}) {
    PoorSolver solver(step);
    MatrixXd b = MatrixXd::Ones(3, 1);
    try {
      (void)solver.Factor(A);
      (void)solver.Solve(b);
      FAIL() << "no error";
    } catch (const SolverError& error) {
      EXPECT_EQ(
          std::string(error.what()).rfind("poor: not enough memory for a matrix of 3 rows", 0), 0u)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace trunnion
