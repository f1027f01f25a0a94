// SPDX-License-Identifier: BSD-3-Clause
//
// The formulations side by side. Figures of docs/formulations.md:
//
//     formulations work tests/data/test_problems.json    steps, evaluations and errors, as CSV
//     formulations ladder tests/data/test_problems.json  changes of basis in a large mechanism
//     formulations pendulum                               Eich's pendulum over 50 periods
//     formulations stability                              heterogeneous masses, turning constraints
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>

#include "bench/problems/formulation_variants.hpp"
#include "bench/problems/mechanical_problems.hpp"
#include "bench/problems/nonstiff_problems.hpp"
#include "engine/core/error.hpp"
#include "examples/models/heterogeneous_models.hpp"
#include "examples/models/reference_problems.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion {
namespace {

using problems::FormulationVariant;

std::vector<FormulationVariant> AllVariants() {
  auto variants = problems::FormulationVariants();
  variants.insert(variants.begin(), {"coordinate_splitting", {}, true});
  return variants;
}

void PrintWork(const char* problem,
               const std::string& formulation,
               double tolerance,
               double error,
               const Statistics& s) {
  std::printf("%s,%s,%.0e,%.3e,%.1f,%ld,%ld,%ld,%ld,%ld\n",
              problem,
              formulation.c_str(),
              tolerance,
              error,
              -std::log10(error),
              s.steps,
              s.residual_evaluations,
              s.factorizations,
              s.error_test_failures + s.convergence_failures + s.singular_failures,
              s.basis_changes);
}

void MeasureModel(const char* name,
                  const models::ReferenceProblem& problem,
                  const FormulationVariant& variant,
                  IntegratorOptions options) {
  options.max_steps = 20000;
  const System system = problem.model.Compile();
  Simulation run(system, {.integrator = options, .threads = 1});
  run.advance_to(problem.end());
  const auto error = problem.compare(run, problem.samples.back().second);
  PrintWork(name, variant.name, options.tolerance, error.position, run.statistics());
}

/// Runs a small system from its start to t_end; q and v are the end state.
template <class Problem>
Statistics RunSmall(const IntegratorOptions& options, double t_end, VectorXd& q, VectorXd& v) {
  SmallSystem<Problem> system;
  VectorXd v_dot, lambda;
  q = Problem::q0(), v = Problem::v0();
  SolveAccelerations(system, 0, q, v, ActiveRows(Problem::m), v_dot, lambda);
  Bdf bdf(system, options);
  bdf.Start(0, q, v, v_dot, lambda);
  while (bdf.t() < t_end) bdf.Step();
  bdf.Interpolate(t_end, q, v);
  return bdf.statistics();
}

constexpr const char* kWorkHeader =
    "problem,formulation,tolerance,error,digits,steps,evaluations,factorizations,failed_steps,"
    "basis_changes\n";

void MeasureWork(const nlohmann::json& file) {
  const auto crank = models::MakeSliderCrank(file, models::Loops::determinate);
  const auto andrews = models::MakeAndrews(file, models::Loops::determinate);
  const auto ladder = models::MakeLadderA02(file, 2, models::Loops::determinate);
  std::printf("%s", kWorkHeader);
  for (const auto& variant : AllVariants()) {
    for (double tolerance = 1e-4; tolerance > 0.5e-9; tolerance /= 10) {
      IntegratorOptions options = variant.options;
      options.tolerance = tolerance;
      const auto measure = [&](const char* name, const std::function<void()>& run) {
        try {
          run();
        } catch (const Error& error) {
          std::fprintf(
              stderr, "%s, %s, %.0e: %s\n", name, variant.name.c_str(), tolerance, error.what());
        }
      };
      measure("car axis", [&] {
        VectorXd q, v;
        const auto s = RunSmall<problems::CarAxis>(options, problems::CarAxis::t_end, q, v);
        const double error = (q - problems::CarAxis::end()).cwiseAbs().maxCoeff();
        PrintWork("car axis", variant.name, tolerance, error, s);
      });
      for (const auto& [name, problem] : {std::pair("slider crank", &crank),
                                          std::pair("Andrews", &andrews),
                                          std::pair("ladder 2", &ladder)})
        measure(name, [&] { MeasureModel(name, *problem, variant, options); });
    }
  }
}

/// The ladder of 40 loops over 10 s, which passes positions where G loses rank.
void MeasureLadder(const nlohmann::json& file) {
  const auto ladder = models::MakeLadderA02(file, 40, models::Loops::determinate);
  std::printf("%s", kWorkHeader);
  for (const auto& variant : AllVariants()) {
    if (variant.options.bdf.formulation != FormulationKind::coordinate_splitting &&
        variant.options.bdf.formulation != FormulationKind::state_space)
      continue;
    for (double tolerance : {1e-4, 1e-5, 1e-6}) {
      IntegratorOptions options = variant.options;
      options.tolerance = tolerance;
      MeasureModel("ladder 40", ladder, variant, options);
    }
  }
}

void RunPendulum() {
  using Problem = problems::EichPendulum;
  // |y'| at t = 100 s as printed by Eich (1993), Table 3.1, without and with projection.
  struct Printed {
    double tolerance;
    const char *without, *with;
  };
  const Printed printed[] = {{1e-5, "2.9e+00", "1.6e-01"},
                             {1e-6, "8.7e-02", "2.8e-02"},
                             {1e-7, "8.3e-03", "5.7e-04"},
                             {1e-8, "1.4e-02", "1.1e-04"},
                             {1e-9, "1.6e-03", "1.6e-05"}};
  std::printf(
      "tolerance projection  steps   |x-1|     |y|    |x'|    |y'|  printed  largest RES\n");
  for (const auto& [tolerance, without, with] : printed) {
    for (const bool project : {false, true}) {
      SmallSystem<Problem> system;
      VectorXd q = Problem::q0(), v = Problem::v0(), v_dot, lambda;
      SolveAccelerations(system, 0, q, v, ActiveRows(1), v_dot, lambda);
      Bdf bdf(system, Problem::Options(tolerance, project));
      bdf.Start(0, q, v, v_dot, lambda);
      double residual = 0;
      while (bdf.t() < 100) {
        bdf.Step();
        residual = std::max(residual, std::abs(bdf.q().squaredNorm() - 1));
      }
      bdf.Interpolate(100, q, v);
      std::printf("%9.0e %-10s %6ld %7.1e %7.1e %7.1e %7.1e %8s %12.1e\n",
                  tolerance,
                  project ? "yes" : "no",
                  bdf.statistics().steps,
                  std::abs(q[0] - 1),
                  std::abs(q[1]),
                  std::abs(v[0]),
                  std::abs(v[1]),
                  project ? with : without,
                  residual);
    }
  }
}

/// "steps (evaluations), error" of one run, or why there is none.
std::string Summarize(const Statistics& s, double error) {
  char text[64];
  std::snprintf(text, sizeof text, "%ld (%ld), %.0e", s.steps, s.residual_evaluations, error);
  return text;
}

std::string TryRun(const std::function<std::string()>& run) {
  try {
    return run();
  } catch (const Error& error) {
    return std::strstr(error.what(), "cannot be kept within") ? "> 5000" : "no step";
  }
}

/// Example 3 of Ascher & Petzold with variable steps; the eigenvalues of M differ by about ν².
std::string RunHeterogeneousExample(const IntegratorOptions& options) {
  auto system = problems::HeterogeneousMasses(1e4, 1);
  VectorXd q = VectorXd::Ones(2), v = q, v_dot, lambda;
  SolveAccelerations(system, 0, q, v, ActiveRows(1), v_dot, lambda);
  Bdf bdf(system, options);
  bdf.Start(0, q, v, v_dot, lambda);
  while (bdf.t() < 1) bdf.Step();
  bdf.Interpolate(1, q, v);
  const VectorXd exact = VectorXd::Constant(2, std::exp(1.0));
  return Summarize(bdf.statistics(), (q - exact).cwiseAbs().maxCoeff());
}

/// End configuration and statistics of a model.
VectorXd RunModel(const Model& model,
                  double t_end,
                  const IntegratorOptions& options,
                  Statistics& s) {
  const System system = model.Compile();
  Simulation run(system, {.integrator = options, .threads = 1});
  run.advance_to(t_end);
  s = run.statistics();
  return run.q();
}

std::string RunHeavySlider(double ratio, const IntegratorOptions& options) {
  const Model model = models::MakeHeavySlider(ratio, 1e3);
  IntegratorOptions exact;
  exact.tolerance = 1e-10;
  Statistics s;
  const VectorXd reference = RunModel(model, 5, exact, s);
  const VectorXd q = RunModel(model, 5, options, s);
  return Summarize(s, (q - reference).cwiseAbs().maxCoeff());
}

/// The error is that of the velocity [m/s].
std::string RunTurningWall(double rate, const IntegratorOptions& options) {
  const System system = models::MakeTurningWall(rate).Compile();
  Simulation run(system, {.integrator = options, .threads = 1});
  run.advance_to(2);
  const Vec3 velocity(-std::sin(2.0), std::cos(2.0), 0);
  return Summarize(run.statistics(), (run.v().head<3>() - velocity).norm());
}

void CompareStability(double tolerance) {
  auto variants = AllVariants();
  variants.insert(
      variants.begin() + 1,
      {"coordinate_splitting, one_shot", {.bdf = {.newton_system = NewtonSystem::one_shot}}, true});
  std::printf("\nSteps (evaluations), error at the end; tolerance %.0e\n\n", tolerance);
  std::printf(
      "| formulation | example 3, ν = 1e4 | slider, masses 1 : 1 | slider, 1 : 1e8 | wall, 100 "
      "rad/s "
      "| wall, 1000 rad/s |\n|---|---|---|---|---|---|\n");
  for (const auto& [name, base, unused] : variants) {
    IntegratorOptions options = base;
    options.tolerance = tolerance;
    options.max_steps = 5000;
    std::printf("| %s ", name.c_str());
    for (const auto& text : {TryRun([&] { return RunHeterogeneousExample(options); }),
                             TryRun([&] { return RunHeavySlider(1, options); }),
                             TryRun([&] { return RunHeavySlider(1e8, options); }),
                             TryRun([&] { return RunTurningWall(100, options); }),
                             TryRun([&] { return RunTurningWall(1000, options); })})
      std::printf("| %s ", text.c_str());
    std::printf("|\n");
  }
}

}  // namespace
}  // namespace trunnion

int main(int argc, char** argv) {
  using namespace trunnion;
  const std::string mode = argc > 1 ? argv[1] : "";
  if (argc == 3 && (mode == "work" || mode == "ladder")) {
    std::ifstream stream(argv[2]);
    if (!stream) {
      std::fprintf(stderr, "formulations: cannot read %s\n", argv[2]);
      return 2;
    }
    const nlohmann::json file = nlohmann::json::parse(stream);
    return mode == "work" ? MeasureWork(file) : MeasureLadder(file), 0;
  }
  if (mode == "pendulum") return RunPendulum(), 0;
  if (mode == "stability") return CompareStability(1e-4), CompareStability(1e-6), 0;
  std::fprintf(stderr, "usage: formulations work FILE | ladder FILE | pendulum | stability\n");
  return 2;
}
