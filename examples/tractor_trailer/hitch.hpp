// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trunnion/error.hpp>
#include <trunnion/hosting.hpp>
#include <trunnion/math.hpp>
#include <trunnion/model_file.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

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

/// The motion that both should have: the tractor's hitch [m] each kGrid [s], in one model.
using Motion = std::vector<Vec2>;
inline constexpr double kGrid = 0.02;

inline Motion CalcMotion(const ModelFile& truck, double until) {
  SteppedSimulation whole(truck);
  const OutputHandle x = whole.FindOutput("tractor.x"), z = whole.FindOutput("tractor.z");
  Motion motion;
  for (int i = 1; i <= std::lround(until / kGrid); ++i) {
    whole.AdvanceTo(i * kGrid);
    motion.emplace_back(whole.Get(x), whole.Get(z));
  }
  return motion;
}

/// A vehicle has Position(), Velocity(), Acceleration() of its hitch, Slope() = ∂a/∂F [1/kg],
/// Hold(F) [N] and Advance(t, H) [s]. @return largest distance of the tractor's hitch from `exact`.
template <class Vehicle>
double Drive(Vehicle& tractor, Vehicle& trailer, Scheme scheme, double H, const Motion& exact) {
  const bool stable = scheme == Scheme::stable;
  const double c = kStiffness * H * H / 2 + kDamping * H;
  Vec2 force = Vec2::Zero();
  double error = 0;
  const long parts = std::lround(kGrid / H), steps = parts * static_cast<long>(exact.size());
  for (long i = 0; i < steps; ++i) {
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
    tractor.Advance(static_cast<double>(i) * H, H);
    trailer.Advance(static_cast<double>(i) * H, H);
    if ((i + 1) % parts == 0)
      error =
          std::max(error, (tractor.Position() - exact[static_cast<std::size_t>(i / parts)]).norm());
  }
  return error;
}

/// As Drive; infinite if the run does not come to its end.
template <class Make>
double CalcError(const Make& make, Scheme scheme, double H, const Motion& exact) {
  try {
    auto [tractor, trailer] = make();
    const double error = Drive(*tractor, *trailer, scheme, H, exact);
    return std::isfinite(error) ? error : INFINITY;
  } catch (const SolverError&) {
    return INFINITY;
  }
}

/// Runs both schemes with pairs of vehicles that `make` makes, against the model in one piece.
/// @return true if the stable one converges with H, and the plain one does not hold.
template <class Make>
bool Compare(const Make& make, const Motion& exact) {
  double before = INFINITY;
  bool good = true;
  for (const double H : {0.02, 0.01, 0.005}) {
    const double error = CalcError(make, Scheme::stable, H, exact);
    const double plain = CalcError(make, Scheme::plain, H, exact);
    std::printf("H = %2.0f ms: error %.1e m, of plain coupling %.1e m\n", 1e3 * H, error, plain);
    good = good && error < 0.75 * before && plain > 100 * error;
    before = error;
  }
  return good && before < 1e-2;
}

}  // namespace trunnion::hitch
