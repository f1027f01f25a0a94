// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/core/pose.hpp"

namespace trunnion::random {

/// Random numbers from a seed, by integer arithmetic and exact divisions: the same on every
/// machine, which std::uniform_real_distribution is not.
///
/// Reference Steele, Lea & Flood, OOPSLA (2014) 453: SplitMix64.
class RandomNumbers {
 public:
  /// The seed is hashed: neighbouring ones do not share a stream.
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) { state_ = Next() ^ (seed << 32); }

  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  double Unit() { return static_cast<double>(Next() >> 11) / 9007199254740992.0; }  ///< [0, 1)
  double Between(double low, double high) { return low + (high - low) * Unit(); }
  double Symmetric(double size) { return Between(-size, size); }
  int Below(int n) { return static_cast<int>(Next() % static_cast<std::uint64_t>(n)); }
  int Count(int low, int high) { return low + Below(high - low + 1); }  ///< both included
  bool Chance(double probability) { return Unit() < probability; }

  /// Over powers of ten, from 10^low to 10^high.
  double Decade(int low, int high) {
    double value = Between(1.0, 10.0);
    for (int k = Count(low, high - 1); k != 0; k += k > 0 ? -1 : 1) value *= k > 0 ? 10 : 0.1;
    return value;
  }
  Vec3 Vector(double size) {
    const double x = Symmetric(size), y = Symmetric(size);
    return {x, y, Symmetric(size)};
  }
  /// Evenly over the sphere.
  Vec3 Direction() {
    for (;;) {
      const Vec3 v = Vector(1);
      const double square = v.squaredNorm();
      if (square > 0.01 && square <= 1) return v / std::sqrt(square);
    }
  }
  /// Evenly over all rotations.
  Mat3 Rotation() {
    for (;;) {
      const Vec3 v = Vector(1);
      const double w = Symmetric(1), square = w * w + v.squaredNorm();
      if (square < 0.01 || square > 1) continue;
      const double size = std::sqrt(square);
      return Eigen::Quaterniond(w / size, v.x() / size, v.y() / size, v.z() / size)
          .toRotationMatrix();
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace trunnion::random
