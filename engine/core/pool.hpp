// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/constraint_pool.hpp"
#include "engine/core/typed_pool.hpp"

/// The typed side of element_pool.hpp: elements of one type, contiguous in memory. A new element
/// type needs no registration: ForcePool<MyForce>, or ConstraintPool<MyJoint> in
/// constraint_pool.hpp, is all.
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

}  // namespace trunnion
