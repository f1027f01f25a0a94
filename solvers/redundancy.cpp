// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/redundancy.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace trunnion {
namespace {

SparseMatrix CalcJacobian(ConstrainedSystem& system, double t, const VectorXd& q) {
  Residuals residuals;
  DynamicsMatrices matrices;
  system.InitializePatterns(residuals, matrices);
  const VectorXd zero = VectorXd::Zero(system.num_velocities());
  system.CalcResiduals(t, q, zero, zero, residuals);
  return residuals.GT;
}

/// "joint 'hinge'" of "joint 'hinge', rotation about y".
std::string ElementName(const std::string& constraint) {
  const std::size_t end = constraint.rfind("', ");
  return end == std::string::npos ? constraint : constraint.substr(0, end + 1);
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

}  // namespace

RedundancyReport AnalyzeRedundancy(ConstrainedSystem& system, double t, const VectorXd& q) {
  const RankResult rank = AnalyzeRank(CalcJacobian(system, t, q));
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

std::vector<std::string> DescribeRedundancy(const ConstrainedSystem& system,
                                            const RedundancyReport& report) {
  std::vector<std::string> lines;
  for (const auto& redundant : report.redundant) {
    std::set<std::string> names;
    for (int row : redundant.repeats) names.insert(ElementName(system.DescribeConstraint(row)));
    std::string line = system.DescribeConstraint(redundant.row);
    line += names.empty() ? ", constrains nothing" : ", repeats";
    int shown = 0;
    for (const auto& name : names) {
      if (shown == 6) {
        line += " and " + std::to_string(names.size() - 6) + " more";
        break;
      }
      line += (shown++ ? ", " : " ") + name;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

VectorXd MinimumNormReactions(
    ConstrainedSystem& system, double t, const VectorXd& q, const VectorXd& lambda, double length) {
  const RankResult rank = AnalyzeRank(CalcJacobian(system, t, q));
  if (rank.dependent.empty()) return lambda;
  VectorXd weights(system.num_constraints());
  for (int row = 0; row < weights.size(); ++row)
    weights[row] =
        system.is_rotational_row()[static_cast<std::size_t>(row)] ? 1 / (length * length) : 1.0;
  return MinimumNormMultipliers(rank, lambda, weights);
}

}  // namespace trunnion
