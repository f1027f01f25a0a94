// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>
#include <span>

#include "engine/core/rotation.hpp"

/// Rotation vectors that go on beyond half a turn, and how far elements may follow them.
///
/// Log gives |θ| ≤ π and jumps from one side to the other there. The rotation vector of the same
/// rotation that lies nearest to a remembered one is continuous up to a full turn, where the
/// rotation itself is the identity and θ has every direction. Elements remember θ in three slots of
/// element memory at accepted steps; bodies turn by at most half a radian in a step.
namespace trunnion {

/// θ is followed up to here [rad]: 345°. T(θ)⁻¹ then is 8 times as large as at half a turn.
inline constexpr double kLargestFollowedAngle = 2 * std::numbers::pi - std::numbers::pi / 12;
/// Below a relative rotation of 60° (trace of the matrix above 2) Log is the one to take.
inline constexpr double kRememberedTrace = 2;

/// θ of Log or the vector of the same rotation on the other side, θ − 2π θ/|θ|: the one nearer to
/// `remembered` [rad]; zero: θ.
inline Vec3 FollowRotation(const Vec3& theta, const Vec3& remembered) {
  const double along = theta.dot(remembered), angle = theta.norm();
  if (!(along < 0)) return theta;
  const Vec3 other = theta - 2 * std::numbers::pi / angle * theta;
  return (other - remembered).squaredNorm() < (theta - remembered).squaredNorm() ? other : theta;
}

/// The rotation vector in memory slots first .. first + 2; zero without memory.
inline Vec3 RememberedRotation(std::span<const double> memory, int first) {
  const auto slot = static_cast<std::size_t>(first);
  return slot + 3 <= memory.size() ? Vec3(memory[slot], memory[slot + 1], memory[slot + 2])
                                   : Vec3(Vec3::Zero());
}

inline void RememberRotation(const Vec3& theta, std::span<double> memory, int first) {
  for (int i = 0; i < 3; ++i) memory[static_cast<std::size_t>(first + i)] = theta[i];
}

/// False where θ was less than half a turn and now is less than 60°: zero is remembered then.
inline bool MustRemember(double trace, const Vec3& remembered) {
  return trace < kRememberedTrace || remembered.squaredNorm() > std::numbers::pi * std::numbers::pi;
}

/// tr(Aᵀ B), 1 + 2 cos of the relative angle.
inline double TraceOfRelative(const Mat3& A, const Eigen::Ref<const Mat3>& B) {
  return A.cwiseProduct(B).sum();
}

}  // namespace trunnion
