// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/corotated_inertia.hpp"

#include <gtest/gtest.h>

#include "tests/support/check_force.hpp"

namespace trunnion {
namespace corotated_inertia_test {

using test::RandomPose;
using test::RandomRotation;
using test::RandomSemidefinite;
using test::RandomVector;

constexpr int K = 3;

FrameGroup<K> RandomFrames(std::mt19937& random) {
  FrameGroup<K> frames;
  for (int i = 0; i < K; ++i) {
    const auto k = static_cast<std::size_t>(i);
    frames.bodies[k] = i + 1;
    frames.X_BF[k] = RandomPose(random);
    frames.X_EF[k] = {RandomRotation(random, 0.3) * frames.X_BF[k].R, RandomVector(random, 1)};
  }
  return frames;
}

/// Inertia at given accelerations, or weight, as a force element.
struct Probe {
  static constexpr int kBodies = K;
  FrameGroup<K> frames;
  CorotatedInertia<K> inertia{};
  LocalVector<K> a{};
  Vec3 g{};
  bool weight;

  std::array<BodyIndex, K> bodies() const { return frames.bodies; }
  void CalcForce(const ElementContext& x, LocalVector<K>& f) const {
    const auto at = CalcCorotatedFrame<K>(frames, x.bodies);
    f.setZero();
    if (weight) return inertia.AddWeight(at, frames, g, f);
    inertia.AddForce(at, frames, x.bodies, a, f);
  }
  void Linearize(const ElementContext& x, LocalMatrix<K>& f_q, LocalMatrix<K>& f_v) const {
    const auto at = CalcCorotatedFrame<K>(frames, x.bodies);
    f_q.setZero(), f_v.setZero();
    if (weight) return inertia.AddWeightGradient(at, frames, g, f_q);
    LocalMatrix<K> M;
    inertia.Linearize(at, frames, x.bodies, a, M, f_q, f_v);
  }
  double CalcEnergy(const ElementContext& x) const {
    return inertia.CalcWeightEnergy(CalcCorotatedFrame<K>(frames, x.bodies), frames, x.bodies, g);
  }
  double CalcKineticEnergy(const std::vector<BodyState>& bodies) const {
    return inertia.CalcKineticEnergy(CalcCorotatedFrame<K>(frames, bodies), frames, bodies);
  }
};

Probe RandomProbe(unsigned seed, bool weight) {
  std::mt19937 random(seed);
  Probe probe{.frames = RandomFrames(random), .weight = weight};
  probe.inertia = CorotatedInertia<K>(probe.frames, RandomSemidefinite(6 * K, random));
  probe.g = RandomVector(random, 1);
  for (int i = 0; i < probe.a.size(); i += 3) probe.a.segment<3>(i) = RandomVector(random, 1);
  return probe;
}

TEST(CorotatedInertia, TangentsAreThoseOfDifferences) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    EXPECT_TRUE(test::CheckForce(
        RandomProbe(seed, false), seed, {.balanced = false, .objective = false, .max_angle = 1.0}));
  }
}

TEST(CorotatedInertia, WeightIsTheGradientOfItsEnergy) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    EXPECT_TRUE(test::CheckForce(
        RandomProbe(seed, true),
        seed,
        {.conservative = true, .balanced = false, .objective = false, .max_angle = 1.0}));
  }
}

std::vector<BodyState> After(const std::vector<BodyState>& bodies,
                             const LocalVector<K>& a,
                             double h) {
  std::vector<BodyState> moved = bodies;
  for (int i = 0; i < K; ++i) {
    BodyState& body = moved[static_cast<std::size_t>(i + 1)];
    const Vec3 r_ddot = a.segment<3>(6 * i), w_dot = a.segment<3>(6 * i + 3);
    body.r += h * body.v + 0.5 * h * h * r_ddot;
    body.R = body.R * RotationExp(h * body.w + 0.5 * h * h * w_dot);  // to O(h³)
    body.v += h * r_ddot;
    body.w += h * w_dot;
  }
  return moved;
}

LocalVector<K> Velocities(const std::vector<BodyState>& bodies) {
  LocalVector<K> v;
  for (int i = 0; i < K; ++i) {
    const BodyState& body = bodies[static_cast<std::size_t>(i + 1)];
    v.segment<6>(6 * i) << body.v, body.w;
  }
  return v;
}

TEST(CorotatedInertia, PowerIsTheLossOfKineticEnergyAndMassItsHessian) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const Probe probe = RandomProbe(seed, false);
    std::mt19937 random(seed);
    const auto bodies = test::RandomStates(K, random, {.max_angle = 1.0});
    const LocalVector<K> v = Velocities(bodies);
    LocalVector<K> f;
    probe.CalcForce({0, bodies, {}}, f);
    const auto slope = [&](double h) {
      return (probe.CalcKineticEnergy(After(bodies, probe.a, h)) -
              probe.CalcKineticEnergy(After(bodies, probe.a, -h))) /
             (2 * h);
    };
    const double exact = (4 * slope(5e-4) - slope(1e-3)) / 3;
    EXPECT_NEAR(f.dot(v), -exact, 1e-8 * (1 + std::abs(exact))) << seed;
    LocalMatrix<K> M, f_q = LocalMatrix<K>::Zero(), f_v = f_q;
    const auto at = CalcCorotatedFrame<K>(probe.frames, bodies);
    probe.inertia.Linearize(at, probe.frames, bodies, probe.a, M, f_q, f_v);
    EXPECT_NEAR(0.5 * v.dot(M * v), probe.CalcKineticEnergy(bodies), 1e-12);
  }
}

/// A rigid cloud of particles between three frames: mass by interpolation that is exact for rigid
/// motions, x' = Σ bᵢ (yᵖᵢ + yʳᵢ × (x − xᵢ)), Σ bᵢ = 1.
TEST(CorotatedInertia, RigidPartHasItsWeightAndTheNewtonEulerEquations) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    Probe probe{.frames = RandomFrames(random), .g = RandomVector(random, 1), .weight = false};
    LocalMatrix<K> mass = LocalMatrix<K>::Zero();
    std::vector<std::pair<double, Vec3>> cloud;  // masses and places in E
    for (int n = 0; n < 5; ++n) {
      const double m = 0.3 + 0.1 * n;
      const Vec3 x = RandomVector(random, 1), b(0.2 + 0.1 * n, 0.5, 0.3 - 0.1 * n);
      Eigen::Matrix<double, 3, 6 * K> N;
      for (int i = 0; i < K; ++i)
        N.middleCols<6>(6 * i) << b(i) * Mat3::Identity(),
            -b(i) * Skew(x - probe.frames.X_EF[static_cast<std::size_t>(i)].p);
      mass += m * N.transpose() * N;
      cloud.emplace_back(m, x);
    }
    probe.inertia = CorotatedInertia<K>(probe.frames, mass);
    // A rigid motion with velocity V, spin W and their rates, of E at X.
    const Pose X{RandomRotation(random, 3), RandomVector(random, 2)};
    const Vec3 V = RandomVector(random, 1), W = RandomVector(random, 1);
    const Vec3 V_dot = RandomVector(random, 1), W_dot = RandomVector(random, 1);
    const auto acceleration = [&](const Vec3& r) -> Vec3 {
      return V_dot + W_dot.cross(r - X.p) + W.cross(W.cross(r - X.p));
    };
    std::vector<BodyState> bodies(1);
    for (std::size_t i = 0; i < K; ++i) {
      const Pose B = X * probe.frames.X_EF[i] * probe.frames.X_BF[i].Inverse();
      bodies.push_back({.r = B.p, .R = B.R, .v = V + W.cross(B.p - X.p), .w = B.R.transpose() * W});
      probe.a.segment<6>(6 * static_cast<int>(i)) << acceleration(B.p), B.R.transpose() * W_dot;
    }
    const auto resultant = [&]() -> Vec6 {  // about the origin
      LocalVector<K> f;
      probe.CalcForce({0, bodies, {}}, f);
      Vec6 sum = Vec6::Zero();
      for (int i = 0; i < K; ++i) {
        const BodyState& body = bodies[static_cast<std::size_t>(i + 1)];
        const Vec3 F = f.segment<3>(6 * i), T = f.segment<3>(6 * i + 3);
        sum.head<3>() += F;
        sum.tail<3>() += body.r.cross(F) + body.R * T;
      }
      return sum;
    };
    Vec6 inertia = Vec6::Zero(), weight = Vec6::Zero();
    double energy = 0, potential = 0;
    for (const auto& [m, x] : cloud) {
      const Vec3 r = X * x, F = -m * acceleration(r), G = m * probe.g;
      inertia += (Vec6() << F, r.cross(F)).finished();
      weight += (Vec6() << G, r.cross(G)).finished();
      energy += 0.5 * m * (V + W.cross(r - X.p)).squaredNorm();
      potential -= m * probe.g.dot(r);
    }
    EXPECT_LT((resultant() - inertia).norm(), 1e-11) << seed;
    EXPECT_NEAR(probe.CalcKineticEnergy(bodies), energy, 1e-12);
    probe.weight = true;
    EXPECT_LT((resultant() - weight).norm(), 1e-11) << seed;
    EXPECT_NEAR(probe.CalcEnergy({0, bodies, {}}), potential, 1e-12);
  }
}

}  // namespace corotated_inertia_test
}  // namespace trunnion
