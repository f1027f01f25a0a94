// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "engine/core/batched_element.hpp"
#include "engine/core/constraint_pool.hpp"
#include "engine/core/error.hpp"
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
  int Add(E element, std::string label) {
    const int i = internal::TypedPool<E, ForcePoolBase>::Add(std::move(element), std::move(label));
    if constexpr (BatchedForceElement<E>) {
      if (i % E::Batch::kSize == 0) batches_.emplace_back();
      batches_.back().Add(i % E::Batch::kSize, this->element(i));
    }
    return i;
  }
  bool has_inertia() const override { return InertialElement<E>; }
  void CalcForce(ElementRange range,
                 const ElementContext& x,
                 const VectorPlan& plan,
                 double* staging) const override {
    if constexpr (BatchedForceElement<E>) return CalcBatches(range, x, plan, staging);
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
    [[maybe_unused]] LocalMatrix<K, B> mass;
    for (int i = range.begin; i < range.end; ++i) {
      const int e = this->first() + i;
      this->element(i).Linearize(x, f_q, f_v);
      if constexpr (InertialElement<E>) {
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
  BodyLoads CalcLoads(int i, const ElementContext& x) const override {
    LocalVector<K, B> f;
    this->element(i).CalcForce(x, f);
    return LoadsByBody<B>(this->element(i).bodies(), f);
  }
  ElementDescription Describe([[maybe_unused]] int i) const override {
    if constexpr (DescribedElement<E>) return this->element(i).Describe();
    return {};
  }
  bool has_reports() const override { return ReportingElement<E>; }
  void WriteReport([[maybe_unused]] int i,
                   [[maybe_unused]] const ElementContext& x,
                   [[maybe_unused]] std::span<double> out) const override {
    if constexpr (ReportingElement<E>) this->element(i).WriteReport(x, out);
  }
  BodyLoads CalcInputForce([[maybe_unused]] int i,
                           [[maybe_unused]] const ElementContext& x,
                           [[maybe_unused]] int input) const override {
    if constexpr (ElementWithInputs<E>) {
      const LocalVector<K, B> f = this->element(i).CalcInputForce(x, input);
      return LoadsByBody<B>(this->element(i).bodies(), f);
    }
    return {};
  }

  std::vector<ElementParameter> ListParameters([[maybe_unused]] int i) const override {
    if constexpr (AdjustableElement<E>) return this->element(i).ListParameters();
    return {};
  }
  void SetParameter([[maybe_unused]] int i,
                    [[maybe_unused]] int parameter,
                    [[maybe_unused]] double value) override {
    if constexpr (AdjustableElement<E>) {
      try {
        this->change(i).SetParameter(parameter, value);
      } catch (const ModelError& error) {
        throw ModelError(this->label(i) + ": " + error.what());
      }
      if constexpr (BatchedForceElement<E>)
        batches_[static_cast<std::size_t>(i / E::Batch::kSize)].Add(i % E::Batch::kSize,
                                                                    this->element(i));
    }
  }

 private:
  /// By whole batches; elements that their batch does not serve, one by one.
  void CalcBatches(ElementRange range,
                   const ElementContext& x,
                   const VectorPlan& plan,
                   double* staging) const {
    constexpr int kSize = E::Batch::kSize;
    typename E::Batch::Forces forces;
    LocalVector<K, B> f;
    for (int begin = range.begin / kSize * kSize; begin < range.end; begin += kSize) {
      const unsigned done = batches_[static_cast<std::size_t>(begin / kSize)].CalcForces(x, forces);
      const int end = std::min(begin + kSize, range.end);
      for (int i = std::max(begin, range.begin); i < end; ++i) {
        const int lane = i - begin;
        if (done >> lane & 1u) {
          for (int k = 0; k < K * B; ++k) f[k] = forces[k][lane];
        } else {
          this->element(i).CalcForce(x, f);
        }
        plan.Write<K, B>(this->first() + i, f, staging);
      }
    }
  }

  std::vector<typename internal::BatchOf<E>::type> batches_;
};

}  // namespace trunnion
