// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <random>
#include <vector>

#include "engine/core/element.hpp"
#include "engine/core/pair_coordinate.hpp"
#include "engine/core/rotation.hpp"

/// Random vectors, frames and body states for tests; all from one seeded generator.
namespace trunnion::test {

class RandomSource {
 public:
  explicit RandomSource(unsigned seed) : generator_(seed) {}

  double Uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  Vec3 Vector(double size = 1) {
    return {Uniform(-size, size), Uniform(-size, size), Uniform(-size, size)};
  }
  Mat3 Rotation(double angle = 3) {
    return RotationExp(Uniform(0.2, angle) * Vector().normalized());
  }
  Pose Frame() { return {Rotation(), Vector()}; }
  MarkerPair Pair(BodyIndex A, BodyIndex B) { return {A, B, Frame(), Frame()}; }

  BodyState Body() {
    return {.r = Rounded(Vector(2)), .R = Rotation(), .v = Vector(2), .w = Vector(2)};
  }
  /// The ground at rest, then `count` random bodies.
  std::vector<BodyState> Bodies(int count) {
    std::vector<BodyState> bodies(1);
    for (int i = 0; i < count; ++i) bodies.push_back(Body());
    return bodies;
  }

  /// Multiples of 2⁻²⁰ [m], so that adding 2²⁰ m is exact.
  static Vec3 Rounded(const Vec3& r) { return (r * 1048576.0).array().round() / 1048576.0; }

 private:
  std::mt19937 generator_;
};

/// Adds the increment (dr, R exp(dφ~)).
inline void MoveBody(const Vec6& increment, BodyState& body) {
  body.r += increment.head<3>();
  body.R = body.R * RotationExp(increment.tail<3>());
}

/// Puts body B so that frame M has the pose X_FM relative to F; velocities stay.
inline void PlaceBody(const MarkerPair& pair, const Pose& X_FM, std::vector<BodyState>& bodies) {
  const BodyState& A = bodies[pair.A];
  const Pose X_WB = Pose{A.R, A.r} * pair.X_AF * X_FM * pair.X_BM.Inverse();
  bodies[pair.B].r = X_WB.p;
  bodies[pair.B].R = X_WB.R;
}

}  // namespace trunnion::test
