// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_matrices.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// ∂X/∂ξ, columns ∂X/∂ξₖ.
Mat3 Jacobian(const NodeMatrix& X, const SolidShape& shape) { return X.transpose() * shape.dN; }

void RequirePositive(double determinant,
                     const std::string& name,
                     SolidType type,
                     const char* where) {
  if (determinant > 0) return;
  std::ostringstream text;
  text << name << " (" << ToString(type) << "): the Jacobian determinant is " << determinant
       << " at " << where
       << "; the element is inverted, flat or too strongly curved. Check the order and the "
          "positions of its nodes";
  throw ModelError(text.str());
}

void RequireValidNodes(SolidType type, const NodeMatrix& X, const std::string& name) {
  Require(X.rows() == NumNodes(type),
          name,
          std::string(ToString(type)) + " needs " + std::to_string(NumNodes(type)) +
              " nodes, given are " + std::to_string(X.rows()));
  Require(X.allFinite(), name, "the position of a node is not finite");
  if (!IsQuadratic(type)) return;
  const NodeMatrix corners = NaturalNodes(type);
  for (int i = 0; i < (IsTetrahedron(type) ? 4 : 8); ++i)
    RequirePositive(
        Jacobian(X, CalcSolidShape(type, corners.row(i))).determinant(), name, type, "a corner");
}

/// Gradients of 1 − ξₖ² as rows, by the Jacobian of the centre.
Mat3 ModeGradients(const Vec3& xi, const Mat3& J0, double determinant) {
  const Mat3 natural = (-2 * xi).asDiagonal();
  return J0.determinant() / determinant * natural * J0.inverse();
}

MatrixXd ModeStrainMatrix(const SolidPoints& points, int p) {
  return CalcStrainMatrix(points.mode_gradient(p));
}

/// Kₐₐ (9×9) and Kₐᵤ (9×3n) of the incompatible modes.
void CalcModeStiffness(const SolidPoints& points, const Mat6& C, MatrixXd& aa, MatrixXd& au) {
  aa = MatrixXd::Zero(9, 9);
  au = MatrixXd::Zero(9, 3 * points.gradients.rows());
  for (int p = 0; p < points.num_points(); ++p) {
    const MatrixXd G = ModeStrainMatrix(points, p);
    const MatrixXd GC = points.volumes[p] * G.transpose() * C;
    aa += GC * G;
    au += GC * CalcStrainMatrix(points.gradient(p));
  }
}

/// Amplitudes of the incompatible modes of nodal displacements U, 9×m; no rows for other types.
template <class Nodal>
auto CalcModes(const SolidPoints& points, const Mat6& C, const Nodal& U)
    -> Eigen::Matrix<double, Eigen::Dynamic, Nodal::ColsAtCompileTime> {
  if (points.modes.rows() == 0) return MatrixXd(0, U.cols());
  MatrixXd aa, au;
  CalcModeStiffness(points, C, aa, au);
  return -aa.llt().solve(au * U);
}

/// 1, ξ, η, ζ and for hexahedra the products of different ones.
Eigen::RowVectorXd FieldBasis(SolidType type, const Vec3& x) {
  if (type == SolidType::tet4) return Eigen::RowVectorXd::Ones(1);
  Eigen::RowVectorXd basis(IsTetrahedron(type) ? 4 : 8);
  basis.head(4) << 1, x.transpose();
  if (!IsTetrahedron(type)) basis.tail(4) << x[0] * x[1], x[1] * x[2], x[2] * x[0], x.prod();
  return basis;
}

}  // namespace

SolidPoints CalcSolidPoints(SolidType type,
                            const NodeMatrix& X,
                            std::span<const QuadraturePoint> rule,
                            const std::string& name) {
  RequireValidNodes(type, X, name);
  const auto size = static_cast<Eigen::Index>(rule.size());
  const bool incompatible = type == SolidType::hex8_incompatible;
  SolidPoints points{
      type, MatrixXd(X.rows(), 3 * size), VectorXd(size), MatrixXd(incompatible ? 3 : 0, 3 * size)};
  const Mat3 J0 = Jacobian(X, CalcSolidShape(type, Vec3::Zero()));  // used for hexahedra
  for (Eigen::Index p = 0; p < size; ++p) {
    const QuadraturePoint& point = rule[static_cast<std::size_t>(p)];
    const SolidShape shape = CalcSolidShape(type, point.xi);
    const Mat3 J = Jacobian(X, shape);
    const double determinant = J.determinant();
    RequirePositive(determinant, name, type, "an integration point");
    points.gradients.middleCols<3>(3 * p) = shape.dN * J.inverse();
    points.volumes[p] = point.weight * determinant;
    if (incompatible) points.modes.middleCols<3>(3 * p) = ModeGradients(point.xi, J0, determinant);
  }
  return points;
}

MatrixXd CalcStrainMatrix(const Eigen::Ref<const MatrixXd>& gradients) {
  MatrixXd B = MatrixXd::Zero(6, 3 * gradients.rows());
  for (Eigen::Index i = 0; i < gradients.rows(); ++i) {
    const double x = gradients(i, 0), y = gradients(i, 1), z = gradients(i, 2);
    B.middleCols<3>(3 * i) << x, 0, 0, 0, y, 0, 0, 0, z, y, x, 0, z, 0, x, 0, z, y;
  }
  return B;
}

MatrixXd CalcStiffness(const SolidPoints& points, const Mat6& C) {
  const Eigen::Index size = 3 * points.gradients.rows();
  MatrixXd K = MatrixXd::Zero(size, size);
  for (int p = 0; p < points.num_points(); ++p) {
    const MatrixXd B = CalcStrainMatrix(points.gradient(p));
    const MatrixXd CB = points.volumes[p] * C * B;
    K.noalias() += B.transpose() * CB;
  }
  if (points.modes.rows() > 0) {
    MatrixXd aa, au;
    CalcModeStiffness(points, C, aa, au);
    K -= au.transpose() * aa.llt().solve(au);
  }
  return 0.5 * (K + K.transpose());
}

MatrixXd CalcConsistentMass(SolidType type,
                            const NodeMatrix& X,
                            std::span<const QuadraturePoint> rule,
                            double density) {
  MatrixXd m = MatrixXd::Zero(X.rows(), X.rows());
  for (const QuadraturePoint& point : rule) {
    const SolidShape shape = CalcSolidShape(type, point.xi);
    const double mass = density * point.weight * Jacobian(X, shape).determinant();
    m += mass * shape.N * shape.N.transpose();
  }
  return 0.5 * (m + m.transpose());
}

NodeVector CalcLumpedMass(const Eigen::Ref<const MatrixXd>& m) {
  return m.diagonal() * (m.sum() / m.trace());
}

NodeVector CalcVolumeShares(SolidType type, const NodeMatrix& X) {
  NodeVector shares = NodeVector::Zero(X.rows());
  for (const QuadraturePoint& point : MassRule(type)) {
    const SolidShape shape = CalcSolidShape(type, point.xi);
    shares += point.weight * Jacobian(X, shape).determinant() * shape.N;
  }
  return shares;
}

Eigen::Matrix<double, 6, Eigen::Dynamic> CalcStress(const SolidPoints& points,
                                                    const Mat6& C,
                                                    const Eigen::Ref<const VectorXd>& u) {
  const VectorXd a = CalcModes(points, C, u);
  Eigen::Matrix<double, 6, Eigen::Dynamic> stress(6, points.num_points());
  for (int p = 0; p < points.num_points(); ++p) {
    Vec6 strain = CalcStrainMatrix(points.gradient(p)) * u;
    if (a.size() > 0) strain += ModeStrainMatrix(points, p) * a;
    stress.col(p) = C * strain;
  }
  return stress;
}

MatrixXd CalcDisplacementGradients(const SolidPoints& points,
                                   const Mat6& C,
                                   const Eigen::Ref<const MatrixXd>& U) {
  const MatrixXd a = CalcModes(points, C, U);
  MatrixXd gradients = MatrixXd::Zero(9 * points.num_points(), U.cols());
  const auto add = [&](int p, const auto& slopes, const auto& values) {  // of Σ Nᵢ uᵢ
    for (Eigen::Index i = 0; i < slopes.rows(); ++i)
      for (int k = 0; k < 3; ++k)
        gradients.middleRows<3>(9 * p + 3 * k) +=
            slopes(i, k) * values.template middleRows<3>(3 * i);
  };
  for (int p = 0; p < points.num_points(); ++p) {
    add(p, points.gradient(p), U);
    if (a.rows() > 0) add(p, points.mode_gradient(p), a);
  }
  return gradients;
}

MatrixXd CalcExtrapolation(SolidType type) {
  const auto rule = StiffnessRule(type);
  const NodeMatrix nodes = NaturalNodes(type);
  const Eigen::Index basis = FieldBasis(type, Vec3::Zero()).size();
  MatrixXd at_points(static_cast<Eigen::Index>(rule.size()), basis), at_nodes(nodes.rows(), basis);
  for (Eigen::Index p = 0; p < at_points.rows(); ++p)
    at_points.row(p) = FieldBasis(type, rule[static_cast<std::size_t>(p)].xi);
  for (Eigen::Index i = 0; i < at_nodes.rows(); ++i)
    at_nodes.row(i) = FieldBasis(type, nodes.row(i).transpose());
  return at_nodes * (at_points.transpose() * at_points).llt().solve(at_points.transpose());
}

}  // namespace trunnion
