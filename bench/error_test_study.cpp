// SPDX-License-Identifier: BSD-3-Clause
//
// Which error test? Every variant on every problem at tolerances 1e-3 .. 1e-7; prints the table of
// docs/error_test.md. Usage: error_test_study [--step-fraction X] [--verbose]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>

#include "bench/problems/bushing_problems.hpp"
#include "bench/problems/nonstiff_problems.hpp"
#include "engine/core/error.hpp"
#include "examples/models/benchmark_references.hpp"
#include "solvers/integrator/bdf.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::problems;

struct Outcome {
  double error = 0;  // position error at the end [m or rad]
  long evaluations = 0, steps = 0, error_failures = 0;
  bool failed = false;
};

struct Problem {
  std::string name;
  bool stiff;
  std::function<Outcome(const IntegratorOptions&)> run;
};

void Count(const Statistics& s, Outcome& out) {
  out.evaluations = s.residual_evaluations;
  out.steps = s.steps;
  out.error_failures = s.error_test_failures;
}

template <class P>
Outcome RunSmall(const P& problem,
                 double t_end,
                 const VectorXd& end,
                 const IntegratorOptions& options) {
  SmallSystem<P> system(problem);
  VectorXd q = P::q0(), v = P::v0(), v_dot, lambda;
  Outcome out;
  if (!SolveAccelerations(system, 0, q, v, ActiveRows(P::m), v_dot, lambda)) return out;
  Bdf bdf(system, options);
  bdf.Start(0, q, v, v_dot, lambda);
  try {
    while (bdf.t() < t_end) bdf.Step();
    bdf.Interpolate(t_end, q, v);
    out.error = (q - end).cwiseAbs().maxCoeff();
  } catch (const Error&) {
    out.failed = true;
  }
  Count(bdf.statistics(), out);
  return out;
}

Outcome RunChain(const models::Chain& chain,
                 const models::ChainOutputs& reference,
                 const IntegratorOptions& options) {
  const System system = chain.model.Compile();
  SimulationOptions simulation_options;
  simulation_options.integrator = options;
  simulation_options.serial = true;
  Simulation simulation(system, simulation_options);
  Outcome out;
  try {
    simulation.advance_to(1);
    out.error =
        models::ChainError(models::MeasureChain(system, simulation.context(), chain), reference);
  } catch (const Error&) {
    out.failed = true;
  }
  Count(simulation.statistics(), out);
  return out;
}

template <class P>
Problem Small(std::string name, bool stiff, P problem, double t_end, std::vector<double> end) {
  const VectorXd reference = VectorXd::Map(end.data(), static_cast<Eigen::Index>(end.size()));
  return {std::move(name), stiff, [=](const IntegratorOptions& o) {
            return RunSmall(problem, t_end, reference, o);
          }};
}

std::vector<double> ToList(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

std::vector<Problem> MakeProblems() {
  const std::vector<double> s1{0.4277538726132294, -0.8519357677741937, 0.0};
  const std::vector<double> s3{-0.4406882100220689,
                               -0.23620732746370254,
                               -2.649564239763798,
                               -1.3222050879992842,
                               -0.708678865944643,
                               -2.6495750472331396};
  const std::vector<double> s3_limit{-0.4407712220830157,
                                     -0.23605238779441484,
                                     -2.6499157923413725,
                                     -1.3223136662490471,
                                     -0.7081571633832445,
                                     -2.6499157923413725};
  const std::vector<double> s4{-0.23779246883861666,
                               -0.07716697326988754,
                               -2.827800433176684,
                               -0.6769756611078757,
                               -0.3024615149262254,
                               -2.507421197538746,
                               -1.0992338703616418,
                               -0.5679499088588057,
                               -2.6532384343704165,
                               -1.5302850704053554,
                               -0.8204636495011648,
                               -2.5701074617536976};
  const std::vector<double> s4_limit{-0.23789488204815828,
                                     -0.0768506675006331,
                                     -2.8291303223236057,
                                     -0.6770910038931469,
                                     -0.3019504862847019,
                                     -2.5068174469313666,
                                     -1.0992049864874691,
                                     -0.5674247740289187,
                                     -2.6535470686107243,
                                     -1.5302084307513317,
                                     -0.8200008211518558,
                                     -2.5694869527599193};
  std::vector<Problem> list;
  list.push_back(Small("S1 k=1e5", true, S1{.k = 1e5}, 1, s1));
  list.push_back(Small("S1 k=1e7", true, S1{.k = 1e7}, 1, s1));
  list.push_back(Small("S2 eps=1e-3",
                       true,
                       S2{1e-3},
                       1,
                       {-0.9852974428655343, -0.20217096161465395, 1.0058251083749872}));
  list.push_back(Small("S2 eps=1e-5",
                       true,
                       S2{1e-5},
                       1,
                       {-0.9862816466024528, -0.16536559510792095, 1.000048632052583}));
  list.push_back(
      Small("S2 eps=1e-9", true, S2{1e-9}, 1, {-0.9862917511318731, -0.16501085312555422, 1.0}));
  list.push_back(Small("S3 eps=1e-5", true, S3{1e-5}, 1, s3));
  list.push_back(Small("S3 eps=1e-9", true, S3{1e-9}, 1, s3_limit));
  list.push_back(Small("S4 eps=1e-5", true, S4{1e-5}, 1, s4));
  list.push_back(Small("S4 eps=1e-9", true, S4{1e-9}, 1, s4_limit));
  const auto soft = std::make_shared<models::Chain>(models::MakeBushingChain(10));
  list.push_back({"B2 N=10 (3D)", true, [soft](const IntegratorOptions& o) {
                    return RunChain(*soft, *models::ChainReference("B2", 10), o);
                  }});
  const auto rigid = std::make_shared<models::Chain>(models::MakeRigidChain(10));
  list.push_back({"B1 N=10 (3D)", false, [rigid](const IntegratorOptions& o) {
                    return RunChain(*rigid, *models::ChainReference("B1", 10), o);
                  }});
  list.push_back(
      Small("simple pendulum", false, SimplePendulum{}, 10, ToList(SimplePendulum::end())));
  list.push_back(
      Small("slider crank", false, SpringSliderCrank{}, 10, ToList(SpringSliderCrank::end())));
  return list;
}

struct Variant {
  std::string name;
  IntegratorOptions options;
};

std::vector<Variant> MakeVariants(double step_fraction) {
  std::vector<Variant> list;
  const auto add = [&list, step_fraction](std::string name, auto change) {
    IntegratorOptions o;
    o.max_steps = 20000;
    o.step_fraction = step_fraction;
    o.velocity_factor = 100;
    o.bdf.cap_order = false;
    change(o);
    if (o.error_test != ErrorTest::scaled_velocities)  // which do not read it
      o.velocity_factor = IntegratorOptions().velocity_factor;
    list.push_back({std::move(name), o});
  };
  add("q and v", [](auto& o) { o.error_test = ErrorTest::velocities, o.bdf.filter_error = false; });
  add("q and v, filtered", [](auto& o) { o.error_test = ErrorTest::velocities; });
  add("q and v, order 2", [](auto& o) {
    o.error_test = ErrorTest::velocities, o.bdf.filter_error = false, o.bdf.max_order = 2;
  });
  add("q", [](auto& o) { o.error_test = ErrorTest::positions, o.bdf.filter_error = false; });
  add("q, filtered", [](auto& o) { o.error_test = ErrorTest::positions; });
  for (double factor : {1.0, 10.0, 30.0, 100.0, 300.0}) {
    char name[40];
    std::snprintf(name, sizeof name, "q and %g h v, filtered", factor);
    add(name, [factor](auto& o) { o.velocity_factor = factor; });
  }
  add("q and 100 h v", [](auto& o) { o.bdf.filter_error = false; });
  add("q and 300 h v, filtered, cap",
      [](auto& o) { o.velocity_factor = 300, o.bdf.cap_order = true; });
  add("q and 100 h v, filtered, cap", [](auto& o) { o.bdf.cap_order = true; });
  add("q and 100 h v, Eich projection",
      [](auto& o) { o.bdf.filter_error = false, o.bdf.project_error = true; });
  add("q and 100 h v, filtered, order 2", [](auto& o) { o.bdf.max_order = 2; });
  return list;
}

/// The p-quantile; failures count as infinite.
double Quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(p * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

int main(int argc, char** argv) {
  bool verbose = false;
  double step_fraction = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--verbose") == 0) verbose = true;
    if (std::strcmp(argv[i], "--step-fraction") == 0 && i + 1 < argc)
      step_fraction = std::atof(argv[++i]);
  }
  const auto problems = MakeProblems();
  std::printf(
      "| test | err/tol, stiff: median / 90 %% / max | non-stiff: median / max | evaluations | "
      "error-test failures | failed runs |\n|---|---|---|---|---|---|\n");
  for (const auto& variant : MakeVariants(step_fraction)) {
    std::map<bool, std::vector<double>> ratios;
    long evaluations = 0, failures = 0, failed = 0;
    for (const auto& problem : problems) {
      for (double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
        auto options = variant.options;
        options.tolerance = tolerance;
        const Outcome out = problem.run(options);
        const double ratio = out.failed ? 1e99 : out.error / tolerance;
        ratios[problem.stiff].push_back(ratio);
        evaluations += out.evaluations;
        failures += out.error_failures;
        failed += out.failed;
        if (verbose)
          std::printf("  %-28s %-16s %.0e  %ld/%ld/%ld  err/tol %.3g\n",
                      variant.name.c_str(),
                      problem.name.c_str(),
                      tolerance,
                      out.steps,
                      out.evaluations,
                      out.error_failures,
                      ratio);
      }
    }
    std::printf("| %s | %.2g / %.2g / %.2g | %.2g / %.2g | %ldk | %ld | %ld |\n",
                variant.name.c_str(),
                Quantile(ratios[true], 0.5),
                Quantile(ratios[true], 0.9),
                Quantile(ratios[true], 1),
                Quantile(ratios[false], 0.5),
                Quantile(ratios[false], 1),
                evaluations / 1000,
                failures,
                failed);
    std::fflush(stdout);
  }
}
