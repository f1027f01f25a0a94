// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/superelement.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/followed_rotation.hpp"
#include "engine/core/matrix_products.hpp"

namespace trunnion {
namespace {

/// Least eigenvalue of the symmetric part, scaled to unit diagonal so that N and N·m compare.
double LeastEigenvalue(const MatrixXd& A) {
  const MatrixXd symmetric = 0.5 * (A + A.transpose());
  const VectorXd scale =
      symmetric.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const MatrixXd scaled = scale.asDiagonal() * symmetric * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(scaled, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

template <int K>
void RequireValid(const FrameGroup<K>& frames,
                  const SuperelementMatrices<K>& m,
                  const std::string& name) {
  for (int i = 0; i < K; ++i)
    for (int j = 0; j < i; ++j)
      Require(frames.bodies[idx(i)] != frames.bodies[idx(j)],
              name,
              "two of its frames are on the same body");
  Require(m.stiffness.allFinite(), name, "the stiffness matrix is not finite");
  Require(m.damping.allFinite(), name, "the damping matrix is not finite");
  Require(m.mass.allFinite(), name, "the mass matrix is not finite");
  const auto require_energy = [&](const LocalMatrix<K>& A, const std::string& what) {
    Require((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-9 * A.cwiseAbs().maxCoeff(),
            name,
            "the " + what + " matrix is not symmetric; no energy belongs to it");
    Require(
        LeastEigenvalue(A) >= -1e-8, name, "the " + what + " matrix is not positive semidefinite");
  };
  require_energy(m.stiffness, "stiffness");
  require_energy(m.mass, "mass");
  Require(LeastEigenvalue(m.damping) >= -1e-8,
          name,
          "the damping matrix is not positive semidefinite, it would feed energy in");
}

}  // namespace

template <int K>
Superelement<K>::Superelement(const FrameGroup<K>& frames,
                              const SuperelementMatrices<K>& matrices,
                              const std::string& name)
    : frames_(frames), matrices_(matrices), damped_(!matrices.damping.isZero(0)) {
  RequireValid<K>(frames, matrices, name);
  inertia_ = CorotatedInertia<K>(frames, matrices.mass);
}

template <int K>
CorotatedFrame<K> Superelement<K>::CalcFrame(const ElementContext& x) const {
  return CalcCorotatedFrame<K>(frames_, x.bodies, RememberedRotation(x.memory, memory_));
}

template <int K>
void Superelement<K>::UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
  Vec3 mean = Vec3::Zero();
  double largest = 0;
  const bool beyond = all_memory[idx(memory_ + 3)] > 0.5 * std::numbers::pi;
  if (beyond || IsFarTurned<K>(frames_, x.bodies)) {
    const CorotatedFrame<K> at = CalcFrame(x);
    mean = -at.e.template segment<3>(3);
    for (int i = 0; i < K; ++i)
      largest = std::max(largest, at.e.template segment<3>(6 * i + 3).norm());
  }
  RememberRotation(mean, all_memory, memory_);
  all_memory[idx(memory_ + 3)] = largest;
}

template <int K>
Turn Superelement<K>::CalcTurn(const ElementContext& x) const {
  const double angle = x.memory.empty() ? 0 : x.memory[idx(memory_ + 3)];
  return {.angle = angle,
          .warning = 0.25 * std::numbers::pi,
          .ended = angle > 0.5 * kLargestFollowedAngle,
          .what = "a frame is turned against the mean of all by",
          .remedy = "the part is linear: divide it into several, or take a joint where it turns"};
}

template <int K>
void Superelement<K>::CalcForce(const ElementContext& x, LocalVector<K>& f) const {
  const CorotatedFrame<K> at = CalcFrame(x);
  LocalVector<K> S = Product(matrices_.stiffness, at.e);
  if (damped_) S += Product(matrices_.damping, at.CalcRate(at.CalcVelocity(frames_, x.bodies)));
  f = at.CalcForce(frames_, -at.CalcWrenches(S));
  if (!inertia_.empty()) inertia_.AddWeight(at, frames_, x.gravity, f);
}

template <int K>
void Superelement<K>::Linearize(const ElementContext& x,
                                LocalMatrix<K>& f_q,
                                LocalMatrix<K>& f_v) const {
  const CorotatedFrame<K> at = CalcFrame(x);
  const LocalMatrix<K> B = at.CalcB(frames_);
  const auto turn = at.CalcTurn();
  const LocalMatrix<K> D = at.CalcD(turn);
  LocalVector<K> S = Product(matrices_.stiffness, at.e);
  LocalMatrix<K> S_y = Product(matrices_.stiffness, D);
  f_v.setZero();
  if (damped_) {
    const LocalVector<K> y_dot = at.CalcVelocity(frames_, x.bodies);
    S += Product(matrices_.damping, at.CalcRate(y_dot));
    S_y += Product(matrices_.damping, at.CalcRateGradient(frames_, x.bodies, y_dot, turn, D));
    const LocalMatrix<K> e_x = Product(D, B);
    f_v = -TransposedProduct(e_x, Product(matrices_.damping, e_x));
  }
  const LocalMatrix<K> W_y = TransposedProduct(D, S_y) + at.CalcWrenchGradient(S, D);
  LocalMatrix<K> f_y = at.CalcForceGradient(frames_, -at.CalcWrenches(S), turn);
  f_y -= TransposedProduct(B, W_y);
  f_q = Product(f_y, B);
  if (!inertia_.empty()) inertia_.AddWeightGradient(at, frames_, x.gravity, f_q);
}

template <int K>
double Superelement<K>::CalcEnergy(const ElementContext& x) const {
  const CorotatedFrame<K> at = CalcFrame(x);
  const double elastic = 0.5 * at.e.dot(Product(matrices_.stiffness, at.e));
  if (inertia_.empty()) return elastic;
  return elastic + inertia_.CalcWeightEnergy(at, frames_, x.bodies, x.gravity);
}

template <int K>
void Superelement<K>::AddInertia(const ElementContext& x, LocalVector<K>& f) const {
  if (inertia_.empty()) return;
  inertia_.AddForce(CalcFrame(x), frames_, x.bodies, LocalAccelerations<K>(x, frames_.bodies), f);
}

template <int K>
void Superelement<K>::LinearizeInertia(const ElementContext& x,
                                       LocalMatrix<K>& M,
                                       LocalMatrix<K>& f_q,
                                       LocalMatrix<K>& f_v) const {
  M.setZero();
  if (inertia_.empty()) return;
  inertia_.Linearize(
      CalcFrame(x), frames_, x.bodies, LocalAccelerations<K>(x, frames_.bodies), M, f_q, f_v);
}

template <int K>
double Superelement<K>::CalcKineticEnergy(const ElementContext& x) const {
  if (inertia_.empty()) return 0;
  return inertia_.CalcKineticEnergy(CalcFrame(x), frames_, x.bodies);
}

template <int K>
double Superelement<K>::CalcDissipation(const ElementContext& x) const {
  const CorotatedFrame<K> at = CalcFrame(x);
  const LocalVector<K> rate = at.CalcRate(at.CalcVelocity(frames_, x.bodies));
  return rate.dot(Product(matrices_.damping, rate));
}

template <int K>
LocalVector<K> Superelement<K>::CalcDeformation(const ElementContext& x) const {
  return CalcFrame(x).e;
}

template <int K>
double CalcRigidBodyResidual(const FrameGroup<K>& frames, const LocalMatrix<K>& stiffness) {
  Eigen::Matrix<double, 6 * K, 6> rigid;
  for (int i = 0; i < K; ++i) {
    rigid.template block<6, 6>(6 * i, 0).setIdentity();
    rigid.template block<3, 3>(6 * i, 3) = -Skew(frames.X_EF[idx(i)].p - frames.X_EF[0].p);
  }
  const double largest = stiffness.cwiseAbs().maxCoeff();
  return largest > 0 ? Product(stiffness, rigid).cwiseAbs().maxCoeff() / largest : 0;
}

#define TRUNNION_INSTANTIATE(K)                                                         \
  template class Superelement<K>;                                                       \
  static_assert(InertialElement<Superelement<K>>);                                      \
  static_assert(ElementWithMemory<Superelement<K>> && TurningElement<Superelement<K>>); \
  template double CalcRigidBodyResidual<K>(const FrameGroup<K>& frames,                 \
                                           const LocalMatrix<K>& stiffness);
TRUNNION_SUPERELEMENT_SIZES(TRUNNION_INSTANTIATE)
#undef TRUNNION_INSTANTIATE

}  // namespace trunnion
