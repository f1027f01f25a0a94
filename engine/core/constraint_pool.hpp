// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <span>

#include "engine/core/typed_pool.hpp"

namespace trunnion {

/// Constraint elements of one type, contiguous in memory (see pool.hpp).
template <ConstraintElement E>
class ConstraintPool final : public internal::TypedPool<E, ConstraintPoolBase> {
 public:
  int num_rows(int i) const override { return this->element(i).num_rows(); }
  bool is_rotational(int i, int row) const override { return this->element(i).is_rotational(row); }

  void Calc(ElementRange range,
            const ElementContext& x,
            const JacobianPlan& plan,
            double* g,
            double* g_t,
            double* GT_values) const override {
    for (int i = range.begin; i < range.end; ++i) {
      const int rows = num_rows(i);
      Rows e_g(rows), e_g_t(rows);
      Jacobian G(rows, 6 * NumBodies(this->element(i)));
      this->element(i).Calc(x, e_g, e_g_t, G);
      const int e = this->first() + i;
      std::copy_n(e_g.data(), rows, g + plan.first_row(e));
      std::copy_n(e_g_t.data(), rows, g_t + plan.first_row(e));
      plan.Write<E::kBodies, E::kMaxRows>(e, G, GT_values);
    }
  }
  void CalcGamma(ElementRange range,
                 const ElementContext& x,
                 const JacobianPlan& plan,
                 double* gamma) const override {
    for (int i = range.begin; i < range.end; ++i) {
      const int rows = num_rows(i);
      Rows e_gamma(rows);
      this->element(i).CalcGamma(x, e_gamma);
      std::copy_n(e_gamma.data(), rows, gamma + plan.first_row(this->first() + i));
    }
  }
  void CalcGeometricStiffness(ElementRange range,
                              const ElementContext& x,
                              const JacobianPlan& plan,
                              const double* lambda,
                              const MatrixTarget& K,
                              int first) const override {
    LocalMatrix<E::kBodies> K_e;
    for (int i = range.begin; i < range.end; ++i) {
      this->element(i).CalcGeometricStiffness(x, Own(i, plan, lambda), K_e);
      K.plan->Write<E::kBodies>(first + i, K_e, K.values, K.staging);
    }
  }
  void CalcVelocityGradient(ElementRange range,
                            const ElementContext& x,
                            const JacobianPlan& plan,
                            double* LT_values) const override {
    for (int i = range.begin; i < range.end; ++i) {
      Jacobian L(num_rows(i), 6 * NumBodies(this->element(i)));
      this->element(i).CalcVelocityGradient(x, L);
      plan.Write<E::kBodies, E::kMaxRows>(this->first() + i, L, LT_values);
    }
  }

  bool is_holonomic([[maybe_unused]] int i, [[maybe_unused]] int row) const override {
    if constexpr (requires(const E& e) { e.is_holonomic(row); })
      return this->element(i).is_holonomic(row);
    return true;
  }
  bool has_reaction_force([[maybe_unused]] int i) const override {
    if constexpr (ReactionForceElement<E>) return this->element(i).has_reaction_force();
    return false;
  }
  void CalcReactionForce([[maybe_unused]] int i,
                         [[maybe_unused]] const ElementContext& x,
                         [[maybe_unused]] const JacobianPlan& jacobian,
                         [[maybe_unused]] const double* lambda,
                         [[maybe_unused]] const VectorPlan& plan,
                         [[maybe_unused]] int e,
                         [[maybe_unused]] double* staging) const override {
    if constexpr (ReactionForceElement<E>) {
      LocalVector<E::kBodies> f;
      this->element(i).CalcReactionForce(x, Own(i, jacobian, lambda), f);
      plan.Write<E::kBodies>(e, f, staging);
    }
  }
  void LinearizeReactionForce([[maybe_unused]] int i,
                              [[maybe_unused]] const ElementContext& x,
                              [[maybe_unused]] const JacobianPlan& jacobian,
                              [[maybe_unused]] const double* lambda,
                              [[maybe_unused]] const MatrixTarget& K,
                              [[maybe_unused]] const MatrixTarget& D,
                              [[maybe_unused]] int e,
                              [[maybe_unused]] double* f_lambda) const override {
    if constexpr (ReactionForceElement<E>) {
      LocalMatrix<E::kBodies> f_q, f_v;
      Jacobian own(num_rows(i), 6 * NumBodies(this->element(i)));
      this->element(i).LinearizeReactionForce(x, Own(i, jacobian, lambda), f_q, f_v, own);
      f_q = -f_q;
      f_v = -f_v;
      K.plan->Write<E::kBodies>(e, f_q, K.values, K.staging);
      D.plan->Write<E::kBodies>(e, f_v, D.values, D.staging);
      jacobian.Write<E::kBodies, E::kMaxRows>(this->first() + i, own, f_lambda);
    }
  }

 private:
  std::span<const double> Own(int i, const JacobianPlan& jacobian, const double* lambda) const {
    return {lambda + jacobian.first_row(this->first() + i), static_cast<std::size_t>(num_rows(i))};
  }
  using Rows = LocalRows<E::kMaxRows>;
  using Jacobian = LocalJacobian<E::kBodies, E::kMaxRows>;
};

}  // namespace trunnion
