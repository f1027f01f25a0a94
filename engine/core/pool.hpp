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
  static constexpr int K = E::kBodies;
  static constexpr int B = kBlockSize<E>;

 public:
  bool has_inertia() const override { return InertialElement<E>; }
  void CalcForce(ElementRange range,
                 const ElementContext& x,
                 const VectorPlan& plan,
                 double* staging) const override {
    LocalVector<K, B> f;
    for (int i = range.begin; i < range.end; ++i) {
      this->element(i).CalcForce(x, f);
      if constexpr (InertialElement<E>)
        if (!x.accelerations.empty()) this->element(i).AddInertia(x, f);
      plan.Write<K, B>(this->first() + i, f, staging);
    }
  }
  void Linearize(ElementRange range,
                 const ElementContext& x,
                 const MatrixTarget& K_target,
                 const MatrixTarget& D,
                 [[maybe_unused]] const MatrixTarget& M) const override {
    LocalMatrix<K, B> f_q, f_v;
    for (int i = range.begin; i < range.end; ++i) {
      const int e = this->first() + i;
      this->element(i).Linearize(x, f_q, f_v);
      if constexpr (InertialElement<E>) {
        LocalMatrix<K, B> mass;
        this->element(i).LinearizeInertia(x, mass, f_q, f_v);
        M.plan->Write<K, B>(e, mass, M.values, M.staging);
      }
      f_q = -f_q;
      f_v = -f_v;
      K_target.plan->Write<K, B>(e, f_q, K_target.values, K_target.staging);
      D.plan->Write<K, B>(e, f_v, D.values, D.staging);
    }
  }
  double CalcEnergy(int i, const ElementContext& x) const override {
    return this->element(i).CalcEnergy(x);
  }
  double CalcKineticEnergy([[maybe_unused]] int i,
                           [[maybe_unused]] const ElementContext& x) const override {
    if constexpr (InertialElement<E>) return this->element(i).CalcKineticEnergy(x);
    return 0;
  }
  std::vector<std::pair<BodyIndex, Vec6>> CalcLoads(int i, const ElementContext& x) const override {
    LocalVector<K, B> f;
    this->element(i).CalcForce(x, f);
    const std::array<BodyIndex, K> bodies = this->element(i).bodies();
    std::vector<std::pair<BodyIndex, Vec6>> loads;
    for (int k = 0; k < K; ++k) {
      Vec6 load = Vec6::Zero();
      load.head<B>() = f.template segment<B>(B * k);
      loads.emplace_back(bodies[static_cast<std::size_t>(k)], load);
    }
    return loads;
  }
};

}  // namespace trunnion
