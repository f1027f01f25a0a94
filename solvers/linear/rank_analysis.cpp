// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/rank_analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/sparse_qr.hpp"

namespace trunnion {
namespace {

constexpr double kZeroColumn = 1e-15;       // relative to the longest column
constexpr double kZeroCoefficient = 1e-13;  // of unit columns
constexpr double kModerateFill = 20.0;      // nonzeros of R per column and per nonzero of Gᵀ

using Triplet = Eigen::Triplet<double>;

/// Norms of the columns; 0 for those that count as zero.
VectorXd CalcColumnNorms(const SparseMatrix& GT) {
  VectorXd norms(GT.cols());
  for (int j = 0; j < GT.cols(); ++j) norms[j] = GT.col(j).norm();
  if (!norms.allFinite()) throw SolverError("rank analysis: a constraint gradient is not finite");
  const double zero = norms.size() > 0 ? kZeroColumn * norms.maxCoeff() : 0.0;
  return (norms.array() > zero).select(norms, 0.0);
}

/// Bodies of each column (two or one, rarely more), as numbered by row_body.
std::vector<std::vector<int>> FindBodies(const SparseMatrix& A, const std::vector<int>& row_body) {
  std::vector<std::vector<int>> bodies(A.cols());
  for (int j = 0; j < A.cols(); ++j) {
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      const int body = row_body[it.row()];
      if (std::find(bodies[j].begin(), bodies[j].end(), body) == bodies[j].end()) {
        bodies[j].push_back(body);
      }
    }
  }
  return bodies;
}

/// Distance of each body from the ground, counted in joints: a column with one body ties it to the
/// ground. Parts without ground start at their first body.
std::vector<int> CalcDistances(const std::vector<std::vector<int>>& bodies, int count) {
  std::vector<std::vector<int>> columns_of(count);
  std::vector<int> distance(count, -1), queue;
  const auto visit = [&](int body, int value) {
    if (distance[body] >= 0) return;
    distance[body] = value;
    queue.push_back(body);
  };
  for (int j = 0; j < static_cast<int>(bodies.size()); ++j) {
    for (int body : bodies[j]) columns_of[body].push_back(j);
    if (bodies[j].size() == 1) visit(bodies[j][0], 1);
  }
  std::size_t next = 0;
  for (int root = 0; root < count; ++root) {
    for (; next < queue.size(); ++next) {
      const int from = queue[next];
      for (int j : columns_of[from]) {
        for (int body : bodies[j]) visit(body, distance[from] + 1);
      }
    }
    visit(root, 1);
  }
  return distance;
}

/// Columns by the sum of the distances of their bodies, so that each body is first tied to one that
/// is nearer to the ground.
std::vector<int> OrderFromGround(const SparseMatrix& A, const std::vector<int>& row_body) {
  std::vector<int> order(A.cols()), key(A.cols(), 0);
  std::iota(order.begin(), order.end(), 0);
  if (row_body.empty()) return order;
  const bool valid = static_cast<int>(row_body.size()) == A.rows() &&
                     std::all_of(row_body.begin(), row_body.end(), [](int b) { return b >= 0; });
  if (!valid) throw SolverError("rank analysis: row_body does not fit the matrix");
  const auto bodies = FindBodies(A, row_body);
  const auto distance =
      CalcDistances(bodies, *std::max_element(row_body.begin(), row_body.end()) + 1);
  for (int j = 0; j < A.cols(); ++j) {
    for (int body : bodies[j]) key[j] += distance[body];
  }
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  return order;
}

/// Columns of A in the given order.
SparseMatrix Permute(const SparseMatrix& A, const std::vector<int>& order) {
  const Eigen::Map<const Eigen::VectorXi> map(order.data(), A.cols());
  return A * Eigen::PermutationMatrix<Eigen::Dynamic>(map);
}

/// True if R of A in natural order has few nonzeros: counts those of the Cholesky factor of AᵀA
/// row by row along the elimination tree, and stops at the limit.
bool HasModerateFill(const SparseMatrix& A) {
  const SparseMatrix normal = A.transpose() * A;
  const int m = static_cast<int>(A.cols());
  std::vector<int> parent(m, -1), mark(m, -1);
  const double limit = kModerateFill * static_cast<double>(m + A.nonZeros());
  double count = 0.0;
  for (int k = 0; k < m; ++k) {
    mark[k] = k;
    for (SparseMatrix::InnerIterator it(normal, k); it && it.row() < k; ++it) {
      for (int i = static_cast<int>(it.row()); mark[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        mark[i] = k;
        ++count;
      }
    }
    if (count > limit) return false;
  }
  return true;
}

/// Solves R₁₁ c = r for sparse r by back substitution. The solution is local (the constraints of a
/// loop) although R₁₁⁻¹ r is structurally long: rounding errors are not followed.
class SparseBackSubstitution {
 public:
  /// @param steps  columns of R that form the triangle R₁₁.
  SparseBackSubstitution(const SparseMatrix& R, const std::vector<int>& steps)
      : R_(R), steps_(steps), x_(VectorXd::Zero(R.rows())), queued_(R.rows(), false) {}

  /// Adds c as entries (column of A, value); `column` of R holds r.
  template <typename Add>
  void Solve(int column, Add add) {
    for (SparseMatrix::InnerIterator it(R_, column); it; ++it) Accumulate(it.row(), it.value());
    while (!queue_.empty()) {
      const int k = queue_.top();
      queue_.pop();
      queued_[k] = false;
      const double value = x_[k] / R_.coeff(k, steps_[k]);
      x_[k] = 0.0;
      if (std::abs(value) <= kZeroCoefficient) continue;
      add(steps_[k], value);
      for (SparseMatrix::InnerIterator it(R_, steps_[k]); it && it.row() < k; ++it) {
        Accumulate(it.row(), -value * it.value());
      }
    }
  }

 private:
  void Accumulate(Eigen::Index row, double value) {
    x_[row] += value;
    if (queued_[row]) return;
    queued_[row] = true;
    queue_.push(static_cast<int>(row));
  }

  const SparseMatrix& R_;
  const std::vector<int>& steps_;
  VectorXd x_;
  std::vector<bool> queued_;
  std::priority_queue<int> queue_;
};

/// Columns of R that add a row to the staircase.
std::vector<int> FindSteps(const SparseMatrix& R) {
  std::vector<int> steps;
  for (int j = 0; j < R.cols(); ++j) {
    const int next = static_cast<int>(steps.size());
    if (next < R.rows() && R.coeff(next, j) != 0.0) steps.push_back(j);
  }
  return steps;
}

/// Scaled C, its columns in the order of result.dependent.
SparseMatrix CalcCoefficients(const QrFactor& qr,
                              const std::vector<int>& steps,
                              const RankResult& result) {
  const int m = static_cast<int>(qr.column.size());
  std::vector<int> place(m);
  for (int k = 0; k < m; ++k) place[qr.column[k]] = k;
  SparseBackSubstitution substitution(qr.R, steps);
  std::vector<Triplet> entries;
  for (int k = 0; k < static_cast<int>(result.dependent.size()); ++k) {
    substitution.Solve(place[result.dependent[k]], [&](int step, double value) {
      entries.emplace_back(qr.column[step], k, value);
    });
  }
  SparseMatrix C(m, static_cast<int>(result.dependent.size()));
  C.setFromTriplets(entries.begin(), entries.end());
  return C;
}

/// Largest norm of the columns of A (E − C), where E picks the dependent columns.
double CalcLargestResidual(const SparseMatrix& A, const RankResult& result) {
  const SparseMatrix combined = A * result.coefficients;
  double largest = 0.0;
  for (int k = 0; k < combined.cols(); ++k) {
    const SparseMatrix difference = A.col(result.dependent[k]) - combined.col(k);
    largest = std::max(largest, difference.norm());
  }
  return largest;
}

}  // namespace

RankResult AnalyzeRank(const SparseMatrix& GT, double tolerance, const std::vector<int>& row_body) {
  const int m = static_cast<int>(GT.cols());
  RankResult result;
  result.coefficients.resize(m, 0);
  if (m == 0) return result;
  if (GT.rows() == 0) {  // constraints on nothing: all of them vanish
    result.dependent.resize(m);
    std::iota(result.dependent.begin(), result.dependent.end(), 0);
    result.coefficients.resize(m, m);
    return result;
  }
  const VectorXd norms = CalcColumnNorms(GT);
  const VectorXd inverse = (norms.array() > 0.0).select(norms.cwiseInverse(), 0.0);
  SparseMatrix A = GT * inverse.asDiagonal();
  A.prune([](int, int, double value) { return value != 0.0; });

  const std::vector<int> order = OrderFromGround(A, row_body);
  const SparseMatrix ordered = Permute(A, order);
  QrFactor qr = FactorQr(ordered, tolerance, HasModerateFill(ordered));
  for (int& j : qr.column) j = order[j];
  const std::vector<int> steps = FindSteps(qr.R);
  std::vector<bool> kept(m, false);
  for (int step : steps) kept[qr.column[step]] = true;
  for (int j = 0; j < m; ++j) (kept[j] ? result.independent : result.dependent).push_back(j);
  result.rank = static_cast<int>(steps.size());

  result.coefficients = CalcCoefficients(qr, steps, result);
  result.residual = CalcLargestResidual(A, result);
  for (int k = 0; k < result.coefficients.cols(); ++k) {
    for (SparseMatrix::InnerIterator it(result.coefficients, k); it; ++it) {
      it.valueRef() *= norms[result.dependent[k]] * inverse[it.row()];
    }
  }
  return result;
}

VectorXd MinimumNormMultipliers(const RankResult& rank, const VectorXd& lambda, const VectorXd& S) {
  const auto m = rank.coefficients.rows(), d = rank.coefficients.cols();
  if (lambda.size() != m || S.size() != m) throw SolverError("minimum norm: sizes do not agree");
  if (!(S.array() > 0.0).all()) throw SolverError("minimum norm: a weight is not positive");
  if (d == 0) return lambda;
  SparseMatrix E(m, d);  // Z = E − C spans the null space of Gᵀ
  for (int k = 0; k < d; ++k) E.insert(rank.dependent[k], k) = 1.0;
  const SparseMatrix Z = E - rank.coefficients;
  const SparseMatrix SZ = S.asDiagonal() * Z;
  const SparseMatrix normal = Z.transpose() * SZ;
  const auto solver = MakeCholesky();
  VectorXd y = -(SZ.transpose() * lambda);
  if (solver->Factor(normal) != SolveStatus::ok || solver->Solve(y) != SolveStatus::ok) {
    throw SolverError("minimum norm: the redundant constraints are badly conditioned");
  }
  return lambda + Z * y;
}

}  // namespace trunnion
