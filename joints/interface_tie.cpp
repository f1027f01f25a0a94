// SPDX-License-Identifier: BSD-3-Clause
#include "joints/interface_tie.hpp"

namespace trunnion {
namespace {

using Shape = InterfaceTie::Shape;

/// Columns for y become those of the points, which take the first three of six.
template <class From, class To>
void ExpandColumns(const From& from, const Shape& slope, To& to) {
  const Eigen::Index points = slope.cols() / 3;
  to.setZero(from.rows(), 6 * (points + 2));
  to.template leftCols<6>() = from.template leftCols<6>();
  to.template rightCols<6>() = from.template rightCols<6>();
  for (Eigen::Index b = 0; b < points; ++b)
    to.template middleCols<3>(6 * (b + 1)).noalias() =
        from.template middleCols<6>(6) * slope.middleCols<3>(3 * b);
}

}  // namespace

InterfaceTie::InterfaceTie(std::vector<BodyIndex> bodies,
                           const Vec3& X,
                           Shape shape,
                           std::shared_ptr<const Curvature> curvature)
    : bodies_(std::move(bodies)),
      X_(X),
      shape_(std::move(shape)),
      curvature_(std::move(curvature)) {}

void InterfaceTie::Calc(const ElementContext& x,
                        LocalRows<6>& g,
                        LocalRows<6>& g_t,
                        LocalJacobian<kBodies, 6>& G) const {
  const TieState state = Gather(x);
  g = tie::CalcResidual(state);
  g_t.setZero(6);
  Shape bent;
  ExpandColumns(tie::CalcJacobian(state), Slope(x, bent), G);
}

void InterfaceTie::CalcGamma(const ElementContext& x, LocalRows<6>& gamma) const {
  const TieState state = Gather(x);
  gamma = tie::CalcGamma(state);
  if (curvature_)
    gamma -= tie::CalcJacobian(state).middleCols<6>(6) * CurvatureTimes(Rates(x)) * Rates(x);
}

void InterfaceTie::CalcVelocityGradient(const ElementContext& x,
                                        LocalJacobian<kBodies, 6>& L) const {
  const TieState state = Gather(x);
  Shape bent;
  ExpandColumns(tie::CalcVelocityGradient(state), Slope(x, bent), L);
  if (!curvature_) return;
  const Shape own = tie::CalcJacobian(state).middleCols<6>(6) * CurvatureTimes(Rates(x));
  for (int b = 0; b < NumPoints(); ++b) L.middleCols<3>(6 * (b + 1)) += own.middleCols<3>(3 * b);
}

/// Tᵀ S T with T = diag(I, ∂y/∂p, I).
void InterfaceTie::CalcGeometricStiffness(const ElementContext& x,
                                          std::span<const double> lambda,
                                          MatrixXd& K) const {
  const TieState state = Gather(x);
  const Eigen::Map<const Vec6> reactions(lambda.data());
  const tie::Matrix S = tie::CalcGeometricStiffness(state, reactions);
  Shape bent;
  const Shape& slope = Slope(x, bent);
  const Eigen::Index n = 6 * static_cast<Eigen::Index>(bodies_.size());
  K.setZero(n, n);
  for (const auto& [row, from_row] : {std::pair<Eigen::Index, Eigen::Index>(0, 0), {n - 6, 12}})
    for (const auto& [col, from_col] : {std::pair<Eigen::Index, Eigen::Index>(0, 0), {n - 6, 12}})
      K.block<6, 6>(row, col) = S.block<6, 6>(from_row, from_col);
  const Shape first = S.block<6, 6>(0, 6) * slope, last = S.block<6, 6>(12, 6) * slope;
  const Shape to_first = S.block<6, 6>(6, 0).transpose() * slope;
  const Shape to_last = S.block<6, 6>(6, 12).transpose() * slope;
  const Shape middle = S.block<6, 6>(6, 6) * slope;
  const MatrixXd points = slope.transpose() * middle;
  for (int b = 0; b < NumPoints(); ++b) {
    const int at = 6 * (b + 1);
    K.block<6, 3>(0, at) = first.middleCols<3>(3 * b);
    K.block<6, 3>(n - 6, at) = last.middleCols<3>(3 * b);
    K.block<3, 6>(at, 0) = to_first.middleCols<3>(3 * b).transpose();
    K.block<3, 6>(at, n - 6) = to_last.middleCols<3>(3 * b).transpose();
    for (int a = 0; a < NumPoints(); ++a)
      K.block<3, 3>(6 * (a + 1), at) = points.block<3, 3>(3 * a, 3 * b);
  }
  if (curvature_)
    AddCurvature(tie::CalcJacobian(state).middleCols<6>(6).transpose() * reactions, K);
}

TieState InterfaceTie::Gather(const ElementContext& x) const {
  Vec6 y = Vec6::Zero(), y_dot = Vec6::Zero();
  for (int b = 0; b < NumPoints(); ++b) {
    const BodyState& point = At(x, b + 1);
    y += shape_.middleCols<3>(3 * b) * point.r;
    y_dot += shape_.middleCols<3>(3 * b) * point.v;
  }
  if (curvature_) {
    const Shape turning = CurvatureTimes(Positions(x));
    y += 0.5 * turning * Positions(x);
    y_dot += turning * Rates(x);
  }
  return {At(x, 0),
          X_,
          y.head<3>(),
          y.tail<3>(),
          y_dot.head<3>(),
          y_dot.tail<3>(),
          At(x, NumPoints() + 1)};
}

VectorXd InterfaceTie::Positions(const ElementContext& x) const {
  VectorXd p(3 * NumPoints());
  for (int b = 0; b < NumPoints(); ++b) p.segment<3>(3 * b) = At(x, b + 1).r;
  return p;
}

VectorXd InterfaceTie::Rates(const ElementContext& x) const {
  VectorXd p(3 * NumPoints());
  for (int b = 0; b < NumPoints(); ++b) p.segment<3>(3 * b) = At(x, b + 1).v;
  return p;
}

/// Rows pᵀ H_c.
InterfaceTie::Shape InterfaceTie::CurvatureTimes(const VectorXd& p) const {
  Shape rows(6, p.size());
  for (int c = 0; c < 6; ++c)
    rows.row(c).noalias() = p.transpose() * (*curvature_)[static_cast<std::size_t>(c)];
  return rows;
}

/// ∂y/∂p: Φ, or `bent` with what it becomes.
const InterfaceTie::Shape& InterfaceTie::Slope(const ElementContext& x, Shape& bent) const {
  if (!curvature_) return shape_;
  bent = shape_ + CurvatureTimes(Positions(x));
  return bent;
}

/// K += Σ s_c H_c for forces s on y.
void InterfaceTie::AddCurvature(const Vec6& s, MatrixXd& K) const {
  for (int c = 0; c < 6; ++c)
    for (int a = 0; a < NumPoints(); ++a)
      for (int b = 0; b < NumPoints(); ++b)
        K.block<3, 3>(6 * (a + 1), 6 * (b + 1)) +=
            s[c] * (*curvature_)[static_cast<std::size_t>(c)].block<3, 3>(3 * a, 3 * b);
}

}  // namespace trunnion
