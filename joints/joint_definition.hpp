// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/core/pair_coordinate.hpp"

/// What a joint between frame F (on A) and frame M (on B) is made of: a list of scalar equations
/// (rows) and a list of coordinates for reports. One header per joint writes such a list down;
/// joints/joint.hpp evaluates it. Symbols: D = p_FM in the world, d the same in F, Q = R_FM.
namespace trunnion {

/// One scalar equation 0 = g.
struct JointRow {
  enum class Kind {
    separation,   ///< direction · D, direction fixed in the world [m]
    offset,       ///< direction · d, direction fixed in F [m]
    orientation,  ///< ⟨C, Q⟩ [–]; its multiplier is a torque [N·m]
    distance,     ///< |D| − length [m]
    screw,        ///< d_z − pitch · angle, the multi-turn angle [m]
  };
  Kind kind = Kind::separation;
  Vec3 direction = Vec3::Zero();
  Mat3 C = Mat3::Zero();
};

/// One scalar coordinate of M relative to F.
struct JointCoordinate {
  enum class Form {
    plain,            ///< one of CoordinateKind
    angle,            ///< atan2(⟨C_s, Q⟩, ⟨C_c, Q⟩) [rad]
    direction_angle,  ///< atan2(d_y, d_x) [rad]
    rotation_vector,  ///< component `axis` of Log(Q), equal in F and M [rad]
  };
  Form form = Form::plain;
  std::string_view name;
  CoordinateKind kind = CoordinateKind::offset_x;  ///< for Form::plain
  int axis = 0;                                    ///< for Form::rotation_vector
  Mat3 C_s = Mat3::Zero(), C_c = Mat3::Zero();     ///< for Form::angle

  std::string_view unit() const { return form == Form::plain && !is_angle(kind) ? "m" : "rad"; }
  /// The kind under which motions, motors, stops and springs can act on it; none for components
  /// that are for reports only.
  std::optional<CoordinateKind> plain_kind() const {
    return form == Form::plain ? std::optional(kind) : std::nullopt;
  }
};

/// Which of several roots of the equations is the joint that the user means.
enum class JointBranch {
  any,              ///< all of them
  axes_aligned,     ///< z_F · z_M > 0
  frames_aligned,   ///< tr Q > 1, less than 90° from Q = I
  twist_aligned,    ///< Q₁₁ + Q₂₂ > 0
  points_distinct,  ///< D ≠ 0
};

struct JointDefinition {
  static constexpr int kMaxRows = 6;
  std::array<JointRow, kMaxRows> rows;
  int num_rows = 0;
  std::array<JointCoordinate, 6> coordinates;
  int num_coordinates = 0;
  JointBranch branch = JointBranch::any;

  JointDefinition& Add(const JointRow& row) {
    rows[num_rows++] = row;
    return *this;
  }
  /// Three rows p_WM − p_WF = 0, in the world.
  JointDefinition& AddCoincidence() {
    for (int i = 0; i < 3; ++i)
      Add({.kind = JointRow::Kind::separation, .direction = Vec3::Unit(i)});
    return *this;
  }
  /// d_axis = 0 (axis 0, 1, 2 for x, y, z of F).
  JointDefinition& AddOffset(int axis) {
    return Add({.kind = JointRow::Kind::offset, .direction = Vec3::Unit(axis)});
  }
  /// (axis i of F) · (axis j of M) = 0.
  JointDefinition& AddPerpendicular(int i, int j) {
    return Add({.kind = JointRow::Kind::orientation, .C = Unit(i, j)});
  }
  /// x_F · z_M = 0 and y_F · z_M = 0: z_M along ± z_F.
  JointDefinition& AddParallelAxes() { return AddPerpendicular(0, 2).AddPerpendicular(1, 2); }
  /// (Q_ij − Q_ji)/2 = 0.
  JointDefinition& AddAntisymmetric(int i, int j) {
    return Add({.kind = JointRow::Kind::orientation, .C = 0.5 * (Unit(i, j) - Unit(j, i))});
  }
  /// The antisymmetric part of Q vanishes: Q = I or a half turn.
  JointDefinition& AddSameOrientation() {
    return AddAntisymmetric(2, 1).AddAntisymmetric(0, 2).AddAntisymmetric(1, 0);
  }

  JointDefinition& Report(const JointCoordinate& coordinate) {
    coordinates[num_coordinates++] = coordinate;
    return *this;
  }
  JointDefinition& Report(std::string_view name, CoordinateKind kind) {
    return Report({.name = name, .kind = kind});
  }
  JointDefinition& ReportAngle(std::string_view name, const Mat3& C_s, const Mat3& C_c) {
    return Report({.form = JointCoordinate::Form::angle, .name = name, .C_s = C_s, .C_c = C_c});
  }
  /// The first `count` components of the rotation vector.
  JointDefinition& ReportRotationVector(int count) {
    constexpr std::array<std::string_view, 3> kNames{"rotation_x", "rotation_y", "rotation_z"};
    for (int i = 0; i < count; ++i) {
      Report({.form = JointCoordinate::Form::rotation_vector, .name = kNames[i], .axis = i});
    }
    return *this;
  }
  JointDefinition& On(JointBranch which) {
    branch = which;
    return *this;
  }

  /// e_i e_jᵀ: ⟨Unit(i, j), Q⟩ = Q_ij = (axis i of F) · (axis j of M).
  static Mat3 Unit(int i, int j) { return Vec3::Unit(i) * Vec3::Unit(j).transpose(); }
};

}  // namespace trunnion
