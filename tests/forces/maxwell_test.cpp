// SPDX-License-Identifier: BSD-3-Clause
#include "forces/maxwell.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_state.hpp"

namespace trunnion {
namespace {

TEST(Maxwell, BlocksAgreeWithCentralDifferences) {
  constexpr double kStep = 1e-5;
  for (const auto kind :
       {CoordinateKind::distance, CoordinateKind::angle, CoordinateKind::offset_x}) {
    test::RandomSource random(4);
    auto bodies = random.Bodies(3);  // the third holds the state
    const Maxwell element(kind, random.Pair(1, 2), 3, 7, 3);
    const auto force = [&](const std::vector<BodyState>& at) {
      LocalVector<3> f;
      element.CalcForce({0, at, {}}, f);
      return f;
    };
    LocalMatrix<3> f_q, f_v;
    element.Linearize({0, bodies, {}}, f_q, f_v);
    for (int j = 0; j < 18; ++j) {
      const auto body = static_cast<std::size_t>(1 + j / 6);
      auto plus = bodies, minus = bodies;
      test::MoveBody(kStep * Vec6::Unit(j % 6), plus[body]);
      test::MoveBody(-kStep * Vec6::Unit(j % 6), minus[body]);
      EXPECT_LT((f_q.col(j) - (force(plus) - force(minus)) / (2 * kStep)).norm(), 1e-7);
      plus = minus = bodies;
      (j % 6 < 3 ? plus[body].v[j % 6] : plus[body].w[j % 6 - 3]) += kStep;
      (j % 6 < 3 ? minus[body].v[j % 6] : minus[body].w[j % 6 - 3]) -= kStep;
      EXPECT_LT((f_v.col(j) - (force(plus) - force(minus)) / (2 * kStep)).norm(), 1e-7);
    }
  }
}

/// Energy in the spring changes by the work of the bodies less the loss in the dashpot, T²/d.
TEST(Maxwell, EnergyBalances) {
  test::RandomSource random(5);
  auto bodies = random.Bodies(3);
  const Maxwell element(CoordinateKind::distance, random.Pair(1, 2), 3, 7, 3);
  LocalVector<3> f, v;
  const ElementContext x{0, bodies, {}};
  element.CalcForce(x, f);
  v << bodies[1].v, bodies[1].w, bodies[2].v, bodies[2].w, Vec6::Zero();
  const double T = bodies[3].v[0], T_dot = f[12];
  EXPECT_NEAR(-f.head<12>().dot(v.head<12>()), T * T_dot / 7 + T * T / 3, 1e-13);
  EXPECT_NEAR(element.CalcEnergy(x), T * T / 14, 1e-15);
}

}  // namespace
}  // namespace trunnion
