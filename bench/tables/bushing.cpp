// SPDX-License-Identifier: BSD-3-Clause
#include "bench/tables/bushing.hpp"

#include <cmath>
#include <cstdio>

#include "bench/tables/paper_table.hpp"
#include "engine/core/error.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion::tables {
namespace {

using problems::Bushing1;

/// Settings of the tables: W = I, DASSL's weights and Newton test.
IntegratorOptions PaperOptions(double tolerance, int max_order) {
  IntegratorOptions o;
  o.tolerance = tolerance;
  o.step_fraction = 1;
  o.relative_tolerance = 1;
  o.bdf.max_order = max_order;
  o.error_test = ErrorTest::velocities;
  o.bdf.filter_error = false;
  o.bdf.newton_tolerance = 0.33;
  o.max_steps = 40000;
  return o;
}

std::string Label(const char* name, double value) {
  char label[32];
  std::snprintf(label, sizeof label, "%s=%g", name, value);
  return label;
}

/// One Euler step of length h0 without error test (tables 1 and 3).
BushingRow OneStep(int table,
                   double h0,
                   const Bushing1& problem,
                   const Eigen::Vector3d& q0,
                   const Eigen::Vector3d& v0) {
  BushingRow row{.table = table,
                 .parameter = h0,
                 .label = Label("h0", h0),
                 .problem = problem,
                 .q0 = q0,
                 .v0 = v0,
                 .t_end = h0,
                 .options = PaperOptions(1e-10, 1),
                 .unconstrained_start = true};
  row.options.initial_step = h0;
  row.options.test_error = false;
  row.options.bdf.max_newton_iterations = 100;
  return row;
}

/// Ten Euler steps without error test.
BushingRow Table2(double tolerance) {
  BushingRow row{.table = 2,
                 .parameter = tolerance,
                 .label = Label("TOL", tolerance),
                 .problem = {.p = 0.5, .l = 1 + 1e-10},
                 .q0 = {0.8, -0.6, 0},
                 .v0 = {0, 0, 0},
                 .t_end = 0.05,
                 .options = PaperOptions(tolerance, 1),
                 .unconstrained_start = true};
  row.options.initial_step = 5e-3;
  row.options.test_error = false;
  row.options.bdf.max_newton_iterations = 50;
  return row;
}

/// Order up to 5, positions in the error test.
BushingRow Table4(double tolerance) {
  const double phi = std::asin(0.01485), phi_dot = 0.0045449;
  BushingRow row{.table = 4,
                 .parameter = tolerance,
                 .label = Label("TOL", tolerance),
                 .problem = {.g = 13.75},
                 .q0 = {std::cos(phi), -std::sin(phi), 0},
                 .v0 = {-phi_dot * std::sin(phi), -phi_dot * std::cos(phi), 0},
                 .t_end = 0.5,
                 .options = PaperOptions(tolerance, 5)};
  row.options.error_test = ErrorTest::positions;
  return row;
}

IntegratorOptions OptionsOf(const BushingRow& row, const std::string& matrix) {
  auto options = row.options;
  options.bdf.iteration_matrix = matrix == "cs"   ? IterationMatrix::cs
                                 : matrix == "cm" ? IterationMatrix::cm
                                                  : IterationMatrix::lagged;
  // CS proper is the one-shot system with its multipliers from the pivoted partition.
  options.bdf.newton_system = matrix == "cs" ? NewtonSystem::one_shot : NewtonSystem::three_step;
  return options;
}

/// The initial state with its accelerations.
std::pair<StatePoint, VectorXd> StartOf(const BushingRow& row) {
  SmallSystem<Bushing1> system(row.problem);
  StatePoint start{0, row.q0, row.v0, {}};
  VectorXd v_dot;
  SolveAccelerations(system, 0, start.q, start.v, ActiveRows(2), v_dot, start.lambda);
  if (row.unconstrained_start) {
    Eigen::Vector3d f;
    row.problem.Force<double>(0, row.q0, row.v0, f);
    v_dot = f;
  }
  return {start, v_dot};
}

/// Columns "CS steps", "CM evaluations", … of the row whose parameter the reference names.
RowFunction RowOf(int table) {
  return [table](const Json& reference) {
    const double parameter = reference.begin().value();
    RowValues values;
    for (const auto& row : BushingRows()) {
      if (row.table != table || row.parameter != parameter) continue;
      for (const auto& [matrix, name] : {std::pair{"cs", "CS "}, std::pair{"cm", "CM "}}) {
        const auto result = Run(row, matrix);
        const auto& s = result.statistics;
        const std::string prefix = name;
        values[prefix + "steps"] = static_cast<double>(s.steps);
        values[prefix + "evaluations"] = static_cast<double>(s.residual_evaluations);
        values[prefix + "Jacobians"] = static_cast<double>(s.jacobian_evaluations);
        values[prefix + "error-test failures"] = static_cast<double>(s.error_test_failures);
        values[prefix + "convergence failures"] = static_cast<double>(s.convergence_failures);
        if (table == 1) {
          const auto [start, v_dot] = StartOf(row);
          const auto step =
              problems::TakeEulerStep(row.problem, start, v_dot, parameter, OptionsOf(row, matrix));
          values[prefix + "rate"] = step.rate;
        }
        values[prefix + "x"] = result.x;
        values[prefix + "v"] = result.v;
      }
    }
    return values;
  };
}

}  // namespace

std::vector<BushingRow> BushingRows() {
  std::vector<BushingRow> rows;
  for (double h0 : {0.001, 0.005, 0.01, 0.05})
    rows.push_back(
        OneStep(1, h0, {.p = 0.5, .l = 1 + 1e-10}, {0.9, -0.43589, 0}, {-0.004843, -0.01, 0}));
  for (double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) rows.push_back(Table2(tolerance));
  for (double h0 : {0.005, 0.0025, 0.001, 0.00075, 0.0005})
    rows.push_back(OneStep(3, h0, {.g = 9.81}, {1, 0, 0}, {0, 0, 0}));
  for (double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) rows.push_back(Table4(tolerance));
  return rows;
}

BushingResult Run(const BushingRow& row, const std::string& matrix) {
  SmallSystem<Bushing1> system(row.problem);
  const auto options = OptionsOf(row, matrix);
  auto [start, v_dot] = StartOf(row);
  Bdf bdf(system, options);
  bdf.Start(0, start.q, start.v, v_dot, start.lambda);
  BushingResult result;
  try {
    VectorXd q, v;
    while (bdf.t() < row.t_end * (1 - 1e-12)) bdf.Step();
    bdf.Interpolate(row.t_end, q, v);
    result.x = q[0];
    result.v = v[0];
  } catch (const Error& error) {
    result.failure = error.what();
    result.x = result.v = std::nan("");
  }
  result.statistics = bdf.statistics();
  return result;
}

std::vector<Definition> BushingTables() {
  return {{"YP-1", "Bushing far from equilibrium, one Euler step of length h0", RowOf(1)},
          {"YP-2", "Bushing far from equilibrium, Euler steps of 0.005 s to 0.05 s", RowOf(2)},
          {"YP-3", "Preloaded bushing, one Euler step of length h0", RowOf(3)},
          {"YP-4", "Preloaded bushing, variable step and order to 0.5 s", RowOf(4)}};
}

}  // namespace trunnion::tables
