// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/beam.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "engine/core/error.hpp"
#include "forces/elements/mid_frame.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace beam_test {

using std::numbers::pi;
using test::CheckForce;
using test::RandomPose;
using test::RandomRotation;
using test::RandomSemidefinite;
using test::RandomVector;

constexpr BeamFormulation kFormulations[] = {BeamFormulation::geometrically_exact,
                                             BeamFormulation::corotational};

Beam RandomBeam(std::mt19937& random, double damping_time, bool chord) {
  const Pose X_AF = RandomPose(random);
  const Pose X_BM{X_AF.R, RandomVector(random, 0.5)};  // |θ| stays below π
  BeamParameters p{
      .stiffness = RandomSemidefinite(6, random), .damping_time = damping_time, .chord = chord};
  p.free << RandomVector(random, 0.5), RandomVector(random, 0.5);
  return Beam({.A = 1, .B = 2, .X_AF = X_AF, .X_BM = X_BM}, p);
}

BeamSection SomeSection() {
  return {.youngs_modulus = 2.1e11,
          .shear_modulus = 8e10,
          .density = 7800,
          .area = 3e-4,
          .iy = 5e-9,
          .iz = 2e-8,
          .torsion = 6e-9,
          .shear_y = 0.8,
          .shear_z = 0.7};
}

TEST(MidFrame, IsHalfwayAndItsGradientsAreThoseOfDifferences) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const double size = seed % 4 == 0 ? 1e-4 : 1.0;
    const Vec3 d = RandomVector(random, 1), theta = size * RandomVector(random, 1);
    const Mat3 Q = RotationExp(theta);
    const bool chord = seed % 2 == 0;
    const MidFrameDeformation m = CalcMidFrame(d, Q, chord);
    EXPECT_LT((m.A * m.A - Q).norm(), 1e-14);
    EXPECT_LT((m.P * (m.A + Q) - Mat3::Identity()).norm(), 1e-13);
    Vec6 a;
    a << RandomVector(random, 1), RandomVector(random, 1);
    EXPECT_LT((m.CalcRate(a) - m.CalcE() * a).norm(), 1e-13);
    EXPECT_LT((m.CalcWrench(a) - m.CalcE().transpose() * a).norm(), 1e-13);
    for (int i = 0; i < 6; ++i) {
      const auto at = [&](double h) {
        Vec3 d_moved = d;
        Mat3 Q_moved = Q;
        if (i < 3) d_moved(i) += h;
        if (i >= 3) Q_moved = RotationExp(h * Vec3::Unit(i - 3)) * Q;
        return CalcMidFrame(d_moved, Q_moved, chord);
      };
      const auto slope = [&](const auto& value) -> Vec6 {
        constexpr double h = 1e-3;
        const auto difference = [&](double x) -> Vec6 {
          return (value(at(x)) - value(at(-x))) / (2 * x);
        };
        return (4 * difference(h / 2) - difference(h)) / 3;
      };
      const Vec6 e = slope([](const auto& x) { return x.e(); });
      const Vec6 rate = slope([&](const auto& x) { return x.CalcRate(a); });
      const Vec6 wrench = slope([&](const auto& x) { return x.CalcWrench(a); });
      EXPECT_LT((e - m.CalcE().col(i)).norm(), 1e-9) << seed;
      EXPECT_LT((rate - m.CalcRateGradient(a).col(i)).norm(), 1e-9) << seed;
      EXPECT_LT((wrench - m.CalcWrenchGradient(a).col(i)).norm(), 1e-9) << seed;
    }
  }
}

TEST(Beam, SatisfiesEveryForceCheck) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    EXPECT_TRUE(CheckForce(
        RandomBeam(random, 0.3, seed % 2 == 0), seed, {.dissipative = true, .max_angle = 1.2}));
  }
}

TEST(Beam, ForceIsEnergyGradient) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    EXPECT_TRUE(CheckForce(
        RandomBeam(random, 0, seed % 2 == 0), seed, {.conservative = true, .max_angle = 1.2}));
  }
}

/// Bodies whose frames, given in the world, are those of the beam.
std::vector<BodyState> Place(const Beam& beam, const Pose& X_WF, const Pose& X_WM) {
  const Pose A = X_WF * beam.pair().X_AF.Inverse(), B = X_WM * beam.pair().X_BM.Inverse();
  return {BodyState{}, BodyState{.r = A.p, .R = A.R}, BodyState{.r = B.p, .R = B.R}};
}

TEST(Beam, RigidMotionWithoutForceAtAnyRotation) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const Pose X_WF = RandomPose(random);
    const Pose X_WM = X_WF * Pose{RandomRotation(random, 0.8), {1, 0.1, -0.2}};
    const BeamSectionMatrices section = CalcSectionMatrices(SomeSection(), "beam");
    const BeamParameters p{
        .stiffness = CalcBeamStiffness(BeamFormulation::corotational, section, 1, "beam"),
        .free = CalcBeamDeformation(X_WF, X_WM)};
    const Beam beam({.A = 1, .B = 2, .X_AF = RandomPose(random), .X_BM = RandomPose(random)}, p);
    const Pose motion{RandomRotation(random, pi), RandomVector(random, 3)};
    const auto bodies = Place(beam, motion * X_WF, motion * X_WM);
    LocalVector<2> f;
    beam.CalcForce({0, bodies, {}}, f);
    EXPECT_LT(f.norm(), 1e-14 * p.stiffness.norm());
  }
}

TEST(Beam, DissipatesTheWorkItReports) {
  std::mt19937 random(5);
  const Beam beam = RandomBeam(random, 0.4, true);
  auto bodies = test::RandomStates(2, random, {});
  LocalVector<2> f, at_rest;
  beam.CalcForce({0, bodies, {}}, f);
  const double reported = beam.CalcDissipation({0, bodies, {}});
  LocalVector<2> v;
  v << bodies[1].v, bodies[1].w, bodies[2].v, bodies[2].w;
  for (BodyState& body : bodies) body.v = body.w = Vec3::Zero();
  beam.CalcForce({0, bodies, {}}, at_rest);
  EXPECT_NEAR(-(f - at_rest).dot(v), reported, 1e-12 * reported);
  EXPECT_GT(reported, 0);
}

/// Deflections of a clamped beam of one element under small end loads, from its tangent.
Vec6 TipCompliance(BeamFormulation formulation,
                   double L,
                   const BeamSectionMatrices& section,
                   const Vec6& load) {
  BeamParameters p{.stiffness = CalcBeamStiffness(formulation, section, L, "beam")};
  p.free(0) = L;
  const Beam beam({.A = kGround, .B = 1}, p);
  const std::vector<BodyState> bodies{{}, {.r = {L, 0, 0}}};
  LocalMatrix<2> f_q, f_v;
  beam.Linearize({0, bodies, {}}, f_q, f_v);
  return (-f_q.bottomRightCorner<6, 6>()).ldlt().solve(load);
}

TEST(Beam, OneCorotationalElementIsTheExactLinearCantilever) {
  const double L = 0.7, P = 3;
  for (const bool shear : {true, false}) {
    BeamSection s = SomeSection();
    if (!shear) s.shear_y = s.shear_z = 0;
    const auto m = CalcSectionMatrices(s, "beam");
    const double E = s.youngs_modulus, GA = s.shear_modulus * s.area;
    const auto tip = [&](int i) {
      return TipCompliance(BeamFormulation::corotational, L, m, P * Vec6::Unit(i));
    };
    const double sy = shear ? P * L / (0.8 * GA) : 0, sz = shear ? P * L / (0.7 * GA) : 0;
    EXPECT_NEAR(tip(0)(0) / (P * L / (E * s.area)), 1, 1e-12);
    EXPECT_NEAR(tip(1)(1) / (P * L * L * L / (3 * E * s.iz) + sy), 1, 1e-11);
    EXPECT_NEAR(tip(1)(5) / (P * L * L / (2 * E * s.iz)), 1, 1e-11);
    EXPECT_NEAR(tip(2)(2) / (P * L * L * L / (3 * E * s.iy) + sz), 1, 1e-11);
    EXPECT_NEAR(tip(2)(4) / (-P * L * L / (2 * E * s.iy)), 1, 1e-11);
    EXPECT_NEAR(tip(3)(3) / (P * L / (s.shear_modulus * s.torsion)), 1, 1e-12);
    EXPECT_NEAR(tip(4)(4) / (P * L / (E * s.iy)), 1, 1e-11);
  }
}

TEST(Beam, GeometricallyExactElementMissesTheBendingPartOfShearOnly) {
  const double L = 0.7;
  const auto m = CalcSectionMatrices(SomeSection(), "beam");
  const double EI = 2.1e11 * 2e-8, kGA = 0.8 * 8e10 * 3e-4;
  const Vec6 tip = TipCompliance(BeamFormulation::geometrically_exact, L, m, Vec6::Unit(1));
  EXPECT_NEAR(tip(1) / (L * L * L / (4 * EI) + L / kGA), 1, 1e-11);
}

/// Nodes of a straight beam of unequal elements in a state of constant strain: the inner nodes are
/// in equilibrium, and the ends carry the resultants of the section.
TEST(Beam, PatchOfConstantStrainIsExact) {
  const std::array<double, 5> s{0, 0.3, 0.42, 0.9, 1.0};
  const BeamSectionMatrices section = CalcSectionMatrices(SomeSection(), "beam");
  for (const BeamFormulation formulation : kFormulations)
    for (const int strain : {0, 3, 4, 5}) {
      const double value = strain == 0 ? 1e-3 : 2.5;  // an arc of 2.5 rad, a twist of 2.5 rad
      const Vec3 kappa = strain == 0 ? Vec3::Zero() : Vec3(value * Vec3::Unit(strain - 3));
      std::vector<Pose> nodes{{}};
      std::vector<Vec12> forces;
      for (std::size_t i = 0; i + 1 < s.size(); ++i) {
        const double L = s[i + 1] - s[i];
        const Vec3 u((strain == 0 ? 1 + value : 1) * L, 0, 0);
        const Mat3 half = RotationExp(0.5 * L * kappa);
        nodes.push_back(nodes.back() * Pose{half * half, half * u});
        BeamParameters p{.stiffness = CalcBeamStiffness(formulation, section, L, "beam")};
        p.free(0) = L;
        const Beam beam({.A = 1, .B = 2}, p);
        LocalVector<2> f;
        beam.CalcForce({0, Place(beam, nodes[i], nodes[i + 1]), {}}, f);
        forces.push_back(f);
      }
      const double resultant = value / section.flexibility(strain, strain);
      for (std::size_t i = 1; i + 1 < s.size(); ++i)
        EXPECT_LT((forces[i - 1].tail<6>() + forces[i].head<6>()).norm(), 1e-9 * resultant);
      const Vec6 end = -forces.back().tail<6>();
      EXPECT_NEAR(end(strain), resultant, 1e-9 * resultant) << strain;
    }
}

TEST(Beam, ConsistentMassIsTheTextbookOne) {
  const double L = 1.7, m = 3, rotary = 0.2;
  Vec6 stiffness;
  stiffness << 5, INFINITY, INFINITY, 2, 3, 4;
  const auto section = CalcSectionMatrices(stiffness, m, {0.5, 0, rotary}, "beam");
  const LocalMatrix<2> M = CalcBeamMass(section, L);
  Eigen::Matrix4d translation, rotation;  // Przemieniecki (1968), equations 11.20 and 11.26
  translation << 156, 22 * L, 54, -13 * L, 22 * L, 4 * L * L, 13 * L, -3 * L * L, 54, 13 * L, 156,
      -22 * L, -13 * L, -3 * L * L, -22 * L, 4 * L * L;
  rotation << 36, 3 * L, -36, 3 * L, 3 * L, 4 * L * L, -3 * L, -L * L, -36, -3 * L, 36, -3 * L,
      3 * L, -L * L, -3 * L, 4 * L * L;
  const Eigen::Matrix4d expected = m * L / 420 * translation + rotary / (30 * L) * rotation;
  const int d[4] = {1, 5, 7, 11};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(M(d[i], d[j]), expected(i, j), 1e-12);
  EXPECT_NEAR(M(0, 0), m * L / 3, 1e-13);
  EXPECT_NEAR(M(0, 6), m * L / 6, 1e-13);
  EXPECT_NEAR(M(3, 9), 0.5 * L / 6, 1e-13);
}

/// Sections with offsets and shear, both masses: a rigid motion has the momenta of the part.
TEST(Beam, MassOfRigidMotionsIsThatOfTheRod) {
  BeamSection s = SomeSection();
  s.orientation = 0.4, s.centroid = {0.01, -0.02}, s.shear_centre = {-0.015, 0.005};
  const double L = 0.8, m = s.density * s.area * L;
  const auto section = CalcSectionMatrices(s, "beam");
  Eigen::Matrix<double, 12, 6> rigid = Eigen::Matrix<double, 12, 6>::Zero();
  rigid.topRows<6>().setIdentity();
  rigid.bottomRows<6>().setIdentity();
  rigid.block<3, 3>(6, 3) = -Skew({L, 0, 0});
  const Mat6 consistent = rigid.transpose() * CalcBeamMass(section, L) * rigid;
  const Mat6 lumped = rigid.transpose() * CalcLumpedBeamMass(section, L) * rigid;
  for (const Mat6& M : {consistent, lumped}) {
    EXPECT_LT((M.topLeftCorner<3, 3>() - m * Mat3::Identity()).norm(), 1e-12);
    EXPECT_LT((M.bottomLeftCorner<3, 3>() - m * Skew({L / 2, 0.01, -0.02})).norm(), 1e-12);
    EXPECT_NEAR(M(3, 3), L * section.mass(3, 3), 1e-12);
  }
  EXPECT_NEAR(consistent(5, 5), L * section.mass(5, 5) + m * L * L / 3, 1e-12);
}

TEST(BeamSection, MatricesFollowFromOffsetsAndOrientation) {
  BeamSection s = SomeSection();
  s.orientation = 0.4;
  s.centroid = {0.01, -0.02};
  s.shear_centre = {-0.015, 0.005};
  const auto m = CalcSectionMatrices(s, "beam");
  const Mat6 C = m.flexibility.inverse();
  const double EA = s.youngs_modulus * s.area;
  EXPECT_NEAR(C(0, 0) / EA, 1, 1e-12);
  // A unit elongation needs the axial force in the centroid: M_y = N z_c, M_z = −N y_c.
  EXPECT_NEAR(C(4, 0) / EA, -0.02, 1e-12);
  EXPECT_NEAR(C(5, 0) / EA, -0.01, 1e-12);
  // A shear force through the shear centre does not twist: (0, V) there gives M_x = −V_y z_s.
  Vec6 load = Vec6::Zero();
  load(1) = 1, load(3) = -0.005;
  EXPECT_NEAR((m.flexibility * load)(3), 0, 1e-20);
  // The bending stiffness about the centroid, turned by the orientation.
  const double c = std::cos(0.4), sn = std::sin(0.4);
  EXPECT_NEAR(C(4, 4) - EA * 4e-4, 2.1e11 * (5e-9 * c * c + 2e-8 * sn * sn), 1e-6);
  EXPECT_NEAR(C(5, 5) - EA * 1e-4, 2.1e11 * (5e-9 * sn * sn + 2e-8 * c * c), 1e-6);
  EXPECT_NEAR(m.mass(0, 0), 7800 * 3e-4, 1e-12);
  EXPECT_NEAR(m.mass(3, 3), 7800 * (2.5e-8 + 3e-4 * 5e-4), 1e-12);  // polar, parallel axes
  EXPECT_NEAR(m.mass(0, 4), 7800 * 3e-4 * -0.02, 1e-12);            // v_x = w_y z_c at the centroid
}

TEST(BeamSection, ReadyMadeSections) {
  const BeamSection square = MakeRectangularSection(2, 2, 1e7, 0, 1);
  EXPECT_NEAR(square.torsion, 0.1405770149 * 16, 2e-9);  // Timoshenko & Goodier, art. 109
  EXPECT_NEAR(MakeRectangularSection(10, 1, 1, 0, 1).torsion / 10, 0.312, 5e-4);
  EXPECT_NEAR(MakeRectangularSection(3, 2, 1, 0.25, 1).shear_modulus, 0.4, 1e-15);
  EXPECT_NEAR(MakeRectangularSection(3, 2, 1, 0, 1).iy, 2, 1e-15);
  const BeamSection bar = MakeCircularSection(2, 0, 1e7, 0.3, 1);
  EXPECT_NEAR(bar.torsion, pi / 2 * 16, 1e-12);
  EXPECT_NEAR(bar.shear_y, 7.8 / 8.8, 1e-12);  // Cowper: 6 (1 + ν)/(7 + 6 ν)
  EXPECT_NEAR(MakeCircularSection(2, 1, 1e7, 0.3, 1).area, 3 * pi, 1e-12);
}

std::string MessageOf(const std::function<void()>& f) {
  try {
    f();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(Beam, NamesWhatIsWrong) {
  const auto section = [](auto change) {
    BeamSection s = SomeSection();
    change(s);
    return MessageOf([&] { (void)CalcSectionMatrices(s, "beam 'b'"); });
  };
  EXPECT_EQ(section([](auto& s) { s.area = 0; }),
            "beam 'b': the area is 0.000000; it must be greater than 0");
  EXPECT_NE(section([](auto& s) { s.shear_y = -1; }).find("shear factor in y"), std::string::npos);
  EXPECT_NE(section([](auto& s) { s.density = NAN; }).find("density"), std::string::npos);
  BeamSection rigid = SomeSection();
  rigid.shear_y = 0;
  const auto m = CalcSectionMatrices(rigid, "b");
  const auto exact = BeamFormulation::geometrically_exact;
  EXPECT_NE(MessageOf([&] { (void)CalcBeamStiffness(exact, m, 1, "b"); }).find("rigid in shear"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { (void)CalcBeamStiffness(exact, m, 0, "b"); }).find("length"),
            std::string::npos);
  BeamParameters p;
  p.stiffness.diagonal().setOnes();
  EXPECT_NE(MessageOf([&] { Beam({.A = 1, .B = 1}, p); }).find("same body"), std::string::npos);
  p.stiffness(0, 0) = -1;
  EXPECT_NE(MessageOf([&] { Beam({.A = 1, .B = 2}, p); }).find("semidefinite"), std::string::npos);
  p.stiffness(0, 0) = 1, p.damping_time = -1;
  EXPECT_NE(MessageOf([&] { Beam({.A = 1, .B = 2}, p); }).find("damping"), std::string::npos);
}

}  // namespace beam_test
}  // namespace trunnion
