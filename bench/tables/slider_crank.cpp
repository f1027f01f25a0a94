// SPDX-License-Identifier: BSD-3-Clause
#include "bench/tables/slider_crank.hpp"

#include <algorithm>
#include <cmath>

#include "bench/problems/stability_problems.hpp"
#include "solvers/integrator/explicit_integrator.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion::tables {
namespace {

constexpr int kPoints = 200;  // tenths of a second

double LargestDifference(const std::vector<double>& a,
                         const std::vector<double>& b,
                         int last_point) {
  double largest = 0;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(last_point); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

double Largest(const std::vector<double>& values, int first, int last) {
  return *std::max_element(values.begin() + first, values.begin() + last + 1);
}

void Record(SmallSystem<problems::SliderCrank>& system,
            const Integrator& integrator,
            SliderCrankRun& run) {
  Residuals r;
  DynamicsMatrices unused;
  system.InitializePatterns(r, unused);
  const VectorXd &q = integrator.q(), &v = integrator.v();
  system.CalcResiduals(integrator.t(), q, v, VectorXd::Zero(4), r);
  run.slider.push_back(problems::SliderCrank::Slider(q));
  run.x2.push_back(q[1]);
  run.position_drift.push_back(r.g.norm());
  run.velocity_drift.push_back((r.GT.transpose() * v + r.g_t).norm());
  run.q = q;
  run.v = v;
}

}  // namespace

StabilizedLevels LevelsOf(const std::string& word) {
  if (word == "both") return StabilizedLevels::both;
  if (word == "pos") return StabilizedLevels::position;
  return word == "vel" ? StabilizedLevels::velocity : StabilizedLevels::none;
}

SliderCrankRun RunSliderCrank(ExplicitMethod method, StabilizedLevels levels, int steps) {
  SmallSystem<problems::SliderCrank> system;
  IntegratorOptions options{.kind = IntegratorKind::explicit_method};
  options.fixed_step = 0.1 / steps;
  options.explicit_method = {.method = method, .stabilized_levels = levels};
  ExplicitIntegrator integrator(system, options);
  integrator.Start(
      0, problems::SliderCrank::q0(), problems::SliderCrank::v0(), VectorXd::Zero(4), {});
  SliderCrankRun run;
  Record(system, integrator, run);
  for (int i = 0; i < kPoints; ++i) {
    for (int j = 0; j < steps; ++j) integrator.Step();
    Record(system, integrator, run);
  }
  return run;
}

RowValues SliderCrankRow(const Json& row) {
  const auto levels = LevelsOf(row.at("stabilization").get<std::string>());
  const auto run = RunSliderCrank(ExplicitMethod::adams_bashforth, levels, 1);
  const auto fine = RunSliderCrank(ExplicitMethod::adams_bashforth, levels, 10);
  const auto exact = RunSliderCrank(ExplicitMethod::runge_kutta4, StabilizedLevels::none, 20);
  RowValues values{
      {"max_slider_error_0_10", LargestDifference(run.slider, fine.slider, 100)},
      {"max_slider_error_0_20", LargestDifference(run.slider, fine.slider, 200)},
      {"slider_error_at_10", std::abs(run.slider[100] - fine.slider[100])},
      {"slider_error_at_20", std::abs(run.slider[200] - fine.slider[200])},
      {"max_slider_error_vs_RK4_0_20", LargestDifference(run.slider, exact.slider, 200)},
      {"max_x2_error_0_10", LargestDifference(run.x2, fine.x2, 100)},
      {"max_x2_error_0_20", LargestDifference(run.x2, fine.x2, 200)}};
  const auto add = [&values](const std::string& level, const std::vector<double>& drift) {
    values["max_" + level + "_drift_0_10"] = Largest(drift, 0, 100);
    values["max_" + level + "_drift_0_20"] = Largest(drift, 0, 200);
    values[level + "_drift_n1"] = drift[1];
    values[level + "_drift_n2"] = drift[2];
    values["max_" + level + "_drift_from_n2_0_20"] = Largest(drift, 2, 200);
    values[level + "_drift_at_20"] = drift[200];
  };
  add("pos", run.position_drift);
  add("vel", run.velocity_drift);
  return values;
}

}  // namespace trunnion::tables
