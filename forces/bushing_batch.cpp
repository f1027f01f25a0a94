// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing_batch.hpp"

#include <cstddef>

#include "forces/bushing.hpp"

namespace trunnion {

static_assert(sizeof(BodyState) == 18 * sizeof(double) && offsetof(BodyState, R) == 3 * 8 &&
              offsetof(BodyState, v) == 12 * 8 && offsetof(BodyState, w) == 15 * 8);

void BushingBatch::Add(int i, const Bushing& bushing) {
  if (!bushing.is_plain()) return;
  const auto assign = [i](double(*rows)[8], const auto& values) {
    for (Eigen::Index k = 0; k < values.size(); ++k) rows[k][i] = values.data()[k];
  };
  const MarkerPair& pair = bushing.pair();
  const BushingParameters& p = bushing.parameters();
  lanes_.A[i] = pair.A;
  lanes_.B[i] = pair.B;
  assign(lanes_.R_AF, pair.X_AF.R);
  assign(lanes_.origin, Vec3(pair.X_AF.R.transpose() * pair.X_AF.p));
  assign(lanes_.R_BM, pair.X_BM.R);
  assign(lanes_.p_BM, pair.X_BM.p);
  assign(lanes_.K, Vec6(p.stiffness.diagonal()));
  assign(lanes_.D, Vec6(p.damping.diagonal()));
  assign(lanes_.P, p.preload);
  taken_ |= 1u << i;
}

unsigned BushingBatch::CalcForces(const ElementContext& x, Forces& f) const {
  static const BushingKernel& kernel = SelectBushingKernel();
  if (taken_ == 0) return 0;
  return taken_ & kernel.CalcForces(lanes_, x.bodies.front().r.data(), f);
}

}  // namespace trunnion
