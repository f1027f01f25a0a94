// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/redundancy.hpp"

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

/// "joint 'hinge'" of "joint 'hinge', row 2".
std::string ElementName(const std::string& constraint) {
  return constraint.substr(0, constraint.rfind(", row"));
}

}  // namespace

RedundancyReport AnalyzeRedundancy(ConstrainedSystem& system, double t, const VectorXd& q) {
  const RankResult rank = AnalyzeRank(CalcJacobian(system, t, q));
  RedundancyReport report{.active = rank.independent,
                          .redundant = {},
                          .degrees_of_freedom = system.num_velocities() - rank.rank};
  for (const NormBlock& block : system.norm_blocks())
    if (block.kind != BlockKind::mechanical) report.degrees_of_freedom -= block.size;
  for (std::size_t k = 0; k < rank.dependent.size(); ++k) {
    RedundantRow row{.row = rank.dependent[k], .repeats = {}};
    for (SparseMatrix::InnerIterator it(rank.coefficients, static_cast<int>(k)); it; ++it)
      if (std::abs(it.value()) > 1e-8) row.repeats.push_back(static_cast<int>(it.row()));
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
    line += names.empty() ? " constrains nothing" : " repeats";
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
