// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/beam.hpp"

#include <Eigen/Dense>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "forces/elements/mid_frame.hpp"
#include "forces/relative_motion.hpp"

namespace trunnion {
namespace {

void RequireValid(const MarkerPair& pair, const BeamParameters& p, const std::string& name) {
  Require(pair.A != pair.B, name + ": both ends are on the same body");
  Require(p.stiffness.allFinite() && p.free.allFinite(),
          name + ": the stiffness or the free shape is not finite");
  const double asymmetry = (p.stiffness - p.stiffness.transpose()).cwiseAbs().maxCoeff();
  Require(asymmetry <= 1e-9 * p.stiffness.cwiseAbs().maxCoeff(),
          name + ": the stiffness matrix is not symmetric");
  const Vec6 scale =
      p.stiffness.diagonal().unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
  const Mat6 scaled = scale.asDiagonal() * p.stiffness * scale.asDiagonal();
  Require(Eigen::SelfAdjointEigenSolver<Mat6>(scaled).eigenvalues()(0) >= -1e-9,
          name + ": the stiffness matrix is not positive semidefinite");
  Require(std::isfinite(p.damping_time) && p.damping_time >= 0,
          name + ": the damping time must be 0 or greater");
}

}  // namespace

Mat6 CalcBeamStiffness(BeamFormulation formulation,
                       const BeamSectionMatrices& section,
                       double length,
                       const std::string& label) {
  Require(std::isfinite(length) && length > 0, label + ": the length must be greater than 0");
  Mat6 flexibility = length * section.flexibility;
  if (formulation == BeamFormulation::corotational) {
    const Mat3 X = Skew(Vec3::UnitX());
    flexibility.topLeftCorner<3, 3>() += std::pow(length, 3) / 12 * X *
                                         section.flexibility.bottomRightCorner<3, 3>() *
                                         X.transpose();
  }
  const Vec6 root = flexibility.diagonal().cwiseSqrt().cwiseInverse();
  Require(root.allFinite(),
          label +
              ": the section is rigid in shear; give shear factors or stiffnesses, or use the "
              "corotational formulation");
  const Mat6 scaled = root.asDiagonal() * flexibility * root.asDiagonal();
  const Eigen::LLT<Mat6> factor(scaled);
  Require(factor.info() == Eigen::Success,
          label + ": the flexibility of the section is not positive definite");
  const Mat6 inverse = factor.solve(Mat6::Identity());
  const Mat6 K = root.asDiagonal() * inverse * root.asDiagonal();
  return 0.5 * (K + K.transpose());
}

struct Beam::Evaluation {
  RelativeMotion k;
  MidFrameDeformation m;
  Vec6 strain, rate, elastic, S;
};

Beam::Beam(const MarkerPair& pair, const BeamParameters& parameters, const std::string& name)
    : pair_(pair), parameters_(parameters) {
  RequireValid(pair, parameters, name);
}

Beam::Evaluation Beam::Evaluate(const ElementContext& x) const {
  Evaluation at;
  at.k = CalcRelativeMotion(pair_, x);
  at.m = CalcMidFrame(at.k.d, at.k.Q);
  at.strain = at.m.e() - parameters_.free;
  at.rate = at.m.CalcRate(at.k.nu);
  at.elastic = parameters_.stiffness * at.strain;
  at.S = at.elastic + parameters_.damping_time * (parameters_.stiffness * at.rate);
  return at;
}

void Beam::CalcForce(const ElementContext& x, LocalVector<2>& f) const {
  const Evaluation at = Evaluate(x);
  f = at.k.CalcForce(-at.m.CalcWrench(at.S));
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
}

double Beam::CalcEnergy(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return 0.5 * at.strain.dot(at.elastic);
}

double Beam::CalcDissipation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return at.rate.dot(at.S - at.elastic);
}

BeamDeformation Beam::CalcDeformation(const ElementContext& x) const {
  const Evaluation at = Evaluate(x);
  return {at.m.e(), at.rate, at.S, at.k.R_F * at.m.A};
}

Vec6 CalcBeamDeformation(const Pose& X_WF, const Pose& X_WM) {
  const Pose X_FM = X_WF.Inverse() * X_WM;
  return CalcMidFrame(X_FM.p, X_FM.R).e();
}

}  // namespace trunnion
