// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include <trunnion/elements.hpp>
#include <trunnion/math.hpp>

#include "vehicle/path.hpp"

namespace trunnion::vehicle {

/// A vehicle as a bicycle with linear tyres: lateral velocity v and yaw rate r at the speed u,
///
///     m (v' + u r) = −C_f (v + a r)/u − C_r (v − b r)/u + C_f δ
///     J r' = −a C_f (v + a r)/u + b C_r (v − b r)/u + a C_f δ
///
/// Mitschke & Wallentowitz, Dynamik der Kraftfahrzeuge (2004), part C.
struct Bicycle {
  double mass = 0;                                 ///< m [kg]
  double yaw_inertia = 0;                          ///< J [kg·m²]
  double front = 0, rear = 0;                      ///< a, b: from the centre of mass to axles [m]
  double front_stiffness = 0, rear_stiffness = 0;  ///< C_f, C_r of both wheels [N/rad]

  double wheelbase() const { return front + rear; }
  /// K of the steady steer angle δ = L/R + K a_y [rad·s²/m]; > 0 understeers.
  double understeer() const;
};

/// Steering by optimal preview: the angle δ that, asked for from now on, brings the bicycle nearest
/// to the path in the mean over the times T_i up to `preview`, where the steer angle δ_s follows by
/// δ_s' = (δ − δ_s)/lag,
///
///     δ = Σ g_i (y_i − F_i (v, r, δ_s))/Σ g_i²,
///
/// with y_i the offset of the path at the station u T_i ahead, F_i (v, r, δ_s) where the bicycle
/// would be with δ = 0, and g_i how far a unit of δ moves it. Below 2 m/s as at 2 m/s. Reference
/// MacAdam, Application of an optimal preview control for simulation of closed-loop
///            automobile driving (1981), equation (8).
/// Verified   tests/vehicle/driver_test.cpp
class PreviewSteering {
 public:
  PreviewSteering() = default;
  /// @param preview, lag  [s], > 0. @throws ModelError for a bicycle without mass, inertia or
  /// stiffness.
  PreviewSteering(const Bicycle& bicycle, double preview, double lag);

  /// The steer angle of the front wheels [rad]. @param at  where the centre of mass is, and @param
  /// x, y the horizontal unit vectors forward and to the left, all in the world.
  template <class S>
  S Calc(const Path& path,
         const Eigen::Matrix<S, 2, 1>& at,
         const Eigen::Matrix<S, 2, 1>& x,
         const Eigen::Matrix<S, 2, 1>& velocity,
         const S& yaw_rate,
         const S& steer) const;

  /// Responses at one time ahead [m/(m/s)], [m/(rad/s)], [m/rad], and g_i/Σ g² [1/m].
  struct Response {
    double from_v, from_r, from_steer, gain;
  };
  static constexpr int kPoints = 10;
  static constexpr double kLowest = 2, kSpacing = 2;  ///< of the speeds of the table [m/s]
  static constexpr int kSpeeds = 40;
  double time(int i) const { return preview_ * (i + 1) / kPoints; }  ///< T_i [s]

 private:
  double preview_ = 1;
  std::vector<std::array<Response, kPoints>> table_;  // by speeds
};

template <class S>
S PreviewSteering::Calc(const Path& path,
                        const Eigen::Matrix<S, 2, 1>& at,
                        const Eigen::Matrix<S, 2, 1>& x,
                        const Eigen::Matrix<S, 2, 1>& velocity,
                        const S& yaw_rate,
                        const S& steer) const {
  using V = Eigen::Matrix<S, 2, 1>;
  const V y(-x.y(), x.x());
  const S v = velocity.dot(y);
  S u = velocity.dot(x);
  if (PlainValue(u) < kLowest) u = S(kLowest);
  const Vec2 plain(PlainValue(at.x()), PlainValue(at.y()));
  const double station = path.Project(plain);
  const Path::Place here = path.At(station);
  const Vec2 normal(-here.tangent.y(), here.tangent.x());
  const double turn = std::max(0.2, 1 - here.curvature * normal.dot(plain - here.p));
  const V moved = at - plain.cast<S>();
  const S begin = station + moved.dot(here.tangent.cast<S>()) / turn;

  const double place = std::min((PlainValue(u) - kLowest) / kSpacing, kSpeeds - 1.0001);
  const auto k = static_cast<std::size_t>(place);
  S part = (u - kLowest) / kSpacing - static_cast<double>(k);
  if (PlainValue(part) > 1) part = S(1.0);
  S delta(0.0);
  for (std::size_t i = 0; i < kPoints; ++i) {
    const Response &a = table_[k][i], &b = table_[k + 1][i];
    const S s = begin + u * time(static_cast<int>(i));
    const double s0 = PlainValue(s);
    const Path::Place ahead = path.At(s0);
    const V p = ahead.p.cast<S>() + ahead.tangent.cast<S>() * (s - s0);
    const S free = (a.from_v + part * (b.from_v - a.from_v)) * v +
                   (a.from_r + part * (b.from_r - a.from_r)) * yaw_rate +
                   (a.from_steer + part * (b.from_steer - a.from_steer)) * steer;
    delta += (a.gain + part * (b.gain - a.gain)) * (y.dot(p - at) - free);
  }
  return delta;
}

}  // namespace trunnion::vehicle
