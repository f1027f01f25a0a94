// SPDX-License-Identifier: BSD-3-Clause
// Fill and time of KLU on saddle-point matrices: AMD, AMD with BTF, OrderSaddlePoint.

#include <Eigen/Geometry>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_ordering.hpp"

namespace trunnion {
namespace {

using Entry = Eigen::Triplet<double>;

/// Block pattern and scaling of a mechanism at random positions; a < 0 or b < 0 is the ground.
class MatrixBuilder {
 public:
  explicit MatrixBuilder(int bodies) : n_(6 * bodies) {
    structure_.body_sizes.assign(bodies, 6);
    for (int b = 0; b < bodies; ++b) AddBlock(b, b, 1e3, 1e2);
  }

  void AddJoint(int a, int b, int rows) {
    std::vector<int> bodies;
    for (int body : {a, b}) {
      if (body < 0) continue;
      bodies.push_back(body);
      for (int r = 0; r < rows; ++r) {
        for (int i = 0; i < 6; ++i) {
          const double value = uniform_(random_);
          entries_.emplace_back(n_ + rows_ + r, 6 * body + i, value);
          entries_.emplace_back(6 * body + i, n_ + rows_ + r, value);
        }
      }
    }
    structure_.joints.push_back({rows_, rows, bodies, bodies.size() < 2});
    rows_ += rows;
  }

  void AddBushing(int a, int b) {
    AddBlock(a, a, 1e4, 1e3);
    AddBlock(b, b, 1e4, 1e3);
    AddBlock(a, b, -5e3, 1e3);
    AddBlock(b, a, -5e3, 1e3);
    structure_.couplings.emplace_back(a, b);
  }

  SparseMatrix MakeMatrix() const {
    SparseMatrix A(n_ + rows_, n_ + rows_);
    A.setFromTriplets(entries_.begin(), entries_.end());
    return A;
  }
  const SaddleStructure& structure() const { return structure_; }

 private:
  void AddBlock(int a, int b, double diagonal, double other) {
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) {
        entries_.emplace_back(
            6 * a + i, 6 * b + k, i == k ? diagonal : 0.1 * other * uniform_(random_));
      }
    }
  }

  int n_, rows_ = 0;
  SaddleStructure structure_;
  std::vector<Entry> entries_;
  mutable std::mt19937 random_{1};
  mutable std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

MatrixBuilder MakeChain(int links) {
  MatrixBuilder builder(links);
  for (int k = 0; k < links; ++k) builder.AddJoint(k - 1, k, 3);
  return builder;
}

/// Four-bars in a row: revolutes to the ground, ball joints on the couplers.
MatrixBuilder MakeLadder(int loops) {
  MatrixBuilder builder(2 * loops + 1);
  builder.AddJoint(-1, 0, 5);
  for (int k = 0; k < loops; ++k) {
    builder.AddJoint(2 * k, 2 * k + 1, 3);
    builder.AddJoint(2 * k + 1, 2 * k + 2, 3);
    builder.AddJoint(-1, 2 * k + 2, 5);
  }
  return builder;
}

MatrixBuilder MakeNet(int side) {
  MatrixBuilder builder(side * side);
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      if (j + 1 < side) builder.AddBushing(side * i + j, side * i + j + 1);
      if (i + 1 < side) builder.AddBushing(side * i + j, side * (i + 1) + j);
    }
  }
  return builder;
}

/// A grid of bodies, each tied to its right and lower neighbour by two distance rows.
MatrixBuilder MakeJointGrid(int side) {
  MatrixBuilder builder(side * side);
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      if (j + 1 < side) builder.AddJoint(side * i + j, side * i + j + 1, 2);
      if (i + 1 < side) builder.AddJoint(side * i + j, side * (i + 1) + j, 2);
    }
  }
  return builder;
}

double MeasureMilliseconds(double seconds, int count) { return 1e3 * seconds / std::max(count, 1); }

void Run(const char* model,
         const char* name,
         const SparseMatrix& A,
         KluOptions options,
         double order_ms) {
  const auto solver = MakeKlu(std::move(options));
  if (solver->Factor(A) != SolveStatus::ok) {
    std::printf("%-12s %-8s singular\n", model, name);
    return;
  }
  const LinearSolverStatistics first = solver->statistics();
  int accepted = 0;
  for (int k = 0; k < 5; ++k) accepted += solver->Factor(A) == SolveStatus::ok ? 1 : 0;
  const LinearSolverStatistics last = solver->statistics();
  const VectorXd expected = VectorXd::Ones(A.rows()), b = A * expected;
  VectorXd x;
  for (int k = 0; k < 20; ++k) {
    x = b;
    if (solver->Solve(x) != SolveStatus::ok) return;
  }
  const LinearSolverStatistics end = solver->statistics();
  std::printf("%-12s %-8s %9.0f %9.2f %8.2f %8.2f %8.3f %9.1e\n",
              model,
              name,
              first.factor_nonzeros,
              order_ms + 1e3 * first.analyze_seconds,
              1e3 * first.factor_seconds,
              MeasureMilliseconds(last.factor_seconds - first.factor_seconds, accepted),
              MeasureMilliseconds(end.solve_seconds, end.solves),
              (x - expected).lpNorm<Eigen::Infinity>());
}

void Compare(const char* model, const MatrixBuilder& builder) {
  const SparseMatrix A = builder.MakeMatrix();
  const auto start = std::chrono::steady_clock::now();
  const std::vector<int> order = OrderSaddlePoint(builder.structure());
  const std::chrono::duration<double, std::milli> ordering =
      std::chrono::steady_clock::now() - start;
  Run(model, "amd", A, {}, 0.0);
  Run(model, "amd+btf", A, {.ordering = {}, .btf = true}, 0.0);
  Run(model, "saddle", A, {.ordering = order}, ordering.count());
}

}  // namespace
}  // namespace trunnion

int main() {
  std::printf("%-12s %-8s %9s %9s %8s %8s %8s %9s\n",
              "model",
              "order",
              "nnz(L+U)",
              "analyze",
              "factor",
              "refactor",
              "solve",
              "error");
  trunnion::Compare("chain 1000", trunnion::MakeChain(1000));
  trunnion::Compare("ladder 1000", trunnion::MakeLadder(1000));
  trunnion::Compare("net 30x30", trunnion::MakeNet(30));
  trunnion::Compare("grid 15x15", trunnion::MakeJointGrid(15));
  return 0;
}
