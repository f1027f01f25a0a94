// SPDX-License-Identifier: BSD-3-Clause
#include "joints/point_sum.hpp"

#include <utility>

namespace trunnion {

PointSum::PointSum(std::vector<BodyIndex> bodies, std::vector<double> weights)
    : bodies_(std::move(bodies)), weights_(std::move(weights)) {}

void PointSum::Calc(const ElementContext& x,
                    LocalRows<3>& g,
                    LocalRows<3>& g_t,
                    LocalJacobian<kBodies, 3>& G) const {
  g = x.bodies[idx(bodies_[0])].r;
  g_t.setZero(3);
  G.setZero(3, size());
  G.leftCols<3>().setIdentity();
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    g -= weights_[i] * x.bodies[idx(bodies_[i + 1])].r;
    G.middleCols<3>(6 * static_cast<Eigen::Index>(i + 1)).diagonal().setConstant(-weights_[i]);
  }
}

void PointSum::CalcGamma(const ElementContext&, LocalRows<3>& gamma) const { gamma.setZero(3); }

void PointSum::CalcVelocityGradient(const ElementContext&, LocalJacobian<kBodies, 3>& L) const {
  L.setZero(3, size());
}

void PointSum::CalcGeometricStiffness(const ElementContext&,
                                      std::span<const double>,
                                      MatrixXd& K) const {
  K.setZero(size(), size());
}

}  // namespace trunnion
