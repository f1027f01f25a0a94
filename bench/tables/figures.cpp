// SPDX-License-Identifier: BSD-3-Clause
#include "bench/tables/figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "bench/problems/stability_problems.hpp"
#include "bench/tables/slider_crank.hpp"
#include "engine/view/svg_plot.hpp"
#include "solvers/integrator/explicit_stepper.hpp"

namespace trunnion::tables {
namespace {

VectorXd ToVector(const std::vector<double>& values) {
  return VectorXd::Map(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// log10 |value|; nothing is drawn below rounding level.
double Log(double value) {
  return std::abs(value) > 1e-17 ? std::log10(std::abs(value)) : std::nan("");
}

/// Error and drift over γ for the columns that start with these words.
std::string GammaFigure(const Table& table,
                        const std::string& title,
                        const std::map<std::string, std::string>& curves) {
  std::vector<double> gamma;
  std::map<std::string, std::vector<double>> values;
  for (const auto& cell : table.cells) {
    const auto text = cell.row.at("gamma").get<std::string>();
    if (text == "0" || text == "inf" || text == "NA") continue;
    const double x = std::log10(std::stod(text));
    if (gamma.empty() || gamma.back() != x) gamma.push_back(x);
    values[cell.column].push_back(Log(cell.ours));
  }
  PlotPanel errors{"error of x at t = 1", "log10", {}},
      drifts{"drift |C x + r| at t = 1", "log10", {}};
  for (const auto& [suffix, label] : curves) {
    errors.curves.push_back({label, ToVector(values.at("Error" + suffix))});
    drifts.curves.push_back({label, ToVector(values.at("Drift" + suffix))});
  }
  return MakeSvg(title, "log10 of gamma [1/s]", ToVector(gamma), {errors, drifts});
}

/// The columns of the rows that `keep` accepts over log10 of row[x_key], a curve for each value of
/// row[curve_key]; both axes logarithmic.
std::string RowFigure(const Table& table,
                      const std::string& title,
                      const std::string& x_key,
                      const std::string& curve_key,
                      const std::vector<std::string>& columns,
                      const std::function<bool(const Json& row)>& keep) {
  std::map<double, Eigen::Index> at;  // place of each x
  for (const auto& cell : table.cells)
    if (keep(cell.row)) at.emplace(std::log10(cell.row.at(x_key).get<double>()), 0);
  VectorXd x(static_cast<Eigen::Index>(at.size()));
  Eigen::Index count = 0;
  for (auto& [value, place] : at) x[place = count++] = value;
  std::vector<PlotPanel> panels;
  for (const auto& column : columns) {
    PlotPanel panel{column, "log10", {}};
    for (const auto& cell : table.cells) {
      if (cell.column != column || !keep(cell.row)) continue;
      const auto label = cell.row.at(curve_key).get<std::string>();
      auto curve = std::find_if(panel.curves.begin(), panel.curves.end(), [&](const auto& c) {
        return c.label == label;
      });
      if (curve == panel.curves.end()) {
        panel.curves.push_back({label, VectorXd::Constant(x.size(), std::nan(""))});
        curve = panel.curves.end() - 1;
      }
      curve->y[at.at(std::log10(cell.row.at(x_key).get<double>()))] = Log(cell.ours);
    }
    panels.push_back(std::move(panel));
  }
  return MakeSvg(title, "log10 of " + x_key, x, panels);
}

/// p₂ at the end of each of ten periods.
std::string KeplerFigure() {
  constexpr int periods = 10, steps = 2000;
  VectorXd period = VectorXd::LinSpaced(periods, 1, periods);
  PlotPanel panel{"Kepler's problem, h = 0.001 pi: |p2| after k periods", "log10 of |p2|", {}};
  for (auto [method, name] : {std::pair{ExplicitMethod::forward_euler, "Euler"},
                              std::pair{ExplicitMethod::midpoint, "midpoint"}}) {
    for (auto levels : {StabilizedLevels::none, StabilizedLevels::both}) {
      auto problem = problems::KeplerProblem();
      ExplicitStepper stepper(problem, {.method = method, .stabilized_levels = levels});
      stepper.Start(0, problems::KeplerStart());
      VectorXd y(periods);
      for (int k = 0; k < periods; ++k) {
        for (int i = 0; i < steps; ++i) stepper.Step(2 * std::numbers::pi / steps);
        y[k] = Log(stepper.z()[1]);
      }
      const bool stabilized = levels == StabilizedLevels::both;
      panel.curves.push_back({std::string(name) + (stabilized ? ", stabilized" : ""), y});
    }
  }
  return MakeSvg("Stabilized energy", "period k", period, {panel});
}

std::string SliderCrankFigure() {
  PlotPanel position{"drift of the positions", "log10 of |g|", {}};
  PlotPanel velocity{"drift of the velocities", "log10 of |G v|", {}};
  PlotPanel slider{"position of the slider", "error [m]", {}};
  for (const char* word : {"none", "pos", "vel", "both"}) {
    const auto levels = LevelsOf(word);
    const auto run = RunSliderCrank(ExplicitMethod::adams_bashforth, levels, 1);
    const auto fine = RunSliderCrank(ExplicitMethod::adams_bashforth, levels, 10);
    VectorXd g = ToVector(run.position_drift), eta = ToVector(run.velocity_drift);
    position.curves.push_back({word, g.unaryExpr(&Log)});
    velocity.curves.push_back({word, eta.unaryExpr(&Log)});
    slider.curves.push_back({word, ToVector(run.slider) - ToVector(fine.slider)});
  }
  const VectorXd time = VectorXd::LinSpaced(201, 0, 20);
  return MakeSvg("Slider-crank, Adams-Bashforth 2, h = 0.1 s, by what is stabilized",
                 "t [s]",
                 time,
                 {position, velocity, slider});
}

}  // namespace

std::string MakeFigure(const Table& table) {
  const auto& id = table.id;
  if (id == "AP93-4.1")
    return GammaFigure(table, "AP93-4.1: turning constraint", {{"", "Baumgarte"}});
  if (id == "AP93-4.2") return GammaFigure(table, "AP93-4.2: long control", {{"", "Baumgarte"}});
  if (id == "AQR92-1.1")
    return GammaFigure(table,
                       "AQR92-1.1: D of x' = f - gamma D g",
                       {{"0", "B(CB)^-1"}, {"1", "C'(CC')^-1"}, {"2", "C'"}});
  if (id == "AP93-4.9")
    return RowFigure(table,
                     "AP93-4.9: nu = 100",
                     "h",
                     "formulation",
                     {"Error(p)", "Error(v)"},
                     [](const Json& row) { return row.at("nu") == 100; });
  if (id == "EICH93-3.1")
    return RowFigure(table,
                     "EICH93-3.1: pendulum after 50 periods, by projection",
                     "TOL",
                     "projection",
                     {"dy", "dvy", "RES"},
                     [](const Json&) { return true; });
  if (id == "AQR92-3.1") return KeplerFigure();
  if (id == "AQR92-Ex4") return SliderCrankFigure();
  return {};
}

}  // namespace trunnion::tables
