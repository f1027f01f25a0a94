// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/elastic_material.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>

#include "engine/core/error.hpp"

namespace trunnion {
namespace elastic_material_test {

Mat3 Axes() { return Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix(); }

Mat3 Tensor(const Vec6& s) {
  return (Mat3() << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2]).finished();
}

const OrthotropicConstants kSpruce{
    .E = {11e9, 0.9e9, 0.5e9}, .nu = {0.4, 0.45, 0.5}, .G = {0.7e9, 0.6e9, 0.04e9}};

TEST(ElasticMaterial, UniaxialStressGivesYoungsModulusAndContraction) {
  const ElasticMaterial steel = ElasticMaterial::Isotropic("steel", 210e9, 0.3, 7850);
  const Vec6 strain = steel.stiffness.inverse() * Vec6::Unit(2) * 210e9;
  EXPECT_LT((strain - (Vec6() << -0.3, -0.3, 1, 0, 0, 0).finished()).norm(), 1e-14);
  EXPECT_NEAR(steel.stiffness(3, 3), 210e9 / 2.6, 1e-4);
}

TEST(ElasticMaterial, IsotropyIsInvariantUnderRotation) {
  const Mat6 C = ElasticMaterial::Isotropic("steel", 210e9, 0.3, 7850).stiffness;
  const Mat6 T = CalcStressRotation(Axes());
  EXPECT_LT((T * C * T.transpose() - C).norm(), 1e-14 * C.norm());
}

TEST(ElasticMaterial, EqualConstantsMakeTheOrthotropicMaterialIsotropic) {
  const ElasticMaterial steel = ElasticMaterial::Isotropic("steel", 210e9, 0.3, 7850);
  const double G = 210e9 / 2.6;
  const ElasticMaterial same = MakeOrthotropic("same",
                                               {.E = Vec3::Constant(210e9),
                                                .nu = Vec3::Constant(0.3),
                                                .G = Vec3::Constant(G),
                                                .axes = Axes()},
                                               7850);
  EXPECT_LT((same.stiffness - steel.stiffness).norm(), 1e-13 * steel.stiffness.norm());
}

TEST(ElasticMaterial, OrthotropicConstantsAreSeenInTheMaterialAxes) {
  OrthotropicConstants turned = kSpruce;
  turned.axes = Axes();
  const Mat6 S = MakeOrthotropic("spruce", turned, 400).stiffness.inverse();
  const Mat6 T = CalcStressRotation(turned.axes);
  const Mat6 S0 = T.transpose() * S * T;  // ε₀ = Tᵀ ε, σ = T σ₀
  EXPECT_NEAR(S0(0, 0) * 11e9, 1, 1e-12);
  EXPECT_NEAR(S0(1, 0) * 11e9, -0.4, 1e-12);
  EXPECT_NEAR(S0(2, 0) * 11e9, -0.45, 1e-12);
  EXPECT_NEAR(S0(2, 1) * 0.9e9, -0.5, 1e-12);
  EXPECT_NEAR(S0(3, 3) * 0.7e9, 1, 1e-12);
  EXPECT_NEAR(S0(4, 4) * 0.6e9, 1, 1e-12);
  EXPECT_NEAR(S0(5, 5) * 0.04e9, 1, 1e-12);
}

TEST(ElasticMaterial, StressRotationIsThatOfTheTensor) {
  const Vec6 stress = (Vec6() << 1, -2, 3, 4, -5, 6).finished();
  const Mat3 R = Axes();
  const Vec6 turned = CalcStressRotation(R) * stress;
  EXPECT_LT((Tensor(turned) - R * Tensor(stress) * R.transpose()).norm(), 1e-13);
  EXPECT_NEAR(CalcVonMises(turned), CalcVonMises(stress), 1e-13);
  EXPECT_DOUBLE_EQ(CalcVonMises(7 * Vec6::Unit(1)), 7);                   // uniaxial
  EXPECT_DOUBLE_EQ(CalcVonMises(2 * Vec6::Unit(4)), 2 * std::sqrt(3.0));  // shear
}

void ExpectRefused(auto make, const std::string& word) {
  try {
    make();
    ADD_FAILURE() << "accepted: " << word;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("material 'm'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(ElasticMaterial, RefusesImpossibleNumbersByName) {
  const auto isotropic = [](double E, double nu, double density) {
    return [=] { ElasticMaterial::Isotropic("m", E, nu, density); };
  };
  ExpectRefused(isotropic(0, 0.3, 1), "Young's modulus");
  ExpectRefused(isotropic(std::numeric_limits<double>::infinity(), 0.3, 1), "Young's modulus");
  ExpectRefused(isotropic(1, 0.5, 1), "Poisson's ratio");
  ExpectRefused(isotropic(1, -1, 1), "Poisson's ratio");
  ExpectRefused(isotropic(1, 0.3, 0), "density");
  const auto orthotropic = [](auto change) {
    OrthotropicConstants c = kSpruce;
    change(c);
    return [=] { MakeOrthotropic("m", c, 400); };
  };
  ExpectRefused(orthotropic([](auto& c) { c.E[1] = -1; }), "E");
  ExpectRefused(orthotropic([](auto& c) { c.G[2] = 0; }), "G");
  ExpectRefused(orthotropic([](auto& c) { c.nu[0] = 4; }), "positive definite");
  ExpectRefused(orthotropic([](auto& c) { c.axes *= 1.001; }), "orthonormal");
}

}  // namespace elastic_material_test
}  // namespace trunnion
