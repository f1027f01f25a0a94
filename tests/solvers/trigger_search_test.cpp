// SPDX-License-Identifier: BSD-3-Clause
//
// Crossings of functions of time alone, where every root is known.
#include "solvers/events/trigger_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

struct Functions final : TriggerSource {
  struct Function {
    std::function<double(double)> f;
    int direction = 0;
  };
  std::vector<Function> list;
  std::vector<double> times;

  int size() const override { return static_cast<int>(list.size()); }
  void CalcValues(double t, const VectorXd&, const VectorXd&, VectorXd& values) override {
    values.resize(size());
    for (int i = 0; i < size(); ++i) values[i] = list[static_cast<std::size_t>(i)].f(t);
  }
  int direction(int i) const override { return list[static_cast<std::size_t>(i)].direction; }
  std::string label(int i) const override { return "function " + std::to_string(i); }
  double FindTime(double) const override { return std::numeric_limits<double>::infinity(); }
  void Fire(const std::vector<int>&, double, const VectorXd&, const VectorXd&) override {}
  bool has_changes() const override { return false; }
  EquationChange ApplyChanges() override { return {}; }
};

/// All crossings of the functions in steps of h up to `end`.
std::vector<double> FindAll(Functions& functions, double h, double end) {
  const auto nothing = [](double, VectorXd&, VectorXd&) {};
  TriggerSearch search(&functions);
  const VectorXd none;
  search.Start(0, none, none);
  std::vector<double> found;
  for (double t = 0; t < end;) {
    const double to = std::min(t + h, end);
    const auto root = search.FindFirst(to, nothing);
    t = root.value_or(to);
    if (root) found.push_back(t);
  }
  return found;
}

TEST(TriggerSearch, RootsOfASine) {
  for (const int direction : {-1, 0, 1}) {
    for (const double h : {0.01, 0.1, 0.9}) {
      Functions functions;
      functions.list = {{[](double t) { return std::sin(t + 0.5); }, direction}};
      std::vector<double> exact;
      for (int i = 1; i * std::numbers::pi - 0.5 < 20; ++i)
        if (direction == 0 || direction == (i % 2 == 0 ? 1 : -1))
          exact.push_back(i * std::numbers::pi - 0.5);
      const auto found = FindAll(functions, h, 20);
      ASSERT_EQ(found.size(), exact.size()) << direction << " " << h;
      for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_NEAR(found[i], exact[i], 1e-14 * 20);
        EXPECT_GE(found[i] - exact[i], -1e-15 * 20);
      }
    }
  }
}

/// Parabolas that dip below zero for a part of 1e-1 to 1e-5 of a step, anywhere in it, and those
/// that stay above by as little.
TEST(TriggerSearch, Dips) {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const double bottom = std::uniform_real_distribution<double>(0.05, 0.95)(random);
    const double width = std::pow(10, std::uniform_real_distribution<double>(-5, -1)(random));
    for (const int sign : {-1, 1}) {
      Functions functions;
      functions.list = {{[=](double t) {
                           const double d = t - bottom;
                           return (d * d - sign * width * width / 4) * (1 + 0.3 * d);
                         },
                         0}};
      EXPECT_EQ(FindAll(functions, 1, 1).size(), sign > 0 ? 2u : 0u) << bottom << " " << width;
    }
  }
}

/// A function that begins at zero does not cross there; several that cross at once are one event.
TEST(TriggerSearch, BeginningsAndTogether) {
  Functions functions;
  functions.list = {{[](double t) { return std::sin(t); }, 0}};
  EXPECT_EQ(FindAll(functions, 0.3, 3).size(), 0u);
  functions.list = {{[](double t) { return 1 - t / 0.7; }, -1},
                    {[](double t) { return 3 * (t * t - 0.49); }, 1},
                    {[](double t) { return std::exp(t) - std::exp(0.7); }, -1}};
  EXPECT_EQ(FindAll(functions, 0.4, 2).size(), 1u);
}

TEST(TriggerSearch, ChatterIsNamed) {
  Functions functions;
  functions.list = {{[](double t) { return std::cos(1000 * t); }, 0}};
  try {
    (void)FindAll(functions, 0.01, 10);
    FAIL();
  } catch (const SolverError& error) {
    EXPECT_EQ(std::string(error.what()).find("function 0 chatters at t = 0.6"), 0u) << error.what();
  }
}

}  // namespace
}  // namespace trunnion
