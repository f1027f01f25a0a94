// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/faults.hpp"

#include <cmath>
#include <sstream>

#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

std::string FindForce(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v) {
  const ElementContext& x = evaluator.Evaluate(t, q, v);
  for (const auto& pool : evaluator.system().parts().force_pools)
    for (int i = 0; i < pool->size(); ++i)
      for (const auto& load : pool->CalcLoads(i, x))
        if (!load.second.allFinite()) return pool->label(i);
  return {};
}

}  // namespace

std::string FindFault(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v) {
  Residuals r;
  DynamicsMatrices unused;
  evaluator.InitializePatterns(r, unused);
  evaluator.CalcResiduals(t, q, v, VectorXd::Zero(v.size()), r);
  VectorXd gamma;
  evaluator.CalcGamma(t, q, v, gamma);
  std::string found;
  for (int row = 0; row < gamma.size() && found.empty(); ++row)
    if (!std::isfinite(r.g[row] + r.g_t[row] + gamma[row] + r.GT.col(row).sum()))
      found = evaluator.DescribeConstraint(row);
  if (!r.dynamics.allFinite()) found = FindForce(evaluator, t, q, v);
  if (found.empty()) return {};
  std::ostringstream message;
  message << found << " is not finite at t = " << t
          << " s; let its law give finite numbers everywhere";
  return message.str();
}

std::string FindFaultAhead(SystemEvaluator& evaluator,
                           double t,
                           const VectorXd& q,
                           const VectorXd& v) {
  VectorXd later;
  for (const double step : {0.0, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6}) {
    if (LeavesChart(evaluator, step * v)) break;
    evaluator.Retract(q, step * v, later);
    std::string found = FindFault(evaluator, t + step, later, v);
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace trunnion
