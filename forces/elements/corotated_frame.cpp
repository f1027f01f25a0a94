// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/corotated_frame.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "engine/core/followed_rotation.hpp"

namespace trunnion {
namespace {

/// θᵢ for a given R_E; the return value is their mean.
template <int K>
Vec3 CalcRotations(const std::array<Mat3, K>& R, const Mat3& R_E, std::array<Vec3, K>& theta) {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < K; ++i) {
    theta[idx(i)] = RelativeRotationVector(R_E, R[idx(i)]);
    sum += theta[idx(i)];
  }
  return sum / K;
}

/// Step of Newton's method to Σ θᵢ = 0 where the θᵢ are large: (Σ T(θᵢ)⁻ᵀ)⁻¹ Σ θᵢ.
template <int K>
Vec3 CalcFullStep(const Vec3& mean, const std::array<Vec3, K>& theta) {
  Mat3 sum = Mat3::Zero();
  for (const Vec3& own : theta) sum += RotationTangentInverse(-own);
  return sum.inverse() * (K * mean);
}

/// Orientation with Σ θᵢ = 0 near R_E, by Newton's method, with unit tangents first: their
/// convergence is quadratic in the size of the θᵢ.
template <int K>
Mat3 CalcMeanRotation(const std::array<Mat3, K>& R, Mat3 R_E, std::array<Vec3, K>& theta) {
  constexpr int kMaxIterations = 30;
  constexpr int kUnitSteps = 3;
  constexpr double kLarge = 1;  // [rad]
  for (int i = 0; i < kMaxIterations; ++i) {
    const Vec3 mean = CalcRotations<K>(R, R_E, theta);
    double largest = 0;
    for (const Vec3& own : theta) largest = std::max(largest, own.norm());
    if (mean.norm() < (largest < kLarge ? 1e-15 : 1e-14)) break;
    const bool unit = i < kUnitSteps || largest < kLarge;
    R_E = R_E * RotationExp(unit ? mean : CalcFullStep<K>(mean, theta));
  }
  return R_E;
}

/// Axes of frame i turned back by its orientation when undeformed.
template <int K>
Mat3 CalcFrame(const FrameGroup<K>& frames, std::span<const BodyState> all, int i) {
  return all[idx(frames.bodies[idx(i)])].R *
         (frames.X_BF[idx(i)].R * frames.X_EF[idx(i)].R.transpose());
}

}  // namespace

template <int K>
bool IsFarTurned(const FrameGroup<K>& frames, std::span<const BodyState> all) {
  const Mat3 first = CalcFrame<K>(frames, all, 0);
  for (int i = 1; i < K; ++i)
    if (TraceOfRelative(first, CalcFrame<K>(frames, all, i)) < kRememberedTrace) return true;
  return false;
}

template <int K>
CorotatedFrame<K> CalcCorotatedFrame(const FrameGroup<K>& frames,
                                     std::span<const BodyState> all,
                                     const Vec3& remembered) {
  CorotatedFrame<K> at;
  std::array<Mat3, K> R;
  std::array<Vec3, K> theta;
  for (int i = 0; i < K; ++i) R[idx(i)] = CalcFrame<K>(frames, all, i);
  const Mat3 start = remembered.isZero(0) ? R[0] : Mat3(R[0] * RotationExp(remembered));
  at.R_E = CalcMeanRotation<K>(R, start, theta);
  Mat3 sum = Mat3::Zero();
  const BodyState& first = all[idx(frames.bodies[0])];
  for (int i = 0; i < K; ++i) {
    const BodyState& body = all[idx(frames.bodies[idx(i)])];
    at.C[idx(i)] = at.R_E.transpose() * body.R;
    at.G[idx(i)] = RotationTangentInverse(-theta[idx(i)]);
    sum += at.G[idx(i)];
    at.u_hat[idx(i)] = at.R_E.transpose() * (body.r - first.r) +
                       at.C[idx(i)] * frames.X_BF[idx(i)].p - at.C[0] * frames.X_BF[0].p;
    at.e.template segment<3>(6 * i) = at.u_hat[idx(i)] - (frames.X_EF[idx(i)].p - frames.X_EF[0].p);
    at.e.template segment<3>(6 * i + 3) = theta[idx(i)];
  }
  at.mean_inverse = sum.inverse();
  return at;
}

template <int K>
auto CorotatedFrame<K>::CalcB(const FrameGroup<K>& frames) const -> Matrix {
  Matrix B = Matrix::Zero();
  for (int i = 0; i < K; ++i) {
    B.template block<3, 3>(6 * i, 6 * i) = R_E.transpose();
    B.template block<3, 3>(6 * i, 6 * i + 3) = -C[idx(i)] * Skew(frames.X_BF[idx(i)].p);
    B.template block<3, 3>(6 * i + 3, 6 * i + 3) = C[idx(i)];
  }
  return B;
}

template <int K>
auto CorotatedFrame<K>::CalcTurn() const -> Turn {
  Turn turn = Turn::Zero();
  for (int i = 0; i < K; ++i) turn.template middleCols<3>(6 * i + 3) = mean_inverse * G[idx(i)];
  return turn;
}

template <int K>
auto CorotatedFrame<K>::CalcD(const Turn& turn) const -> Matrix {
  Matrix D;
  for (int i = 0; i < K; ++i) {
    D.template middleRows<3>(6 * i) = Skew(u_hat[idx(i)]) * turn;
    D.template middleRows<3>(6 * i + 3) = -G[idx(i)] * turn;
    D.template block<3, 3>(6 * i, 6 * i).diagonal().array() += 1;
    D.template block<3, 3>(6 * i, 0).diagonal().array() -= 1;
    D.template block<3, 3>(6 * i + 3, 6 * i + 3) += G[idx(i)];
  }
  return D;
}

template <int K>
auto CorotatedFrame<K>::CalcWrenches(const Vector& S) const -> Vector {
  Vector W = S;
  Vec3 couple = Vec3::Zero();  // dual to φ_E
  for (int i = 0; i < K; ++i) {
    const Vec3 force = S.template segment<3>(6 * i);
    const Vec3 torque = G[idx(i)].transpose() * S.template segment<3>(6 * i + 3);
    couple += force.cross(u_hat[idx(i)]) - torque;
    W.template head<3>() -= force;
    W.template segment<3>(6 * i + 3) = torque;
  }
  const Vec3 shared = mean_inverse.transpose() * couple;
  for (int i = 0; i < K; ++i) W.template segment<3>(6 * i + 3) += G[idx(i)].transpose() * shared;
  return W;
}

template <int K>
auto CorotatedFrame<K>::CalcWrenchGradient(const Vector& S, const Matrix& D) const -> Matrix {
  Vec3 couple = Vec3::Zero();
  for (int i = 0; i < K; ++i)
    couple += S.template segment<3>(6 * i).cross(u_hat[idx(i)]) -
              G[idx(i)].transpose() * S.template segment<3>(6 * i + 3);
  const Vec3 shared = mean_inverse.transpose() * couple;
  std::array<Turn, K> own;  // derivatives of Gᵢᵀ (S_θᵢ + shared) at fixed `shared`
  Turn couple_y = Turn::Zero();
  for (int i = 0; i < K; ++i) {
    const Vec3 torque = S.template segment<3>(6 * i + 3) + shared;
    own[idx(i)] = RotationTangentInverseDerivative(e.template segment<3>(6 * i + 3), torque) *
                  D.template middleRows<3>(6 * i + 3);
    couple_y += Skew(S.template segment<3>(6 * i)) * D.template middleRows<3>(6 * i) - own[idx(i)];
  }
  const Turn shared_y = mean_inverse.transpose() * couple_y;
  Matrix W_y = Matrix::Zero();
  for (int i = 0; i < K; ++i)
    W_y.template middleRows<3>(6 * i + 3) = own[idx(i)] + G[idx(i)].transpose() * shared_y;
  return W_y;
}

template <int K>
auto CorotatedFrame<K>::CalcForce(const FrameGroup<K>& frames, const Vector& W) const -> Vector {
  Vector f;
  for (int i = 0; i < K; ++i) {
    const Vec3 force = W.template segment<3>(6 * i), torque = W.template segment<3>(6 * i + 3);
    f.template segment<3>(6 * i) = R_E * force;
    f.template segment<3>(6 * i + 3) =
        frames.X_BF[idx(i)].p.cross(C[idx(i)].transpose() * force) + C[idx(i)].transpose() * torque;
  }
  return f;
}

template <int K>
auto CorotatedFrame<K>::CalcForceGradient(const FrameGroup<K>& frames,
                                          const Vector& W,
                                          const Turn& turn) const -> Matrix {
  Matrix f_y;
  for (int i = 0; i < K; ++i) {
    const Mat3 force = Skew(W.template segment<3>(6 * i));
    const Mat3 arm = Skew(frames.X_BF[idx(i)].p) * C[idx(i)].transpose() * force +
                     C[idx(i)].transpose() * Skew(W.template segment<3>(6 * i + 3));
    f_y.template middleRows<3>(6 * i) = -R_E * force * turn;
    f_y.template middleRows<3>(6 * i + 3) = -arm * turn;
    f_y.template block<3, 3>(6 * i + 3, 6 * i + 3) += arm;
  }
  return f_y;
}

template <int K>
auto CorotatedFrame<K>::CalcVelocity(const FrameGroup<K>& frames,
                                     std::span<const BodyState> all) const -> Vector {
  Vector y_dot;
  const Vec3 common = all[idx(frames.bodies[0])].v;
  for (int i = 0; i < K; ++i) {
    const BodyState& body = all[idx(frames.bodies[idx(i)])];
    y_dot.template segment<3>(6 * i) =
        R_E.transpose() * (body.v - common) + C[idx(i)] * body.w.cross(frames.X_BF[idx(i)].p);
    y_dot.template segment<3>(6 * i + 3) = C[idx(i)] * body.w;
  }
  return y_dot;
}

template <int K>
Vec3 CorotatedFrame<K>::CalcSpin(const Vector& y_dot) const {
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < K; ++i) sum += G[idx(i)] * y_dot.template segment<3>(6 * i + 3);
  return mean_inverse * sum;
}

template <int K>
auto CorotatedFrame<K>::CalcRate(const Vector& y_dot) const -> Vector {
  const Vec3 w_E = CalcSpin(y_dot);
  Vector rate;
  for (int i = 0; i < K; ++i) {
    rate.template segment<3>(6 * i) =
        y_dot.template segment<3>(6 * i) - y_dot.template head<3>() + u_hat[idx(i)].cross(w_E);
    rate.template segment<3>(6 * i + 3) = G[idx(i)] * (y_dot.template segment<3>(6 * i + 3) - w_E);
  }
  return rate;
}

/// ∂(θᵢ')/∂y at fixed ω_E.
template <int K>
auto CorotatedFrame<K>::CalcOwnRotationGradient(
    int i, const Vector& y_dot, const Vec3& w_E, const Turn& turn, const Matrix& D) const -> Turn {
  const Vec3 w = y_dot.template segment<3>(6 * i + 3);
  Turn psi = -turn;  // rotation of body i relative to E
  psi.template middleCols<3>(6 * i + 3) += Mat3::Identity();
  return -RotationTangentInverseDerivative(-e.template segment<3>(6 * i + 3), w - w_E) *
             D.template middleRows<3>(6 * i + 3) -
         G[idx(i)] * Skew(w) * psi;
}

template <int K>
auto CorotatedFrame<K>::CalcSpinGradient(const Vector& y_dot,
                                         const Turn& turn,
                                         const Matrix& D) const -> Turn {
  const Vec3 w_E = CalcSpin(y_dot);
  Turn sum = Turn::Zero();
  for (int i = 0; i < K; ++i) sum += CalcOwnRotationGradient(i, y_dot, w_E, turn, D);
  return mean_inverse * sum;
}

template <int K>
auto CorotatedFrame<K>::CalcTurnGradient(const Vec3& c, const Turn& c_y, const Matrix& D) const
    -> Matrix {
  const Vec3 shared = mean_inverse.transpose() * c;
  std::array<Turn, K> own;
  Turn rest = c_y;
  for (int i = 0; i < K; ++i) {
    own[idx(i)] = RotationTangentInverseDerivative(e.template segment<3>(6 * i + 3), shared) *
                  D.template middleRows<3>(6 * i + 3);
    rest -= own[idx(i)];
  }
  const Turn shared_y = mean_inverse.transpose() * rest;
  Matrix out = Matrix::Zero();
  for (int i = 0; i < K; ++i)
    out.template middleRows<3>(6 * i + 3) = own[idx(i)] + G[idx(i)].transpose() * shared_y;
  return out;
}

template <int K>
auto CorotatedFrame<K>::CalcRateGradient(const FrameGroup<K>& frames,
                                         std::span<const BodyState> all,
                                         const Vector& y_dot,
                                         const Turn& turn,
                                         const Matrix& D) const -> Matrix {
  const Vec3 w_E = CalcSpin(y_dot);
  const Turn w_E_y = CalcSpinGradient(y_dot, turn, D);
  std::array<Turn, K> point;  // of yᵖ'
  for (int i = 0; i < K; ++i) {
    const BodyState& body = all[idx(frames.bodies[idx(i)])];
    const Mat3 arm = Skew(C[idx(i)] * body.w.cross(frames.X_BF[idx(i)].p));
    point[idx(i)] = Skew(y_dot.template segment<3>(6 * i)) * turn;
    point[idx(i)].template middleCols<3>(6 * i + 3) -= arm;
  }
  Matrix rate_y;
  for (int i = 0; i < K; ++i) {
    rate_y.template middleRows<3>(6 * i) = point[idx(i)] - point[0] -
                                           Skew(w_E) * D.template middleRows<3>(6 * i) +
                                           Skew(u_hat[idx(i)]) * w_E_y;
    rate_y.template middleRows<3>(6 * i + 3) =
        CalcOwnRotationGradient(i, y_dot, w_E, turn, D) - G[idx(i)] * w_E_y;
  }
  return rate_y;
}

#define TRUNNION_INSTANTIATE(K)                                       \
  template struct CorotatedFrame<K>;                                  \
  template CorotatedFrame<K> CalcCorotatedFrame<K>(                   \
      const FrameGroup<K>&, std::span<const BodyState>, const Vec3&); \
  template bool IsFarTurned<K>(const FrameGroup<K>&, std::span<const BodyState>);
TRUNNION_SUPERELEMENT_SIZES(TRUNNION_INSTANTIATE)
#undef TRUNNION_INSTANTIATE

}  // namespace trunnion
