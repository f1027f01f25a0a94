// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/followed_rotation.hpp"

namespace trunnion {
namespace {

void RequireValid(const MarkerPair& pair, const BushingParameters& p, const std::string& name) {
  Require(pair.A != pair.B, name, "both frames are on the same body");
  Require(p.stiffness.allFinite(), name, "the stiffness matrix is not finite");
  Require(p.damping.allFinite(), name, "the damping matrix is not finite");
  Require(p.preload.allFinite(), name, "the preload is not finite");
  const double asymmetry = (p.stiffness - p.stiffness.transpose()).cwiseAbs().maxCoeff();
  Require(
      p.measure != BushingMeasure::energy || asymmetry <= 1e-9 * p.stiffness.cwiseAbs().maxCoeff(),
      name,
      "the stiffness matrix is not symmetric, so that no energy exists; make it "
      "symmetric or choose measure plain");
  if (p.twist_axis) {
    Require(*p.twist_axis >= -1 && *p.twist_axis < 3, name, "the twist axis must be -1 to 2");
    Require(p.measure == BushingMeasure::energy || *p.twist_axis < 0,
            name,
            "a twist axis needs measure energy; leave one of both out");
  }
  // Scaled to unit diagonal, so that newtons and newton metres compare.
  const Mat6 D = (p.damping + p.damping.transpose()) / 2;
  const Vec6 scale =
      D.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const Mat6 scaled = scale.asDiagonal() * D * scale.asDiagonal();
  const double least = Eigen::SelfAdjointEigenSolver<Mat6>(scaled).eigenvalues()(0);
  Require(least >= -1e-9,
          name,
          "the damping matrix is not positive semidefinite, it would "
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

/// True if the torque depends on the rotation about axis i of F, or acts there without one.
bool IsElasticAbout(const BushingParameters& p, int i) {
  const int row = 3 + i;
  return !p.stiffness.row(row).isZero(0) || !p.stiffness.col(row).isZero(0) ||
         p.preload[row] != 0 || p.curves[static_cast<size_t>(row)].has_value();
}

/// The twist axis that is given or, of measure energy, the only axis that is free; −1: none.
int FindTwistAxis(const BushingParameters& p) {
  if (p.twist_axis) return *p.twist_axis;
  if (p.measure != BushingMeasure::energy) return -1;
  int free = -1, count = 0;
  for (int i = 0; i < 3; ++i) {
    if (IsElasticAbout(p, i)) continue;
    free = i;
    ++count;
  }
  return count == 1 ? free : -1;
}

bool IsElasticInRotation(const BushingParameters& p) {
  return IsElasticAbout(p, 0) || IsElasticAbout(p, 1) || IsElasticAbout(p, 2);
}

/// Damping of free rotation acts on the angular velocity itself.
BushingMeasure EffectiveMeasure(const BushingParameters& p) {
  const bool damped = !p.damping.bottomRows<3>().isZero(0) || !p.damping.rightCols<3>().isZero(0);
  return p.measure == BushingMeasure::energy && !IsElasticInRotation(p) && damped
             ? BushingMeasure::plain
             : p.measure;
}

/// What the energy of bryant measures has beyond ½ eᵀ K e + P·e: their torque is K sin α.
double CalcWorkOfSines(const BushingParameters& p, const RotationMeasure& m, const Mat3& Q) {
  const Eigen::Vector2d tilt = m.theta.head<2>();
  const double sine = tilt.norm();
  if (sine < 1e-9 && Q(2, 2) > 0) return 0;
  const Eigen::Matrix2d K = p.stiffness.block<2, 2>(3, 3);
  const double mean = 0.5 * K.trace();
  const double stiffness = sine < 1e-9 ? mean : tilt.dot(K * tilt) / (sine * sine);
  const double angle = std::atan2(sine, Q(2, 2));
  const double preload = sine < 1e-9 ? 0 : p.preload.segment<2>(3).dot(tilt) / sine;
  return stiffness * (1 - Q(2, 2) - 0.5 * sine * sine) + preload * (angle - sine);
}

constexpr const char* kRemedy =
    "a bushing that turns about one axis needs twist_axis (measure energy), or no stiffness about "
    "it; for large rotation take a joint with springs";
constexpr const char* kTilt = "the axis of its twist is tilted by";

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
      measure_(EffectiveMeasure(parameters)),
      has_curves_(HasCurves(parameters)),
      follows_(IsElasticInRotation(parameters)),
      twist_axis_(FindTwistAxis(parameters)),
      parameters_(std::make_shared<const BushingParameters>(parameters)) {
  RequireValid(pair, parameters, name);
}

bool Bushing::is_plain() const {
  return measure_ == BushingMeasure::energy && twist_axis_ < 0 && stiffness_.is_diagonal() &&
         damping_.is_diagonal() && !has_curves_;
}

RotationMeasure Bushing::MeasureRotation(const Mat3& Q, std::span<const double> memory) const {
  const Vec3 remembered = follows_ ? RememberedRotation(memory, memory_) : Vec3(Vec3::Zero());
  if (measure_ == BushingMeasure::bryant) return MeasureBryant(Q, remembered[2]);
  if (twist_axis_ >= 0) return MeasureTiltAndTwist(Q, twist_axis_, remembered[twist_axis_]);
  return MeasureRotationVector(Q, remembered);
}

Bushing::Evaluation Bushing::Evaluate(const ElementContext& x) const {
  Evaluation at;
  at.k = CalcRelativeMotion(pair_, x);
  const bool energetic = measure_ == BushingMeasure::energy;
  at.m = MeasureRotation(at.k.Q, x.memory);
  at.e << at.k.d, at.m.theta;
  at.rate = at.k.nu;
  if (energetic) at.rate.tail<3>() = at.m.gradient * at.k.nu.tail<3>();
  const Vec6 elastic = stiffness_ * at.e;
  at.S = elastic + damping_ * at.rate + preload_;
  at.energy = at.e.dot(0.5 * elastic + preload_);
  if (measure_ == BushingMeasure::bryant) at.energy += CalcWorkOfSines(*parameters_, at.m, at.k.Q);
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
    if (energetic) {  // the measure's own gradient changes
      rate_q.bottomRows<3>() += at.m.CalcRateGradient(at.k.nu.tail<3>()) * H.bottomRows<3>();
      W_q.bottomRows<3>() -= at.m.CalcTorqueGradient(at.S.tail<3>()) * H.bottomRows<3>();
    }
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

Mat3 Bushing::CalcRotation(const ElementContext& x) const {
  const Mat3& A = x.bodies[static_cast<size_t>(pair_.A)].R;
  const Mat3& B = x.bodies[static_cast<size_t>(pair_.B)].R;
  return (A * pair_.X_AF.R).transpose() * (B * pair_.X_BM.R);
}

void Bushing::UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
  if (!follows_) return;
  const Mat3 R_F = x.bodies[static_cast<size_t>(pair_.A)].R * pair_.X_AF.R;
  const Mat3 R_M = x.bodies[static_cast<size_t>(pair_.B)].R * pair_.X_BM.R;
  const bool counts = measure_ == BushingMeasure::bryant || twist_axis_ >= 0;
  Vec3 theta = Vec3::Zero();
  if (counts || MustRemember(TraceOfRelative(R_F, R_M), RememberedRotation(all_memory, memory_)))
    theta = MeasureRotation(R_F.transpose() * R_M, all_memory).theta;
  RememberRotation(theta, all_memory, memory_);
}

Turn Bushing::CalcTurn(const ElementContext& x) const {
  constexpr double kQuarter = 0.5 * std::numbers::pi;
  if (!follows_) return {};
  if (measure_ == BushingMeasure::bryant) {
    const Mat3 Q = CalcRotation(x);
    const double tilt = std::atan2(std::hypot(Q(0, 2), Q(1, 2)), Q(2, 2));
    const bool undefined = IsElasticAbout(*parameters_, 2) && std::abs(Q(1, 2)) > 0.99;
    return {tilt, 0.5 * kQuarter, undefined, kTilt, kRemedy};
  }
  if (twist_axis_ >= 0) {
    const Vec3 m = CalcRotation(x).col(twist_axis_);
    const double sine = m.cross(Vec3::Unit(twist_axis_)).norm();
    const double tilt = std::atan2(sine, m[twist_axis_]);
    return {tilt, kQuarter, tilt > 0.5 * kLargestFollowedAngle, kTilt, kRemedy};
  }
  const double angle = RememberedRotation(x.memory, memory_).norm();
  return {.angle = angle,
          .warning = kQuarter,
          .ended = angle > kLargestFollowedAngle,
          .remedy = kRemedy};
}

ElementDescription Bushing::Describe() const {
  ElementDescription own{.type = "bushing", .places = PlacesOf(pair_)};
  AddXyz(own.columns, "d", "m", "displacement of frame b from frame a, axes of a");
  AddXyz(own.columns, "theta_", "rad", "rotation of b relative to a, axes of a");
  AddXyz(own.columns, "force_", "N", "force on body b at frame b, axes of a");
  AddXyz(own.columns, "torque_", "Nm", "torque on body b, axes of a");
  return own;
}

void Bushing::WriteReport(const ElementContext& x, std::span<double> out) const {
  const BushingDeformation d = CalcDeformation(x);
  Eigen::Map<Vec12>(out.data()) << d.e, d.wrench;
}

}  // namespace trunnion
