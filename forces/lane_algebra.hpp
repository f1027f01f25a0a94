// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// Vectors, matrices and rotation vectors with one number of each in every lane of a register; rules
// of engine/core/vector_register.hpp.

#include "engine/core/vector_register.hpp"

namespace trunnion::TRUNNION_KERNELS {

struct Vector {
  Pack x, y, z;
};
struct Matrix {
  Vector x, y, z;  ///< columns
};

inline Vector operator+(const Vector& a, const Vector& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vector operator-(const Vector& a, const Vector& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vector operator*(Pack s, const Vector& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Pack Dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vector Cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vector operator*(const Matrix& A, const Vector& b) {
  return b.x * A.x + b.y * A.y + b.z * A.z;
}
inline Matrix operator*(const Matrix& A, const Matrix& B) { return {A * B.x, A * B.y, A * B.z}; }
inline Vector TransposeTimes(const Matrix& A, const Vector& b) {
  return {Dot(A.x, b), Dot(A.y, b), Dot(A.z, b)};
}

inline Vector LoadVector(const double (*rows)[8], int lane) {
  return {Load(rows[0] + lane), Load(rows[1] + lane), Load(rows[2] + lane)};
}
inline Matrix LoadMatrix(const double (*rows)[8], int lane) {
  return {LoadVector(rows, lane), LoadVector(rows + 3, lane), LoadVector(rows + 6, lane)};
}
inline void StoreVector(const Vector& a, double (*rows)[8], int lane) {
  Store(rows[0] + lane, a.x);
  Store(rows[1] + lane, a.y);
  Store(rows[2] + lane, a.z);
}

/// asin(x)/x of x² = s. Below kLargestSine2 the first term left out is under 1e-17.
inline Pack AngleOverSine(Pack s) {
  constexpr double kRatios[] = {361.0 / 420,
                                289.0 / 342,
                                225.0 / 272,
                                169.0 / 210,
                                121.0 / 156,
                                81.0 / 110,
                                49.0 / 72,
                                25.0 / 42,
                                9.0 / 20,
                                1.0 / 6};
  Pack sum = 1 - Pack{};
  for (double ratio : kRatios) sum = 1 + ratio * s * sum;
  return sum;
}
inline constexpr double kLargestSine2 = 0.036;

/// (1 − (x/2) cot(x/2))/x² of x² = s < 0.04.
inline Pack InverseCoefficient(Pack s) {
  return 1.0 / 12 +
         s * (1.0 / 720 + s * (1.0 / 30240 + s * (1.0 / 1209600 + s * (1.0 / 47900160))));
}

/// T(θ)⁻¹ a for sign 1, T(θ)⁻ᵀ a for −1.
inline Vector TangentInverse(double sign, const Vector& theta, Pack s, Pack c, const Vector& a) {
  return (1 - c * s) * a + (sign * 0.5 - Pack{}) * Cross(theta, a) + c * Dot(theta, a) * theta;
}

}  // namespace trunnion::TRUNNION_KERNELS
