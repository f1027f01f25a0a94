// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "joints/tie_kinematics.hpp"

namespace trunnion {

/// The tie with the amplitudes in the positions of B points, three each: bodies (floating frame,
/// points, F), 6 rows. y = Φ p + ½ (pᵀ H_c p of each component c); reactions λ then have, by ½ H,
/// the geometric stiffness of the part.
class InterfaceTie {
 public:
  static constexpr int kBodies = Eigen::Dynamic;
  static constexpr int kMaxRows = 6;
  using Shape = Eigen::Matrix<double, 6, Eigen::Dynamic>;  ///< Φ, 6×3B
  using Curvature = std::array<MatrixXd, 6>;               ///< H, 3B×3B, symmetric

  /// @param X  interface in the floating frame, undeformed [m].
  /// @param curvature  null: zero.
  InterfaceTie(std::vector<BodyIndex> bodies,
               const Vec3& X,
               Shape shape,
               std::shared_ptr<const Curvature> curvature = nullptr);

  const std::vector<BodyIndex>& bodies() const { return bodies_; }
  int num_rows() const { return 6; }
  bool is_rotational(int row) const { return row >= 3; }

  void Calc(const ElementContext& x,
            LocalRows<6>& g,
            LocalRows<6>& g_t,
            LocalJacobian<kBodies, 6>& G) const;
  void CalcGamma(const ElementContext& x, LocalRows<6>& gamma) const;
  void CalcVelocityGradient(const ElementContext& x, LocalJacobian<kBodies, 6>& L) const;
  void CalcGeometricStiffness(const ElementContext& x,
                              std::span<const double> lambda,
                              MatrixXd& K) const;
  Turn CalcTurn(const ElementContext& x) const { return tie::CalcTurn(Gather(x)); }

 private:
  int NumPoints() const { return static_cast<int>(bodies_.size()) - 2; }
  const BodyState& At(const ElementContext& x, int k) const {
    return x.bodies[static_cast<std::size_t>(bodies_[static_cast<std::size_t>(k)])];
  }
  TieState Gather(const ElementContext& x) const;
  VectorXd Positions(const ElementContext& x) const;
  VectorXd Rates(const ElementContext& x) const;
  Shape CurvatureTimes(const VectorXd& p) const;
  const Shape& Slope(const ElementContext& x, Shape& bent) const;
  void AddCurvature(const Vec6& s, MatrixXd& K) const;

  std::vector<BodyIndex> bodies_;
  Vec3 X_;
  Shape shape_;
  std::shared_ptr<const Curvature> curvature_;
};

}  // namespace trunnion
