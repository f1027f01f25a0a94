// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/consistency/free_motion.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <map>

#include "solvers/linear/rank_analysis.hpp"
#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

constexpr double kHeld = 1e8;           // β
constexpr double kMassless = 1e-7;      // ε
constexpr double kNoStiffness = 1e-12;  // of the largest: rounding

bool IsFrozen(const AssemblyOptions& options, int i) {
  return !options.frozen.empty() && options.frozen[static_cast<std::size_t>(i)];
}

/// The columns `keep` of GT, in which frozen components are zero.
SparseMatrix SelectFree(const SparseMatrix& GT,
                        const std::vector<int>& keep,
                        const AssemblyOptions& options) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < keep.size(); ++j)
    for (SparseMatrix::InnerIterator it(GT, keep[j]); it; ++it)
      if (!IsFrozen(options, static_cast<int>(it.row())) && it.value() != 0)
        entries.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
  SparseMatrix out(GT.rows(), static_cast<int>(keep.size()));
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// [H Gᵀ; G 0]
SparseMatrix MakeSaddle(const SparseMatrix& H, const SparseMatrix& GT) {
  const int n = static_cast<int>(H.rows()), m = static_cast<int>(GT.cols());
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(H, j); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), j, it.value());
  for (int j = 0; j < m; ++j) {
    for (SparseMatrix::InnerIterator it(GT, j); it; ++it) {
      entries.emplace_back(static_cast<int>(it.row()), n + j, it.value());
      entries.emplace_back(n + j, static_cast<int>(it.row()), it.value());
    }
  }
  SparseMatrix out(n + m, n + m);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// Rows of K that turn together with axes: the translations, or the rotations, of one body.
struct RowGroup {
  int first, size;
  Mat3 axes = Mat3::Identity();  ///< columns: principal directions of the rows
  Vec3 sizes = Vec3::Zero();     ///< norms of the rows in these directions
};

/// The rows of a group as columns, without what is zero in all; at least three long.
MatrixXd GatherRows(const SparseMatrix& KT, const RowGroup& group) {
  std::map<int, int> place;
  for (int i = 0; i < group.size; ++i)
    for (SparseMatrix::InnerIterator it(KT, group.first + i); it; ++it)
      place.try_emplace(static_cast<int>(it.row()), static_cast<int>(place.size()));
  MatrixXd rows = MatrixXd::Zero(std::max(3, static_cast<int>(place.size())), 3);
  for (int i = 0; i < group.size; ++i)
    for (SparseMatrix::InnerIterator it(KT, group.first + i); it; ++it)
      rows(place.at(static_cast<int>(it.row())), i) = it.value();
  return rows;
}

/// The principal directions of the rows of each group, from the columns of Kᵀ.
std::vector<RowGroup> FindPrincipalRows(const std::vector<NormBlock>& blocks,
                                        const SparseMatrix& KT) {
  std::vector<RowGroup> groups;
  for (const NormBlock& block : blocks) {
    for (int first = block.first; first < block.first + block.size; first += 3) {
      RowGroup group{first, std::min(3, block.first + block.size - first)};
      const Eigen::JacobiSVD<MatrixXd> principal(GatherRows(KT, group), Eigen::ComputeThinV);
      group.axes = principal.matrixV();
      group.sizes = principal.singularValues();
      groups.push_back(group);
    }
  }
  return groups;
}

/// β Σᵦ Kᵦᵀ (Kᵦ Kᵦᵀ)^(−1/2) Kᵦ/k
SparseMatrix MakeHolding(const std::vector<NormBlock>& blocks, const SparseMatrix& KT) {
  const auto groups = FindPrincipalRows(blocks, KT);
  double largest = 0;
  for (const RowGroup& group : groups) largest = std::max(largest, group.sizes.maxCoeff());
  std::vector<Eigen::Triplet<double>> weights;
  for (const RowGroup& group : groups) {
    Vec3 w = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      if (group.sizes[i] > kNoStiffness * largest) w[i] = kHeld / (group.sizes[i] * largest);
    const Mat3 weight = group.axes * w.asDiagonal() * group.axes.transpose();
    for (int i = 0; i < group.size; ++i)
      for (int j = 0; j < group.size; ++j)
        weights.emplace_back(group.first + i, group.first + j, weight(i, j));
  }
  SparseMatrix weight(KT.rows(), KT.cols());
  weight.setFromTriplets(weights.begin(), weights.end());
  return SparseMatrix(KT * weight) * SparseMatrix(KT.transpose());
}

}  // namespace

FreeMotion::FreeMotion(ConstrainedSystem& system)
    : system_(system), solver_(MakeRefined(MakeKlu())) {
  system.InitializePatterns(residuals_, matrices_);
}

void FreeMotion::Evaluate(double t, const VectorXd& q) {
  const VectorXd zero = VectorXd::Zero(system_.num_velocities());
  system_.CalcResiduals(t, q, zero, zero, residuals_);
}

/// The matrix of the cost, in the coordinates x.
SparseMatrix FreeMotion::MakeCost() const {
  const int n = system_.num_velocities();
  const VectorXd root = system_.metric().cwiseSqrt(), inverse = root.cwiseInverse();
  const SparseMatrix M = inverse.asDiagonal() * matrices_.M * inverse.asDiagonal();
  const SparseMatrix KT =
      inverse.asDiagonal() * SparseMatrix(matrices_.K.transpose()) * inverse.asDiagonal();
  const double mass = M.coeffs().size() > 0 ? M.coeffs().abs().maxCoeff() : 0;
  SparseMatrix cost(n, n);
  cost.setIdentity();
  cost *= kMassless;
  if (mass > 0) cost += M * (1 / mass);
  cost += MakeHolding(system_.norm_blocks(), KT);
  return root.asDiagonal() * cost * root.asDiagonal();
}

/// Factors the problem at q; false if it cannot be solved.
bool FreeMotion::Prepare(double t,
                         const VectorXd& q,
                         const AssemblyOptions& options,
                         bool holonomic_only) {
  const int n = system_.num_velocities();
  const VectorXd zero = VectorXd::Zero(n);
  system_.CalcMatrices(t, q, zero, zero, VectorXd::Zero(system_.num_constraints()), matrices_);
  Evaluate(t, q);
  std::vector<int> all;
  for (int row = 0; row < system_.num_constraints(); ++row)
    if (!holonomic_only || system_.is_holonomic_row(row)) all.push_back(row);
  rows_.clear();
  const SparseMatrix free = SelectFree(residuals_.GT, all, options);
  for (const int j : AnalyzeRank(free).independent)
    rows_.push_back(all[static_cast<std::size_t>(j)]);
  GT_ = SelectFree(residuals_.GT, rows_, options);
  SparseMatrix cost = MakeCost();
  cost.prune([&](int i, int j, double) {
    return i == j || !(IsFrozen(options, i) || IsFrozen(options, j));
  });
  return solver_->Factor(MakeSaddle(cost, GT_)) == SolveStatus::ok;
}

/// G x = rhs on the independent rows.
bool FreeMotion::Solve(const VectorXd& rhs, VectorXd& x) {
  VectorXd both = VectorXd::Zero(system_.num_velocities() + static_cast<int>(rows_.size()));
  for (std::size_t j = 0; j < rows_.size(); ++j)
    both[system_.num_velocities() + static_cast<int>(j)] = rhs[rows_[j]];
  if (solver_->Solve(both) != SolveStatus::ok) return false;
  x = both.head(system_.num_velocities());
  return x.allFinite();
}

bool FreeMotion::Strains(double t, const VectorXd& q, const VectorXd& x) {
  constexpr double kNothing = 1e-9;
  const VectorXd zero = VectorXd::Zero(x.size());
  system_.CalcMatrices(t, q, zero, zero, VectorXd::Zero(system_.num_constraints()), matrices_);
  const VectorXd root = system_.metric().cwiseSqrt(), inverse = root.cwiseInverse();
  const SparseMatrix K = inverse.asDiagonal() * matrices_.K * inverse.asDiagonal();
  const VectorXd move = root.cwiseProduct(x);
  return (K * move).norm() > kNothing * K.norm() * move.norm();
}

AssemblyReport FreeMotion::MovePositions(double t, const AssemblyOptions& options, VectorXd& q) {
  constexpr double kTurn = 0.5;  // [rad]
  AssemblyReport report;
  double reached = 0;
  const auto judge = [&] {
    report.worst_residual = 0;
    for (int row = 0; row < residuals_.g.size(); ++row) {
      if (!system_.is_holonomic_row(row) || std::abs(residuals_.g[row]) < report.worst_residual)
        continue;
      report.worst_residual = std::abs(residuals_.g[row]);
      report.worst_row = row;
    }
    return residuals_.g.norm();
  };
  Evaluate(t, q);
  reached = judge();
  for (; report.iterations < options.max_iterations; ++report.iterations) {
    if (report.worst_residual <= options.tolerance) break;
    VectorXd x;
    const VectorXd q_old = q;
    if (!Prepare(t, q, options, true) || !Solve(-residuals_.g, x)) break;
    double length = std::min(1.0, kTurn / std::max(kTurn, LargestTurn(system_, x)));
    const double before = reached;
    for (int halvings = 0; halvings < 12; ++halvings, length /= 2) {
      system_.Retract(q_old, length * x, q);
      system_.Normalize(q);
      Evaluate(t, q);
      reached = judge();
      if (reached <= (1 - 0.1 * length) * before || report.worst_residual <= options.tolerance)
        break;
    }
    if (!(reached < before)) break;
    if (options.follow) options.follow(q);
  }
  report.converged = report.worst_residual <= options.tolerance;
  return report;
}

AssemblyReport FreeMotion::ChangeVelocities(double t,
                                            const VectorXd& q,
                                            const AssemblyOptions& options,
                                            VectorXd& v) {
  AssemblyReport report;
  if (!Prepare(t, q, options, false)) return report;
  const auto residual = [&] { return VectorXd(residuals_.GT.transpose() * v + residuals_.g_t); };
  for (; report.iterations < 3; ++report.iterations) {
    VectorXd x;
    if (!Solve(-residual(), x)) return report;
    v += x;
  }
  const VectorXd left = residual();
  if (left.size() > 0) report.worst_residual = left.cwiseAbs().maxCoeff(&report.worst_row);
  const double scale = 1 + (v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0);
  report.converged = report.worst_residual <= 1e3 * options.tolerance * scale;
  return report;
}

}  // namespace trunnion
