// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/consistency/redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "solvers/linear/constraint_projector.hpp"
#include "solvers/problem/active_rows.hpp"

namespace trunnion {
namespace {

Residuals CalcResiduals(ConstrainedSystem& system, double t, const VectorXd& q) {
  Residuals residuals;
  DynamicsMatrices matrices;
  system.InitializePatterns(residuals, matrices);
  const VectorXd zero = VectorXd::Zero(system.num_velocities());
  system.CalcResiduals(t, q, zero, zero, residuals);
  return residuals;
}

/// Coefficients below this are rounding.
constexpr double kZero = 1e-8;

/// A row that is Σ coefficient · row of independent ones.
struct DependentRow {
  int row;
  std::map<int, double> sum;
};

/// Where a holonomic row repeats a non-holonomic one, the latter is dropped instead: only the
/// former holds positions. An exchange of basis rows, by the pivot with the largest coefficient.
void KeepHolonomicRows(const ConstrainedSystem& system,
                       std::vector<DependentRow>& dependent,
                       std::vector<int>& active) {
  for (DependentRow& d : dependent) {
    if (!system.is_holonomic_row(d.row)) continue;
    int out = -1;
    for (const auto& [row, c] : d.sum)
      if (!system.is_holonomic_row(row) && (out < 0 || std::abs(c) > std::abs(d.sum.at(out))))
        out = row;
    if (out < 0) continue;
    const int in = d.row;
    std::map<int, double> sum{{in, 1 / d.sum.at(out)}};  // the dropped row in the new basis
    for (const auto& [row, c] : d.sum)
      if (row != out) sum[row] = -c / d.sum.at(out);
    for (DependentRow& other : dependent) {
      const auto it = other.sum.find(out);
      if (&other == &d || it == other.sum.end()) continue;
      const double factor = it->second;
      other.sum.erase(it);
      for (const auto& [row, c] : sum) other.sum[row] += factor * c;
      std::erase_if(other.sum, [](const auto& entry) { return std::abs(entry.second) <= kZero; });
    }
    d = {out, std::move(sum)};
    *std::find(active.begin(), active.end(), out) = in;
  }
  std::sort(active.begin(), active.end());
}

/// Directions of a thousandth of a radian that the rows leave free, mixed by fixed random weights;
/// zero where nothing is free. Points do not turn: the extent of q stands for their distances.
VectorXd FreeDirection(const ConstrainedSystem& system,
                       const ConstraintProjector& projector,
                       const VectorXd& q) {
  constexpr double kAngle = 1e-3;
  VectorXd d = system.metric().cwiseInverse().cwiseSqrt();
  unsigned random = 12345;
  for (double& component : d) {
    random = 1664525u * random + 1013904223u;
    component *= std::ldexp(static_cast<double>(random), -31) - 1;
  }
  if (projector.Project(d) != SolveStatus::ok) return VectorXd::Zero(d.size());
  double angle = 0, length = 0;
  for (int i = 0; i < d.size(); ++i) {
    double& largest = system.is_angle()[static_cast<std::size_t>(i)] ? angle : length;
    largest = std::max(largest, std::abs(d[i]));
  }
  if (angle <= kZero) angle = length / std::max(q.maxCoeff() - q.minCoeff(), kZero);
  return angle > kZero ? VectorXd(kAngle / angle * d) : VectorXd::Zero(d.size());
}

/// Moves q along what `active` rows leave free, to another position that satisfies them.
bool FindNeighbour(ConstrainedSystem& system,
                   double t,
                   const std::vector<int>& active,
                   VectorXd& q) {
  constexpr int kIterations = 5;
  ActiveRows rows(system.num_constraints());
  rows.Set(system.num_constraints(), active);
  const VectorXd inverse_metric = system.metric().cwiseInverse();
  ConstraintProjector projector;
  SparseMatrix GT;
  VectorXd s;
  for (int i = 0; i <= kIterations; ++i) {
    const Residuals r = CalcResiduals(system, t, q);
    rows.Select(r.GT, GT);
    rows.Select(r.g, s);
    if (projector.Factor(GT, inverse_metric) != SolveStatus::ok) return false;
    if (projector.Solve(s) != SolveStatus::ok) return false;
    VectorXd d = -inverse_metric.cwiseProduct(GT * s);
    if (i == 0) {
      const VectorXd free = FreeDirection(system, projector, q);
      if (free.isZero(0)) return false;
      d += free;
    }
    system.Retract(q, d, q);
  }
  return q.allFinite();
}

}  // namespace

RedundancyReport AnalyzeRedundancy(ConstrainedSystem& system,
                                   double t,
                                   const VectorXd& q,
                                   double tolerance) {
  const RankResult rank = AnalyzeRank(CalcResiduals(system, t, q).GT, tolerance);
  RedundancyReport report{.active = rank.independent,
                          .redundant = {},
                          .degrees_of_freedom = system.num_velocities() - rank.rank};
  for (const NormBlock& block : system.norm_blocks())
    if (block.kind != BlockKind::mechanical) report.degrees_of_freedom -= block.size;
  std::vector<DependentRow> dependent;
  for (std::size_t k = 0; k < rank.dependent.size(); ++k) {
    dependent.push_back({rank.dependent[k], {}});
    for (SparseMatrix::InnerIterator it(rank.coefficients, static_cast<int>(k)); it; ++it)
      if (std::abs(it.value()) > kZero)
        dependent.back().sum.emplace(static_cast<int>(it.row()), it.value());
  }
  KeepHolonomicRows(system, dependent, report.active);
  for (const DependentRow& d : dependent) {
    RedundantRow row{.row = d.row, .repeats = {}};
    for (const auto& [of, coefficient] : d.sum) row.repeats.push_back(of);
    report.redundant.push_back(std::move(row));
  }
  return report;
}

std::string DescribeRedundancy(const ConstrainedSystem& system,
                               const RedundancyReport& report,
                               int row) {
  constexpr int kNames = 6;
  std::set<std::string> names;
  for (const RedundantRow& redundant : report.redundant)
    if (redundant.row == row)
      for (int other : redundant.repeats) names.insert(system.NameOwner(other));
  std::string line = system.DescribeConstraint(row);
  line += names.empty() ? ", constrains nothing" : ", repeats";
  int shown = 0;
  for (const auto& name : names) {
    if (shown == kNames) return line + " and " + std::to_string(names.size() - kNames) + " more";
    line += (shown++ ? ", " : " ") + name;
  }
  return line;
}

std::vector<std::string> DescribeRedundancy(const ConstrainedSystem& system,
                                            const RedundancyReport& report) {
  std::vector<std::string> lines;
  for (const auto& redundant : report.redundant)
    lines.push_back(DescribeRedundancy(system, report, redundant.row));
  return lines;
}

bool RepeatsOnlyHere(ConstrainedSystem& system,
                     double t,
                     const VectorXd& q,
                     const RedundancyReport& report) {
  VectorXd neighbour = q;
  return FindNeighbour(system, t, report.active, neighbour) &&
         AnalyzeRank(CalcResiduals(system, t, neighbour).GT).rank >
             static_cast<int>(report.active.size());
}

VectorXd MinimumNormReactions(
    ConstrainedSystem& system, double t, const VectorXd& q, const VectorXd& lambda, double length) {
  const RankResult rank = AnalyzeRank(CalcResiduals(system, t, q).GT);
  if (rank.dependent.empty()) return lambda;
  VectorXd weights(system.num_constraints());
  for (int row = 0; row < weights.size(); ++row)
    weights[row] =
        system.is_rotational_row()[static_cast<std::size_t>(row)] ? 1 / (length * length) : 1.0;
  return MinimumNormMultipliers(rank, lambda, weights);
}

}  // namespace trunnion
