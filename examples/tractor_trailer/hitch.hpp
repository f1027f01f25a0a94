// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trunnion/math.hpp>

#include <cmath>
#include <cstdio>

/// Two vehicles, each a simulation of its own, that are coupled by the force λ [N] (x and z, on the
/// trailer, −λ on the tractor) of a hitch with stiffness k and damping d,
///
///     λ = k r + d r',   r = position of the tractor's hitch − that of the trailer's.
///
/// λ is held from one communication point to the next. Plain coupling takes r and r' where the
/// interval H begins, and is unstable for d < k H / 2, however small H is. The stable one takes
/// them where it ends, as they will be: with accelerations that are linear in λ, r" = r"₀ − J (λ −
/// λ₀),
///
///     (I + c J) λ = k (r + H r') + d r' + c (r"₀ + J λ₀),   c = k H²/2 + d H.
///
/// J = ∂a/∂F of the one plus ∂a/∂F of the other are the interface Jacobians: directional
/// derivatives of FMUs, or the response of a SteppedSimulation to another force. No step is taken
/// back. Ideas: Sicklinger et al., Int. J. Numer. Meth. Engng 98 (2014); Schweizer & Lu, Multibody
/// Syst. Dyn. 32 (2014).
namespace trunnion::hitch {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;

inline constexpr double kStiffness = 2e7, kDamping = 2e4;  // [N/m], [N·s/m]

enum class Scheme { plain, stable };

/// A vehicle has Position(), Velocity(), Acceleration() of its hitch, Slope() = ∂a/∂F [1/kg],
/// Hold(F) [N] and Advance(t, H) [s]. @return position of the tractor's hitch at `until` [m].
template <class Vehicle>
Vec2 Drive(Vehicle& tractor, Vehicle& trailer, Scheme scheme, double H, double until) {
  const bool stable = scheme == Scheme::stable;
  const double c = kStiffness * H * H / 2 + kDamping * H;
  Vec2 force = Vec2::Zero();
  for (int i = 0; i < std::lround(until / H); ++i) {
    const Vec2 r = tractor.Position() - trailer.Position();
    const Vec2 rate = tractor.Velocity() - trailer.Velocity();
    if (stable) {
      const Mat2 J = tractor.Slope() + trailer.Slope();
      const Vec2 change = tractor.Acceleration() - trailer.Acceleration() + J * force;
      force = (Mat2::Identity() + c * J)
                  .lu()
                  .solve(kStiffness * (r + H * rate) + kDamping * rate + c * change);
    } else {
      force = kStiffness * r + kDamping * rate;
    }
    tractor.Hold(-force);
    trailer.Hold(force);
    tractor.Advance(i * H, H);
    trailer.Advance(i * H, H);
  }
  return tractor.Position();
}

/// Runs both schemes with pairs of vehicles that `make` makes, against the model in one piece.
/// @return true if the stable one converges with H, and the plain one does not hold.
template <class Make>
bool Compare(const Make& make, const Vec2& exact, double until) {
  double before = 0, last = 0;
  bool converges = true;
  for (const double H : {0.02, 0.01, 0.005, 0.0025}) {
    double error[2];
    for (const Scheme scheme : {Scheme::stable, Scheme::plain}) {
      auto [tractor, trailer] = make();
      const Vec2 end = Drive(*tractor, *trailer, scheme, H, until);
      error[scheme == Scheme::plain] = (end - exact).norm();
    }
    std::printf(
        "H = %5.1f ms: error %.2e m, of plain coupling %.2e m\n", 1e3 * H, error[0], error[1]);
    converges =
        converges && (before == 0 || error[0] < 0.65 * before) && !(error[1] < 100 * error[0]);
    before = last = error[0];
  }
  return converges && last < 1e-2;
}

}  // namespace trunnion::hitch
