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

std::vector<double> Sorted(std::vector<double> kinks) {
  std::sort(kinks.begin(), kinks.end());
  kinks.erase(std::unique(kinks.begin(), kinks.end()), kinks.end());
  return kinks;
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
    : kind_(kind),
      pair_(pair),
      law_(std::move(law)),
      kinks_(Sorted(law_.kinks())),
      rate_kinks_(Sorted(law_.rate_kinks())) {
  Require(pair.A != pair.B, name, "both markers are on the same body");
  Require(static_cast<bool>(law_), name, "it has no law");
}

CoordinateForce::CoordinateForce(CoordinateKind kind,
                                 const MarkerPair& pair,
                                 AdjustableLaw law,
                                 const std::string& name)
    : CoordinateForce(kind, pair, law.make(law.parameters), name) {
  adjustable_ = std::make_shared<const AdjustableLaw>(std::move(law));
}

std::vector<ElementParameter> CoordinateForce::ListParameters() const {
  if (!adjustable_) return {};
  const LinearSpringDamper& p = adjustable_->parameters;
  const bool angle = is_angle(kind_);
  return {{"stiffness", angle ? "N·m/rad" : "N/m", p.stiffness},
          {"damping", angle ? "N·m·s/rad" : "N·s/m", p.damping},
          {"free_length", angle ? "rad" : "m", p.free_length},
          {"preload", angle ? "N·m" : "N", p.preload}};
}

void CoordinateForce::SetParameter(int i, double value) {
  AdjustableLaw changed = *adjustable_;
  LinearSpringDamper& p = changed.parameters;
  *std::array{&p.stiffness, &p.damping, &p.free_length, &p.preload}[static_cast<size_t>(i)] = value;
  ScalarLaw law = changed.make(p);
  kinks_ = Sorted(law.kinks());
  rate_kinks_ = Sorted(law.rate_kinks());
  law_ = std::move(law);
  adjustable_ = std::make_shared<const AdjustableLaw>(std::move(changed));
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

CoordinateForce::Piece CoordinateForce::PieceOf(const std::vector<double>& kinks, double number) {
  const auto i = static_cast<std::size_t>(number);
  return {i > 0 ? kinks[i - 1] : -kInfinity, i < kinks.size() ? kinks[i] : kInfinity};
}

CoordinateForce::Piece CoordinateForce::PieceOf(const ElementContext& x) const {
  return PieceOf(kinks_, x.memory[static_cast<std::size_t>(piece_slot())]);
}

CoordinateForce::Piece CoordinateForce::RatePieceOf(const ElementContext& x) const {
  return PieceOf(rate_kinks_, x.memory[static_cast<std::size_t>(rate_slot())]);
}

/// Beyond the ends of its piece the law goes on straight, by its slope just within.
LawValue CoordinateForce::CalcLaw(const ElementContext& x, double c, double c_dot) const {
  if (!x.in_pieces || num_events() == 0) return law_(c, c_dot, x.t);
  const auto clamp = [](const Piece& piece, double value) {
    return std::max(std::min(value, piece.end - Nothing(piece.end)),
                    piece.begin + Nothing(piece.begin));
  };
  const double within = kinks_.empty() ? c : clamp(PieceOf(x), c);
  const double rate = rate_kinks_.empty() ? c_dot : clamp(RatePieceOf(x), c_dot);
  const double beyond = c - within;
  LawValue law = law_(within, rate, x.t);
  law.energy -= beyond * (law.f + beyond * law.df_dc / 2);
  law.f += beyond * law.df_dc;
  if (rate != c_dot) law.f += (c_dot - rate) * law.df_dcd;
  return law;
}

void CoordinateForce::CalcEvents(const ElementContext& x,
                                 std::span<double> values,
                                 std::span<double> rates) const {
  const Report at = CalcReport(x);
  const auto write = [&](const Piece& piece, double value, double rate, std::size_t first) {
    const bool begins = piece.begin > -kInfinity, ends = piece.end < kInfinity;
    values[first] = begins ? value - piece.begin : 1;
    rates[first] = begins ? rate : 0;
    values[first + 1] = ends ? piece.end - value : 1;
    rates[first + 1] = ends ? -rate : 0;
  };
  if (!kinks_.empty()) write(PieceOf(x), at.c, at.c_dot, 0);
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (!rate_kinks_.empty()) write(RatePieceOf(x), at.c_dot, kUnknown, kinks_.empty() ? 0 : 2);
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
  if (is_angle(kind_)) all_memory[static_cast<std::size_t>(memory_)] = at.c;
  const auto remember = [&](const std::vector<double>& kinks, double value, int slot) {
    const auto piece = std::upper_bound(kinks.begin(), kinks.end(), value) - kinks.begin();
    all_memory[static_cast<std::size_t>(slot)] = static_cast<double>(piece);
  };
  // At a kink of c it is the piece on the side that c moves to.
  if (!kinks_.empty())
    remember(kinks_, at.c + (at.c_dot > 0 ? kNearKink : -kNearKink), piece_slot());
  if (!rate_kinks_.empty()) remember(rate_kinks_, at.c_dot, rate_slot());
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
