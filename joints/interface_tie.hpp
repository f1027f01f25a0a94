// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "engine/core/element.hpp"

/// A rigid body F (an interface frame) that moves with a place of a flexible body: the joint
/// between what joints and forces act on and the amplitudes of a floating frame of reference.
namespace trunnion {

/// Where an interface is, for amplitudes p: at X + u in the axes of the floating frame, turned by
/// the rotation vector θ, both linear in p.
struct TieState {
  BodyState frame;  ///< floating frame
  Vec3 X;           ///< [m]
  Vec3 u, theta;    ///< Φₜ p [m], Φᵣ p [rad]
  Vec3 u_dot, theta_dot;
  BodyState F;
};

/// Equations   0 = r_F − r − R (X + u)                         [m], world
///             0 = ½ ax(E),  E = exp(−θ~) Rᵀ R_F              [rad], ax as in rotation.hpp
/// Components  (dr, dφ) of the floating frame, (du, dθ), (dr, dφ) of F: 18.
/// Range       E less than 180°; |θ| ≤ π.
/// Verified    tests/joints/interface_tie_test.cpp: nested automatic differentiation.
namespace tie {

using Rows = Vec6;
using Jacobian = Eigen::Matrix<double, 6, 18>;
using Matrix = Eigen::Matrix<double, 18, 18>;

Rows CalcResidual(const TieState& state);
Jacobian CalcJacobian(const TieState& state);                              ///< G
Rows CalcGamma(const TieState& state);                                     ///< G v' = γ
Matrix CalcGeometricStiffness(const TieState& state, const Vec6& lambda);  ///< ∂(Gᵀλ)/∂q
Jacobian CalcVelocityGradient(const TieState& state);                      ///< ∂(G v)/∂q

}  // namespace tie

/// The tie with the amplitudes in the positions of B points, three each: bodies (floating frame,
/// points, F), 6 rows.
template <int B>
class InterfaceTie {
 public:
  static constexpr int kBodies = B + 2;
  static constexpr int kMaxRows = 6;
  using Shape = Eigen::Matrix<double, 6, 3 * B>;  ///< (Φₜ, Φᵣ)

  /// @param X  interface in the floating frame, undeformed [m].
  InterfaceTie(const std::array<BodyIndex, kBodies>& bodies, const Vec3& X, const Shape& shape)
      : bodies_(bodies), X_(X), shape_(shape) {}

  std::array<BodyIndex, kBodies> bodies() const { return bodies_; }
  int num_rows() const { return 6; }
  bool is_rotational(int row) const { return row >= 3; }

  void Calc(const ElementContext& x,
            LocalRows<6>& g,
            LocalRows<6>& g_t,
            LocalJacobian<kBodies, 6>& G) const {
    const TieState state = Gather(x);
    g = tie::CalcResidual(state);
    g_t.setZero(6);
    Expand(tie::CalcJacobian(state), G);
  }
  void CalcGamma(const ElementContext& x, LocalRows<6>& gamma) const {
    gamma = tie::CalcGamma(Gather(x));
  }
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<kBodies, 6>& L) const {
    Expand(tie::CalcVelocityGradient(Gather(x)), L);
  }
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              LocalMatrix<kBodies>& K) const {
    const tie::Matrix H =
        tie::CalcGeometricStiffness(Gather(x), Eigen::Map<const Vec6>(lambda.data()));
    Eigen::Matrix<double, 18, 6 * kBodies> half;
    ExpandColumns(H, half);
    const Eigen::Matrix<double, 6 * kBodies, 18> columns = half.transpose();
    ExpandColumns(columns, K);
    K.transposeInPlace();
  }

 private:
  TieState Gather(const ElementContext& x) const {
    Vec6 u = Vec6::Zero(), u_dot = Vec6::Zero();
    for (int b = 0; b < B; ++b) {
      const BodyState& point = At(x, b + 1);
      u += shape_.template middleCols<3>(3 * b) * point.r;
      u_dot += shape_.template middleCols<3>(3 * b) * point.v;
    }
    return {At(x, 0), X_, u.head<3>(), u.tail<3>(), u_dot.head<3>(), u_dot.tail<3>(), At(x, B + 1)};
  }
  const BodyState& At(const ElementContext& x, int k) const {
    return x.bodies[static_cast<std::size_t>(bodies_[static_cast<std::size_t>(k)])];
  }
  void Expand(const tie::Jacobian& from, LocalJacobian<kBodies, 6>& to) const {
    to.resize(6, 6 * kBodies);
    ExpandColumns(from, to);
  }
  /// Columns for (u, θ) become those of the points.
  template <class From, class To>
  void ExpandColumns(const From& from, To& to) const {
    to.setZero();
    to.template leftCols<6>() = from.template leftCols<6>();
    to.template rightCols<6>() = from.template rightCols<6>();
    for (int b = 0; b < B; ++b)
      to.template middleCols<3>(6 * (b + 1)) =
          from.template middleCols<6>(6) * shape_.template middleCols<3>(3 * b);
  }

  std::array<BodyIndex, kBodies> bodies_;
  Vec3 X_;
  Shape shape_;
};

}  // namespace trunnion
