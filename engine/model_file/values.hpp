// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>

#include "engine/core/expression.hpp"
#include "engine/core/laws.hpp"
#include "engine/core/pose.hpp"
#include "engine/model_file/entry.hpp"
#include "forces/applied_force.hpp"
#include "forces/curve.hpp"

/// Values that occur in several elements. Keys and meaning: docs/model_file.md.
namespace trunnion::model_file {

/// Exactly `size` numbers; with `angles`, of which each may be "30 deg".
VectorXd ReadNumbers(const Entry& entry, int size, bool angles = false);
Vec3 ReadVector(const Entry& entry);
Vec3 ReadAngles(const Entry& entry);
MatrixXd ReadMatrix(const Entry& entry, int size);

/// An object with one of rotation_vector, quaternion, axes, matrix.
Mat3 ReadOrientation(const Entry& entry);
/// An object with position and orientation, both optional.
Pose ReadPose(const Entry& entry);

/// An object with points and interpolation, or linear and cubic. Other keys are left to the caller.
Curve ReadCurve(const Entry& entry);
/// As above, with no other keys.
Curve ReadPlainCurve(const Entry& entry);

using Tables = std::map<std::string, PiecewiseCubic, std::less<>>;
/// An object of names and tables, which formulas call as functions.
Tables ReadTables(const Entry& entry);

/// What laws of a file may refer to.
struct LawScope {
  std::map<std::string, MotionLaw, std::less<>> inputs;  ///< by name
  Expression::Constants parameters;
};

/// A number, or an object with a type.
/// @param angle   the value is an angle: numbers may carry deg.
/// @param smooth  it prescribes a motion: two derivatives are needed.
MotionLaw ReadTimeLaw(const Entry& entry, const LawScope& scope, bool angle, bool smooth);
/// A law along a coordinate: one over time, or servo, over_speed, over_coordinate, sum.
ScalarLaw ReadDrive(const Entry& entry, const LawScope& scope, bool angle);
/// {"type": "expression", "expression": TEXT, "tables"}: a formula of the time t [s] and, of a
/// drive, of the coordinate x and its rate v [m or rad, per s].
MotionLaw ReadTimeExpression(const Entry& entry, const Expression::Constants& parameters);
ScalarLaw ReadDriveExpression(const Entry& entry, const Expression::Constants& parameters);
/// Three numbers or laws of time.
AppliedVector ReadAppliedVector(const Entry& entry,
                                const LawScope& scope,
                                AppliedVector::Frame frame);

}  // namespace trunnion::model_file
