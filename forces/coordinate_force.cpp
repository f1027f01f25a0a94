// SPDX-License-Identifier: BSD-3-Clause
#include "forces/coordinate_force.hpp"

#include <utility>

#include "engine/core/error.hpp"
#include "forces/relative_motion.hpp"

namespace trunnion {
namespace {

const BodyState& State(const ElementContext& x, BodyIndex body) {
  return x.bodies[static_cast<size_t>(body)];
}

Vec12 Velocity(const BodyState& A, const BodyState& B) {
  Vec12 v;
  v << A.v, A.w, B.v, B.w;
  return v;
}

/// The smooth force F = φ_c d + φ_c' d' about zero distance, as the wrench (F, 0) in F axes.
Vec6 CalcWrenchAtZero(const RelativeMotion& k, const LawValue& law) {
  Vec6 W = Vec6::Zero();
  W.head<3>() = law.df_dc * k.d + law.df_dcd * k.nu.head<3>();
  return W;
}

}  // namespace

CoordinateForce::CoordinateForce(CoordinateKind kind,
                                 const MarkerPair& pair,
                                 ScalarLaw law,
                                 const std::string& name)
    : kind_(kind), pair_(pair), law_(std::move(law)) {
  Require(pair.A != pair.B, name + ": both markers are on the same body");
  Require(static_cast<bool>(law_), name + ": it has no law");
}

CoordinateForce::Report CoordinateForce::CalcReport(const ElementContext& x,
                                                    const CoordinateDerivatives& at) const {
  Report report;
  report.c = at.value;
  const auto slot = static_cast<size_t>(memory_);
  if (is_angle(kind_) && slot < x.memory.size()) report.c = UnwrapAngle(at.value, x.memory[slot]);
  report.c_dot = at.gradient.dot(Velocity(State(x, pair_.A), State(x, pair_.B)));
  report.law = IsAtZeroDistance(at.value) ? law_(0, 0, x.t) : law_(report.c, report.c_dot, x.t);
  return report;
}

CoordinateForce::Report CoordinateForce::CalcReport(const ElementContext& x) const {
  CoordinateDerivatives at;
  CalcCoordinate(kind_, pair_, State(x, pair_.A), State(x, pair_.B), at);
  return CalcReport(x, at);
}

void CoordinateForce::CalcForce(const ElementContext& x, LocalVector<2>& f) const {
  CoordinateDerivatives at;
  CalcCoordinate(kind_, pair_, State(x, pair_.A), State(x, pair_.B), at);
  const Report report = CalcReport(x, at);
  if (IsAtZeroDistance(at.value)) {
    const RelativeMotion k = CalcRelativeMotion(pair_, x);
    f = k.CalcForce(CalcWrenchAtZero(k, report.law));
  } else {
    f = at.gradient * report.law.f;
  }
}

void CoordinateForce::Linearize(const ElementContext& x,
                                LocalMatrix<2>& f_q,
                                LocalMatrix<2>& f_v) const {
  const BodyState &A = State(x, pair_.A), &B = State(x, pair_.B);
  CoordinateDerivatives at;
  CalcCoordinateHessian(kind_, pair_, A, B, at);
  const LawValue law = CalcReport(x, at).law;
  if (IsAtZeroDistance(at.value)) {
    const RelativeMotion k = CalcRelativeMotion(pair_, x);
    const Eigen::Matrix<double, 3, 12> H_d = k.CalcH().topRows<3>();
    f_v.noalias() = law.df_dcd * H_d.transpose() * H_d;
    f_q.noalias() =
        H_d.transpose() * (law.df_dc * H_d + law.df_dcd * CalcRateGradient(k, A, B).topRows<3>());
    AddWrenchGradient(k, CalcWrenchAtZero(k, law), f_q);
    return;
  }
  const Vec12 rate_gradient = at.hessian.transpose() * Velocity(A, B);  // ∂c'/∂x
  f_q.noalias() = law.f * at.hessian;
  f_q.noalias() += at.gradient * (law.df_dc * at.gradient + law.df_dcd * rate_gradient).transpose();
  f_v.noalias() = law.df_dcd * at.gradient * at.gradient.transpose();
}

double CoordinateForce::CalcEnergy(const ElementContext& x) const {
  return CalcReport(x).law.energy;
}

void CoordinateForce::UpdateMemory(const ElementContext& x, std::span<double> all_memory) const {
  if (!is_angle(kind_)) return;
  all_memory[static_cast<size_t>(memory_)] = CalcReport(x).c;
}

}  // namespace trunnion
