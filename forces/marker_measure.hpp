// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/core/element_context.hpp"
#include "engine/core/element_report.hpp"

namespace trunnion {

/// What formulas of forces measure between markers, with p = O_i − O_j, Q = R_jᵀ R_i:
///
///     dx, dy, dz (i, j, k)        p in the axes of k [m]
///     dm (i, j)                   |p| [m]
///     vx, vy, vz (i, j, k, l)     p' as seen from l, in the axes of k: v_i − v_j − ω_l × p [m/s]
///     vm (i, j, l)                its magnitude [m/s]
///     vr (i, j)                   d|p|/dt [m/s]; 0 where p = 0
///     wx, wy, wz (i, j, k)        ω_i − ω_j in the axes of k [rad/s]
///     wm (i, j)                   its magnitude [rad/s]
///     ax, ay (i, j)               atan2(−Q₂₃, Q₃₃), atan2(Q₁₃, Q₃₃) [rad]
///     az (i, j)                   atan2(Q₂₁, Q₁₁) [rad]
///     twist (i, j)                atan2(Q₂₁ − Q₁₂, Q₁₁ + Q₂₂) [rad], as CoordinateKind::angle
///     psi, theta, phi (i, j)      Q = R_z(ψ) R_x(θ) R_z(φ), 0 ≤ θ ≤ π [rad]
///     yaw, pitch, roll (i, j)     Q = R_z(yaw) R_y(−pitch) R_x(roll) [rad]
///
/// ax, ay, az and twist count turns where an element remembers them. Where an angle is undefined,
/// and of magnitudes at zero, value and derivatives count as zero.
/// Source: public documentation of Adams Solver, functions of the same names.
/// Verified  tests/forces/marker_measure_test.cpp.
enum class MeasureKind {
  dx,
  dy,
  dz,
  dm,
  vx,
  vy,
  vz,
  vm,
  vr,
  wx,
  wy,
  wz,
  wm,
  ax,
  ay,
  az,
  twist,
  psi,
  theta,
  phi,
  yaw,
  pitch,
  roll
};

/// The kind that is called so in lower case; none if there is none.
std::optional<MeasureKind> FindMeasureKind(std::string_view name);

constexpr bool DependsOnVelocity(MeasureKind kind) {
  return kind >= MeasureKind::vx && kind <= MeasureKind::wm;
}
/// Counts turns.
constexpr bool IsMultiTurn(MeasureKind kind) {
  return kind >= MeasureKind::ax && kind <= MeasureKind::twist;
}

/// A measure of four markers; the last two where the kind has them.
struct MarkerMeasure {
  MeasureKind kind = MeasureKind::dm;
  ElementPlace i{}, j{};
  ElementPlace k{};  ///< axes
  ElementPlace l{};  ///< frame of the time derivative

  /// The places in use, in the order i, j, k, l.
  std::array<const ElementPlace*, 4> places() const { return {&i, &j, &k, &l}; }
};

/// The value [m, rad or per s]; angles in ]−π, π].
double CalcMeasure(const MarkerMeasure& measure, const ElementContext& x);

/// Derivatives with respect to the increments and velocities of one body.
struct MeasureGradient {
  Vec6 q = Vec6::Zero();  ///< ∂m/∂(dr, dφ)
  Vec6 v = Vec6::Zero();  ///< ∂m/∂(r', w)
};
MeasureGradient CalcMeasureGradient(const MarkerMeasure& measure,
                                    const ElementContext& x,
                                    BodyIndex body);

}  // namespace trunnion
