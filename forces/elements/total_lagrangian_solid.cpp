// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/total_lagrangian_solid.hpp"

#include "forces/elements/strain_rate.hpp"

namespace trunnion {
namespace {

/// E' = sym(Fᵀ F') in the Voigt order.
Vec6 StrainRate(const Mat3& F, const Mat3& F_dot) {
  const Mat3 A = F.transpose() * F_dot;
  Vec6 rate;
  rate << A(0, 0), A(1, 1), A(2, 2), A(0, 1) + A(1, 0), A(0, 2) + A(2, 0), A(1, 2) + A(2, 1);
  return rate;
}

}  // namespace

template <int N, int P>
void TotalLagrangianSolid<N, P>::CalcForce(const ElementContext& x, Vector& f) const {
  const auto r = inertia_.Shape(x);
  const double beta = law_->viscosity;
  f.setZero();
  Eigen::Map<Eigen::Matrix<double, 3, N>> nodal(f.data());
  for (const Point& p : points_) {
    const Mat3 F = r * p.gradient;
    Vec6 S = CalcStress(*law_, F).stress;
    if (beta > 0) S += beta * law_->C * StrainRate(F, inertia_.Velocities(x) * p.gradient);
    const Mat3 first = p.volume * F * StressMatrix(S);
    nodal.noalias() -= first * p.gradient.transpose();
  }
  inertia_.AddForce(x, f);
}

template <int N, int P>
void TotalLagrangianSolid<N, P>::Linearize(const ElementContext& x,
                                           Matrix& f_q,
                                           Matrix& f_v) const {
  const auto r = inertia_.Shape(x);
  const double beta = law_->viscosity;
  f_q.setZero();
  f_v.setZero();
  Eigen::Matrix<double, 6, 3 * N> B, CB;
  for (const Point& p : points_) {
    const Mat3 F = r * p.gradient;
    const SolidStress law = CalcStress(*law_, F);
    Vec6 S = law.stress;
    for (int i = 0; i < N; ++i) B.template middleCols<3>(3 * i) = StrainBlock(F, p.gradient.row(i));
    CB.noalias() = law.tangent * B;
    if (beta > 0) {
      const Mat3 F_dot = inertia_.Velocities(x) * p.gradient;
      S += beta * law_->C * StrainRate(F, F_dot);
      const Eigen::Matrix<double, 6, 3 * N> damping = beta * law_->C * B;
      f_v.noalias() -= p.volume * B.transpose() * damping;
      for (int i = 0; i < N; ++i)
        CB.template middleCols<3>(3 * i) += beta * law_->C * StrainBlock(F_dot, p.gradient.row(i));
    }
    f_q.noalias() -= p.volume * B.transpose() * CB;
    if (law_->gauss_newton) continue;
    const Eigen::Matrix<double, N, N> geometric =
        p.volume * p.gradient * StressMatrix(S) * p.gradient.transpose();
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        for (int c = 0; c < 3; ++c) f_q(3 * i + c, 3 * j + c) -= geometric(i, j);
  }
  inertia_.AddVelocityGradient(f_v);
}

template <int N, int P>
double TotalLagrangianSolid<N, P>::CalcStrainEnergy(const ElementContext& x) const {
  const auto r = inertia_.Shape(x);
  double energy = 0;
  for (const Point& p : points_) energy += p.volume * CalcStress(*law_, r * p.gradient).energy;
  return energy;
}

template <int N, int P>
double TotalLagrangianSolid<N, P>::CalcEnergy(const ElementContext& x) const {
  return CalcStrainEnergy(x) + inertia_.CalcPotentialEnergy(x);
}

template class TotalLagrangianSolid<4, 1>;
template class TotalLagrangianSolid<10, 4>;
template class TotalLagrangianSolid<8, 8>;
template class TotalLagrangianSolid<20, 8>;
template class TotalLagrangianSolid<20, 27>;

}  // namespace trunnion
