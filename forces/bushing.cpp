// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {
namespace {

/// Rotational part of e and its derivative with respect to the rotation increment ψ of M in F axes.
struct RotationMeasure {
  Vec3 theta;
  Mat3 gradient;
};

RotationMeasure MeasureRotationVector(const Mat3& Q) {
  const Vec3 theta = RotationLog(Q);
  return {theta, RotationTangentInverse(-theta)};  // T⁻ᵀ
}

/// (−Q₂₃, Q₁₃, atan(Q₂₁/Q₂₂)); with δQ = ψ~ Q the gradient of Qᵢⱼ is row i of −(column j of Q)~.
RotationMeasure MeasureBryant(const Mat3& Q) {
  RotationMeasure m;
  const Mat3 z = Skew(Q.col(2));
  m.theta = {-Q(1, 2), Q(0, 2), std::atan2(Q(1, 0), Q(1, 1))};
  m.gradient.row(0) = z.row(1);
  m.gradient.row(1) = -z.row(0);
  m.gradient.row(2).setZero();
  const double n = Q(1, 0) * Q(1, 0) + Q(1, 1) * Q(1, 1);
  if (n > 1e-24)  // else y_F is parallel to z_M: the third angle is undefined
    m.gradient.row(2) = (Q(1, 0) * Skew(Q.col(1)).row(1) - Q(1, 1) * Skew(Q.col(0)).row(1)) / n;
  return m;
}

void RequireValid(const MarkerPair& pair, const BushingParameters& p, const std::string& name) {
  Require(pair.A != pair.B, name + ": both frames are on the same body");
  Require(p.stiffness.allFinite(), name + ": the stiffness matrix is not finite");
  Require(p.damping.allFinite(), name + ": the damping matrix is not finite");
  Require(p.preload.allFinite(), name + ": the preload is not finite");
  const double asymmetry = (p.stiffness - p.stiffness.transpose()).cwiseAbs().maxCoeff();
  Require(
      p.measure != BushingMeasure::energy || asymmetry <= 1e-9 * p.stiffness.cwiseAbs().maxCoeff(),
      name +
          ": the stiffness matrix is not symmetric, so that no energy exists; make it "
          "symmetric or choose measure plain");
  // Scaled to unit diagonal, so that newtons and newton metres compare.
  const Mat6 D = (p.damping + p.damping.transpose()) / 2;
  const Vec6 scale =
      D.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const Mat6 scaled = scale.asDiagonal() * D * scale.asDiagonal();
  const double least = Eigen::SelfAdjointEigenSolver<Mat6>(scaled).eigenvalues()(0);
  Require(least >= -1e-9,
          name +
              ": the damping matrix is not positive semidefinite, it would "
              "feed energy in");
}

bool HasCurves(const BushingParameters& p) {
  return std::ranges::any_of(p.curves, [](const auto& curve) { return curve.has_value(); });
}

Mat6 LinearStiffness(const BushingParameters& p) {
  Mat6 K = p.stiffness;
  for (int i = 0; i < 6; ++i) {
    const auto& curve = p.curves[static_cast<size_t>(i)];
    if (curve && curve->replaces_stiffness) K(i, i) = 0;
  }
  return K;
}

}  // namespace

struct Bushing::Evaluation {
  RelativeMotion k;
  RotationMeasure m;
  Vec6 e, rate, S, W;
  Vec6 slopes;  ///< of the curves
  double energy;
};

Bushing::Bushing(const MarkerPair& pair,
                 const BushingParameters& parameters,
                 const std::string& name)
    : pair_(pair),
      stiffness_(LinearStiffness(parameters)),
      damping_(parameters.damping),
      preload_(parameters.preload),
      measure_(parameters.measure),
      has_curves_(HasCurves(parameters)),
      parameters_(std::make_shared<const BushingParameters>(parameters)) {
  RequireValid(pair, parameters, name);
}

bool Bushing::is_plain() const {
  return measure_ == BushingMeasure::energy && stiffness_.is_diagonal() && damping_.is_diagonal() &&
         !has_curves_;
}

Bushing::Evaluation Bushing::Evaluate(const ElementContext& x) const {
  Evaluation at;
  at.k = CalcRelativeMotion(pair_, x);
  const bool energetic = measure_ == BushingMeasure::energy;
  at.m = measure_ == BushingMeasure::bryant ? MeasureBryant(at.k.Q) : MeasureRotationVector(at.k.Q);
  at.e << at.k.d, at.m.theta;
  at.rate = at.k.nu;
  if (energetic) at.rate.tail<3>() = at.m.gradient * at.k.nu.tail<3>();
  const Vec6 elastic = stiffness_ * at.e;
  at.S = elastic + damping_ * at.rate + preload_;
  at.energy = at.e.dot(0.5 * elastic + preload_);
  at.slopes.setZero();
  for (int i = 0; has_curves_ && i < 6; ++i) {
    const auto& curve = parameters_->curves[static_cast<size_t>(i)];
    if (!curve) continue;
    const Curve::Value value = curve->force(at.e(i));
    at.S(i) += value.y;
    at.slopes(i) = value.slope;
    at.energy += value.integral;
  }
  at.W = -at.S;
  if (energetic) at.W.tail<3>() = -at.m.gradient.transpose() * at.S.tail<3>();
  return at;
}

void Bushing::CalcForce(const ElementContext& x, LocalVector<2>& f) const {
  const Evaluation at = Evaluate(x);
  f = at.k.CalcForce(at.W);
}

/// Adds what the change of the rotation measure's own gradient contributes (measure energy):
/// dB ν to the rate and −dBᵀ S to the wrench, B = diag(I, T⁻ᵀ).
void Bushing::AddMeasureGradient(const Evaluation& at,
                                 const RelativeMotion::Mat6x12& H,
                                 RelativeMotion::Mat6x12& W_q,
                                 RelativeMotion::Mat6x12& rate_q) const {
  const Vec3& theta = at.m.theta;
  const Eigen::Matrix<double, 3, 12> theta_q = at.m.gradient * H.bottomRows<3>();
  rate_q.bottomRows<3>() -= RotationTangentInverseDerivative(-theta, at.k.nu.tail<3>()) * theta_q;
  W_q.bottomRows<3>() -= RotationTangentInverseDerivative(theta, at.S.tail<3>()) * theta_q;
}

void Bushing::Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const {
  const Evaluation at = Evaluate(x);
  const bool energetic = measure_ == BushingMeasure::energy;
  const bool exact = parameters_->tangent == BushingTangent::exact;
  Mat6 B = Mat6::Identity(), E = Mat6::Identity();  // ė = B ν, δe = E H δx
  E.bottomRightCorner<3, 3>() = at.m.gradient;
  if (energetic) B = E;
  Mat6 K = stiffness_.ToDense();
  K.diagonal() += at.slopes;

  const RelativeMotion::Mat6x12 H = at.k.CalcH(), e_q = E * H;
  RelativeMotion::Mat6x12 S_q = K * e_q, W_q = RelativeMotion::Mat6x12::Zero();
  if (exact) {
    RelativeMotion::Mat6x12 rate_q = B * CalcRateGradient(at.k,
                                                          x.bodies[static_cast<size_t>(pair_.A)],
                                                          x.bodies[static_cast<size_t>(pair_.B)]);
    if (energetic) AddMeasureGradient(at, H, W_q, rate_q);
    S_q += parameters_->damping * rate_q;
  }
  W_q -= B.transpose() * S_q;
  f_q.noalias() = H.transpose() * W_q;
  if (exact) AddWrenchGradient(at.k, at.W, f_q);

  const RelativeMotion::Mat6x12 J = B * H;
  f_v.noalias() = -J.transpose() * (parameters_->damping * J);
}

double Bushing::CalcEnergy(const ElementContext& x) const { return Evaluate(x).energy; }

double Bushing::CalcDissipation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return at.rate.dot(parameters_->damping * at.rate);
}

BushingDeformation Bushing::CalcDeformation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return {at.e, at.rate, at.W};
}

}  // namespace trunnion
