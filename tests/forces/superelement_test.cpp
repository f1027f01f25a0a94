// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/superelement.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "engine/core/error.hpp"
#include "forces/elements/beam.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace superelement_test {

using test::CheckForce;
using test::RandomPose;
using test::RandomRotation;
using test::RandomSemidefinite;
using test::RandomVector;

/// Frames anywhere on their bodies, turned little against each other while the bodies are near the
/// identity.
template <int K>
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

template <int K>
Superelement<K> RandomElement(std::mt19937& random, bool damped) {
  SuperelementMatrices<K> m{.stiffness = RandomSemidefinite(6 * K, random)};
  if (damped) m.damping = RandomSemidefinite(6 * K, random);
  return Superelement<K>(RandomFrames<K>(random), m);
}

template <int K>
void CheckSize() {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    EXPECT_TRUE(
        CheckForce(RandomElement<K>(random, true), seed, {.dissipative = true, .max_angle = 1.0}))
        << K;
    EXPECT_TRUE(
        CheckForce(RandomElement<K>(random, false), seed, {.conservative = true, .max_angle = 1.0}))
        << K;
  }
}

TEST(Superelement, SatisfiesEveryForceCheck) {
  CheckSize<2>();
  CheckSize<3>();
  CheckSize<4>();
  CheckSize<6>();
}

TEST(Superelement, NoDeformationUnderRigidMotion) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const auto element = RandomElement<4>(random, false);
    const Pose X_WE{RandomRotation(random, 3.1), RandomVector(random, 5)};
    std::vector<BodyState> bodies(1);
    for (std::size_t i = 0; i < 4; ++i) {
      const Pose X = X_WE * element.frames().X_EF[i] * element.frames().X_BF[i].Inverse();
      bodies.push_back({.r = X.p, .R = X.R});
    }
    EXPECT_LT(element.CalcDeformation({0, bodies, {}}).norm(), 1e-13);
    EXPECT_NEAR(element.CalcEnergy({0, bodies, {}}), 0, 1e-25);
  }
}

TEST(Superelement, RotationsHaveZeroMean) {
  std::mt19937 random(3);
  const auto element = RandomElement<5>(random, false);
  const auto bodies = test::RandomStates(5, random, {.max_angle = 1.0});
  const LocalVector<5> e = element.CalcDeformation({0, bodies, {}});
  Vec3 sum = Vec3::Zero();
  for (int i = 0; i < 5; ++i) sum += e.segment<3>(6 * i + 3);
  EXPECT_LT(sum.norm(), 1e-14);
  EXPECT_EQ(e.head<3>().norm(), 0);
}

TEST(Superelement, DissipatesTheWorkItReports) {
  std::mt19937 random(5);
  const auto element = RandomElement<3>(random, true);
  auto bodies = test::RandomStates(3, random, {.max_angle = 1.0});
  LocalVector<3> f, at_rest, v;
  element.CalcForce({0, bodies, {}}, f);
  const double reported = element.CalcDissipation({0, bodies, {}});
  for (int i = 0; i < 3; ++i) {
    BodyState& body = bodies[static_cast<std::size_t>(i + 1)];
    v.segment<6>(6 * i) << body.v, body.w;
    body.v = body.w = Vec3::Zero();
  }
  element.CalcForce({0, bodies, {}}, at_rest);
  EXPECT_NEAR(-(f - at_rest).dot(v), reported, 1e-12 * reported);
}

/// Stiffness of a straight Timoshenko beam along x for its end displacements (Przemieniecki, Theory
/// of Matrix Structural Analysis (1968), section 5.6).
LocalMatrix<2> TextbookBeam(const BeamSection& s, double L) {
  LocalMatrix<2> K = LocalMatrix<2>::Zero();
  const double E = s.youngs_modulus, G = s.shear_modulus, EA = E * s.area / L,
               GJ = G * s.torsion / L;
  const auto pair = [&](int i, int j, double k) {
    K(i, i) += k, K(j, j) += k, K(i, j) -= k, K(j, i) -= k;
  };
  pair(0, 6, EA), pair(3, 9, GJ);
  const auto bend = [&](int w, int r, double EI, double shear, double sign) {
    const double phi = 12 * EI / (shear * L * L), k = EI / (L * L * L * (1 + phi));
    const int d[4] = {w, r, w + 6, r + 6};
    Eigen::Matrix4d b;
    b << 12, 6 * L, -12, 6 * L, 6 * L, (4 + phi) * L * L, -6 * L, (2 - phi) * L * L, -12, -6 * L,
        12, -6 * L, 6 * L, (2 - phi) * L * L, -6 * L, (4 + phi) * L * L;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) K(d[i], d[j]) += k * b(i, j) * ((i + j) % 2 == 1 ? sign : 1.0);
  };
  bend(1, 5, E * s.iz, s.shear_y * G * s.area, 1);
  bend(2, 4, E * s.iy, s.shear_z * G * s.area, -1);
  return K;
}

TEST(Superelement, OfTheTextbookBeamIsTheCorotationalBeam) {
  const BeamSection s{.youngs_modulus = 200,
                      .shear_modulus = 80,
                      .area = 0.3,
                      .iy = 0.02,
                      .iz = 0.05,
                      .torsion = 0.04,
                      .shear_y = 0.8,
                      .shear_z = 0.7};
  const double L = 1.3;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const Pose X_AF = RandomPose(random), X_BM{X_AF.R, RandomVector(random, 0.5)};
    FrameGroup<2> frames{.bodies = {1, 2}, .X_BF = {X_AF, X_BM}};
    frames.X_EF[1].p.x() = L;
    SuperelementMatrices<2> m{.stiffness = TextbookBeam(s, L)};
    EXPECT_LT(CalcRigidBodyResidual<2>(frames, m.stiffness), 1e-14);
    m.damping = 0.2 * m.stiffness;
    BeamParameters p{.damping_time = 0.2};
    p.stiffness =
        CalcBeamStiffness(BeamFormulation::corotational, CalcSectionMatrices(s, "beam"), L, "beam");
    p.free(0) = L;
    EXPECT_TRUE(test::CheckSameForce(Superelement<2>(frames, m),
                                     Beam({.A = 1, .B = 2, .X_AF = X_AF, .X_BM = X_BM}, p),
                                     seed,
                                     1e-11,
                                     {.max_angle = 1.2}));
  }
}

std::string MessageOf(const FrameGroup<2>& frames, const SuperelementMatrices<2>& m) {
  try {
    Superelement<2>(frames, m, "superelement 's'");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Superelement, NamesWhatIsWrong) {
  FrameGroup<2> frames{.bodies = {1, 2}};
  SuperelementMatrices<2> m;
  EXPECT_EQ(MessageOf(frames, m), "");
  frames.bodies[1] = 1;
  EXPECT_NE(MessageOf(frames, m).find("same body"), std::string::npos);
  frames.bodies[1] = 2;
  m.stiffness(0, 1) = 1;
  EXPECT_NE(MessageOf(frames, m).find("not symmetric"), std::string::npos);
  m.stiffness(1, 0) = 1;
  EXPECT_NE(MessageOf(frames, m).find("semidefinite"), std::string::npos);
  m.stiffness.setZero();
  m.damping(3, 3) = -1;
  EXPECT_NE(MessageOf(frames, m).find("feed energy in"), std::string::npos);
  m.damping(3, 3) = NAN;
  EXPECT_NE(MessageOf(frames, m).find("damping matrix is not finite"), std::string::npos);
}

}  // namespace superelement_test
}  // namespace trunnion
