// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/element_context.hpp"
#include "forces/bushing_kernels.hpp"

namespace trunnion {

class Bushing;

/// The parameters of up to eight consecutive bushings of a pool, for their forces in one pass
/// through vector registers: a third of the time. A bushing takes part that has measure energy,
/// diagonal K and D and no curves.
class BushingBatch {
 public:
  static constexpr int kSize = 8;
  using Forces = BushingForces;

  /// The bushing of lane i.
  void Add(int i, const Bushing& bushing);
  /// Forces of the lanes whose bits are set in the result, up to rounding as by Bushing::CalcForce.
  unsigned CalcForces(const ElementContext& x, Forces& f) const;
  const BushingLanes& lanes() const { return lanes_; }

 private:
  BushingLanes lanes_{};
  unsigned taken_ = 0;
};

}  // namespace trunnion
