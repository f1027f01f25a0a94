// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/rotation.hpp"
#include "joints/joint.hpp"

/// What the assembly of a model asks of a joint: equations without a second root, and words.
namespace trunnion {
namespace {

using RelativeTurn = Eigen::Matrix<double, 3, 12>;

/// ψ, the turn of M relative to F in the axes of F, by x.
RelativeTurn CalcRelativeTurn(const MarkerPair& pair, const Mat3& Q) {
  RelativeTurn turn = RelativeTurn::Zero();
  turn.middleCols<3>(3) = -pair.X_AF.R.transpose();
  turn.rightCols<3>() = Q * pair.X_BM.R.transpose();
  return turn;
}

/// α e ∈ ℝ², the angle from z_F to z_M and its direction, of which sin α e are the rows of parallel
/// axes; with the derivatives along e and across it, the latter without their factor α/sin α ≥ 1,
/// so that the rows are independent at any angle.
struct Tilt {
  Eigen::Vector2d value;
  Eigen::Matrix<double, 2, 12> gradient;
};
Tilt CalcTilt(const MarkerPair& pair, const Mat3& Q) {
  const Vec3 z = Q.col(2);
  const double sine = std::hypot(z.x(), z.y());
  const Vec3 e = sine > 1e-12 ? Vec3(z.x() / sine, z.y() / sine, 0) : Vec3::UnitX();
  const Vec3 axis = Vec3::UnitZ().cross(e), across = sine * Vec3::UnitZ() - z.z() * e;
  const RelativeTurn turn = CalcRelativeTurn(pair, Q);
  return {std::atan2(sine, z.z()) * e.head<2>(),
          e.head<2>() * (axis.transpose() * turn) + axis.head<2>() * (across.transpose() * turn)};
}

/// "translation along x": of the axis of F that holds the largest part of a direction.
std::string NameMotion(std::string text, const Vec3& direction) {
  Eigen::Index axis = 0;
  direction.cwiseAbs().maxCoeff(&axis);
  text.push_back("xyz"[axis]);
  return text;
}

/// "rotation about x" for the row ⟨C, Q⟩ = 0: the turn of M in the axes of F that it resists most
/// at Q = I.
std::string DescribeOrientation(const Mat3& C) {
  const Vec3 resisted = Axial(C);
  if (resisted.isZero(0)) return "angle between the axes";
  return NameMotion("rotation about ", resisted);
}

}  // namespace

void Joint::CalcSingleRoot(const ElementContext& context,
                           LocalRows<kMaxRows>& g,
                           LocalJacobian<2, kMaxRows>& G) const {
  LocalRows<kMaxRows> g_t;
  Calc(context, g, g_t, G);
  const auto rows = definition_->rows.begin(), end = rows + num_rows();
  const auto first = std::find_if(
      rows, end, [](const JointRow& row) { return row.kind == JointRow::Kind::orientation; });
  if (first == end) return;
  const Eigen::Index i = first - rows;
  const PairKinematics x = MakeKinematics(context);
  switch (definition_->branch) {
    case JointBranch::axes_aligned: {
      const Tilt tilt = CalcTilt(pair(), x.R_FM());
      g.segment<2>(i) = tilt.value;
      G.middleRows<2>(i) = tilt.gradient;
      break;
    }
    case JointBranch::frames_aligned: {
      const Vec3 theta = RotationLog(x.R_FM());
      g.segment<3>(i) = theta;
      G.middleRows<3>(i) =
          RotationTangentInverse(theta) * x.R_FM().transpose() * CalcRelativeTurn(pair(), x.R_FM());
      break;
    }
    case JointBranch::twist_aligned: {
      Vec12 gradient;
      g[i] = -2 * x.Angle(TwistSine(), TwistCosine(), gradient);
      G.row(i) = -2 * gradient.transpose();
      break;
    }
    case JointBranch::any:
    case JointBranch::points_distinct:
      break;
  }
}

double Joint::CalcMisalignment(const ElementContext& context) const {
  const Mat3 Q = MakeKinematics(context).R_FM();
  switch (definition_->branch) {
    case JointBranch::axes_aligned:
      return std::atan2(std::hypot(Q(0, 2), Q(1, 2)), Q(2, 2));
    case JointBranch::frames_aligned:
      return RotationLog(Q).norm();
    case JointBranch::twist_aligned:
      return std::abs(std::atan2(Q(1, 0) - Q(0, 1), Q(0, 0) + Q(1, 1)));
    case JointBranch::any:
    case JointBranch::points_distinct:
      break;
  }
  return 0;
}

std::string Joint::DescribeRow(int row) const {
  const JointRow& r = definition_->rows[row];
  switch (r.kind) {
    case JointRow::Kind::separation:
      return NameMotion("translation along ", r.direction).append(" of the world");
    case JointRow::Kind::offset:
      return NameMotion("translation along ", r.direction);
    case JointRow::Kind::orientation:
      return DescribeOrientation(r.C);
    case JointRow::Kind::distance:
      return "distance";
    case JointRow::Kind::screw:
      break;
  }
  return "advance of the thread";
}

}  // namespace trunnion
