// SPDX-License-Identifier: BSD-3-Clause
//
// Tables 1 to 4 of Yen & Petzold with the three iteration matrices. Definitions only: every number
// comes from the integrator.  Usage: bushing_tables [--json FILE]
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "bench/problems/bushing_problems.hpp"
#include "engine/core/error.hpp"
#include "solvers/bdf.hpp"
#include "solvers/initial_conditions.hpp"

namespace trunnion {
namespace {

using problems::Bushing1;
using Json = nlohmann::ordered_json;

/// One row of one table: a problem, settings, and the numbers the paper prints for it.
struct Row {
  int table;
  std::string label;
  Bushing1 problem;
  Eigen::Vector3d q0, v0;
  double t_end;
  IntegratorOptions options;
  bool unconstrained_start;  // initial v' = f(q0, v0), as in the reference, not the consistent one
  std::map<std::string, std::string> printed;  // per matrix
};

/// Settings of the tables: W = I, DASSL's weights and Newton test.
IntegratorOptions PaperOptions(double tolerance, int max_order) {
  IntegratorOptions o;
  o.tolerance = tolerance;
  o.step_fraction = 1;
  o.relative_tolerance = 1;
  o.max_order = max_order;
  o.error_test = ErrorTest::velocities;
  o.filter_error = false;
  o.newton_tolerance = 0.33;
  o.max_steps = 40000;
  return o;
}

std::vector<Row> Table1() {
  const char* printed[] = {"24 evaluations, rate 0.316", "46, 0.522", "74, 0.659", "96, 0.723"};
  const double steps[] = {0.001, 0.005, 0.01, 0.05};
  std::vector<Row> rows;
  for (int i = 0; i < 4; ++i) {
    auto o = PaperOptions(1e-10, 1);
    o.initial_step = steps[i];
    o.test_error = false;
    o.max_newton_iterations = 100;
    char label[32];
    std::snprintf(label, sizeof label, "h0=%g", steps[i]);
    rows.push_back({1,
                    label,
                    {.p = 0.5, .l = 1 + 1e-10},
                    {0.9, -0.43589, 0},
                    {-0.004843, -0.01, 0},
                    steps[i],
                    o,
                    true,
                    {{"cs", printed[i]}, {"cm", printed[i]}}});
  }
  return rows;
}

std::vector<Row> Table2() {
  const char* cs[] = {"17 steps, 79 evaluations", "17, 130", "13, 146", "13, 175", "13, 200"};
  const char* cm[] = {"17 steps, 79 evaluations", "17, 129", "13, 147", "13, 176", "13, 202"};
  const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-12};
  std::vector<Row> rows;
  for (int i = 0; i < 5; ++i) {
    auto o = PaperOptions(tolerances[i], 1);
    o.initial_step = 5e-3;
    o.test_error = false;
    o.max_newton_iterations = 50;
    char label[32];
    std::snprintf(label, sizeof label, "TOL=%g", tolerances[i]);
    rows.push_back({2,
                    label,
                    {.p = 0.5, .l = 1 + 1e-10},
                    {0.8, -0.6, 0},
                    {0, 0, 0},
                    0.05,
                    o,
                    true,
                    {{"cs", cs[i]}, {"cm", cm[i]}}});
  }
  return rows;
}

std::vector<Row> Table3() {
  const char* cs[] = {"7 steps, 128 evaluations", "9, 80", "5, 28", "9, 52", "8, 26"};
  const char* cm[] = {"57 evaluations", "20", "8", "6", "4"};
  const double steps[] = {0.005, 0.0025, 0.001, 0.00075, 0.0005};
  std::vector<Row> rows;
  for (int i = 0; i < 5; ++i) {
    auto o = PaperOptions(1e-10, 1);
    o.initial_step = steps[i];
    o.test_error = false;
    o.max_newton_iterations = 100;
    char label[32];
    std::snprintf(label, sizeof label, "h0=%g", steps[i]);
    rows.push_back({3,
                    label,
                    {.g = 9.81},
                    {1, 0, 0},
                    {0, 0, 0},
                    steps[i],
                    o,
                    true,
                    {{"cs", cs[i]}, {"cm", cm[i]}}});
  }
  return rows;
}

std::vector<Row> Table4() {
  const char* cs[] = {"125/465/147/19/28 x 0.8531799 v -0.6712374",
                      "96/278/86/2/22 x 0.8528879 v -0.6433484",
                      "188/630/225/1/57 x 0.8527399 v -0.64472",
                      "172/542/148/2/39 x 0.8527345 v -0.6447471"};
  const char* cm[] = {"27/55/9/0/0 x 0.8527 v -0.6431779",
                      "35/72/11/1/0 x 0.8527338 v -0.644748",
                      "45/94/7/0/0 x 0.852734 v -0.6447466",
                      "60/122/8/1/0 x 0.8527342 v -0.6447488"};
  const double tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6};
  std::vector<Row> rows;
  for (int i = 0; i < 4; ++i) {
    char label[32];
    std::snprintf(label, sizeof label, "TOL=%g", tolerances[i]);
    const double phi = std::asin(0.01485), phi_dot = 0.0045449;
    auto o = PaperOptions(tolerances[i], 5);
    o.error_test = ErrorTest::positions;
    rows.push_back({4,
                    label,
                    {.g = 13.75},
                    {std::cos(phi), -std::sin(phi), 0},
                    {-phi_dot * std::sin(phi), -phi_dot * std::cos(phi), 0},
                    0.5,
                    o,
                    false,
                    {{"cs", cs[i]}, {"cm", cm[i]}}});
  }
  return rows;
}

Json Run(const Row& row, const std::string& matrix) {
  SmallSystem<Bushing1> system(row.problem);
  auto options = row.options;
  options.iteration_matrix = matrix == "cs"   ? IterationMatrix::cs
                             : matrix == "cm" ? IterationMatrix::cm
                                              : IterationMatrix::lagged;
  // CS proper is the one-shot system with its multipliers from the pivoted partition.
  options.newton_system = matrix == "cs" ? NewtonSystem::one_shot : NewtonSystem::three_step;
  VectorXd q = row.q0, v = row.v0, v_dot, lambda;
  SolveAccelerations(system, 0, q, v, ActiveRows(2), v_dot, lambda);
  if (row.unconstrained_start) {
    Eigen::Vector3d f;
    row.problem.Force<double>(0, row.q0, row.v0, f);
    v_dot = f;
  }
  Bdf bdf(system, options);
  bdf.Start(0, q, v, v_dot, lambda);
  std::string failure;
  try {
    while (bdf.t() < row.t_end * (1 - 1e-12)) bdf.Step();
    bdf.Interpolate(row.t_end, q, v);
  } catch (const Error& error) {
    failure = error.what();
    q.setConstant(std::nan("")), v = q;
  }
  const auto& s = bdf.statistics();
  const std::string printed = row.printed.count(matrix) ? row.printed.at(matrix) : "-";
  std::printf("%d  %-11s %-6s  %5ld/%ld/%ld/%ld/%ld  x %.7f v %.7f   printed: %s%s%s\n",
              row.table,
              row.label.c_str(),
              matrix.c_str(),
              s.steps,
              s.residual_evaluations,
              s.jacobian_evaluations,
              s.error_test_failures,
              s.convergence_failures,
              q[0],
              v[0],
              printed.c_str(),
              failure.empty() ? "" : "   stopped: ",
              failure.c_str());
  return {{"table", row.table},
          {"row", row.label},
          {"matrix", matrix},
          {"steps", s.steps},
          {"function_evaluations", s.residual_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"error_test_failures", s.error_test_failures},
          {"convergence_failures", s.convergence_failures},
          {"x", q[0]},
          {"vx", v[0]}};
}

/// One step of length h on the preloaded bushing: contraction of the CM iteration and the law
/// k h²/(1 + c h + k h²).
void PrintRateLaw() {
  std::printf("\nContraction of CM on the preloaded bushing (Table 3 model), one Euler step\n");
  std::printf("       k        h   evaluations   measured rate   k h^2/(1 + c h + k h^2)\n");
  for (double k = 1e3; k < 2e7; k *= 10) {
    for (double h : {0.3 / std::sqrt(k), 1 / std::sqrt(k), 3 / std::sqrt(k)}) {
      const auto [evaluations, rate] = problems::MeasureCmRate(k, h);
      std::printf("%8.0e %8.1e %13ld %15.4f %25.4f\n",
                  k,
                  h,
                  evaluations,
                  rate,
                  k * h * h / (1 + 10 * h + k * h * h));
    }
  }
}

}  // namespace
}  // namespace trunnion

int main(int argc, char** argv) {
  using namespace trunnion;
  Json result = Json::array();
  std::printf("steps/function evaluations/Jacobians/error-test failures/convergence failures\n");
  for (const auto& table : {Table1(), Table2(), Table3(), Table4()})
    for (const auto& row : table)
      for (const char* matrix : {"cs", "cm", "lagged"}) result.push_back(Run(row, matrix));
  std::printf("4  reference: x 0.8527423 v -0.6447193\n");
  PrintRateLaw();
  if (argc == 3 && std::strcmp(argv[1], "--json") == 0) {
    std::ofstream file(argv[2]);
    file << result.dump(2) << '\n';
    if (!file) {
      std::fprintf(stderr, "bushing_tables: cannot write %s\n", argv[2]);
      return 2;
    }
  }
}
