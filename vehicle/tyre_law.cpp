// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_law.hpp"

#include <algorithm>
#include <cmath>

#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace {

constexpr double kDampingRise = 5e-3;  // deflection over which vertical damping comes up [m]
constexpr double kRelease = 0.02;      // time in which a lifted tyre forgets its deflection [s]
/// Of the tread at rest, over slip force by load [m/s]: slip forces relax to zero, so
/// that no state is left undetermined.
constexpr double kCreep = 1e-6;
constexpr double kSoft = 0.01;  // speed below which |V| is rounded [m/s]

template <class S>
S Clamped(const S& x, double low, double high) {
  return PlainValue(x) < low ? S(low) : PlainValue(x) > high ? S(high) : x;
}
template <class S>
S Larger(const S& a, const S& b) {
  return PlainValue(a) < PlainValue(b) ? b : a;
}
/// |V|, with a continuous derivative at zero.
template <class S>
S SoftAbsolute(const S& V) {
  const S a = Absolute(V);
  return PlainValue(a) > kSoft ? a : S(a * a * (2.0 - a / kSoft) / kSoft);
}
/// The sign of q beyond ±1, with continuous derivatives between.
template <class S>
S SoftSign(const S& q) {
  const S c = Clamped(q, -1, 1);
  return 0.5 * c * (3.0 - c * c);
}
/// 1 at rest, 0 from the low speed on.
template <class S>
S LowSpeedFade(const S& Vx, double low_speed) {
  using std::cos;
  const S q = SoftAbsolute(Vx) / low_speed;
  return PlainValue(q) >= 1 ? S(0.0) : S(0.5 * (1.0 + cos(S(M_PI * q))));
}

template <class S>
Eigen::Matrix<S, 3, 1> InWorld(const BodyStateT<S>& wheel, const Vec3& in_body) {
  return wheel.R * in_body.cast<S>();
}
template <class S>
Eigen::Matrix<S, 3, 1> VelocityOfCentre(const BodyStateT<S>& wheel, const Vec3& centre) {
  const Eigen::Matrix<S, 3, 1> arm = centre.cast<S>();
  return wheel.v + wheel.R * wheel.w.cross(arm);
}

/// The slip that formulas are asked at: load and camber within their ranges, the tyre's own side.
template <class S>
Slip<S> ForFormula(const TyreSetup& setup, Slip<S> slip) {
  const double side = setup.mirrored ? -1 : 1;
  slip.Fz = Clamped(slip.Fz, setup.lowest_load, setup.highest_load);
  slip.alpha = side * slip.alpha;
  slip.gamma = Clamped(S(side * slip.gamma), setup.gamma_range.first, setup.gamma_range.second);
  return slip;
}

/// Re = R₀ − ρ₀ (DREFF atan(BREFF ρ/ρ₀) + FREFF ρ/ρ₀), ρ₀ at Fz0; without coefficients R₀ − ρ/3.
template <class S>
S RollingRadius(const TyreSetup& setup, const S& deflection) {
  const TyreData& d = setup.data;
  const double unloaded = d.radius * d.coefficients.Q_RE0;
  if (d.DREFF == 0 && d.FREFF == 0) return unloaded - deflection / 3.0;
  const S part = deflection / setup.static_deflection;
  return unloaded - setup.static_deflection * (d.DREFF * Atan(S(d.BREFF * part)) + d.FREFF * part);
}

}  // namespace

template <class S>
void TyreLaw::CalcLoad(const BodyStateT<S>& wheel, TyreState<S>& tyre) const {
  using std::asin, std::sqrt;
  const Eigen::Matrix<S, 3, 1> centre = wheel.r + InWorld(wheel, setup_->centre);
  tyre.contact = CalcContact<S>(
      *setup_->road, setup_->footprint, setup_->data.radius, centre, InWorld(wheel, setup_->axis));
  if (!tyre.contact.exists) return;
  tyre.deflection = setup_->data.radius - tyre.contact.loaded_radius;
  if (!(PlainValue(tyre.deflection) > 0)) return;
  const S& sine = tyre.contact.sin_gamma;
  tyre.slip.gamma = asin(sine);
  const S rate = -VelocityOfCentre(wheel, setup_->centre).dot(tyre.contact.normal) /
                 sqrt(S(1.0 - sine * sine));
  const double plain = PlainValue(tyre.deflection);
  const auto [load, slope] = setup_->LoadAndSlope(plain);
  const S q = Clamped(S(tyre.deflection / kDampingRise), 0, 1);
  tyre.slip.Fz = load + slope * (tyre.deflection - plain) +
                 setup_->data.damping * q * q * (3.0 - 2.0 * q) * rate;
  if (PlainValue(tyre.slip.Fz) < 0) tyre.slip.Fz = S(0.0);
}

template <class S>
void TyreLaw::CalcSlip(const BodyStateT<S>& wheel,
                       const Eigen::Matrix<S, 2, 1>& state,
                       TyreState<S>& tyre) const {
  const TyreSetup& s = *setup_;
  const Eigen::Matrix<S, 3, 1> velocity = VelocityOfCentre(wheel, s.centre);
  const Eigen::Matrix<S, 3, 1> arm = tyre.contact.down * tyre.contact.loaded_radius;
  const Eigen::Matrix<S, 3, 1> spin = wheel.R * wheel.w;
  const S Vx = velocity.dot(tyre.contact.x);
  const S Vsy = (velocity + spin.cross(arm)).dot(tyre.contact.y);
  tyre.rolling_radius = RollingRadius(s, tyre.deflection);
  const S rolling = wheel.w.dot(s.axis.cast<S>()) * tyre.rolling_radius, Vsx = Vx - rolling;

  const Slip<S> at = ForFormula(s, tyre.slip);
  auto [length_x, length_y] = CalcRelaxation(s.data, at);
  const double least = 0.02 * s.data.radius;
  if (PlainValue(length_x) < least) length_x = S(s.relaxation_x);
  if (PlainValue(length_y) < least) length_y = S(s.relaxation_y);
  const S V = Larger(Larger(SoftAbsolute(Vx), S(Absolute(Vsx) / s.greatest_kappa)),
                     S(Absolute(Vsy) / s.greatest_tangent));
  const S touch = Clamped(S(tyre.slip.Fz / (0.02 * s.data.nominal_load)), 0, 1);

  const S fade = LowSpeedFade(Vx, s.data.low_speed);
  tyre.slip.kappa = state[0] / length_x - fade * s.damping_x * Vsx;
  tyre.slip.alpha = Atan(S(state[1] / length_y + fade * s.damping_y * Vsy));
  tyre.slip.direction = SoftSign(S(Vx / (0.1 * s.data.low_speed)));
  CalcForces(Vx, rolling, tyre);
  const S creep = kCreep / tyre.slip.Fz;
  tyre.rates = {touch * (-Vsx - V * state[0] / length_x - creep * tyre.forces.Fx) -
                    (1.0 - touch) * state[0] / kRelease,
                touch * (Vsy - V * state[1] / length_y + creep * tyre.forces.Fy) -
                    (1.0 - touch) * state[1] / kRelease};
}

/// @param rolling  Ω Re, the speed of the tread [m/s].
template <class S>
void TyreLaw::CalcForces(const S& Vx, const S& rolling, TyreState<S>& tyre) const {
  const TyreSetup& s = *setup_;
  const Slip<S> at = ForFormula(s, tyre.slip);
  tyre.forces = CalcTyreForces(s.data, at);
  tyre.My = CalcRollingMoment(s.data, at, tyre.forces.Fx, SoftAbsolute(Vx)) *
            SoftSign(S(rolling / (0.1 * s.data.low_speed)));
  const double side = s.mirrored ? -1 : 1;
  S part(1.0);  // of a light load
  if (PlainValue(tyre.slip.Fz) < s.lowest_load) part = tyre.slip.Fz / s.lowest_load;
  tyre.My = part * tyre.My;
  tyre.forces = {part * tyre.forces.Fx,
                 side * part * tyre.forces.Fy,
                 side * part * tyre.forces.Mx,
                 side * part * tyre.forces.Mz};
}

template <class S>
TyreState<S> TyreLaw::Calc(const BodyStateT<S>& wheel, const Eigen::Matrix<S, 2, 1>& state) const {
  TyreState<S> tyre;
  CalcLoad(wheel, tyre);
  if (PlainValue(tyre.slip.Fz) > 0)
    CalcSlip(wheel, state, tyre);
  else
    tyre.rates = {-state[0] / kRelease, -state[1] / kRelease};
  return tyre;
}

template <class S>
void TyreLaw::operator()(const S&,
                         const std::array<BodyStateT<S>, 1>& wheel,
                         const Eigen::Matrix<S, 2, 1>& state,
                         std::array<Eigen::Matrix<S, 6, 1>, 1>& f,
                         Eigen::Matrix<S, 2, 1>& rate) const {
  using V = Eigen::Matrix<S, 3, 1>;
  const TyreState<S> tyre = Calc<S>(wheel[0], state);
  rate << tyre.rates[0], tyre.rates[1];
  f[0].setConstant(S(0.0));
  if (!(PlainValue(tyre.slip.Fz) > 0)) return;
  const Contact<S>& c = tyre.contact;
  const V force = tyre.forces.Fx * c.x + tyre.forces.Fy * c.y + tyre.slip.Fz * c.normal;
  const V arm = InWorld(wheel[0], setup_->centre) + c.loaded_radius * c.down;
  const V torque = arm.cross(force) + tyre.forces.Mx * c.x + tyre.forces.Mz * c.normal +
                   tyre.My * InWorld(wheel[0], setup_->axis);
  f[0].template head<3>() = force;
  f[0].template tail<3>() = wheel[0].R.transpose() * torque;
}

double TyreLaw::Energy(double, const std::array<BodyState, 1>& wheel) const {
  TyreState<double> tyre;
  CalcLoad(wheel[0], tyre);
  return setup_->Energy(std::max(tyre.deflection, 0.0));
}

ElementDescription TyreLaw::Describe() const {
  return {.type = "tyre",
          .places = {{setup_->body, Pose(Mat3::Identity(), setup_->centre)}},
          .columns = {{"Fx", "N", "on the wheel, forward in the road's plane"},
                      {"Fy", "N", "on the wheel, to the left in the road's plane"},
                      {"Fz", "N", "load, along the road's normal"},
                      {"Mx", "Nm", "overturning moment at the contact point"},
                      {"My", "Nm", "rolling resistance about the wheel's axis"},
                      {"Mz", "Nm", "aligning moment at the contact point"},
                      {"kappa", "1", "longitudinal slip that acts, transient"},
                      {"alpha", "rad", "slip angle that acts, transient"},
                      {"gamma", "rad", "inclination against the road's plane"},
                      {"deflection", "m", "unloaded less loaded radius; negative: off the ground"},
                      {"rolling_radius", "m", "effective; 0 off the ground"},
                      {"contact_x", "m", "contact point in the world"},
                      {"contact_y", "m", "contact point in the world"},
                      {"contact_z", "m", "contact point in the world"}}};
}

void TyreLaw::WriteReport(double,
                          const std::array<BodyState, 1>& wheel,
                          const Eigen::Matrix<double, 2, 1>& state,
                          std::span<double> out) const {
  const TyreState<double> tyre = Calc<double>(wheel[0], state);
  Vec3 point = wheel[0].r + InWorld(wheel[0], setup_->centre);
  if (tyre.contact.exists) point += tyre.contact.loaded_radius * tyre.contact.down;
  const double values[] = {tyre.forces.Fx,
                           tyre.forces.Fy,
                           tyre.slip.Fz,
                           tyre.forces.Mx,
                           tyre.My,
                           tyre.forces.Mz,
                           tyre.slip.kappa,
                           tyre.slip.alpha,
                           tyre.slip.gamma,
                           tyre.deflection,
                           tyre.rolling_radius,
                           point.x(),
                           point.y(),
                           point.z()};
  std::copy(std::begin(values), std::end(values), out.begin());
}

// What a force with own states is evaluated with: 12 variables each of the wheel and of the states.
template void TyreLaw::operator()(const double&,
                                  const std::array<BodyStateT<double>, 1>&,
                                  const Eigen::Matrix<double, 2, 1>&,
                                  std::array<Eigen::Matrix<double, 6, 1>, 1>&,
                                  Eigen::Matrix<double, 2, 1>&) const;
using Dual24 = Dual<double, 24>;
template void TyreLaw::operator()(const Dual24&,
                                  const std::array<BodyStateT<Dual24>, 1>&,
                                  const Eigen::Matrix<Dual24, 2, 1>&,
                                  std::array<Eigen::Matrix<Dual24, 6, 1>, 1>&,
                                  Eigen::Matrix<Dual24, 2, 1>&) const;
template TyreState<double> TyreLaw::Calc(const BodyStateT<double>&,
                                         const Eigen::Matrix<double, 2, 1>&) const;

}  // namespace trunnion::vehicle
