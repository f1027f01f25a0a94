// SPDX-License-Identifier: BSD-3-Clause
#include "joints/coordinate_coupling.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/seeded_bodies.hpp"

namespace trunnion {
namespace {

void RequireTerm(const CouplingTerm& term) {
  Require(term.pair.A != term.pair.B,
          "coupling: a coordinate connects a body with itself; give two different bodies");
  Require(std::isfinite(term.coefficient) && term.coefficient != 0,
          "coupling: a ratio or radius must be finite and not zero");
  for (const Pose* X : {&term.pair.X_AF, &term.pair.X_BM}) {
    Require(X->p.allFinite() && (X->R.transpose() * X->R - Mat3::Identity()).norm() <= 1e-9,
            "coupling: a marker frame is not finite and orthonormal; give a rotation matrix");
  }
}

}  // namespace

CoordinateCoupling::CoordinateCoupling(std::span<const CouplingTerm> terms, MotionLaw s, double s0)
    : num_terms_(static_cast<int>(terms.size())), s_(std::move(s)), s0_(s0) {
  Require(num_terms_ == 1 || num_terms_ == 2, "coupling: give one or two coordinates");
  Require(terms[0].coefficient == 1, "coupling: the first coefficient must be 1");
  Require(std::isfinite(s0), "coupling: the phase must be finite");
  int num_bodies = 0;
  for (int i = 0; i < num_terms_; ++i) {
    RequireTerm(terms[i]);
    terms_[i] = terms[i];
    if (is_angle(terms[i].kind)) memory_slot_[i] = num_memory_++;
    const std::array pair_bodies{terms[i].pair.A, terms[i].pair.B};
    for (int k = 0; k < 2; ++k) {
      const auto end = bodies_.begin() + num_bodies;
      const auto found = std::find(bodies_.begin(), end, pair_bodies[k]);
      slot_[i][k] = static_cast<int>(found - bodies_.begin());
      if (found == end) bodies_[num_bodies++] = pair_bodies[k];
    }
  }
}

MotionValue CoordinateCoupling::CalcMotion(double t) const {
  return s_ ? s_(t) : MotionValue{.s = s0_};
}

double CoordinateCoupling::Unwrap(int i, double value, const ElementContext& context) const {
  const auto slot = static_cast<std::size_t>(memory_ + memory_slot_[i]);
  if (!is_angle(terms_[i].kind) || slot >= context.memory.size()) return value;
  return UnwrapAngle(value, context.memory[slot]);
}

void CoordinateCoupling::Evaluate(int i,
                                  const ElementContext& context,
                                  CoordinateDerivatives& out) const {
  const CouplingTerm& term = terms_[i];
  CalcCoordinate(
      term.kind, term.pair, context.bodies[term.pair.A], context.bodies[term.pair.B], out);
  out.value = Unwrap(i, out.value, context);
}

double CoordinateCoupling::CalcCoordinateOf(int i, const ElementContext& context) const {
  CoordinateDerivatives q;
  Evaluate(i, context, q);
  return q.value;
}

void CoordinateCoupling::Calc(const ElementContext& context,
                              LocalRows<1>& g,
                              LocalRows<1>& g_t,
                              LocalJacobian<4, 1>& G) const {
  const MotionValue motion = CalcMotion(context.t);
  g.setConstant(1, -motion.s);
  g_t.setConstant(1, -motion.s_dot);
  G.setZero(1, 24);
  for (int i = 0; i < num_terms_; ++i) {
    CoordinateDerivatives q;
    Evaluate(i, context, q);
    g[0] += terms_[i].coefficient * q.value;
    for (int k = 0; k < 2; ++k) {
      G.middleCols<6>(6 * slot_[i][k]) +=
          terms_[i].coefficient * q.gradient.segment<6>(6 * k).transpose();
    }
  }
}

void CoordinateCoupling::AddHessians(const ElementContext& context,
                                     double weight,
                                     LocalMatrix<4>& H) const {
  for (int i = 0; i < num_terms_; ++i) {
    const CouplingTerm& term = terms_[i];
    CoordinateDerivatives q;
    CalcCoordinateHessian(
        term.kind, term.pair, context.bodies[term.pair.A], context.bodies[term.pair.B], q);
    for (int k = 0; k < 2; ++k) {
      for (int l = 0; l < 2; ++l) {
        H.block<6, 6>(6 * slot_[i][k], 6 * slot_[i][l]) +=
            (weight * term.coefficient) * q.hessian.block<6, 6>(6 * k, 6 * l);
      }
    }
  }
}

void CoordinateCoupling::CalcVelocityGradient(const ElementContext& context,
                                              LocalJacobian<4, 1>& L) const {
  LocalMatrix<4> H = LocalMatrix<4>::Zero();
  AddHessians(context, 1, H);
  L.resize(1, 24);
  L.row(0).noalias() = LocalVelocities<4>(context, bodies_).transpose() * H;
}

void CoordinateCoupling::CalcGamma(const ElementContext& context, LocalRows<1>& gamma) const {
  LocalJacobian<4, 1> L;
  CalcVelocityGradient(context, L);
  gamma.setConstant(
      1, CalcMotion(context.t).s_ddot - L.row(0).dot(LocalVelocities<4>(context, bodies_)));
}

void CoordinateCoupling::CalcGeometricStiffness(const ElementContext& context,
                                                std::span<const double> lambda,
                                                LocalMatrix<4>& K) const {
  K.setZero();
  AddHessians(context, lambda[0], K);
}

void CoordinateCoupling::UpdateMemory(const ElementContext& context,
                                      std::span<double> all_memory) const {
  for (int i = 0; i < num_terms_; ++i) {
    if (!is_angle(terms_[i].kind)) continue;
    const CouplingTerm& term = terms_[i];
    CoordinateDerivatives q;
    CalcCoordinate(
        term.kind, term.pair, context.bodies[term.pair.A], context.bodies[term.pair.B], q);
    double& memory = all_memory[memory_ + memory_slot_[i]];
    memory = UnwrapAngle(q.value, memory);
  }
}

void CoordinateCoupling::InitializeMemory(const ElementContext& context,
                                          std::span<double> all_memory) const {
  for (int i = 0; i < num_memory_; ++i) all_memory[memory_ + i] = 0;
  if (s_ && num_memory_ == 1) all_memory[memory_] = CalcMotion(context.t).s;
  UpdateMemory(context, all_memory);
}

CoordinateCoupling MakeMotion(CoordinateKind kind, const MarkerPair& pair, MotionLaw s) {
  Require(static_cast<bool>(s), "motion: no function of time is given");
  const std::array terms{CouplingTerm{.kind = kind, .pair = pair}};
  return {terms, std::move(s)};
}

CoordinateCoupling MakeGear(const MarkerPair& hinge_0,
                            const MarkerPair& hinge_1,
                            double ratio,
                            double phase) {
  const std::array terms{
      CouplingTerm{.kind = CoordinateKind::angle, .pair = hinge_0},
      CouplingTerm{.coefficient = -ratio, .kind = CoordinateKind::angle, .pair = hinge_1}};
  return {terms, {}, phase};
}

CoordinateCoupling MakeRackAndPinion(const MarkerPair& rack,
                                     const MarkerPair& pinion,
                                     double radius,
                                     double phase) {
  const std::array terms{
      CouplingTerm{.kind = CoordinateKind::offset_z, .pair = rack},
      CouplingTerm{.coefficient = -radius, .kind = CoordinateKind::angle, .pair = pinion}};
  return {terms, {}, phase};
}

}  // namespace trunnion
