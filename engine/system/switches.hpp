// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/core/assembly_plan.hpp"
#include "engine/core/jacobian_plan.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

class Archive;
struct MatrixTarget;

/// What of a System counts in one run, after its events. Elements are numbered as in its plans.
struct Switches {
  std::vector<double> force_scales;  ///< of all force elements; 0: off
  std::vector<bool> constraints_on;  ///< of all constraint elements; the rows of others are zero
  std::vector<bool> rows_on;         ///< the same by rows
  Vec3 gravity;                      ///< [m/s²], world

  void Serialize(Archive& archive);

  /// visit(e) for the constraint elements that are off.
  template <class F>
  void ForEachOff(const F& visit) const {
    for (std::size_t e = 0; e < constraints_on.size(); ++e)
      if (!constraints_on[e]) visit(static_cast<int>(e));
  }

  // What they leave of what all elements have written:
  void ScaleForces(const VectorPlan& plan, double* staging) const;
  /// Force elements, then constraint elements, which are in K alone.
  void ScaleMatrices(const MatrixTarget& K, const MatrixTarget& D) const;
  void ClearRows(const JacobianPlan& plan, Residuals& out) const;
  void ClearColumns(const JacobianPlan& plan, double* GT_values) const;
};

/// Null stays null.
void Serialize(Archive& archive, std::shared_ptr<const Switches>& switches);

/// Equations of which parts may be switched off while a run goes on.
class SwitchableSystem : public ConstrainedSystem {
 public:
  /// Null: all is on.
  const std::shared_ptr<const Switches>& switches() const { return switches_; }
  void set_switches(std::shared_ptr<const Switches> switches) { switches_ = std::move(switches); }
  TriggerSource* triggers() override { return triggers_; }
  /// @param triggers  must outlive this object; null: none.
  void set_triggers(TriggerSource* triggers) { triggers_ = triggers; }

 protected:
  std::shared_ptr<const Switches> switches_;
  TriggerSource* triggers_ = nullptr;
};

}  // namespace trunnion
