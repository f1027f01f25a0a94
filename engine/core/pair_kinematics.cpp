// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/pair_kinematics.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

// Positions of the four 3-vectors in the local increment x.
constexpr int kRA = 0, kPhiA = 3, kRB = 6, kPhiB = 9;

// tr(Y) I − Y; its transpose maps φ to ax(Y φ~), itself φ to ax(φ~ Y).
Mat3 TraceMinus(const Mat3& Y) { return Y.trace() * Mat3::Identity() - Y; }

/// a − b and what rounding takes from it. Source: Knuth (1969), section 4.2.2.
struct Difference {
  Difference(double a, double b) : value(a - b) {
    const double part = value - a;
    rest = (a - (value - part)) - (b + part);
  }
  double value, rest;
};

/// (a − b) + (c − d): bodies far from the origin and near each other, or arms as long as the way to
/// the body, cost no digits.
Vec3 AddDifferences(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  constexpr double kFar = 64;  // [m]
  if (b.squaredNorm() + d.squaredNorm() < kFar * kFar) return (a - b) + (c - d);
  Vec3 sum;
  for (int i = 0; i < 3; ++i) {
    const Difference first(a[i], b[i]), second(c[i], d[i]);
    sum[i] = (first.value + second.value) + (first.rest + second.rest);
  }
  return sum;
}

}  // namespace

PairKinematics::PairKinematics(const MarkerPair& pair,
                               const BodyState& A,
                               const BodyState& B,
                               Parts parts)
    : a_(pair.X_AF.p),
      b_(pair.X_BM.p),
      R_A_(A.R),
      R_B_(B.R),
      R_AF_(pair.X_AF.R),
      R_BM_(pair.X_BM.R),
      D_(AddDifferences(B.r, A.r, B.R * pair.X_BM.p, A.R * pair.X_AF.p)) {
  if (parts == Parts::separations) return;
  R_WF_.noalias() = A.R * pair.X_AF.R;
  const Mat3 R_WM = B.R * pair.X_BM.R;
  Q_.noalias() = R_WF_.transpose() * R_WM;
}

double PairKinematics::Separation(const Vec3& n_W, Vec12& gradient) const {
  gradient.segment<3>(kRA) = -n_W;
  gradient.segment<3>(kPhiA) = -a_.cross(R_A_.transpose() * n_W);
  gradient.segment<3>(kRB) = n_W;
  gradient.segment<3>(kPhiB) = b_.cross(R_B_.transpose() * n_W);
  return n_W.dot(D_);
}

void PairKinematics::AddSeparationHessian(const Vec3& n_W, Mat12& H) const {
  H.block<3, 3>(kPhiA, kPhiA) -= Skew(a_) * Skew(R_A_.transpose() * n_W);
  H.block<3, 3>(kPhiB, kPhiB) += Skew(b_) * Skew(R_B_.transpose() * n_W);
}

double PairKinematics::Offset(const Vec3& n_F, Vec12& gradient) const {
  const Vec3 n_W = R_WF_ * n_F, n_A = R_AF_ * n_F;
  const Vec3 y = R_A_.transpose() * D_ + a_;  // from Ao to Mo, in A
  gradient.segment<3>(kRA) = -n_W;
  gradient.segment<3>(kPhiA) = n_A.cross(y);
  gradient.segment<3>(kRB) = n_W;
  gradient.segment<3>(kPhiB) = b_.cross(R_B_.transpose() * n_W);
  return n_W.dot(D_);
}

void PairKinematics::AddOffsetHessian(const Vec3& n_F, Mat12& H) const {
  const Vec3 n_A = R_AF_ * n_F, y = R_A_.transpose() * D_ + a_;
  const Mat3 n = Skew(n_A), b = Skew(b_), R_n = R_A_ * n;
  const Mat3 R_AB = R_A_.transpose() * R_B_;
  H.block<3, 3>(kRA, kPhiA) += R_n;
  H.block<3, 3>(kRB, kPhiA) -= R_n;
  H.block<3, 3>(kPhiA, kRA) += R_n.transpose();  // −n~ R_Aᵀ
  H.block<3, 3>(kPhiA, kRB) -= R_n.transpose();
  H.block<3, 3>(kPhiA, kPhiA) += n * Skew(y);
  H.block<3, 3>(kPhiA, kPhiB) -= n * R_AB * b;
  H.block<3, 3>(kPhiB, kPhiA) -= b * R_AB.transpose() * n;
  H.block<3, 3>(kPhiB, kPhiB) += b * Skew(R_AB.transpose() * n_A);
}

double PairKinematics::Distance(Vec12& gradient) const {
  const double length = D_.norm();
  if (length == 0) {
    gradient.setZero();
    return 0;
  }
  Separation(D_ / length, gradient);
  return length;
}

void PairKinematics::AddDistanceHessian(double weight, Mat12& H) const {
  const double length = D_.norm();
  if (length == 0) return;
  const Vec3 e = D_ / length;
  Eigen::Matrix<double, 3, 12> J;  // ∂D/∂x
  J.middleCols<3>(kRA) = -Mat3::Identity();
  J.middleCols<3>(kPhiA) = R_A_ * Skew(a_);
  J.middleCols<3>(kRB) = Mat3::Identity();
  J.middleCols<3>(kPhiB) = -R_B_ * Skew(b_);
  const Mat3 P = (weight / length) * (Mat3::Identity() - e * e.transpose());
  H.noalias() += J.transpose() * (P * J);
  AddSeparationHessian(weight * e, H);
}

// δQ = Q φ_M~ − φ_F~ Q with φ_M = R_BMᵀ dφ_B, φ_F = R_AFᵀ dφ_A.
double PairKinematics::Orientation(const Mat3& C, Vec12& gradient) const {
  gradient.segment<3>(kRA).setZero();
  gradient.segment<3>(kPhiA) = -(R_AF_ * Axial(C * Q_.transpose()));
  gradient.segment<3>(kRB).setZero();
  gradient.segment<3>(kPhiB) = R_BM_ * Axial(Q_.transpose() * C);
  return Value(C);
}

void PairKinematics::AddOrientationHessian(const Mat3& C, Mat12& H) const {
  const Mat3 Y = TraceMinus(Q_.transpose() * C);              // of the gradient on B
  const Mat3 Z = TraceMinus(C * Q_.transpose()).transpose();  // of the gradient on A
  const Mat3 B_Y = R_BM_ * Y, A_Z = R_AF_ * Z;
  H.block<3, 3>(kPhiB, kPhiB) -= B_Y * R_BM_.transpose();
  H.block<3, 3>(kPhiB, kPhiA) += B_Y * Q_.transpose() * R_AF_.transpose();
  H.block<3, 3>(kPhiA, kPhiB) += A_Z * Q_ * R_BM_.transpose();
  H.block<3, 3>(kPhiA, kPhiA) -= A_Z * R_AF_.transpose();
}

double PairKinematics::Angle(const Mat3& C_s, const Mat3& C_c, Vec12& gradient) const {
  const double s = Value(C_s), c = Value(C_c), rho2 = s * s + c * c;
  if (rho2 == 0) {
    gradient.setZero();
    return 0;
  }
  Orientation((c * C_s - s * C_c) / rho2, gradient);
  return std::atan2(s, c);
}

// With ρ² = s² + c², T = ∂(angle)/∂x and N = ∂(ln ρ)/∂x: H = H_⟨(c C_s − s C_c)/ρ²⟩ − T Nᵀ − N Tᵀ.
void PairKinematics::AddAngleHessian(const Mat3& C_s,
                                     const Mat3& C_c,
                                     double weight,
                                     Mat12& H) const {
  const double s = Value(C_s), c = Value(C_c), rho2 = s * s + c * c;
  if (rho2 == 0) return;
  const Mat3 C_T = (c * C_s - s * C_c) / rho2;
  Vec12 T, N;
  Orientation(C_T, T);
  Orientation((s * C_s + c * C_c) / rho2, N);
  AddOrientationHessian(weight * C_T, H);
  const Mat12 TN = weight * T * N.transpose();
  H -= TN + TN.transpose();
}

Mat3 TwistSine() {
  Mat3 C = Mat3::Zero();
  C(1, 0) = 1;
  C(0, 1) = -1;
  return C;
}

Mat3 TwistCosine() {
  Mat3 C = Mat3::Zero();
  C(0, 0) = C(1, 1) = 1;
  return C;
}

}  // namespace trunnion
