// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/solid_patch.hpp"

namespace trunnion {
namespace {

class SolidShapeOf : public testing::TestWithParam<SolidType> {};
INSTANTIATE_TEST_SUITE_P(,
                         SolidShapeOf,
                         testing::ValuesIn(test::kSolidTypes),
                         [](const auto& parameter) {
                           return std::string(ToString(parameter.param));
                         });

TEST_P(SolidShapeOf, IsOneAtItsNodeAndZeroAtTheOthers) {
  const NodeMatrix nodes = NaturalNodes(GetParam());
  for (int i = 0; i < nodes.rows(); ++i) {
    const SolidShape shape = CalcSolidShape(GetParam(), nodes.row(i).transpose());
    EXPECT_LT((shape.N - NodeVector::Unit(nodes.rows(), i)).norm(), 1e-14) << i;
  }
}

TEST_P(SolidShapeOf, GradientIsTheDerivative) {
  const Vec3 xi(0.21, 0.13, 0.37);
  const double h = 1e-3;  // no shape function has a third derivative in one direction
  const SolidShape shape = CalcSolidShape(GetParam(), xi);
  EXPECT_NEAR(shape.N.sum(), 1, 1e-14);
  for (int k = 0; k < 3; ++k) {
    const NodeVector slope = (CalcSolidShape(GetParam(), xi + h * Vec3::Unit(k)).N -
                              CalcSolidShape(GetParam(), xi - h * Vec3::Unit(k)).N) /
                             (2 * h);
    EXPECT_LT((slope - shape.dN.col(k)).norm(), 1e-11);
  }
}

double Factorial(int n) { return std::tgamma(n + 1.0); }

/// ∫ ξᵃ ηᵇ ζᶜ over the natural element.
double ExactIntegral(bool tetrahedron, int a, int b, int c) {
  if (tetrahedron) return Factorial(a) * Factorial(b) * Factorial(c) / Factorial(a + b + c + 3);
  const auto line = [](int n) { return n % 2 == 0 ? 2.0 / (n + 1) : 0.0; };
  return line(a) * line(b) * line(c);
}

void ExpectDegree(std::span<const QuadraturePoint> rule, bool tetrahedron, int degree) {
  for (int a = 0; a <= degree; ++a)
    for (int b = 0; b <= degree; ++b)
      for (int c = 0; c <= degree; ++c) {
        if (tetrahedron && a + b + c > degree) continue;
        double sum = 0;
        for (const auto& [xi, weight] : rule)
          sum += weight * std::pow(xi[0], a) * std::pow(xi[1], b) * std::pow(xi[2], c);
        EXPECT_NEAR(sum, ExactIntegral(tetrahedron, a, b, c), 2e-15) << a << b << c;
      }
  for (const auto& point : rule) EXPECT_GT(point.weight, 0);
}

TEST(SolidRules, IntegratePolynomialsOfTheirDegree) {
  ExpectDegree(StiffnessRule(SolidType::tet4), true, 1);
  ExpectDegree(StiffnessRule(SolidType::tet10), true, 2);
  ExpectDegree(StiffnessRule(SolidType::hex8), false, 3);
  ExpectDegree(StiffnessRule(SolidType::hex20_reduced), false, 3);
  ExpectDegree(StiffnessRule(SolidType::hex20), false, 5);
  ExpectDegree(MassRule(SolidType::tet4), true, 2);
  ExpectDegree(MassRule(SolidType::tet10), true, 5);
  ExpectDegree(MassRule(SolidType::hex8), false, 5);
}

}  // namespace
}  // namespace trunnion
