// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/shell_membrane.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

using Mat2 = Eigen::Matrix2d;

constexpr int kMembraneModes = 4;  // (1 − r²) and (1 − s²) along t₁ and t₂

/// Share of the shear stiffness that ties θ·n to ½ curl u. Any value > 0 converges; a large one
/// makes coarse meshes of curved shells too stiff, as the facets do not share a normal.
constexpr double kDrilling = 0.01;

/// Strains xx, yy, xy, then ½ curl u − θ·n, of the 24 unknowns and the incompatible modes.
using Strain = Eigen::Matrix<double, 4, 24 + kMembraneModes>;

Strain CalcStrain(const MembranePoint& p, const Mat2& J0) {
  Strain B = Strain::Zero();
  // A displacement with this gradient along t₁ (direction 0) or t₂ (1).
  const auto add = [&](int column, int direction, const Eigen::Vector2d& gradient) {
    B(direction, column) += gradient[direction];
    B(2, column) += gradient[1 - direction];
    B(3, column) += (direction == 0 ? -0.5 : 0.5) * gradient[1 - direction];
  };
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 3; ++k)
      for (int direction = 0; direction < 2; ++direction)
        add(6 * i + k, direction, p.t(k, direction) * p.N_x.row(i).transpose());
    B.block<1, 3>(3, 6 * i + 3) = -p.N[i] * p.t.col(2).transpose();
  }
  const Mat2 to_local = J0.determinant() / p.area * J0.inverse();  // rows: natural coordinates
  for (int mode = 0; mode < 2; ++mode)
    for (int direction = 0; direction < 2; ++direction)
      add(24 + 2 * mode + direction,
          direction,
          -2 * (mode == 0 ? p.r : p.s) * to_local.row(mode).transpose());
  return B;
}

/// The triangle in the notation of Felippa (2003), section 4, with corners 1, 2, 3.
class OptimalTriangle {
 public:
  explicit OptimalTriangle(const Eigen::Matrix<double, 2, 3>& x) : x_(x) {
    area_ = (Y(2, 1) * X(1, 3) - X(2, 1) * Y(1, 3)) / 2;
    squares_ << Square(2, 1), Square(3, 2), Square(1, 3);
  }

  double area() const { return area_; }

  /// Force lumping L: nodal forces of a constant stress, α_b = 3/2.
  Eigen::Matrix<double, 9, 3> CalcLumping() const {
    constexpr double alpha = 1.5;
    Eigen::Matrix<double, 9, 3> L;
    for (int a = 1; a <= 3; ++a) {
      const int b = a % 3 + 1, c = b % 3 + 1;
      const double y = Y(b, c), x = X(c, b);
      L.row(3 * a - 3) << y, 0, x;
      L.row(3 * a - 2) << 0, x, y;
      L.row(3 * a - 1) << alpha / 6 * y * (Y(a, c) - Y(b, a)), alpha / 6 * x * (X(c, a) - X(a, b)),
          alpha / 3 * (X(c, a) * Y(a, c) - X(a, b) * Y(b, a));
    }
    return L / 2;
  }

  /// Rotations of the corners over the mean rotation.
  Eigen::Matrix<double, 3, 9> CalcHierarchicalRotations() const {
    Eigen::Matrix<double, 3, 9> T;
    for (int i = 0; i < 3; ++i) {
      T.row(i) << X(3, 2), Y(3, 2), 0, X(1, 3), Y(1, 3), 0, X(2, 1), Y(2, 1), 0;
      T(i, 3 * i + 2) = 4 * area_;
    }
    return T / (4 * area_);
  }

  /// Stiffness of the hierarchical rotations.
  Mat3 CalcHigherOrder(const Mat3& stiffness) const {
    constexpr double b[10] = {0, 1, 2, 1, 0, 1, -1, -1, -1, -2};  // β₁ … β₉ of OPT
    Mat3 Q1, Q2, Q3;
    Q1 << b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9];
    Q2 << b[9], b[7], b[8], b[3], b[1], b[2], b[6], b[4], b[5];
    Q3 << b[5], b[6], b[4], b[8], b[9], b[7], b[2], b[3], b[1];
    const Mat3 to_natural = CalcNaturalStrains();
    const Mat3 natural = to_natural.transpose() * stiffness * to_natural;
    const Vec3 scale = 2 * area_ / 3 * squares_.cwiseInverse();
    Mat3 K = Mat3::Zero();
    for (const Mat3& sum : {Mat3(Q1 + Q2), Mat3(Q2 + Q3), Mat3(Q3 + Q1)}) {
      const Mat3 Q = 0.5 * scale.asDiagonal() * sum;
      K += area_ * Q.transpose() * natural * Q;
    }
    return K;
  }

 private:
  double X(int i, int j) const { return x_(0, i - 1) - x_(0, j - 1); }
  double Y(int i, int j) const { return x_(1, i - 1) - x_(1, j - 1); }
  double Square(int i, int j) const { return X(i, j) * X(i, j) + Y(i, j) * Y(i, j); }

  /// Cartesian strains of strains along the three sides.
  Mat3 CalcNaturalStrains() const {
    Mat3 T;
    T << Y(2, 3) * Y(1, 3), Y(3, 1) * Y(2, 1), Y(1, 2) * Y(3, 2), X(2, 3) * X(1, 3),
        X(3, 1) * X(2, 1), X(1, 2) * X(3, 2), Y(2, 3) * X(3, 1) + X(3, 2) * Y(1, 3),
        Y(3, 1) * X(1, 2) + X(1, 3) * Y(2, 1), Y(1, 2) * X(2, 3) + X(2, 1) * Y(3, 2);
    return T * squares_.asDiagonal() / (4 * area_ * area_);
  }

  Eigen::Matrix<double, 2, 3> x_;
  double area_;
  Vec3 squares_;  // of the sides 21, 32, 13
};

}  // namespace

Eigen::Matrix<double, 24, 24> CalcQuadMembrane(const std::array<MembranePoint, 4>& points,
                                               const Mat2& J0,
                                               const Mat3& stiffness) {
  Eigen::Matrix<double, 24 + kMembraneModes, 24 + kMembraneModes> all;
  all.setZero();
  Eigen::Matrix4d C = Eigen::Matrix4d::Zero();
  C.topLeftCorner<3, 3>() = stiffness;
  C(3, 3) = kDrilling * stiffness(2, 2);
  for (const MembranePoint& p : points) {
    const Strain B = CalcStrain(p, J0);
    all.noalias() += B.transpose() * (p.area * C) * B;
  }
  const Eigen::Matrix<double, kMembraneModes, 24> coupling =
      all.bottomLeftCorner<kMembraneModes, 24>();
  const Eigen::Matrix<double, kMembraneModes, kMembraneModes> own =
      all.bottomRightCorner<kMembraneModes, kMembraneModes>();
  return all.topLeftCorner<24, 24>() - coupling.transpose() * own.ldlt().solve(coupling);
}

Eigen::Matrix<double, 3, 24> CalcQuadStrain(const MembranePoint& point) {
  return CalcStrain(point, Mat2::Identity()).topLeftCorner<3, 24>();
}

Eigen::Matrix<double, 9, 9> CalcTriangleMembrane(const Eigen::Matrix<double, 2, 3>& x,
                                                 const Mat3& stiffness) {
  const OptimalTriangle triangle(x);
  const Eigen::Matrix<double, 9, 3> L = triangle.CalcLumping();
  const Eigen::Matrix<double, 3, 9> T = triangle.CalcHierarchicalRotations();
  const double nu = stiffness(0, 1) / std::sqrt(stiffness(0, 0) * stiffness(1, 1));
  const double beta_0 = std::max(0.5 * (1 - 4 * nu * nu), 0.01);
  return L * (stiffness / triangle.area()) * L.transpose() +
         0.75 * beta_0 * T.transpose() * triangle.CalcHigherOrder(stiffness) * T;
}

Eigen::Matrix<double, 3, 9> CalcTriangleStrain(const Eigen::Matrix<double, 2, 3>& x) {
  const OptimalTriangle triangle(x);
  return triangle.CalcLumping().transpose() / triangle.area();
}

}  // namespace trunnion
