// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_types.hpp"
#include "joints/user_constraint.hpp"

/// The equations of every joint, written once more as templated residuals straight from the
/// definitions, as the independent reference of the hand-derived blocks.
namespace trunnion::test {

template <class S>
struct RelativePose {
  RelativePose(const MarkerPair& pair, const std::array<BodyStateT<S>, 2>& bodies) {
    const Mat3 R_AF = pair.X_AF.R, R_BM = pair.X_BM.R;
    const Eigen::Matrix<S, 3, 3> R_WF = bodies[0].R * R_AF.cast<S>();
    const Eigen::Matrix<S, 3, 3> R_WM = bodies[1].R * R_BM.cast<S>();
    D = (bodies[1].r - bodies[0].r) + bodies[1].R * pair.X_BM.p.cast<S>() -
        bodies[0].R * pair.X_AF.p.cast<S>();
    x_F = R_WF.col(0), y_F = R_WF.col(1), z_F = R_WF.col(2);
    x_M = R_WM.col(0), y_M = R_WM.col(1), z_M = R_WM.col(2);
  }
  Eigen::Matrix<S, 3, 1> D, x_F, y_F, z_F, x_M, y_M, z_M;
};

template <JointType type>
constexpr int RowsOf() {
  switch (type) {
    case JointType::fixed:
      return 6;
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::screw:
      return 5;
    case JointType::universal:
    case JointType::cylindrical:
    case JointType::constant_velocity:
      return 4;
    case JointType::ball:
    case JointType::planar:
      return 3;
    case JointType::revolute_spherical:
    case JointType::point_on_line:
    case JointType::parallel_axes:
      return 2;
    default:
      return 1;
  }
}

template <JointType type>
struct Residual {
  static constexpr int kRows = RowsOf<type>();
  MarkerPair pair;
  double length = 0, pitch = 0;

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const RelativePose<S> p(pair, bodies);
    const S axis_x = p.x_F.dot(p.z_M), axis_y = p.y_F.dot(p.z_M);
    const S sine_x = 0.5 * (p.z_F.dot(p.y_M) - p.y_F.dot(p.z_M));
    const S sine_y = 0.5 * (p.x_F.dot(p.z_M) - p.z_F.dot(p.x_M));
    const S sine_z = 0.5 * (p.y_F.dot(p.x_M) - p.x_F.dot(p.y_M));
    const S dx = p.D.dot(p.x_F), dy = p.D.dot(p.y_F), dz = p.D.dot(p.z_F);
    using enum JointType;
    if constexpr (type == ball) g << p.D;
    if constexpr (type == revolute) g << p.D, axis_x, axis_y;
    if constexpr (type == universal) g << p.D, p.z_F.dot(p.z_M);
    if constexpr (type == cylindrical) g << dx, dy, axis_x, axis_y;
    if constexpr (type == prismatic) g << dx, dy, sine_x, sine_y, sine_z;
    if constexpr (type == planar) g << dz, axis_x, axis_y;
    if constexpr (type == fixed) g << p.D, sine_x, sine_y, sine_z;
    if constexpr (type == screw) {
      const S cosine = p.x_F.dot(p.x_M) + p.y_F.dot(p.y_M);
      g << dx, dy, axis_x, axis_y, dz - pitch * atan2(S(2.0 * sine_z), cosine);
    }
    if constexpr (type == distance) g << sqrt(p.D.squaredNorm()) - length;
    if constexpr (type == revolute_spherical) g << sqrt(p.D.squaredNorm()) - length, dz;
    if constexpr (type == point_on_line) g << dx, dy;
    if constexpr (type == point_on_plane) g << dz;
    if constexpr (type == parallel_axes) g << axis_x, axis_y;
    if constexpr (type == perpendicular_axes) g << p.z_F.dot(p.z_M);
    if constexpr (type == constant_velocity) g << p.D, S(-2.0 * sine_z);
  }
};

/// Calls `use` with the UserConstraint that has the equations of `type`.
template <class Use, std::size_t i = 0>
void ForResidualOf(
    JointType type, const MarkerPair& pair, double length, double pitch, const Use& use) {
  if constexpr (i < kJointTypes.size()) {
    if (type != kJointTypes[i]) return ForResidualOf<Use, i + 1>(type, pair, length, pitch, use);
    using F = Residual<kJointTypes[i]>;
    use(UserConstraint<F>({pair.A, pair.B}, F{pair, length, pitch}));
  }
}

}  // namespace trunnion::test
