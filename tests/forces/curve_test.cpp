// SPDX-License-Identifier: BSD-3-Clause
#include "forces/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.hpp"

namespace trunnion {
namespace curve_test {

nlohmann::json ReadTable() {
  std::ifstream file(TRUNNION_SOURCE_DIR "/tests/data/bushing_laws.json");
  return nlohmann::json::parse(file)["table_law"];
}

/// Slope and integral of `curve` against differences and Simpson's rule on both sides of zero.
void ExpectConsistent(const Curve& curve, double range) {
  for (int i = -60; i <= 60; ++i) {
    const double x = range * (i + 0.37) / 60, h = 1e-5 * range;
    EXPECT_NEAR(curve(x).slope,
                (curve(x + h).y - curve(x - h).y) / (2 * h),
                1e-6 * (1 + std::abs(curve(x).slope)))
        << x;
    EXPECT_NEAR(curve(x).y,
                (curve(x + h).integral - curve(x - h).integral) / (2 * h),
                1e-6 * (1 + std::abs(curve(x).y)))
        << x;
  }
  EXPECT_NEAR(curve(0).integral, 0, 1e-15);
}

TEST(Curve, LinearTableReproducesTheReference) {
  const nlohmann::json reference = ReadTable();
  const auto curve = Curve::Table(reference["points"].get<Curve::Points>());
  for (const auto& sample : reference["samples"])
    EXPECT_NEAR(curve(sample[0]).y, double(sample[1]), 1e-10);
  for (const auto& sample : reference["extrapolated"])
    EXPECT_NEAR(curve(sample[0]).y, double(sample[1]), 1e-10);
  EXPECT_NEAR(curve(-0.007).y, -18000, 1e-10);
  EXPECT_NEAR(curve(0.005).integral, double(reference["energy_at_0_005"]), 1e-12);
  EXPECT_NEAR(curve(-0.005).integral, double(reference["energy_at_0_005"]), 1e-12);
}

TEST(Curve, SlopeAndIntegralAreThoseOfTheValue) {
  ExpectConsistent(Curve::Cubic(2, 3), 2);
  ExpectConsistent(Curve::Cubic(0, 0), 2);
  const Curve::Points points{{-1.3, -2}, {-0.4, -1.1}, {0.3, 0.5}, {0.7, 0.4}, {1.5, 3}};
  ExpectConsistent(Curve::Table(points), 2);
  ExpectConsistent(Curve::Table(points, Interpolation::monotone_cubic), 2);
  ExpectConsistent(Curve::Table({{1, 2}, {3, 5}}, Interpolation::monotone_cubic), 2);
}

TEST(Curve, MonotoneCubicPassesThroughThePointsWithoutOvershoot) {
  const Curve::Points points{{0, 0}, {1, 0.1}, {2, 5}, {3, 5}, {4, 5.2}, {5, 9}};
  const Curve curve = Curve::Table(points, Interpolation::monotone_cubic);
  for (const auto& [x, y] : points) EXPECT_NEAR(curve(x).y, y, 1e-14);
  double before = curve(-1).y;
  for (double x = -0.99; x < 6; x += 0.01) {
    EXPECT_GE(curve(x).y, before - 1e-14) << x;
    before = curve(x).y;
  }
  EXPECT_EQ(curve(2.5).y, 5);
  EXPECT_TRUE(curve.is_nondecreasing());
  EXPECT_NEAR(curve(6).y, 9 + curve(5).slope, 1e-13);
}

TEST(Curve, MonotoneCubicOfCollinearPointsIsTheLine) {
  const Curve line = Curve::Table({{0, 1}, {1, 3}, {4, 9}}, Interpolation::monotone_cubic);
  for (double x = -1; x < 6; x += 0.1) EXPECT_NEAR(line(x).y, 1 + 2 * x, 1e-13);
}

TEST(Curve, RefusesImpossibleTables) {
  EXPECT_THROW(Curve::Table({}), ModelError);
  EXPECT_THROW(Curve::Table({{0, 0}}), ModelError);
  EXPECT_THROW(Curve::Table({{0, 0}, {0, 1}}), ModelError);
  EXPECT_THROW(Curve::Table({{0, 0}, {1, std::nan("")}}), ModelError);
  EXPECT_THROW(Curve::Table({{0, 0}, {INFINITY, 1}}), ModelError);
  EXPECT_THROW(Curve::Cubic(std::nan(""), 1), ModelError);
  try {
    Curve::Table({{0, 0}, {2, 1}, {1, 3}}, Interpolation::linear, "spring 'left'");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("spring 'left': point 3"), std::string::npos);
  }
}

}  // namespace curve_test
}  // namespace trunnion
