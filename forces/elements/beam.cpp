// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/beam.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/followed_rotation.hpp"
#include "forces/elements/mid_frame.hpp"
#include "forces/relative_motion.hpp"

namespace trunnion {
namespace {

void RequireSemidefinite(const MatrixXd& A, const std::string& name, const std::string& what) {
  Require(A.allFinite(), name, what + " is not finite");
  Require((A - A.transpose()).cwiseAbs().maxCoeff() <= 1e-9 * A.cwiseAbs().maxCoeff(),
          name,
          what + " is not symmetric");
  const VectorXd scale =
      A.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const MatrixXd scaled = scale.asDiagonal() * A * scale.asDiagonal();
  Require(Eigen::SelfAdjointEigenSolver<MatrixXd>(scaled).eigenvalues()(0) >= -1e-9,
          name,
          what + " is not positive semidefinite");
}

void RequireValid(const MarkerPair& pair, const BeamParameters& p, const std::string& name) {
  Require(pair.A != pair.B, name, "both ends are on the same body");
  Require(p.free.allFinite(), name, "the free shape is not finite");
  RequireSemidefinite(p.stiffness, name, "the stiffness matrix");
  RequireSemidefinite(p.mass, name, "the mass matrix");
  Require(std::isfinite(p.damping_time) && p.damping_time >= 0,
          name,
          "the damping time must be 0 or greater");
}

/// The end frames as they lie without stress in the axes of the mid frame.
FrameGroup<2> MakeFrames(const MarkerPair& pair, const BeamParameters& parameters) {
  Vec6 free = parameters.free;
  if (parameters.chord)  // back to the part along the mid frame
    free[0] = std::sqrt(std::max(0.0, free[0] * free[0] - free.segment<2>(1).squaredNorm()));
  FrameGroup<2> frames{.bodies = {pair.A, pair.B}, .X_BF = {pair.X_AF, pair.X_BM}};
  frames.X_EF[0].R = RotationExp(-0.5 * free.tail<3>());
  frames.X_EF[1] = {RotationExp(0.5 * free.tail<3>()), free.head<3>()};
  return frames;
}

}  // namespace

Mat6 CalcBeamStiffness(BeamFormulation formulation,
                       const BeamSectionMatrices& section,
                       double length,
                       const std::string& label) {
  Require(std::isfinite(length) && length > 0, label, "the length must be greater than 0");
  Mat6 flexibility = length * section.flexibility;
  if (formulation == BeamFormulation::corotational) {
    const Mat3 X = Skew(Vec3::UnitX());
    flexibility.topLeftCorner<3, 3>() += std::pow(length, 3) / 12 * X *
                                         section.flexibility.bottomRightCorner<3, 3>() *
                                         X.transpose();
  }
  const Vec6 root = flexibility.diagonal().cwiseSqrt().cwiseInverse();
  Require(root.allFinite(),
          label,
          "the section is rigid in shear; give shear factors or stiffnesses, or use the "
          "corotational formulation");
  const Mat6 scaled = root.asDiagonal() * flexibility * root.asDiagonal();
  const Eigen::LLT<Mat6> factor(scaled);
  Require(factor.info() == Eigen::Success,
          label,
          "the flexibility of the section is not positive definite");
  const Mat6 inverse = factor.solve(Mat6::Identity());
  const Mat6 K = root.asDiagonal() * inverse * root.asDiagonal();
  return 0.5 * (K + K.transpose());
}

LocalMatrix<2> CalcBeamMass(const BeamSectionMatrices& section, double L) {
  using Mat6x12 = Eigen::Matrix<double, 6, 12>;
  const Mat3 X = Skew(Vec3::UnitX()), half = 0.5 * L * X, I = Mat3::Identity();
  Mat6x12 e_d;  // deformation for end displacements (u₁, θ₁, u₂, θ₂)
  e_d << -I, half, I, half, Mat3::Zero(), -I, Mat3::Zero(), I;
  const Mat6x12 load =
      CalcBeamStiffness(BeamFormulation::corotational, section, L, "mass of a beam") * e_d;
  const Mat6x12 strain = section.flexibility * load;  // (Γ, κ) at the mid point
  const Mat6x12 slope =                               // and what they fall by per length
      section.flexibility.rightCols<3>() * X * load.topRows<3>();
  constexpr double kPoints[] = {0.3399810435848563, 0.8611363115940526};
  constexpr double kWeights[] = {0.6521451548625461, 0.3478548451374538};
  LocalMatrix<2> M = LocalMatrix<2>::Zero();
  for (int k = 0; k < 4; ++k) {
    const double s = 0.5 * L * (k < 2 ? kPoints[k] : -kPoints[k - 2]), x = s + 0.5 * L;
    const double a = 0.5 * (s * s - 0.25 * L * L);                     // ∫ s
    const double b = (s * s * s + L * L * L / 8) / 6 - L * L * x / 8;  // ∫∫ s
    Mat6x12 N;                                                         // (v, w) at s
    N.bottomRows<3>() = x * strain.bottomRows<3>() - a * slope.bottomRows<3>();
    N.topRows<3>() = x * strain.topRows<3>() - a * slope.topRows<3>() -
                     X * (0.5 * x * x * strain.bottomRows<3>() - b * slope.bottomRows<3>());
    N.block<3, 3>(0, 0) += I;
    N.block<3, 3>(0, 3) -= x * X;
    N.block<3, 3>(3, 3) += I;
    M += 0.5 * L * kWeights[k % 2] * N.transpose() * section.mass * N;
  }
  return 0.5 * (M + M.transpose());
}

LocalMatrix<2> CalcLumpedBeamMass(const BeamSectionMatrices& section, double length) {
  LocalMatrix<2> M = LocalMatrix<2>::Zero();
  M.topLeftCorner<6, 6>() = M.bottomRightCorner<6, 6>() = 0.5 * length * section.mass;
  return M;
}

struct Beam::Evaluation {
  RelativeMotion k;
  MidFrameDeformation m;
  Vec6 strain, rate, elastic, S;
};

Beam::Beam(const MarkerPair& pair, const BeamParameters& parameters, const std::string& name)
    : pair_(pair), parameters_(parameters), frames_(MakeFrames(pair, parameters)) {
  RequireValid(pair, parameters, name);
  inertia_ = CorotatedInertia<2>(frames_, parameters.mass);
}

Beam::Evaluation Beam::Evaluate(const ElementContext& x) const {
  Evaluation at;
  at.k = CalcRelativeMotion(pair_, x);
  at.m = CalcMidFrame(at.k.d, at.k.Q, parameters_.chord, RememberedRotation(x.memory, memory_));
  at.strain = at.m.e() - parameters_.free;
  at.rate = at.m.CalcRate(at.k.nu);
  at.elastic = parameters_.stiffness * at.strain;
  at.S = at.elastic + parameters_.damping_time * (parameters_.stiffness * at.rate);
  return at;
}

/// E goes on where θ does: it lies by (θ − θ₀)/2 from the first frame.
CorotatedFrame<2> Beam::CalcFrame(const ElementContext& x) const {
  const Vec3 theta = RememberedRotation(x.memory, memory_);
  const Vec3 start = theta.isZero(0) ? theta : Vec3(0.5 * (theta - parameters_.free.tail<3>()));
  return CalcCorotatedFrame<2>(frames_, x.bodies, start);
}

void Beam::UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
  const Mat3 R_F = x.bodies[static_cast<size_t>(pair_.A)].R * pair_.X_AF.R;
  const Mat3 R_M = x.bodies[static_cast<size_t>(pair_.B)].R * pair_.X_BM.R;
  Vec3 theta = Vec3::Zero();
  const Vec3 remembered = RememberedRotation(all_memory, memory_);
  if (MustRemember(TraceOfRelative(R_F, R_M), remembered) || !parameters_.free.tail<3>().isZero(0))
    theta = FollowRotation(RelativeRotationVector(R_F, R_M), remembered);
  RememberRotation(theta, all_memory, memory_);
}

Turn Beam::CalcTurn(const ElementContext& x) const {
  const Vec3 theta = RememberedRotation(x.memory, memory_), free = parameters_.free.tail<3>();
  return {.angle = (theta - free).norm(),
          .warning = 0.5 * std::numbers::pi,
          .ended = theta.norm() > kLargestFollowedAngle,
          .what = "it is bent and twisted by",
          .remedy = "divide the beam into more elements"};
}

void Beam::CalcForce(const ElementContext& x, LocalVector<2>& f) const {
  const Evaluation at = Evaluate(x);
  f = at.k.CalcForce(-at.m.CalcWrench(at.S));
  if (!inertia_.empty() && !x.gravity.isZero(0))
    inertia_.AddWeight(CalcFrame(x), frames_, x.gravity, f);
}

void Beam::Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const {
  using Mat6x12 = RelativeMotion::Mat6x12;
  const Evaluation at = Evaluate(x);
  const double beta = parameters_.damping_time;
  const Mat6 E = at.m.CalcE();
  const Mat6x12 H = at.k.CalcH(), e_q = E * H;
  Mat6x12 rate = e_q;  // (e + β ė)_q
  if (beta > 0) {
    rate += beta * (E * CalcRateGradient(at.k,
                                         x.bodies[static_cast<size_t>(pair_.A)],
                                         x.bodies[static_cast<size_t>(pair_.B)]));
    rate += beta * (at.m.CalcRateGradient(at.k.nu) * H);
  }
  const Mat6x12 S_q = parameters_.stiffness * rate;
  const Mat6x12 W_q = E.transpose() * S_q + at.m.CalcWrenchGradient(at.S) * H;
  f_q.noalias() = -H.transpose() * W_q;
  AddWrenchGradient(at.k, -at.m.CalcWrench(at.S), f_q);
  const Mat6x12 S_v = -beta * (parameters_.stiffness * e_q);
  f_v.noalias() = e_q.transpose() * S_v;
  if (!inertia_.empty() && !x.gravity.isZero(0))
    inertia_.AddWeightGradient(CalcFrame(x), frames_, x.gravity, f_q);
}

double Beam::CalcEnergy(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  const double elastic = 0.5 * at.strain.dot(at.elastic);
  if (inertia_.empty()) return elastic;
  return elastic + inertia_.CalcWeightEnergy(CalcFrame(x), frames_, x.bodies, x.gravity);
}

void Beam::AddInertia(const ElementContext& x, LocalVector<2>& f) const {
  if (inertia_.empty()) return;
  inertia_.AddForce(CalcFrame(x), frames_, x.bodies, LocalAccelerations<2>(x, frames_.bodies), f);
}

void Beam::LinearizeInertia(const ElementContext& x,
                            LocalMatrix<2>& M,
                            LocalMatrix<2>& f_q,
                            LocalMatrix<2>& f_v) const {
  M.setZero();
  if (inertia_.empty()) return;
  inertia_.Linearize(
      CalcFrame(x), frames_, x.bodies, LocalAccelerations<2>(x, frames_.bodies), M, f_q, f_v);
}

double Beam::CalcKineticEnergy(const ElementContext& x) const {
  if (inertia_.empty()) return 0;
  return inertia_.CalcKineticEnergy(CalcFrame(x), frames_, x.bodies);
}

double Beam::CalcDissipation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return at.rate.dot(at.S - at.elastic);
}

BeamDeformation Beam::CalcDeformation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return {at.m.e(), at.rate, at.S, at.k.R_F * at.m.A};
}

Vec6 CalcBeamDeformation(const Pose& X_WF, const Pose& X_WM, bool chord) {
  const Pose X_FM = X_WF.Inverse() * X_WM;
  return CalcMidFrame(X_FM.p, X_FM.R, chord).e();
}

}  // namespace trunnion
