// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/corotated_inertia.hpp"

#include "engine/core/matrix_products.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

template <int K>
using Rows3 = Eigen::Matrix<double, 3, 6 * K>;

/// Velocities, accelerations and momenta in E axes.
template <int K>
struct Motion {
  LocalVector<K> y, y_dot;        // y' and its rate
  LocalVector<K> momentum, rate;  // π = M y' and π'
  Vec3 w_E;
  Vec3 c = Vec3::Zero();
  std::array<Vec3, K> arm, arm_acceleration;  // C (w × s), C (w' × s + w × (w × s))

  Vec3 p(const LocalVector<K>& x, int i) const { return x.template segment<3>(6 * i); }
  Vec3 r(const LocalVector<K>& x, int i) const { return x.template segment<3>(6 * i + 3); }
};

template <int K>
Motion<K> CalcMotion(const CorotatedFrame<K>& at,
                     const FrameGroup<K>& frames,
                     std::span<const BodyState> all,
                     const LocalMatrix<K>& mass,
                     const LocalVector<K>& a) {
  Motion<K> m;
  for (int i = 0; i < K; ++i) {
    const BodyState& body = all[idx(frames.bodies[idx(i)])];
    const Vec3& s = frames.X_BF[idx(i)].p;
    const Vec3 ws = body.w.cross(s), w_dot = a.template segment<3>(6 * i + 3);
    m.arm[idx(i)] = at.C[idx(i)] * ws;
    m.arm_acceleration[idx(i)] = at.C[idx(i)] * (w_dot.cross(s) + body.w.cross(ws));
    m.y.template segment<3>(6 * i) = at.R_E.transpose() * body.v + m.arm[idx(i)];
    m.y.template segment<3>(6 * i + 3) = at.C[idx(i)] * body.w;
    m.y_dot.template segment<3>(6 * i) =
        at.R_E.transpose() * a.template segment<3>(6 * i) + m.arm_acceleration[idx(i)];
    m.y_dot.template segment<3>(6 * i + 3) = at.C[idx(i)] * w_dot;
  }
  m.w_E = at.CalcSpin(m.y);
  for (int i = 0; i < 2 * K; ++i)
    m.y_dot.template segment<3>(3 * i) -= m.w_E.cross(m.y.template segment<3>(3 * i));
  m.momentum = Product(mass, m.y);
  m.rate = Product(mass, m.y_dot);
  for (int i = 0; i < 2 * K; ++i)
    m.c += m.y.template segment<3>(3 * i).cross(m.momentum.template segment<3>(3 * i));
  return m;
}

/// F of the header.
template <int K>
LocalVector<K> CalcInertiaWrenches(const Motion<K>& m) {
  LocalVector<K> F = -m.rate;
  for (int i = 0; i < 2 * K; ++i)
    F.template segment<3>(3 * i) -= m.w_E.cross(m.momentum.template segment<3>(3 * i));
  for (int i = 0; i < K; ++i)
    F.template segment<3>(6 * i + 3) += m.r(m.y, i).cross(m.r(m.momentum, i));
  return F;
}

/// Derivatives of F and c from those of y', its rate and ω_E.
template <int K>
void Differentiate(const Motion<K>& m,
                   const LocalMatrix<K>& mass,
                   const LocalMatrix<K>& dy,
                   const LocalMatrix<K>& dy_dot,
                   const Rows3<K>& dw_E,
                   LocalMatrix<K>& dF,
                   Rows3<K>& dc) {
  const LocalMatrix<K> dmomentum = Product(mass, dy);
  dF = -Product(mass, dy_dot);
  dc.setZero();
  for (int i = 0; i < 2 * K; ++i) {
    const Mat3 momentum = Skew(m.momentum.template segment<3>(3 * i));
    const Mat3 velocity = Skew(m.y.template segment<3>(3 * i));
    const auto row = dmomentum.template middleRows<3>(3 * i);
    const Rows3<K> couple = velocity * row - momentum * dy.template middleRows<3>(3 * i);
    dF.template middleRows<3>(3 * i) += momentum * dw_E - Skew(m.w_E) * row;
    if (i % 2 == 1) dF.template middleRows<3>(3 * i) += couple;
    dc += couple;
  }
}

/// ∂y'/∂y and ∂(y'')/∂y at fixed velocities and accelerations of the bodies.
template <int K>
void DifferentiateMotion(const Motion<K>& m,
                         const Rows3<K>& turn,
                         const Rows3<K>& w_E_y,
                         LocalMatrix<K>& y_y,
                         LocalMatrix<K>& y_dot_y) {
  const Mat3 w_E = Skew(m.w_E);
  for (int i = 0; i < K; ++i) {
    const Vec3 point = m.p(m.y, i), spin = m.r(m.y, i);
    // Accelerations without the turning of E.
    const Vec3 point_a = m.p(m.y_dot, i) + m.w_E.cross(point);
    const Vec3 spin_a = m.r(m.y_dot, i) + m.w_E.cross(spin);
    Rows3<K> psi = -turn;
    psi.template middleCols<3>(6 * i + 3) += Mat3::Identity();
    Rows3<K> point_y = Skew(point) * turn, a_y = Skew(point_a) * turn;
    point_y.template middleCols<3>(6 * i + 3) -= Skew(m.arm[idx(i)]);
    a_y.template middleCols<3>(6 * i + 3) -= Skew(m.arm_acceleration[idx(i)]);
    const Rows3<K> spin_y = -Skew(spin) * psi;
    y_y.template middleRows<3>(6 * i) = point_y;
    y_y.template middleRows<3>(6 * i + 3) = spin_y;
    y_dot_y.template middleRows<3>(6 * i) = a_y + Skew(point) * w_E_y - w_E * point_y;
    y_dot_y.template middleRows<3>(6 * i + 3) =
        -Skew(spin_a) * psi + Skew(spin) * w_E_y - w_E * spin_y;
  }
}

/// ∂(y'')/∂y' at fixed position and accelerations of the bodies.
template <int K>
LocalMatrix<K> CalcVelocityPart(const Motion<K>& m,
                                const CorotatedFrame<K>& at,
                                const FrameGroup<K>& frames,
                                const Rows3<K>& turn) {
  LocalMatrix<K> out;
  for (int i = 0; i < 2 * K; ++i) {
    out.template middleRows<3>(3 * i) = Skew(m.y.template segment<3>(3 * i)) * turn;
    out.template block<3, 3>(3 * i, 3 * i) -= Skew(m.w_E);
  }
  for (int i = 0; i < K; ++i)
    out.template block<3, 3>(6 * i, 6 * i + 3) -=
        Skew(m.arm[idx(i)]) + Skew(m.r(m.y, i)) * Skew(at.C[idx(i)] * frames.X_BF[idx(i)].p);
  return out;
}

}  // namespace

template <int K>
CorotatedInertia<K>::CorotatedInertia(const FrameGroup<K>& frames, const Matrix& mass)
    : mass_(mass), empty_(mass.isZero(0)) {
  Mat3 total = Mat3::Zero(), moment = Mat3::Zero();
  for (int i = 0; i < K; ++i) first_moment_ += mass.template middleRows<3>(6 * i);
  for (int i = 0; i < K; ++i) {
    const Mat3 translation = first_moment_.template middleCols<3>(6 * i);
    total += translation;
    moment += first_moment_.template middleCols<3>(6 * i + 3) -
              translation * Skew(frames.X_EF[idx(i)].p - frames.X_EF[0].p);
  }
  total_ = total.trace() / 3;
  undeformed_ = -0.5 * Axial(moment);  // moment = −S~
}

template <int K>
void CorotatedInertia<K>::AddForce(const CorotatedFrame<K>& at,
                                   const FrameGroup<K>& frames,
                                   std::span<const BodyState> all,
                                   const Vector& a,
                                   Vector& f) const {
  const Motion<K> m = CalcMotion<K>(at, frames, all, mass_, a);
  const Vector F = CalcInertiaWrenches<K>(m) - at.CalcTurn().transpose() * m.c;
  f += at.CalcForce(frames, F);
}

template <int K>
void CorotatedInertia<K>::Linearize(const CorotatedFrame<K>& at,
                                    const FrameGroup<K>& frames,
                                    std::span<const BodyState> all,
                                    const Vector& a,
                                    Matrix& M_x,
                                    Matrix& f_q,
                                    Matrix& f_v) const {
  const Matrix B = at.CalcB(frames);
  const Rows3 turn = at.CalcTurn();
  const Matrix D = at.CalcD(turn);
  const Motion<K> m = CalcMotion<K>(at, frames, all, mass_, a);
  M_x = TransposedProduct(B, Product(mass_, B));

  const Rows3 w_E_y = at.CalcSpinGradient(m.y, turn, D);
  Matrix y_y, y_dot_y, F_y;
  Rows3 c_y;
  DifferentiateMotion<K>(m, turn, w_E_y, y_y, y_dot_y);
  Differentiate<K>(m, mass_, y_y, y_dot_y, w_E_y, F_y, c_y);
  F_y -= at.CalcTurnGradient(m.c, c_y, D);
  const Vector F = CalcInertiaWrenches<K>(m) - turn.transpose() * m.c;
  Matrix f_y = at.CalcForceGradient(frames, F, turn);
  f_y += TransposedProduct(B, F_y);
  f_q += Product(f_y, B);

  Differentiate<K>(
      m, mass_, Matrix::Identity(), CalcVelocityPart<K>(m, at, frames, turn), turn, F_y, c_y);
  F_y -= TransposedProduct(turn, c_y);
  f_v += TransposedProduct(B, Product(F_y, B));
}

template <int K>
double CorotatedInertia<K>::CalcKineticEnergy(const CorotatedFrame<K>& at,
                                              const FrameGroup<K>& frames,
                                              std::span<const BodyState> all) const {
  const Motion<K> m = CalcMotion<K>(at, frames, all, mass_, Vector::Zero());
  return 0.5 * m.y.dot(m.momentum);
}

template <int K>
void CorotatedInertia<K>::AddWeight(const CorotatedFrame<K>& at,
                                    const FrameGroup<K>& frames,
                                    const Vec3& g,
                                    Vector& f) const {
  const Vec3 g_E = at.R_E.transpose() * g, moment = undeformed_ + first_moment_ * at.e;
  Vector F = at.CalcWrenches(first_moment_.transpose() * g_E);
  F.template head<3>() += total_ * g_E;
  F += at.CalcTurn().transpose() * moment.cross(g_E);
  f += at.CalcForce(frames, F);
}

template <int K>
void CorotatedInertia<K>::AddWeightGradient(const CorotatedFrame<K>& at,
                                            const FrameGroup<K>& frames,
                                            const Vec3& g,
                                            Matrix& f_q) const {
  const Matrix B = at.CalcB(frames);
  const Rows3 turn = at.CalcTurn();
  const Matrix D = at.CalcD(turn);
  const Vec3 g_E = at.R_E.transpose() * g, moment = undeformed_ + first_moment_ * at.e;
  const Rows3 g_y = Skew(g_E) * turn;
  const Vector S = first_moment_.transpose() * g_E;
  Matrix F_y = at.CalcWrenchGradient(S, D);
  F_y += TransposedProduct(D, TransposedProduct(first_moment_, g_y));
  F_y.template topRows<3>() += total_ * g_y;
  const Rows3 moment_y = Skew(moment) * g_y - Skew(g_E) * Product(first_moment_, D);
  F_y += at.CalcTurnGradient(moment.cross(g_E), moment_y, D);
  Vector F = at.CalcWrenches(S) + turn.transpose() * moment.cross(g_E);
  F.template head<3>() += total_ * g_E;
  Matrix f_y = at.CalcForceGradient(frames, F, turn);
  f_y += TransposedProduct(B, F_y);
  f_q += Product(f_y, B);
}

template <int K>
double CorotatedInertia<K>::CalcWeightEnergy(const CorotatedFrame<K>& at,
                                             const FrameGroup<K>& frames,
                                             std::span<const BodyState> all,
                                             const Vec3& g) const {
  const BodyState& first = all[idx(frames.bodies[0])];
  const Vec3 point = first.r + first.R * frames.X_BF[0].p;
  return -g.dot(total_ * point + at.R_E * (undeformed_ + first_moment_ * at.e));
}

#define TRUNNION_INSTANTIATE(K) template class CorotatedInertia<K>;
TRUNNION_SUPERELEMENT_SIZES(TRUNNION_INSTANTIATE)
#undef TRUNNION_INSTANTIATE

}  // namespace trunnion
