// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/corotational_solid.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>

#include "engine/core/matrix_products.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

struct Polar {
  Mat3 R, U;
};

Polar CalcPolar(const Mat3& F) {
  const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Vec3 signs = Vec3::Ones();
  if (F.determinant() < 0) signs[2] = -1;  // a rotation also for an inverted element
  const Mat3 V = svd.matrixV();
  return {svd.matrixU() * signs.asDiagonal() * V.transpose(),
          V * (signs.cwiseProduct(svd.singularValues())).asDiagonal() * V.transpose()};
}

/// Both sides of a matrix of 3×3 blocks turned by R.
template <class Matrix>
void Turn(const Mat3& R, Matrix& A) {
  for (int j = 0; j < A.cols(); j += 3)
    for (int i = 0; i < A.rows(); i += 3)
      A.template block<3, 3>(i, j) = R * A.template block<3, 3>(i, j) * R.transpose();
}

/// Σ aᵢ × bᵢ over columns.
template <class A, class B>
Vec3 SumOfCrosses(const A& a, const B& b) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < a.cols(); ++i) sum += Vec3(a.col(i)).cross(Vec3(b.col(i)));
  return sum;
}

}  // namespace

template <int N>
typename CorotationalSolid<N>::Frame CorotationalSolid<N>::CalcFrame(
    const ElementContext& x) const {
  const Points r = inertia_.Shape(x);
  Frame frame;
  const Polar polar = CalcPolar(r * b_.transpose());
  frame.R = polar.R;
  frame.U = polar.U;
  frame.H = (polar.U.trace() * Mat3::Identity() - polar.U).inverse();
  frame.local = polar.R.transpose() * r;
  Points::Map(frame.u.data()) = frame.local - X_;
  Vector strained = frame.u;
  frame.velocity.setZero();
  frame.spin.setZero();
  if (viscosity_ > 0) {
    frame.velocity = polar.R.transpose() * inertia_.Velocities(x);
    frame.spin = frame.H * SumOfCrosses(b_, frame.velocity);
    Points::Map(strained.data()) += viscosity_ * (frame.velocity - Skew(frame.spin) * frame.local);
  }
  frame.p = Product(K_, strained);
  frame.h = frame.H * SumOfCrosses(Points::Map(frame.u.data()), Points::Map(frame.p.data()));
  Points::Map(frame.force.data()) = -Points::Map(frame.p.data()) + Skew(frame.h) * b_;
  return frame;
}

template <int N>
void CorotationalSolid<N>::CalcForce(const ElementContext& x, Vector& f) const {
  const Frame frame = CalcFrame(x);
  Points::Map(f.data()) = frame.R * Points::Map(frame.force.data());
  inertia_.AddForce(x, f);
}

template <int N>
double CorotationalSolid<N>::CalcStrainEnergy(const ElementContext& x) const {
  const Vector u = CalcFrame(x).u;
  return 0.5 * u.dot(Product(K_, u));
}

template <int N>
double CorotationalSolid<N>::CalcEnergy(const ElementContext& x) const {
  return CalcStrainEnergy(x) + inertia_.CalcPotentialEnergy(x);
}

template <int N>
typename CorotationalSolid<N>::Spins CorotationalSolid<N>::CalcSpins(const Frame& frame) const {
  Spins spins;
  for (int i = 0; i < N; ++i) spins.template middleCols<3>(3 * i) = frame.H * Skew(b_.col(i));
  return spins;
}

template <int N>
typename CorotationalSolid<N>::Matrix CorotationalSolid<N>::CalcProjector(
    const Frame& frame, const Spins& spins) const {
  Matrix P;
  for (int i = 0; i < N; ++i)
    P.template middleRows<3>(3 * i).noalias() = Skew(frame.local.col(i)) * spins;
  P.diagonal().array() += 1;
  return P;
}

// Every column is the variation by a unit displacement d of point k: of ω by Γ d, of u by P d, of
// U by d ⊗ b_k − (Γ d)~ U, and from there of u', p, h and f.
template <int N>
typename CorotationalSolid<N>::Matrix CorotationalSolid<N>::CalcTangent(const Frame& frame,
                                                                        const Spins& spins,
                                                                        const Matrix& P) const {
  const auto u = Points::Map(frame.u.data()), p = Points::Map(frame.p.data()),
             force = Points::Map(frame.force.data());
  Matrix strained = P;  // δ(u + β u'), column by column
  Eigen::Matrix<double, 3, 3 * N> dh;
  for (int j = 0; j < 3 * N; ++j) {
    const Vec3 dw = spins.col(j);
    const Vec3 bk = b_.col(j / 3);
    const Mat3 dU = Vec3::Unit(j % 3) * bk.transpose() - Skew(dw) * frame.U;
    const Mat3 dH_inverse = dU.trace() * Mat3::Identity() - dU;
    dh.col(j) = -dH_inverse * frame.h;
    if (viscosity_ == 0) continue;
    const Points dv = -Skew(dw) * frame.velocity;
    const Vec3 dspin = frame.H * (SumOfCrosses(b_, dv) - dH_inverse * frame.spin);
    const auto du = Points::Map(P.col(j).data());
    Points::Map(strained.col(j).data()) +=
        viscosity_ * (dv - Skew(dspin) * frame.local - Skew(frame.spin) * du);
  }
  Matrix tangent = Product(K_, strained);  // δp
  for (int j = 0; j < 3 * N; ++j) {
    auto column = Points::Map(tangent.col(j).data());
    const auto du = Points::Map(P.col(j).data());
    const Vec3 dtau = SumOfCrosses(du, p) + SumOfCrosses(u, column);
    const Vec3 change = frame.H * (dtau + dh.col(j));
    const Points out = -column + Skew(change) * b_ + Skew(spins.col(j)) * force;
    Points::Map(tangent.col(j).data()) = out;
  }
  return tangent;
}

template <int N>
void CorotationalSolid<N>::Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const {
  const Frame frame = CalcFrame(x);
  const Spins spins = CalcSpins(frame);
  const Matrix P = CalcProjector(frame, spins);
  f_v.setZero();
  if (viscosity_ > 0 || gauss_newton_) f_q = -TransposedProduct(P, Product(K_, P));
  if (viscosity_ > 0) {
    f_v = viscosity_ * f_q;
    Turn(frame.R, f_v);
  }
  if (!gauss_newton_) f_q = CalcTangent(frame, spins, P);
  Turn(frame.R, f_q);
  inertia_.AddVelocityGradient(f_v);
}

template class CorotationalSolid<4>;
template class CorotationalSolid<8>;
template class CorotationalSolid<10>;
template class CorotationalSolid<20>;

}  // namespace trunnion
