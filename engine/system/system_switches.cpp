// SPDX-License-Identifier: BSD-3-Clause
//
// What elements that are switched off, or scaled, leave in the equations, and times of events.

#include "engine/system/system_evaluator.hpp"
#include "solvers/events/trigger_source.hpp"

namespace trunnion {

void Switches::ScaleForces(const VectorPlan& plan, double* staging) const {
  for (std::size_t e = 0; e < force_scales.size(); ++e)
    if (force_scales[e] != 1) plan.Scale(static_cast<int>(e), force_scales[e], staging);
}

void Switches::ScaleMatrices(const MatrixTarget& K, const MatrixTarget& D) const {
  for (std::size_t e = 0; e < force_scales.size(); ++e) {
    if (force_scales[e] == 1) continue;
    K.plan->Scale(static_cast<int>(e), force_scales[e], K.values, K.staging);
    D.plan->Scale(static_cast<int>(e), force_scales[e], D.values, D.staging);
  }
  const int first = static_cast<int>(force_scales.size());
  ForEachOff([&](int e) { K.plan->Scale(first + e, 0, K.values, K.staging); });
}

void Switches::ClearColumns(const JacobianPlan& plan, double* GT_values) const {
  ForEachOff([&](int e) { plan.Clear(e, GT_values); });
}

void Switches::ClearRows(const JacobianPlan& plan, Residuals& out) const {
  ClearColumns(plan, out.GT.valuePtr());
  ForEachOff([&](int e) {
    for (int row = plan.first_row(e); row < plan.first_row(e + 1); ++row)
      out.g[row] = out.g_t[row] = 0;
  });
}

bool SystemEvaluator::IsOff(int pool, int index) const {
  if (!switches_) return false;
  const int first = system_.parts_.constraint_pools[static_cast<std::size_t>(pool)]->first();
  return !switches_->constraints_on[static_cast<std::size_t>(first + index)];
}

Break SystemEvaluator::FindBreak(double t) const {
  const Break own = system_.FindBreak(t);
  if (!triggers_) return own;
  const double event = triggers_->FindTime(t);
  return event < own.t ? Break{event, 0} : own;
}

}  // namespace trunnion
