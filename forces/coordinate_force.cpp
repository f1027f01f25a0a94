// SPDX-License-Identifier: BSD-3-Clause
#include "forces/coordinate_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/error.hpp"
#include "forces/relative_motion.hpp"

namespace trunnion {
namespace {

const BodyState& State(const ElementContext& x, BodyIndex body) {
  return x.bodies[static_cast<size_t>(body)];
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// What counts as at a kink [m or rad].
constexpr double kNearKink = 1e-9;
/// What counts as nothing beside a place c.
double Nothing(double c) { return std::isfinite(c) ? 1e-13 * std::max(std::abs(c), 1.0) : 0; }

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
    : kind_(kind), pair_(pair), law_(std::move(law)), kinks_(law_.kinks()) {
  std::sort(kinks_.begin(), kinks_.end());
  kinks_.erase(std::unique(kinks_.begin(), kinks_.end()), kinks_.end());
  Require(pair.A != pair.B, name, "both markers are on the same body");
  Require(static_cast<bool>(law_), name, "it has no law");
}

CoordinateForce::Report CoordinateForce::CalcReport(const ElementContext& x,
                                                    const CoordinateDerivatives& at) const {
  Report report;
  report.c = at.value;
  const auto slot = static_cast<size_t>(memory_);
  if (is_angle(kind_) && slot < x.memory.size()) report.c = UnwrapAngle(at.value, x.memory[slot]);
  report.c_dot = at.gradient.dot(Velocity(State(x, pair_.A), State(x, pair_.B)));
  report.law = IsAtZeroDistance(at.value) ? law_(0, 0, x.t) : CalcLaw(x, report.c, report.c_dot);
  return report;
}

CoordinateForce::Piece CoordinateForce::PieceOf(const ElementContext& x) const {
  const auto i = static_cast<std::size_t>(
      x.memory[static_cast<std::size_t>(memory_ + (is_angle(kind_) ? 1 : 0))]);
  return {i > 0 ? kinks_[i - 1] : -kInfinity, i < kinks_.size() ? kinks_[i] : kInfinity};
}

/// Beyond the ends of its piece the law goes on straight, by its slope just within.
LawValue CoordinateForce::CalcLaw(const ElementContext& x, double c, double c_dot) const {
  if (!x.in_pieces || kinks_.empty()) return law_(c, c_dot, x.t);
  const Piece piece = PieceOf(x);
  const double within =
      std::max(std::min(c, piece.end - Nothing(piece.end)), piece.begin + Nothing(piece.begin));
  const double beyond = c - within;
  LawValue law = law_(within, c_dot, x.t);
  law.energy -= beyond * (law.f + beyond * law.df_dc / 2);
  law.f += beyond * law.df_dc;
  return law;
}

void CoordinateForce::CalcEvents(const ElementContext& x,
                                 std::span<double> values,
                                 std::span<double> rates) const {
  const Report at = CalcReport(x);
  const Piece piece = PieceOf(x);
  const bool begins = piece.begin > -kInfinity, ends = piece.end < kInfinity;
  values[0] = begins ? at.c - piece.begin : 1;
  rates[0] = begins ? at.c_dot : 0;
  values[1] = ends ? piece.end - at.c : 1;
  rates[1] = ends ? -at.c_dot : 0;
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
  if (num_memory() == 0) return;
  const Report at = CalcReport(x);
  auto slot = static_cast<std::size_t>(memory_);
  if (is_angle(kind_)) all_memory[slot++] = at.c;
  if (kinks_.empty()) return;
  // At a kink it is the piece on the side that c moves to.
  const double c = at.c + (at.c_dot > 0 ? kNearKink : -kNearKink);
  const auto piece = std::upper_bound(kinks_.begin(), kinks_.end(), c) - kinks_.begin();
  all_memory[slot] = static_cast<double>(piece);
}

ElementDescription CoordinateForce::Describe() const {
  const bool angle = is_angle(kind_);
  const std::string unit = angle ? "rad" : "m";
  const std::string coordinate = angle                               ? "angle"
                                 : kind_ == CoordinateKind::distance ? "length"
                                                                     : "offset";
  const std::string force = angle ? "torque" : "force", force_unit = angle ? "Nm" : "N";
  return {.type = "along",
          .kind = ToString(kind_),
          .places = PlacesOf(pair_),
          .columns = {{coordinate, unit, "coordinate that the force acts along"},
                      {coordinate + "_rate", unit + "/s", "its rate"},
                      {force, force_unit, "positive if it tends to increase the coordinate"}},
          .inputs = {{force, force_unit, "along the coordinate"}}};
}

void CoordinateForce::WriteReport(const ElementContext& x, std::span<double> out) const {
  const Report report = CalcReport(x);
  out[0] = report.c;
  out[1] = report.c_dot;
  out[2] = report.law.f;
}

LocalVector<2> CoordinateForce::CalcInputForce(const ElementContext& x, int) const {
  CoordinateDerivatives at;
  CalcCoordinate(kind_, pair_, x.bodies[idx(pair_.A)], x.bodies[idx(pair_.B)], at);
  return at.gradient;
}

}  // namespace trunnion
