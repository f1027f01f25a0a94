// SPDX-License-Identifier: BSD-3-Clause
#include "forces/bushing.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "engine/core/error.hpp"
#include "forces/user_force.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace bushing_test {

using test::CheckForce;
using test::CheckSameForce;
using test::ForceCheck;
using test::RandomSemidefinite;

MarkerPair RandomPair(std::mt19937& random) {
  return {.A = 1, .B = 2, .X_AF = test::RandomPose(random), .X_BM = test::RandomPose(random)};
}

/// Full matrices, preload, one replacing and one adding curve.
BushingParameters RandomParameters(std::mt19937& random, BushingMeasure measure, bool damped) {
  BushingParameters p;
  p.stiffness = RandomSemidefinite(6, random);
  if (damped) p.damping = RandomSemidefinite(6, random);
  p.preload << test::RandomVector(random, 1), test::RandomVector(random, 1);
  p.curves[1] = BushingCurve{Curve::Cubic(2, 0.7), true};
  p.curves[5] = BushingCurve{Curve::Cubic(0.5, 1.5), false};
  p.measure = measure;
  return p;
}

std::array<BushingMeasure, 3> AllMeasures() {
  return {BushingMeasure::energy, BushingMeasure::plain, BushingMeasure::bryant};
}

TEST(Bushing, SatisfiesEveryForceCheck) {
  for (const BushingMeasure measure : AllMeasures())
    for (unsigned seed = 1; seed <= 10; ++seed) {
      std::mt19937 random(seed);
      const MarkerPair pair = RandomPair(random);
      const Bushing bushing(pair, RandomParameters(random, measure, true));
      // θ jumps at |θ| = π: keep the relative rotation, frames included, away from it.
      MarkerPair near = pair;
      near.X_BM.R = near.X_AF.R;
      const Bushing limited(near, bushing.parameters());
      const ForceCheck check{.dissipative = true, .max_angle = 1.2};
      EXPECT_TRUE(CheckForce(limited, seed, check)) << static_cast<int>(measure);
    }
}

TEST(Bushing, ForceIsEnergyGradient) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    MarkerPair pair = RandomPair(random);
    pair.X_BM.R = pair.X_AF.R;
    const Bushing bushing(pair, RandomParameters(random, BushingMeasure::energy, false));
    EXPECT_TRUE(CheckForce(bushing, seed, {.conservative = true}));
  }
}

/// The same laws, written down once for any scalar.
struct BushingFunction {
  MarkerPair pair;
  BushingParameters p;

  template <class S>
  using V3 = Eigen::Matrix<S, 3, 1>;

  /// Rotation vector for 0 < angle < π, by atan2 of sine and cosine.
  template <class S>
  static V3<S> Log(const Eigen::Matrix<S, 3, 3>& Q) {
    using std::atan2, std::sqrt;
    V3<S> axial;
    axial << Q(2, 1) - Q(1, 2), Q(0, 2) - Q(2, 0), Q(1, 0) - Q(0, 1);
    axial *= S(0.5);
    const S sine = sqrt(axial.dot(axial));
    const S cosine = (Q(0, 0) + Q(1, 1) + Q(2, 2) - S(1.0)) * S(0.5);
    return axial * S(atan2(sine, cosine) / sine);
  }

  template <class S>
  static Eigen::Matrix<S, 3, 3> TangentInverse(const V3<S>& theta) {
    using std::cos, std::sin, std::sqrt;
    const S x = sqrt(theta.dot(theta)), h = x * S(0.5);
    const S c = (S(1.0) - h * cos(h) / sin(h)) / (x * x);
    Eigen::Matrix<S, 3, 3> s;
    s << S(0.0), -theta(2), theta(1), theta(2), S(0.0), -theta(0), -theta(1), theta(0), S(0.0);
    const Eigen::Matrix<S, 3, 3> s2 = s * s;
    Eigen::Matrix<S, 3, 3> out = s * S(0.5) + s2 * c;
    for (int i = 0; i < 3; ++i) out(i, i) += S(1.0);
    return out;
  }

  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f) const {
    using std::atan2;
    const BodyStateT<S>&A = b[0], &B = b[1];
    const V3<S> s_A = pair.X_AF.p.cast<S>(), s_B = pair.X_BM.p.cast<S>();
    const Eigen::Matrix<S, 3, 3> R_F = A.R * pair.X_AF.R.cast<S>();
    const Eigen::Matrix<S, 3, 3> Q = R_F.transpose() * (B.R * pair.X_BM.R.cast<S>());
    const V3<S> gap = (B.r + B.R * s_B) - (A.r + A.R * s_A);
    const V3<S> w_A = A.R * A.w, w_B = B.R * B.w;  // world
    const V3<S> p_dot = (B.v + w_B.cross(V3<S>(B.R * s_B))) - (A.v + w_A.cross(V3<S>(A.R * s_A)));
    const V3<S> d = R_F.transpose() * gap;
    const V3<S> d_dot = R_F.transpose() * (p_dot - w_A.cross(gap));
    const V3<S> omega = R_F.transpose() * (w_B - w_A);
    V3<S> theta = Log<S>(Q), theta_dot = omega;
    Eigen::Matrix<S, 3, 3> L = TangentInverse<S>(V3<S>(-theta));
    if (p.measure == BushingMeasure::energy) {
      theta_dot = L * omega;
    } else {
      L = Eigen::Matrix<S, 3, 3>::Identity();
    }
    if (p.measure == BushingMeasure::bryant)
      theta = V3<S>(-Q(1, 2), Q(0, 2), atan2(Q(1, 0), Q(1, 1)));
    Eigen::Matrix<S, 6, 1> e, e_dot;
    e << d, theta;
    e_dot << d_dot, theta_dot;
    Mat6 stiffness = p.stiffness;
    stiffness(1, 1) = 0;
    Eigen::Matrix<S, 6, 1> s =
        stiffness.cast<S>() * e + p.damping.cast<S>() * e_dot + p.preload.cast<S>();
    s(1) += e(1) * 2.0 + e(1) * e(1) * e(1) * 0.7;
    s(5) += e(5) * 0.5 + e(5) * e(5) * e(5) * 1.5;
    const V3<S> F = -(R_F * s.template head<3>()),
                T = -(R_F * (L.transpose() * s.template tail<3>()));
    const V3<S> arm_A = A.R * s_A + gap, arm_B = B.R * s_B;
    f[0] << -F, -(A.R.transpose() * (T + arm_A.cross(F)));
    f[1] << F, B.R.transpose() * (T + arm_B.cross(F));
  }
};

TEST(Bushing, AgreesWithAutomaticDifferentiationOfTheSameLaw) {
  for (const BushingMeasure measure : AllMeasures())
    for (unsigned seed = 1; seed <= 10; ++seed) {
      std::mt19937 random(seed);
      const MarkerPair pair = RandomPair(random);
      BushingParameters p = RandomParameters(random, measure, true);
      if (seed % 2 == 0) {  // diagonal matrices have products of their own
        p.stiffness = Mat6(p.stiffness.diagonal().asDiagonal());
        p.damping = Mat6(p.damping.diagonal().asDiagonal());
      }
      const UserForce<BushingFunction, 2> same({1, 2}, {pair, p});
      EXPECT_TRUE(CheckSameForce(Bushing(pair, p), same, seed, 3e-11)) << static_cast<int>(measure);
    }
}

/// A copy with one wrong sign in one block of the tangent: the checker must notice.
struct MutatedBushing : Bushing {
  using Bushing::Bushing;
  void Linearize(const ElementContext& x, LocalMatrix<2>& f_q, LocalMatrix<2>& f_v) const {
    Bushing::Linearize(x, f_q, f_v);
    f_q.block<3, 3>(9, 3) *= -1;
  }
};
struct GainingBushing : Bushing {
  using Bushing::Bushing;
  void CalcForce(const ElementContext& x, LocalVector<2>& f) const {
    Bushing::CalcForce(x, f);
    f(11) *= 1.0001;
  }
};

TEST(Bushing, MutationsAreNoticed) {
  std::mt19937 random(3);
  MarkerPair pair = RandomPair(random);
  pair.X_BM.R = pair.X_AF.R;
  const BushingParameters p = RandomParameters(random, BushingMeasure::energy, true);
  EXPECT_TRUE(CheckForce(Bushing(pair, p), 3));
  EXPECT_FALSE(CheckForce(MutatedBushing(pair, p), 3));
  EXPECT_FALSE(CheckForce(GainingBushing(pair, p), 3));
  const Bushing wrong_damping(pair, p);
  EXPECT_FALSE(CheckSameForce(
      wrong_damping, UserForce<BushingFunction, 2>({1, 2}, {pair, BushingParameters{}}), 3));
}

TEST(Bushing, GaussNewtonTangentIsSymmetricAndSemidefinite) {
  std::mt19937 random(4);
  const MarkerPair pair = RandomPair(random);
  BushingParameters p = RandomParameters(random, BushingMeasure::energy, true);
  p.tangent = BushingTangent::gauss_newton;
  const auto bodies = test::RandomStates(2, random, {});
  LocalMatrix<2> f_q, f_v;
  Bushing(pair, p).Linearize({0, bodies, {}}, f_q, f_v);
  EXPECT_LT((f_q - f_q.transpose()).norm(), 1e-12 * f_q.norm());
  EXPECT_LT((f_v - f_v.transpose()).norm(), 1e-12 * f_v.norm());
  for (int i = 0; i < 100; ++i) {
    const Vec12 x = Vec12::NullaryExpr([&] { return std::normal_distribution<double>()(random); });
    EXPECT_LT(x.dot(f_q * x), 1e-10);
    EXPECT_LT(x.dot(f_v * x), 1e-10);
  }
}

nlohmann::json ReadReference() {
  std::ifstream file(TRUNNION_SOURCE_DIR "/tests/data/bushing_laws.json");
  return nlohmann::json::parse(file);
}

Vec6 ToVec6(const nlohmann::json& j) {
  Vec6 v;
  for (int i = 0; i < 6; ++i) v(i) = j[static_cast<size_t>(i)];
  return v;
}

Mat6 ToMat6(const nlohmann::json& j) {
  Mat6 m;
  for (int i = 0; i < 6; ++i) m.row(i) = ToVec6(j[static_cast<size_t>(i)]);
  return m;
}

/// Body 1 with M in its centre of mass, F in the world origin: e = q and rates as given.
std::vector<BodyState> StateWithDeformation(const Vec6& q, const Vec6& q_dot) {
  std::vector<BodyState> bodies(2);
  const Mat3 R = RotationExp(q.tail<3>());
  bodies[1] = {
      .r = q.head<3>(), .R = R, .v = q_dot.head<3>(), .w = R.transpose() * q_dot.tail<3>()};
  return bodies;
}

TEST(Bushing, PlainMeasureReproducesTheKelvinVoigtExample) {
  const nlohmann::json reference = ReadReference()["kelvin_voigt"];
  BushingParameters p;
  p.stiffness = ToMat6(reference["K"]);
  p.damping = ToMat6(reference["D"]);
  p.measure = BushingMeasure::plain;
  const Bushing bushing({.A = 0, .B = 1, .X_AF = {}, .X_BM = {}}, p);
  const auto& example = reference["example"];
  const auto bodies = StateWithDeformation(ToVec6(example["q"]), ToVec6(example["qdot"]));
  const ElementContext x{0, bodies, {}};
  const BushingDeformation deformation = bushing.CalcDeformation(x);
  const Vec6 expected = ToVec6(example["wrench_on_body2"]);
  EXPECT_LT((deformation.wrench - expected).norm(), 1e-10);
  EXPECT_LT((deformation.e - ToVec6(example["q"])).norm(), 1e-15);
  EXPECT_LT((deformation.e_rate - ToVec6(example["qdot"])).norm(), 1e-14);
  EXPECT_NEAR(bushing.CalcEnergy(x), double(example["energy"]), 1e-12);
  EXPECT_NEAR(bushing.CalcDissipation(x), double(example["dissipated_power"]), 1e-11);
  LocalVector<2> f;
  bushing.CalcForce(x, f);
  EXPECT_LT((f.segment<3>(6) - expected.head<3>()).norm(), 1e-10);
  EXPECT_LT((bodies[1].R * f.segment<3>(9) - expected.tail<3>()).norm(), 1e-10);
}

TEST(Bushing, DynamicStiffnessAndLossOfTheKelvinVoigtElement) {
  const nlohmann::json reference = ReadReference()["kelvin_voigt"];
  BushingParameters p;
  p.stiffness(0, 0) = reference["scalar"]["k"];
  p.damping(0, 0) = reference["scalar"]["d"];
  const Bushing bushing({.A = 0, .B = 1, .X_AF = {}, .X_BM = {}}, p);
  const double amplitude = reference["amplitude"];
  for (const auto& row : reference["table_f_absK_delta_deg_E"]) {
    const double omega = 2 * std::numbers::pi * double(row[0]);
    std::complex<double> K = 0;  // first harmonic of −f for x = A cos
    double loss = 0;
    const int n = 64;
    for (int i = 0; i < n; ++i) {
      const double phase = 2 * std::numbers::pi * i / n;
      Vec6 q = Vec6::Zero(), q_dot = Vec6::Zero();
      q(0) = amplitude * std::cos(phase);
      q_dot(0) = -amplitude * omega * std::sin(phase);
      const double f = bushing.CalcDeformation({0, StateWithDeformation(q, q_dot), {}}).wrench(0);
      K += -f * std::polar(1.0, -phase) * (2.0 / n / amplitude);
      loss += -f * q_dot(0) * (2 * std::numbers::pi / omega / n);
    }
    EXPECT_NEAR(std::abs(K), double(row[1]), 1e-9 * std::abs(K));
    EXPECT_NEAR(std::arg(K) * 180 / std::numbers::pi, double(row[2]), 1e-9);
    EXPECT_NEAR(loss, double(row[3]), 1e-9 * loss);
  }
}

TEST(Bushing, CubicCurveAndPreloadOfTheReference) {
  const nlohmann::json cubic = ReadReference()["cubic"];
  BushingParameters p;
  p.stiffness(0, 0) = 123;  // replaced
  p.curves[0] = BushingCurve{Curve::Cubic(cubic["k1"], cubic["k3"]), true};
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  const Bushing bushing(pair, p);
  LocalMatrix<2> f_q, f_v;
  for (const auto& row : cubic["table_A_F_tangent_energy_freqHz"]) {
    const auto bodies = StateWithDeformation(double(row[0]) * Vec6::Unit(0), Vec6::Zero());
    const ElementContext x{0, bodies, {}};
    EXPECT_NEAR(-bushing.CalcDeformation(x).wrench(0), double(row[1]), 1e-9);
    bushing.Linearize(x, f_q, f_v);
    EXPECT_NEAR(-f_q(6, 6), double(row[2]), 1e-5);
    EXPECT_NEAR(bushing.CalcEnergy(x), double(row[3]), 1e-12);
  }
  const nlohmann::json preload = ReadReference()["preload"];
  p.preload(0) = preload["P"];
  const Bushing preloaded(pair, p);
  const auto bodies =
      StateWithDeformation(double(preload["deflection"]) * Vec6::Unit(0), Vec6::Zero());
  const ElementContext x{0, bodies, {}};
  EXPECT_NEAR(-preloaded.CalcDeformation(x).wrench(0), double(preload["load"]), 1e-8);
  preloaded.Linearize(x, f_q, f_v);
  EXPECT_NEAR(-f_q(6, 6), double(preload["tangent"]), 1e-4);
}

TEST(Bushing, MeasuresDifferBySecondOrderTerms) {
  std::mt19937 random(7);
  for (const bool isotropic : {true, false}) {
    BushingParameters p;
    p.stiffness.diagonal() << 1, 2, 3, 4, 4, isotropic ? 4 : 9;
    const Vec3 axis = test::RandomVector(random, 1).normalized();
    std::array<double, 2> difference{};
    for (size_t i = 0; i < 2; ++i) {
      Vec6 q;
      q << 0.1, 0.2, 0.3, (i == 0 ? 1e-2 : 1e-3) * axis;
      const auto bodies = StateWithDeformation(q, Vec6::Zero());
      const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
      p.measure = BushingMeasure::energy;
      const Vec6 energy = Bushing(pair, p).CalcDeformation({0, bodies, {}}).wrench;
      p.measure = BushingMeasure::bryant;
      const Vec6 bryant = Bushing(pair, p).CalcDeformation({0, bodies, {}}).wrench;
      p.measure = BushingMeasure::plain;
      const Vec6 plain = Bushing(pair, p).CalcDeformation({0, bodies, {}}).wrench;
      if (isotropic) {
        EXPECT_LT((energy - plain).norm(), 1e-14);
      }
      difference[i] = (energy - bryant).norm();
    }
    EXPECT_NEAR(std::log10(difference[0] / difference[1]), 2, 0.1);
  }
}

TEST(Bushing, StaysFiniteAndExactUpToHalfATurn) {
  std::mt19937 random(8);
  BushingParameters p = RandomParameters(random, BushingMeasure::energy, true);
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  for (const BushingMeasure measure : AllMeasures()) {
    p.measure = measure;
    const Bushing bushing(pair, p);
    for (const double angle :
         {0.0, 1e-9, 3.0, 3.1, 3.14, std::numbers::pi - 1e-6, std::numbers::pi}) {
      const Vec3 axis = test::RandomVector(random, 1).normalized();
      Vec6 q, q_dot;
      q << test::RandomVector(random, 1), angle * axis;
      q_dot << test::RandomVector(random, 1), test::RandomVector(random, 1);
      const auto bodies = StateWithDeformation(q, q_dot);
      const ForceCheck check{.step = 2e-4};
      const test::ForceChecker<Bushing> checker(bushing, bodies, check);
      LocalMatrix<2> f_q, f_v;
      checker.Linearize(f_q, f_v);
      EXPECT_TRUE(checker.Force(bodies).allFinite() && f_q.allFinite() && f_v.allFinite());
      EXPECT_LT(f_q.norm(), 1e4);
      if (angle < 3.141) {
        EXPECT_EQ(checker.CheckTangents(), "") << angle;
      }
    }
  }
}

TEST(Bushing, BryantMeasureIsFiniteWhereItsThirdAngleIsUndefined) {
  BushingParameters p;
  p.stiffness.setIdentity();
  p.measure = BushingMeasure::bryant;
  const Bushing bushing({.A = 0, .B = 1, .X_AF = {}, .X_BM = {}}, p);
  Vec6 q = Vec6::Zero();
  q(3) = std::numbers::pi / 2;
  std::vector<BodyState> bodies = StateWithDeformation(q, Vec6::Zero());
  bodies[1].R << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  LocalMatrix<2> f_q, f_v;
  bushing.Linearize({0, bodies, {}}, f_q, f_v);
  EXPECT_TRUE(f_q.allFinite());
}

TEST(Bushing, RefusesImpossibleParameters) {
  const MarkerPair pair{.A = 0, .B = 1, .X_AF = {}, .X_BM = {}};
  BushingParameters p;
  EXPECT_NO_THROW(Bushing(pair, p));
  EXPECT_THROW(Bushing({.A = 1, .B = 1, .X_AF = {}, .X_BM = {}}, p), ModelError);
  p.stiffness(0, 4) = 1;
  EXPECT_THROW(Bushing(pair, p), ModelError);
  p.measure = BushingMeasure::plain;
  EXPECT_NO_THROW(Bushing(pair, p));
  p.damping(3, 3) = -1;
  EXPECT_THROW(Bushing(pair, p), ModelError);
  p.damping(3, 3) = std::nan("");
  EXPECT_THROW(Bushing(pair, p), ModelError);
}

}  // namespace bushing_test
}  // namespace trunnion
