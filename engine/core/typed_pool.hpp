// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/element_pool.hpp"

namespace trunnion {
namespace internal {

/// Storage and the parts that do not depend on what the elements are.
template <class E, class Base>
class TypedPool : public Base {
 public:
  /// @return the index of the element in the pool.
  int Add(E element, std::string label) {
    elements_.push_back(std::move(element));
    this->labels_.push_back(std::move(label));
    return this->size() - 1;
  }
  const E& element(int i) const { return elements_[static_cast<std::size_t>(i)]; }

  void AddTo(Connectivity& connectivity) const override {
    for (const E& e : elements_) {
      const BodyList<E::kBodies>& bodies = e.bodies();
      connectivity.Add(bodies);
    }
  }
  void AddTo([[maybe_unused]] std::vector<BreakFinder>& breaks) const override {
    if constexpr (ElementWithBreaks<E>) {
      for (const E& e : elements_) breaks.push_back(e.breaks());
    }
  }
  bool has_unknown_breaks([[maybe_unused]] int i) const override {
    if constexpr (ElementWithTimeLaw<E>) return element(i).has_unknown_breaks();
    return false;
  }
  double SampleLaw([[maybe_unused]] int i, [[maybe_unused]] double t) const override {
    if constexpr (ElementWithTimeLaw<E>) return element(i).SampleLaw(t);
    return 0;
  }
  int CountEvents() const override {
    int count = 0;
    if constexpr (ElementWithEvents<E>) {
      for (const E& e : elements_) count += e.num_events();
    }
    return count;
  }
  void CalcEvents([[maybe_unused]] const ElementContext& x,
                  [[maybe_unused]] std::span<double> values,
                  [[maybe_unused]] std::span<double> rates) const override {
    if constexpr (ElementWithEvents<E>) {
      std::size_t first = 0;
      for (const E& e : elements_) {
        const auto count = static_cast<std::size_t>(e.num_events());
        if (count == 0) continue;
        e.CalcEvents(x, values.subspan(first, count), rates.subspan(first, count));
        first += count;
      }
    }
  }
  int FindElementOfEvent([[maybe_unused]] int event) const override {
    int i = 0;
    if constexpr (ElementWithEvents<E>) {
      for (int before = 0; before + elements_[static_cast<std::size_t>(i)].num_events() <= event;
           ++i)
        before += elements_[static_cast<std::size_t>(i)].num_events();
    }
    return i;
  }
  int AssignMemory([[maybe_unused]] int first) override {
    int count = 0;
    if constexpr (ElementWithMemory<E>) {
      for (E& e : elements_) {
        e.set_memory(first + count);
        count += e.num_memory();
      }
    }
    return count;
  }
  void InitializeMemory([[maybe_unused]] const ElementContext& x,
                        [[maybe_unused]] std::span<double> memory) const override {
    if constexpr (requires(const E& e) { e.InitializeMemory(x, memory); }) {
      for (const E& e : elements_) e.InitializeMemory(x, memory);
    } else {
      UpdateMemory(x, memory);
    }
  }
  void UpdateMemory([[maybe_unused]] const ElementContext& x,
                    [[maybe_unused]] std::span<double> memory) const override {
    if constexpr (ElementWithMemory<E>) {
      for (const E& e : elements_) e.UpdateMemory(x, memory);
    }
  }
  bool has_turns() const override { return TurningElement<E>; }
  Turn CalcTurn([[maybe_unused]] int i, [[maybe_unused]] const ElementContext& x) const override {
    if constexpr (TurningElement<E>) return element(i).CalcTurn(x);
    return {};
  }

 protected:
  E& change(int i) { return elements_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<E> elements_;
};

}  // namespace internal

}  // namespace trunnion
