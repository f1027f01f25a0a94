// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/floating_frame.hpp"

#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

/// Block j of 3×3 blocks that lie one after the other.
template <class Vector>
Eigen::Map<const Mat3> Block(const Vector& blocks, Eigen::Index j) {
  return Eigen::Map<const Mat3>(blocks.data() + 9 * j);
}

/// ∫ a × b dm of Y = ∫ a bᵀ dm.
Vec3 CrossOf(const Mat3& Y) { return Axial(Y.transpose()); }

Mat3 TraceMinus(const Mat3& Y) { return Y.trace() * Mat3::Identity() - Y; }

}  // namespace

FloatingFrame::FloatingFrame(const InertiaIntegrals& integrals,
                             const MatrixXd& K,
                             const MatrixXd& D)
    : mass_(integrals.mass),
      first_(integrals.first),
      second_(integrals.second),
      A_(integrals.shape_first),
      K_(K),
      D_(D) {
  const Eigen::Index k = K_.rows();
  position_shape_.resize(9 * k);
  shape_shape_.resize(9 * k, k);
  shape_mass_.resize(k, k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const auto at = static_cast<std::size_t>(i);
    position_shape_.segment<9>(9 * i) = integrals.position_shape[at].reshaped();
    for (Eigen::Index j = 0; j < k; ++j) {
      const Mat3& Q = integrals.shape_shape[at][static_cast<std::size_t>(j)];
      shape_shape_.block<9, 1>(9 * j, i) = Q.reshaped();
      if (!integrals.foreshortening.empty())
        shape_shape_.block<9, 1>(9 * j, i) +=
            integrals.foreshortening[at][static_cast<std::size_t>(j)].reshaped();
      shape_mass_(i, j) = Q.trace();
    }
  }
}

Vec3 FloatingFrame::CalcFirst(const FloatingState& state) const { return first_ + A_ * state.p; }

FloatingFrame::Terms FloatingFrame::CalcTerms(const FloatingState& state) const {
  Terms terms;
  terms.S = CalcFirst(state);
  terms.A_rate = A_ * state.p_dot;
  terms.C = position_shape_;
  terms.C.noalias() += shape_shape_ * state.p;
  terms.V.noalias() = shape_shape_ * state.p_dot;
  terms.B.resize(3, num_shapes());
  terms.W.setZero();
  Mat3 Sigma = second_;  // ∫ s sᵀ dm
  for (Eigen::Index j = 0; j < num_shapes(); ++j) {
    const Mat3 C = Block(terms.C, j);
    Sigma += state.p[j] * (Block(position_shape_, j).transpose() + C);
    terms.W += state.p_dot[j] * C;
    terms.B.col(j) = CrossOf(C);
  }
  terms.J = TraceMinus(0.5 * (Sigma + Sigma.transpose()));
  return terms;
}

void FloatingFrame::MassMatrix(const FloatingState& state, const Terms& terms, MatrixXd& M) const {
  const Mat3& R = state.frame.R;
  const int k = num_shapes();
  M.resize(6 + k, 6 + k);
  M.topLeftCorner<3, 3>() = mass_ * Mat3::Identity();
  M.block<3, 3>(0, 3) = -R * Skew(terms.S);
  M.topRightCorner(3, k) = R * A_;
  M.block<3, 3>(3, 3) = terms.J;
  M.block(3, 6, 3, k) = terms.B;
  M.block<3, 3>(3, 0) = M.block<3, 3>(0, 3).transpose();
  M.bottomLeftCorner(k, 6) = M.topRightCorner(6, k).transpose();
  M.bottomRightCorner(k, k) = shape_mass_;
}

MatrixXd FloatingFrame::CalcMassMatrix(const FloatingState& state) const {
  MatrixXd M;
  MassMatrix(state, CalcTerms(state), M);
  return M;
}

void FloatingFrame::CalcForce(const FloatingState& state, const Vec3& gravity, VectorXd& f) const {
  const Vec3 g = state.frame.R.transpose() * gravity;
  f.resize(6 + num_shapes());
  f.head<3>() = mass_ * gravity;
  f.segment<3>(3) = CalcFirst(state).cross(g);
  f.tail(num_shapes()) = A_.transpose() * g - K_ * state.p - D_ * state.p_dot;
}

void FloatingFrame::Linearize(const FloatingState& state,
                              const Vec3& gravity,
                              MatrixXd& f_q,
                              MatrixXd& f_v) const {
  const int k = num_shapes();
  const Mat3 g = Skew(state.frame.R.transpose() * gravity);
  f_q.setZero(6 + k, 6 + k);
  f_v.setZero(6 + k, 6 + k);
  f_q.block<3, 3>(3, 3) = Skew(CalcFirst(state)) * g;
  f_q.block(3, 6, 3, k) = -g * A_;
  f_q.block(6, 3, k, 3) = A_.transpose() * g;
  f_q.bottomRightCorner(k, k) = -K_;
  f_v.bottomRightCorner(k, k) = -D_;
}

/// f −= h.
void FloatingFrame::AddCoriolis(const FloatingState& state, const Terms& terms, VectorXd& f) const {
  const Vec3& w = state.frame.w;
  f.head<3>() -= state.frame.R * (2 * w.cross(terms.A_rate) + w.cross(w.cross(terms.S)));
  f.segment<3>(3) -= 2 * TraceMinus(terms.W.transpose()) * w + w.cross(terms.J * w);
  for (Eigen::Index i = 0; i < num_shapes(); ++i) {
    const Mat3 C = Block(terms.C, i);
    f[6 + i] -= 2 * w.dot(CrossOf(Block(terms.V, i))) + w.dot(C * w) - w.squaredNorm() * C.trace();
  }
}

void FloatingFrame::AddInertia(const FloatingState& state, const VectorXd& a, VectorXd& f) const {
  const Terms terms = CalcTerms(state);
  const Mat3& R = state.frame.R;
  const auto p_ddot = a.tail(num_shapes());
  const Vec3 w_dot = a.segment<3>(3), acceleration = R.transpose() * a.head<3>();
  f.head<3>() -= mass_ * a.head<3>() + R * (A_ * p_ddot - terms.S.cross(w_dot));
  f.segment<3>(3) -= terms.S.cross(acceleration) + terms.J * w_dot + terms.B * p_ddot;
  f.tail(num_shapes()).noalias() -= A_.transpose() * acceleration;
  f.tail(num_shapes()).noalias() -= terms.B.transpose() * w_dot;
  f.tail(num_shapes()).noalias() -= shape_mass_ * p_ddot;
  AddCoriolis(state, terms, f);
}

/// Derivatives with respect to dφ: R alone turns.
void FloatingFrame::AddFrameGradient(const FloatingState& state,
                                     const Terms& terms,
                                     const VectorXd& a,
                                     MatrixXd& f_q) const {
  const Vec3 &w = state.frame.w, w_dot = a.segment<3>(3);
  const Mat3& R = state.frame.R;
  const Vec3 y = w_dot.cross(terms.S) + A_ * a.tail(num_shapes()) + 2 * w.cross(terms.A_rate) +
                 w.cross(w.cross(terms.S));
  const Mat3 alpha = Skew(R.transpose() * a.head<3>());
  f_q.block<3, 3>(0, 3) += R * Skew(y);
  f_q.block<3, 3>(3, 3) -= Skew(terms.S) * alpha;
  f_q.block(6, 3, num_shapes(), 3) -= A_.transpose() * alpha;
}

/// Derivatives with respect to dp.
void FloatingFrame::AddShapeGradient(const FloatingState& state,
                                     const Terms& terms,
                                     const VectorXd& a,
                                     MatrixXd& f_q) const {
  const int k = num_shapes();
  const Vec3 &w = state.frame.w, w_dot = a.segment<3>(3);
  const Mat3 turning = Skew(w_dot) + Skew(w) * Skew(w);
  const Mat3 alpha = Skew(state.frame.R.transpose() * a.head<3>());
  f_q.topRightCorner(3, k) -= state.frame.R * turning * A_;
  f_q.block(3, 6, 3, k) += alpha * A_;
  VectorXd U;  // ∫u'' φⱼᵀ dm
  U.noalias() = shape_shape_ * a.tail(k);
  const Mat3 centripetal = w * w.transpose() - w.squaredNorm() * Mat3::Identity();
  for (Eigen::Index j = 0; j < k; ++j) {
    const Mat3 C = Block(terms.C, j);
    const Mat3 J = TraceMinus(C + C.transpose());  // ∂J/∂pⱼ
    f_q.block<3, 1>(3, 6 + j) -=
        J * w_dot + w.cross(J * w) + Axial(Block(U, j)) + 2 * TraceMinus(Block(terms.V, j)) * w;
    for (Eigen::Index i = 0; i < k; ++i) {
      const Eigen::Map<const Mat3> Q(&shape_shape_(9 * i, j));  // Qⱼᵢ
      f_q(6 + i, 6 + j) -= w_dot.dot(CrossOf(Q)) + Q.cwiseProduct(centripetal).sum();
    }
  }
}

void FloatingFrame::AddVelocityGradient(const FloatingState& state,
                                        const Terms& terms,
                                        MatrixXd& f_v) const {
  const int k = num_shapes();
  const Vec3& w = state.frame.w;
  const Mat3& R = state.frame.R;
  f_v.block<3, 3>(0, 3) +=
      R * (2 * Skew(terms.A_rate) + Skew(w.cross(terms.S)) + Skew(w) * Skew(terms.S));
  f_v.topRightCorner(3, k) -= 2 * R * Skew(w) * A_;
  f_v.block<3, 3>(3, 3) -=
      2 * TraceMinus(terms.W.transpose()) + Skew(w) * terms.J - Skew(terms.J * w);
  for (Eigen::Index i = 0; i < k; ++i) {
    const Mat3 C = Block(terms.C, i);
    f_v.block<1, 3>(6 + i, 3) -=
        (2 * CrossOf(Block(terms.V, i)) + C * w + C.transpose() * w - 2 * C.trace() * w)
            .transpose();
    f_v.block<3, 1>(3, 6 + i) -= 2 * TraceMinus(C.transpose()) * w;
    for (Eigen::Index j = 0; j < k; ++j) {
      const Eigen::Map<const Mat3> Q(&shape_shape_(9 * i, j));  // Qⱼᵢ
      f_v(6 + i, 6 + j) -= 2 * w.dot(CrossOf(Q));
    }
  }
}

void FloatingFrame::LinearizeInertia(const FloatingState& state,
                                     const VectorXd& a,
                                     MatrixXd& M,
                                     MatrixXd& f_q,
                                     MatrixXd& f_v) const {
  const Terms terms = CalcTerms(state);
  MassMatrix(state, terms, M);
  AddFrameGradient(state, terms, a, f_q);
  AddShapeGradient(state, terms, a, f_q);
  AddVelocityGradient(state, terms, f_v);
}

double FloatingFrame::CalcKineticEnergy(const FloatingState& state) const {
  VectorXd v(6 + num_shapes());
  v << state.frame.v, state.frame.w, state.p_dot;
  return 0.5 * v.dot(CalcMassMatrix(state) * v);
}

double FloatingFrame::CalcPotentialEnergy(const FloatingState& state, const Vec3& gravity) const {
  const Vec3 moment = mass_ * state.frame.r + state.frame.R * CalcFirst(state);
  return 0.5 * state.p.dot(K_ * state.p) - gravity.dot(moment);
}

Vec6 FloatingFrame::CalcMomentum(const FloatingState& state) const {
  VectorXd v(6 + num_shapes());
  v << state.frame.v, state.frame.w, state.p_dot;
  const Vec6 own = CalcMassMatrix(state).topRows<6>() * v;
  Vec6 momentum = own;
  momentum.tail<3>() = state.frame.R * own.tail<3>() + state.frame.r.cross(Vec3(own.head<3>()));
  return momentum;
}

}  // namespace trunnion
