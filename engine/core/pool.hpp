// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/typed_pool.hpp"

/// The typed side of element_pool.hpp: elements of one type, contiguous in memory. A new element
/// type needs no registration: ForcePool<MyForce> is all.
namespace trunnion {

template <ForceElement E>
class ForcePool final : public internal::TypedPool<E, ForcePoolBase> {
 public:
  void CalcForce(ElementRange range,
                 const ElementContext& x,
                 const VectorPlan& plan,
                 double* staging) const override {
    LocalVector<E::kBodies> f;
    for (int i = range.begin; i < range.end; ++i) {
      this->element(i).CalcForce(x, f);
      plan.Write<E::kBodies>(this->first() + i, f, staging);
    }
  }
  void Linearize(ElementRange range,
                 const ElementContext& x,
                 const MatrixTarget& K,
                 const MatrixTarget& D) const override {
    LocalMatrix<E::kBodies> f_q, f_v;
    for (int i = range.begin; i < range.end; ++i) {
      this->element(i).Linearize(x, f_q, f_v);
      f_q = -f_q;
      f_v = -f_v;
      K.plan->Write<E::kBodies>(this->first() + i, f_q, K.values, K.staging);
      D.plan->Write<E::kBodies>(this->first() + i, f_v, D.values, D.staging);
    }
  }
  double CalcEnergy(int i, const ElementContext& x) const override {
    return this->element(i).CalcEnergy(x);
  }
  std::vector<std::pair<BodyIndex, Vec6>> CalcLoads(int i, const ElementContext& x) const override {
    LocalVector<E::kBodies> f;
    this->element(i).CalcForce(x, f);
    const std::array<BodyIndex, E::kBodies> bodies = this->element(i).bodies();
    std::vector<std::pair<BodyIndex, Vec6>> loads;
    for (int k = 0; k < E::kBodies; ++k) {
      loads.emplace_back(bodies[static_cast<std::size_t>(k)], f.template segment<6>(6 * k));
    }
    return loads;
  }
};

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
      Jacobian G(rows, 6 * E::kBodies);
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
      const double* own = lambda + plan.first_row(this->first() + i);
      this->element(i).CalcGeometricStiffness(x, {own, static_cast<std::size_t>(num_rows(i))}, K_e);
      K.plan->Write<E::kBodies>(first + i, K_e, K.values, K.staging);
    }
  }
  void CalcVelocityGradient(ElementRange range,
                            const ElementContext& x,
                            const JacobianPlan& plan,
                            double* LT_values) const override {
    for (int i = range.begin; i < range.end; ++i) {
      Jacobian L(num_rows(i), 6 * E::kBodies);
      this->element(i).CalcVelocityGradient(x, L);
      plan.Write<E::kBodies, E::kMaxRows>(this->first() + i, L, LT_values);
    }
  }

 private:
  using Rows = LocalRows<E::kMaxRows>;
  using Jacobian = LocalJacobian<E::kBodies, E::kMaxRows>;
};

}  // namespace trunnion
