// SPDX-License-Identifier: BSD-3-Clause
#include "forces/maxwell.hpp"

namespace trunnion {

Vec12 Maxwell::Velocities(const ElementContext& x) const {
  Vec12 v;
  v << A(x).v, A(x).w, B(x).v, B(x).w;
  return v;
}

void Maxwell::CalcForce(const ElementContext& x, LocalVector<3>& f) const {
  CoordinateDerivatives c;
  CalcCoordinate(kind_, pair_, A(x), B(x), c);
  f.head<12>() = -Tension(x) * c.gradient;
  f.tail<6>().setZero();
  f[12] = k_ * (c.gradient.dot(Velocities(x)) - Tension(x) / d_);
}

void Maxwell::Linearize(const ElementContext& x, LocalMatrix<3>& f_q, LocalMatrix<3>& f_v) const {
  CoordinateDerivatives c;
  CalcCoordinateHessian(kind_, pair_, A(x), B(x), c);
  f_q.setZero();
  f_v.setZero();
  f_q.topLeftCorner<12, 12>() = -Tension(x) * c.hessian;
  f_q.block<1, 12>(12, 0) = k_ * Velocities(x).transpose() * c.hessian;
  f_v.block<1, 12>(12, 0) = k_ * c.gradient.transpose();
  f_v.block<12, 1>(0, 12) = -c.gradient;
  f_v(12, 12) = -k_ / d_;
}

double Maxwell::CalcEnergy(const ElementContext& x) const {
  return 0.5 * Tension(x) * Tension(x) / k_;
}

}  // namespace trunnion
