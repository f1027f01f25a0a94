// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <string>

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

/// The inputs of a file, by name.
using InputLaws = std::map<std::string, MotionLaw, std::less<>>;

/// A number, or an object with a type.
/// @param angle   the value is an angle: numbers may carry deg.
/// @param smooth  it prescribes a motion: two derivatives are needed.
MotionLaw ReadTimeLaw(const Entry& entry, const InputLaws& inputs, bool angle, bool smooth);
/// A law along a coordinate: one over time, or servo, over_speed, over_coordinate, sum.
ScalarLaw ReadDrive(const Entry& entry, const InputLaws& inputs, bool angle);
/// Three numbers or laws of time.
AppliedVector ReadAppliedVector(const Entry& entry,
                                const InputLaws& inputs,
                                AppliedVector::Frame frame);

}  // namespace trunnion::model_file
