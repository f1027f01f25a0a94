// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/SparseCholesky>
#include <limits>

#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

constexpr double kSmallestLdltPivot = 256.0 * std::numeric_limits<double>::epsilon();

class EigenLdlt final : public LinearSolver {
 public:
  bool deterministic() const override { return true; }
  std::string name() const override { return "Eigen SimplicialLDLT"; }

 private:
  SolveStatus DoAnalyze(const SparseMatrix& A) override {
    ldlt_.analyzePattern(A);
    return SolveStatus::ok;
  }

  SolveStatus DoFactor(const SparseMatrix& A) override {
    ldlt_.factorize(A);
    if (ldlt_.info() != Eigen::Success) return SolveStatus::singular;
    const VectorXd pivots = ldlt_.vectorD(), diagonal = ldlt_.permutationP() * A.diagonal();
    if (!(pivots.minCoeff() > 0.0) || !(diagonal.minCoeff() > 0.0)) return SolveStatus::singular;
    statistics_.pivot_growth = (pivots.array() / diagonal.array()).minCoeff();
    statistics_.reciprocal_condition = pivots.minCoeff() / pivots.maxCoeff();
    const auto& L = ldlt_.matrixL().nestedExpression();
    statistics_.factor_nonzeros = static_cast<double>(L.nonZeros() + A.rows());
    return statistics_.pivot_growth > kSmallestLdltPivot ? SolveStatus::ok : SolveStatus::singular;
  }

  bool DoRefactor(const SparseMatrix& A) override { return DoFactor(A) == SolveStatus::ok; }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override {
    rhs = ldlt_.solve(rhs).eval();
    return SolveStatus::ok;
  }

  Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::AMDOrdering<int>> ldlt_;
};

}  // namespace

std::unique_ptr<LinearSolver> MakeCholesky() { return std::make_unique<EigenLdlt>(); }

}  // namespace trunnion
