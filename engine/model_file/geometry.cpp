// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <array>

#include "engine/core/rotation.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {

VectorXd ReadNumbers(const Entry& entry, int size, bool angles) {
  const std::string expected = "an array of " + std::to_string(size) + " numbers";
  if (!entry.json().is_array()) entry.FailType(expected);
  if (entry.json().size() != static_cast<std::size_t>(size)) {
    entry.Fail("expected " + expected + ", found " + std::to_string(entry.json().size()) +
               " elements");
  }
  VectorXd values(size);
  int i = 0;
  for (const Entry& item : entry.Items()) values[i++] = item.NumberOrAngle(angles);
  return values;
}

Vec3 ReadVector(const Entry& entry) { return ReadNumbers(entry, 3); }
Vec3 ReadAngles(const Entry& entry) { return ReadNumbers(entry, 3, true); }

MatrixXd ReadMatrix(const Entry& entry, int size) {
  const auto rows = entry.Items();
  if (rows.size() != static_cast<std::size_t>(size)) {
    entry.Fail("expected " + std::to_string(size) + " rows, found " + std::to_string(rows.size()));
  }
  MatrixXd matrix(size, size);
  for (int i = 0; i < size; ++i)
    matrix.row(i) = ReadNumbers(rows[static_cast<std::size_t>(i)], size).transpose();
  return matrix;
}

namespace {

Mat3 ReadQuaternion(const Entry& entry) {
  const VectorXd q = ReadNumbers(entry, 4);
  const double norm = q.stableNorm();
  if (!(norm > 1e-100 && norm < 1e100)) entry.Fail("the quaternion is zero or huge; normalize it");
  return Eigen::Quaterniond(q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm).toRotationMatrix();
}

Vec3 ReadDirection(const Entry& entry) {
  const Vec3 v = ReadVector(entry);
  const double norm = v.stableNorm();
  if (!(norm > 1e-100 && norm < 1e100)) entry.Fail("the axis is zero or huge; give a direction");
  return v / norm;
}

/// Two of x, y, z: the later letter is kept, of the earlier only its part normal to it.
Mat3 ReadAxes(const Entry& entry) {
  entry.RequireKeys({"x", "y", "z"});
  const std::array<std::string, 3> names{"x", "y", "z"};
  std::vector<int> given;
  for (int i = 0; i < 3; ++i)
    if (entry.Has(names[static_cast<std::size_t>(i)])) given.push_back(i);
  if (given.size() != 2) entry.Fail("give two of the axes x, y and z, the third follows");
  const int kept = given[1], other = given[0], third = 3 - kept - other;
  const Vec3 a = ReadDirection(entry.At(names[static_cast<std::size_t>(kept)]));
  const Vec3 b = ReadDirection(entry.At(names[static_cast<std::size_t>(other)]));
  const Vec3 normal = b - a * a.dot(b);
  if (normal.norm() < 1e-9) entry.Fail("the two axes are parallel; give two that span a plane");
  Mat3 R;
  R.col(kept) = a;
  R.col(other) = normal.normalized();
  const double sign = (other + 1) % 3 == kept ? 1 : -1;  // e_other × e_kept = sign e_third
  R.col(third) = sign * R.col(other).cross(a);
  return R;
}

Mat3 ReadRotationMatrix(const Entry& entry) {
  const Mat3 R = ReadMatrix(entry, 3);
  const bool orthonormal = (R.transpose() * R - Mat3::Identity()).norm() < 1e-6;
  if (!orthonormal || R.determinant() < 0)
    entry.Fail("the matrix is no rotation; its columns must be right-handed unit axes");
  return Reorthonormalize(Reorthonormalize(R));
}

}  // namespace

Mat3 ReadOrientation(const Entry& entry) {
  entry.RequireKeys({"rotation_vector", "quaternion", "axes", "matrix"});
  if (entry.json().size() != 1)
    entry.Fail("give exactly one of rotation_vector, quaternion, axes and matrix");
  if (const auto e = entry.Find("rotation_vector")) {
    const Vec3 theta = ReadAngles(*e);
    if (!(theta.cwiseAbs().maxCoeff() < 1e6)) e->Fail("the rotation is huge; give less than 1e6");
    return RotationExp(theta);
  }
  if (const auto e = entry.Find("quaternion")) return ReadQuaternion(*e);
  if (const auto e = entry.Find("axes")) return ReadAxes(*e);
  return ReadRotationMatrix(entry.At("matrix"));
}

Pose ReadPose(const Entry& entry) {
  entry.RequireKeys({"position", "orientation"});
  Pose pose;
  Into(entry, "position", pose.p, ReadVector);
  Into(entry, "orientation", pose.R, ReadOrientation);
  return pose;
}

}  // namespace trunnion::model_file
