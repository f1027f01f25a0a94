// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/system_evaluator.hpp"
#include "joints/coordinate_coupling.hpp"
#include "joints/joint.hpp"

/// The rows with which positions are assembled from far away (RowForm).
namespace trunnion {
namespace {

bool HasAngle(const CoordinateCoupling& coupling) {
  for (int i = 0; i < coupling.num_terms(); ++i)
    if (is_angle(coupling.term(i).kind)) return true;
  return false;
}

void SetZero(int row, Residuals& out) {
  out.g[row] = 0;
  for (SparseMatrix::InnerIterator it(out.GT, row); it; ++it) it.valueRef() = 0;
}

}  // namespace

void SystemEvaluator::ReplaceRows(const ElementContext& x, Residuals& out) const {
  const JacobianPlan& plan = system_.plans_.jacobian;
  const bool angles = row_form_ == RowForm::single_root;
  for (const auto& pool : system_.parts_.constraint_pools) {
    if (const auto* joints = dynamic_cast<const ConstraintPool<Joint>*>(pool.get())) {
      for (int i = 0; i < joints->size(); ++i) {
        const Joint& joint = joints->element(i);
        const int first = plan.first_row(pool->first() + i);
        LocalRows<Joint::kMaxRows> g;
        LocalJacobian<2, Joint::kMaxRows> G;
        joint.CalcSingleRoot(x, g, G);
        out.g.segment(first, joint.num_rows()) = g;
        plan.Write<2, Joint::kMaxRows>(pool->first() + i, G, out.GT.valuePtr());
        if (has_pitch(joint.type()) && !angles) SetZero(first + joint.num_rows() - 1, out);
      }
    }
    if (const auto* couplings = dynamic_cast<const ConstraintPool<CoordinateCoupling>*>(pool.get()))
      for (int i = 0; i < couplings->size() && !angles; ++i)
        if (HasAngle(couplings->element(i))) SetZero(plan.first_row(pool->first() + i), out);
  }
}

}  // namespace trunnion
