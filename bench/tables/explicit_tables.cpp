// SPDX-License-Identifier: BSD-3-Clause
//
// Explicit methods with stabilization: Ascher, Qin & Reich (1992), Table 3.1 and examples 2 and 4.
#include <algorithm>
#include <numbers>

#include "bench/problems/stability_problems.hpp"
#include "bench/tables/paper_table.hpp"
#include "bench/tables/slider_crank.hpp"
#include "solvers/integrator/explicit_stepper.hpp"

namespace trunnion::tables {
namespace {

ExplicitOptions Options(ExplicitMethod method, bool stabilize) {
  ExplicitOptions options;
  options.method = method;
  options.stabilized_levels = stabilize ? StabilizedLevels::both : StabilizedLevels::none;
  return options;
}

/// p₂ after one and two periods; h as "0.001pi".
RowValues KeplerRow(const Json& row) {
  const int steps = row.at("h") == "0.001pi" ? 2000 : 4000;
  const auto method =
      row.at("scheme") == "midpoint" ? ExplicitMethod::midpoint : ExplicitMethod::forward_euler;
  auto problem = problems::KeplerProblem();
  ExplicitStepper stepper(problem, Options(method, row.at("stabilization") == "yes"));
  stepper.Start(0, problems::KeplerStart());
  RowValues values;
  for (const char* column : {"p2(2pi)", "p2(4pi)"}) {
    for (int i = 0; i < steps; ++i) stepper.Step(2 * std::numbers::pi / steps);
    values[column] = stepper.z()[1];
  }
  return values;
}

/// Example 2 with h = 1/20, by the midpoint rule with the stabilization at the start of the step
/// (eq. 3.4), against the closed forms of the discrete solution.
RowValues CubicRow(const Json& row) {
  constexpr double h = 1.0 / 20;
  const auto text = row.at("alpha").get<std::string>();
  auto options = Options(ExplicitMethod::midpoint, text != "0");
  options.stabilization_alpha = text == "1/2" ? 0.5 : 1;
  options.stabilization_point = StabilizationPoint::start;
  auto problem = problems::CubicProblem();
  ExplicitStepper stepper(problem, options);
  stepper.Start(0, VectorXd::Constant(1, text == "1" ? 7.0 / 3 : 0));
  double largest = 0, last = 0;
  for (int n = 1; n <= (text == "1/2" ? 60 : 20); ++n) {
    stepper.Step(h);
    const double t = n * h, expected = text == "0" ? -n * h * h * h / 4 : -h * h * h / 4;
    last = stepper.z()[0] - t * t * t;
    largest = std::max(largest, std::abs(last - expected));
  }
  return {{"max |z_n-(t_n^3-n h^3/4)|, n=0..20", largest},
          {"max |z_n-(t_n^3-h^3/4)|, n=1..20 (z_0=7/3)", largest},
          {"(z_60-t_60^3)/h^3 (not in paper; theory -1/(4 alpha))", last / (h * h * h)}};
}

}  // namespace

std::vector<Definition> ExplicitTables() {
  return {{"AQR92-3.1", "Kepler's problem with stabilized energy", KeplerRow},
          {"AQR92-Ex2", "z' = 3t^2: the discrete solutions in closed form", CubicRow},
          {"AQR92-Ex4", "Slider-crank: drift and slider error", SliderCrankRow}};
}

}  // namespace trunnion::tables
