// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>

#include "joints/tie_kinematics.hpp"

namespace trunnion {

/// The tie with the amplitudes in the positions of B points, three each: bodies (floating frame,
/// points, F), 6 rows. y = Φ p + ½ (pᵀ H_c p of each component c); reactions λ then have, by ½ H,
/// the geometric stiffness of the part.
template <int B>
class InterfaceTie {
 public:
  static constexpr int kBodies = B + 2;
  static constexpr int kMaxRows = 6;
  using Amplitudes = Eigen::Matrix<double, 3 * B, 1>;
  using Shape = Eigen::Matrix<double, 6, 3 * B>;                         ///< Φ
  using Curvature = std::array<Eigen::Matrix<double, 3 * B, 3 * B>, 6>;  ///< H, symmetric

  /// @param X  interface in the floating frame, undeformed [m].
  /// @param curvature  null: zero.
  InterfaceTie(const std::array<BodyIndex, kBodies>& bodies,
               const Vec3& X,
               const Shape& shape,
               std::shared_ptr<const Curvature> curvature = nullptr)
      : bodies_(bodies), X_(X), shape_(shape), curvature_(std::move(curvature)) {}

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
    Expand(tie::CalcJacobian(state), Slope(x), G);
  }
  void CalcGamma(const ElementContext& x, LocalRows<6>& gamma) const {
    const TieState state = Gather(x);
    gamma = tie::CalcGamma(state);
    if (curvature_)
      gamma -= tie::CalcJacobian(state).middleCols<6>(6) * CurvatureTimes(Rates(x)) * Rates(x);
  }
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<kBodies, 6>& L) const {
    const TieState state = Gather(x);
    Expand(tie::CalcVelocityGradient(state), Slope(x), L);
    if (!curvature_) return;
    const Shape own = tie::CalcJacobian(state).middleCols<6>(6) * CurvatureTimes(Rates(x));
    for (int b = 0; b < B; ++b)
      L.template middleCols<3>(6 * (b + 1)) += own.template middleCols<3>(3 * b);
  }
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              LocalMatrix<kBodies>& K) const {
    const TieState state = Gather(x);
    const Eigen::Map<const Vec6> reactions(lambda.data());
    const Shape slope = Slope(x);
    Eigen::Matrix<double, 18, 6 * kBodies> half;
    ExpandColumns(tie::CalcGeometricStiffness(state, reactions), slope, half);
    const Eigen::Matrix<double, 6 * kBodies, 18> columns = half.transpose();
    ExpandColumns(columns, slope, K);
    K.transposeInPlace();
    if (curvature_)
      AddCurvature(tie::CalcJacobian(state).middleCols<6>(6).transpose() * reactions, K);
  }
  Turn CalcTurn(const ElementContext& x) const { return tie::CalcTurn(Gather(x)); }

 private:
  TieState Gather(const ElementContext& x) const {
    Vec6 y = Vec6::Zero(), y_dot = Vec6::Zero();
    for (int b = 0; b < B; ++b) {
      const BodyState& point = At(x, b + 1);
      y += shape_.template middleCols<3>(3 * b) * point.r;
      y_dot += shape_.template middleCols<3>(3 * b) * point.v;
    }
    if (curvature_) {
      const Shape turning = CurvatureTimes(Positions(x));
      y += 0.5 * turning * Positions(x);
      y_dot += turning * Rates(x);
    }
    return {At(x, 0), X_, y.head<3>(), y.tail<3>(), y_dot.head<3>(), y_dot.tail<3>(), At(x, B + 1)};
  }
  const BodyState& At(const ElementContext& x, int k) const {
    return x.bodies[static_cast<std::size_t>(bodies_[static_cast<std::size_t>(k)])];
  }
  Amplitudes Positions(const ElementContext& x) const {
    Amplitudes p;
    for (int b = 0; b < B; ++b) p.template segment<3>(3 * b) = At(x, b + 1).r;
    return p;
  }
  Amplitudes Rates(const ElementContext& x) const {
    Amplitudes p;
    for (int b = 0; b < B; ++b) p.template segment<3>(3 * b) = At(x, b + 1).v;
    return p;
  }
  /// Rows pᵀ H_c.
  Shape CurvatureTimes(const Amplitudes& p) const {
    Shape rows;
    for (int c = 0; c < 6; ++c)
      rows.row(c).noalias() = p.transpose() * (*curvature_)[static_cast<std::size_t>(c)];
    return rows;
  }
  /// ∂y/∂p
  Shape Slope(const ElementContext& x) const {
    if (!curvature_) return shape_;
    return shape_ + CurvatureTimes(Positions(x));
  }
  /// K += Σ s_c H_c for forces s on y.
  void AddCurvature(const Vec6& s, LocalMatrix<kBodies>& K) const {
    for (int c = 0; c < 6; ++c)
      for (int a = 0; a < B; ++a)
        for (int b = 0; b < B; ++b)
          K.template block<3, 3>(6 * (a + 1), 6 * (b + 1)) +=
              s[c] * (*curvature_)[static_cast<std::size_t>(c)].template block<3, 3>(3 * a, 3 * b);
  }
  static void Expand(const tie::Jacobian& from, const Shape& slope, LocalJacobian<kBodies, 6>& to) {
    to.resize(6, 6 * kBodies);
    ExpandColumns(from, slope, to);
  }
  /// Columns for y become those of the points.
  template <class From, class To>
  static void ExpandColumns(const From& from, const Shape& slope, To& to) {
    to.setZero();
    to.template leftCols<6>() = from.template leftCols<6>();
    to.template rightCols<6>() = from.template rightCols<6>();
    for (int b = 0; b < B; ++b)
      to.template middleCols<3>(6 * (b + 1)) =
          from.template middleCols<6>(6) * slope.template middleCols<3>(3 * b);
  }

  std::array<BodyIndex, kBodies> bodies_;
  Vec3 X_;
  Shape shape_;
  std::shared_ptr<const Curvature> curvature_;
};

}  // namespace trunnion
