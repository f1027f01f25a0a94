// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <concepts>

#include "engine/core/element.hpp"

namespace trunnion {

/// Force elements whose E::Batch, of kSize consecutive ones of a pool, has faster kernels.
template <class E>
concept BatchedForceElement = ForceElement<E> && requires(typename E::Batch batch,
                                                          const E& element,
                                                          int lane,
                                                          const ElementContext& x,
                                                          typename E::Batch::Forces& f) {
  batch.Add(lane, element);
  { batch.CalcForces(x, f) } -> std::same_as<unsigned>;  // bit i: f[k][i] is component k of lane i
};

namespace internal {
struct NoBatch {};
template <class E>
struct BatchOf {
  using type = NoBatch;
};
template <BatchedForceElement E>
struct BatchOf<E> {
  using type = typename E::Batch;
};
}  // namespace internal

}  // namespace trunnion
