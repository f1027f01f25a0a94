// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/dual.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

namespace trunnion {
namespace {

using D1 = Dual<double, 1>;
using D2 = Dual<D1, 1>;

/// x with both first-order seeds: f(x) carries f, f' (twice) and f''.
D2 Seed(double x) {
  D2 s = D2::Variable(D1::Variable(x, 0), 0);
  return s;
}

struct Elementary {
  const char* name;
  std::function<double(double)> f;
  std::function<D2(const D2&)> dual;
  double at;
};

const Elementary kElementary[] = {
    {"sin", [](double x) { return std::sin(x); }, [](const D2& x) { return sin(x); }, 0.7},
    {"cos", [](double x) { return std::cos(x); }, [](const D2& x) { return cos(x); }, 0.7},
    {"tan", [](double x) { return std::tan(x); }, [](const D2& x) { return tan(x); }, 0.7},
    {"exp", [](double x) { return std::exp(x); }, [](const D2& x) { return exp(x); }, 0.7},
    {"log", [](double x) { return std::log(x); }, [](const D2& x) { return log(x); }, 0.7},
    {"sqrt", [](double x) { return std::sqrt(x); }, [](const D2& x) { return sqrt(x); }, 0.7},
    {"pow",
     [](double x) { return std::pow(x, 2.5); },
     [](const D2& x) { return pow(x, 2.5); },
     0.7},
    {"tanh", [](double x) { return std::tanh(x); }, [](const D2& x) { return tanh(x); }, 0.7},
    {"abs", [](double x) { return std::abs(x); }, [](const D2& x) { return abs(x); }, -0.7},
    {"asin", [](double x) { return std::asin(x); }, [](const D2& x) { return asin(x); }, 0.3},
    {"acos", [](double x) { return std::acos(x); }, [](const D2& x) { return acos(x); }, 0.3},
    {"atan2",
     [](double x) { return std::atan2(x * x, x - 2); },
     [](const D2& x) { return atan2(D2(x * x), D2(x - 2.0)); },
     0.7},
    {"rational",
     [](double x) { return (1 - x) / (2 + x * x) - 3 * x; },
     [](const D2& x) { return (1.0 - x) / (2.0 + x * x) - 3.0 * x; },
     0.7},
};

TEST(Dual, FirstAndSecondDerivativesMatchDifferences) {
  for (const auto& e : kElementary) {
    const D2 y = e.dual(Seed(e.at));
    const double h = 1e-3, f0 = e.f(e.at);
    const auto slope = [&](double s) { return (e.f(e.at + s) - e.f(e.at - s)) / (2 * s); };
    const auto curvature = [&](double s) {
      return (e.f(e.at + s) - 2 * f0 + e.f(e.at - s)) / (s * s);
    };
    EXPECT_NEAR(y.a.a, f0, 1e-15) << e.name;
    EXPECT_NEAR(y.a.d[0], (4 * slope(h / 2) - slope(h)) / 3, 1e-9) << e.name;
    EXPECT_EQ(y.a.d[0], y.d[0].a) << e.name;
    EXPECT_NEAR(y.d[0].d[0], (4 * curvature(h / 2) - curvature(h)) / 3, 1e-8) << e.name;
  }
}

TEST(Dual, MixedPartialsAreExactForPolynomials) {
  using Inner = Dual<double, 2>;
  using Outer = Dual<Inner, 2>;
  const Outer x = Outer::Variable(Inner::Variable(3, 0), 0);
  const Outer y = Outer::Variable(Inner::Variable(5, 1), 1);
  const Outer f = x * x * y + 2.0 * y * y;
  EXPECT_EQ(PlainValue(f), 95);
  EXPECT_EQ(f.d[0].a, 30);     // 2xy
  EXPECT_EQ(f.d[1].a, 29);     // x² + 4y
  EXPECT_EQ(f.d[0].d[0], 10);  // 2y
  EXPECT_EQ(f.d[0].d[1], 6);   // 2x
  EXPECT_EQ(f.d[1].d[0], 6);
  EXPECT_EQ(f.d[1].d[1], 4);
}

TEST(Dual, WorksInsideEigenMatrices) {
  using S = Dual<double, 3>;
  Eigen::Matrix<S, 3, 1> v;
  for (int i = 0; i < 3; ++i) v[i] = S::Variable(i + 1.0, i);
  const Eigen::Vector3d c(2, -1, 3);
  const S dot = v.dot(c.cast<S>()), norm = v.norm();
  const Eigen::Matrix<S, 3, 1> cross = v.cross(c.cast<S>()), scaled = 2.0 * v;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(dot.d[i], c[i]);
    EXPECT_NEAR(norm.d[i], (i + 1) / std::sqrt(14.0), 1e-15);
    EXPECT_EQ(scaled[i].d[i], 2);
  }
  EXPECT_EQ(cross[0].d[1], 3);  // v_y c_z − v_z c_y
  EXPECT_EQ(cross[0].d[2], 1);
}

TEST(Dual, ComparesByValue) {
  const D1 x = D1::Variable(2, 0);
  EXPECT_TRUE(x < 3.0 && x > 1.0 && x <= 2.0 && x >= 2.0 && x == D1(2.0) && x != D1(1.0));
  EXPECT_EQ((-x).d[0], -1);
  D1 y = x;
  y += x;
  y *= x;
  y /= 4.0;
  y -= 1.0;
  EXPECT_EQ(y.a, 1);
  EXPECT_EQ(y.d[0], 2);  // x²/2 − 1
}

}  // namespace
}  // namespace trunnion
