// SPDX-License-Identifier: BSD-3-Clause
//
// Linear solvers that are saved among factorizations: what follows has the bits of one that was
// not.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "solvers/linear/block_lu.hpp"
#include "solvers/linear/constraint_projector.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_solver.hpp"

namespace trunnion {
namespace {

/// A chain of masses on stiff springs, held by rows: [H Gᵀ; G 0], or H alone. Pivots wander with s,
/// and where s is one of some numbers, entries vanish or the matrix is singular.
SparseMatrix MakeMatrix(double s, bool rows) {
  constexpr int n = 24, m = 6;
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](int i, int j, double x) {
    entries.emplace_back(i, j, x);
    if (i != j) entries.emplace_back(j, i, x);
  };
  for (int i = 0; i < n; ++i) add(i, i, s == 4 ? 0.0 : 2 + std::sin(s + i));
  for (int i = 0; i + 1 < n; ++i) add(i, i + 1, s == 2 ? 0.0 : -0.4 * std::cos(s * i));
  for (int k = 0; rows && k < m; ++k) {
    add(n + k, 4 * k, std::cos(3 * s + k));
    add(n + k, 4 * k + 1, std::sin(3 * s + k));
  }
  const int size = rows ? n + m : n;
  SparseMatrix A(size, size);
  A.setFromTriplets(entries.begin(), entries.end());
  A.makeCompressed();
  return A;
}

/// Factorizes and solves; what comes out, statistics included.
VectorXd Use(LinearSolver& solver, double s, bool rows) {
  const SparseMatrix A = MakeMatrix(s, rows);
  VectorXd out = VectorXd::Zero(A.rows() + 6);
  VectorXd x = VectorXd::LinSpaced(A.rows(), -1, 1.5);
  if (solver.Factor(A) == SolveStatus::ok && solver.Solve(x) == SolveStatus::ok)
    out.head(A.rows()) = x;
  const LinearSolverStatistics n = solver.statistics();
  out.tail(6) << n.analyses, n.factorizations, n.refactorizations, n.rejected, n.solves,
      n.factor_flops + n.reciprocal_condition + n.pivot_growth;
  return out;
}

using Make = std::function<std::unique_ptr<LinearSolver>()>;

void ExpectTheSameWayOn(const std::string& name, const Make& make, bool rows) {
  SCOPED_TRACE(name);
  const std::vector<double> way{0, 0.3, 1, 2, 0.4, 1.5, 1.57, 4, 0.8, 0.81, 3, 3.1, 2, 5, 5.01};
  for (std::size_t stop = 0; stop < way.size(); ++stop) {
    const auto plain = make(), loaded = make(), back = make();
    for (std::size_t i = 0; i < stop; ++i) (void)Use(*plain, way[i], rows);
    Archive out;
    plain->Serialize(out);
    for (const double s : {1.0, 5.0, 0.1}) (void)Use(*back, s, rows);
    for (LinearSolver* solver : {loaded.get(), back.get()}) {
      Archive in(out.bytes());
      solver->Serialize(in);
      EXPECT_TRUE(in.at_end());
      Archive again;
      solver->Serialize(again);
      EXPECT_TRUE(again.bytes() == out.bytes());
      EXPECT_EQ(solver->is_factored(), plain->is_factored());
    }
    if (plain->is_factored()) {
      VectorXd x = VectorXd::Ones(plain->size()), y = x, z = x;
      EXPECT_EQ(plain->Solve(x), SolveStatus::ok);
      EXPECT_EQ(loaded->Solve(y), SolveStatus::ok);
      EXPECT_EQ(back->Solve(z), SolveStatus::ok);
      EXPECT_TRUE(x == y && x == z) << stop;
    }
    for (std::size_t i = stop; i < way.size(); ++i) {
      const VectorXd expected = Use(*plain, way[i], rows);
      EXPECT_TRUE(Use(*loaded, way[i], rows) == expected) << stop << " to " << i;
      EXPECT_TRUE(Use(*back, way[i], rows) == expected) << stop << " to " << i << ", back";
    }
  }
}

TEST(LinearSolverSerialization, GoesOnWithTheSameBits) {
  const Make klu = [] { return MakeKlu(); };
  ExpectTheSameWayOn("KLU", klu, true);
  ExpectTheSameWayOn(
      "KLU, refined", [&] { return MakeRefined(klu()); }, true);
  ExpectTheSameWayOn(
      "Cholesky", [] { return MakeCholesky(); }, false);
  ExpectTheSameWayOn(
      "block LU", [] { return MakeBlockLu(); }, true);
  for (const bool rows : {false, true}) {
    ExpectTheSameWayOn(
        "saddle", [] { return MakeSaddleSolver(); }, rows);
    ExpectTheSameWayOn(
        "saddle, KLU", [] { return MakeSaddleSolver(LinearSolverKind::klu); }, rows);
    ExpectTheSameWayOn(
        "saddle, block LU", [] { return MakeSaddleSolver(LinearSolverKind::block_lu); }, rows);
  }
}

TEST(Archive, RefusesWhatDoesNotFit) {
  std::vector<double> numbers{1, 2, 3};
  std::string text = "text";
  MatrixXd matrix = MatrixXd::Random(3, 4);
  SparseMatrix sparse = MakeMatrix(1, true);
  std::vector<bool> flags{true, false, true};
  Archive out;
  out(numbers, text, matrix, sparse, flags);
  for (std::size_t size = 0; size < out.bytes().size(); size += 7) {
    Archive in(std::string_view(out.bytes()).substr(0, size));
    auto a = numbers;
    std::string b;
    MatrixXd c;
    SparseMatrix d;
    std::vector<bool> e;
    EXPECT_THROW(in(a, b, c, d, e), FileError) << size;
  }
  std::vector<double> numbers_in;
  std::string text_in;
  MatrixXd matrix_in;
  SparseMatrix sparse_in;
  std::vector<bool> flags_in;
  Archive in(out.bytes());
  in(numbers_in, text_in, matrix_in, sparse_in, flags_in);
  EXPECT_TRUE(in.at_end());
  EXPECT_EQ(numbers_in, numbers);
  EXPECT_EQ(text_in, text);
  EXPECT_EQ(matrix_in, matrix);
  EXPECT_EQ(MatrixXd(sparse_in), MatrixXd(sparse));
  EXPECT_EQ(flags_in, flags);
}

}  // namespace
}  // namespace trunnion
