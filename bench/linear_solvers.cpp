// SPDX-License-Identifier: BSD-3-Clause
//
// KLU against the block LU on the iteration matrices of models: CPU milliseconds of a first
// factorization, a refactorization, a solve and four solves at once, measured in turn in one run.
// Usage: linear_solvers [--large] [MODEL ...]
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>

#include "bench/problems/saddle_matrices.hpp"
#include "examples/models/benchmark_models.hpp"
#include "solvers/linear/block_lu.hpp"

namespace trunnion {
namespace {

double CpuMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double Measure(const Work& work) {
  const double start = CpuMilliseconds();
  work();
  return CpuMilliseconds() - start;
}

double Median(std::vector<double>& times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// One solver on one matrix.
struct Candidate {
  std::unique_ptr<LinearSolver> solver;
  double analyze = 0, first = 0;
  std::vector<double> refactor = {}, solve = {}, four = {};

  void Start(const SparseMatrix& A) {
    analyze = Measure([&] { solver->Analyze(A); });
    first = Measure([&] { Check(solver->Factor(A)); });
  }

  void Run(const SparseMatrix& A, const VectorXd& b) {
    refactor.push_back(Measure([&] { Check(solver->Factor(A)); }));
    VectorXd x = b;
    solve.push_back(Measure([&] { Check(solver->Solve(x)); }));
    MatrixXd X = b.replicate(1, 4);
    four.push_back(Measure([&] { Check(solver->Solve(X)); }));
  }

  static void Check(SolveStatus status) {
    if (status != SolveStatus::ok) throw std::runtime_error(ToString(status));
  }
};

void Print(const char* model, const SparseMatrix& A, Candidate& c, const VectorXd& b) {
  VectorXd x = b;
  Candidate::Check(c.solver->Solve(x));
  const VectorXd size = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  const double error = ((b - A * x).cwiseAbs().array() / size.array()).maxCoeff();
  std::printf("%-9s %-8s %9.0f %9.2f %9.2f %9.3f %9.4f %9.4f %9.1e\n",
              model,
              c.solver->name().c_str(),
              c.solver->statistics().factor_nonzeros,
              c.analyze,
              c.first,
              Median(c.refactor),
              Median(c.solve),
              Median(c.four),
              error);
}

void Compare(const char* model, const SparseMatrix& A, double a_solves, bool with_klu) {
  std::vector<Candidate> candidates;
  if (with_klu) candidates.push_back({MakeKlu()});
  candidates.push_back({MakeBlockLu({.parallel = false})});
  const VectorXd b = A * VectorXd::LinSpaced(A.rows(), 1.0, 2.0);
  for (Candidate& c : candidates) c.Start(A);
  const int repeats = A.rows() > 30000 ? 3 : 21;
  for (int k = 0; k < repeats; ++k)
    for (Candidate& c : candidates) c.Run(A, b);
  for (Candidate& c : candidates) Print(model, A, c, b);
  if (!with_klu) return;
  const auto step = [&](Candidate& c) { return Median(c.refactor) + a_solves * Median(c.solve); };
  std::printf("%-9s gain for 1 refactorization + %.0f solves: %.1f\n",
              model,
              a_solves,
              step(candidates[0]) / step(candidates[1]));
}

struct Case {
  const char* name;
  std::function<SparseMatrix()> make;
  bool large;  ///< only on request
  bool with_klu;
};

std::vector<Case> MakeCases() {
  const auto chain = [](int n) { return MakeSaddlePoint(models::MakeRigidChain(n).model, 1e3); };
  const auto bushings = [](int n) {
    return MakeSaddlePoint(models::MakeBushingChain(n).model, 1e3);
  };
  const auto ladder = [](int n) {
    return MakeSaddlePoint(models::MakeLadder(n, models::LadderJoints::determinate).model, 1e3);
  };
  const auto net = [](int K) { return MakeSaddlePoint(models::MakeBushingNet(K).model, 1e3); };
  return {{"B1 1000", [=] { return chain(1000); }, false, true},
          {"B1 10000", [=] { return chain(10000); }, false, true},
          {"B2 1000", [=] { return bushings(1000); }, false, true},
          {"B2 10000", [=] { return bushings(10000); }, false, true},
          {"B3 1000", [=] { return ladder(1000); }, false, true},
          {"B5 30", [=] { return net(30); }, false, true},
          {"B5 100", [=] { return net(100); }, true, true},
          {"B5 300", [=] { return net(300); }, true, false},
          {"grid 10", [] { return MakeNodeGrid(10); }, false, true},
          {"grid 20", [] { return MakeNodeGrid(20); }, true, true}};
}

}  // namespace
}  // namespace trunnion

int main(int argc, char** argv) {
  CLI::App app("KLU against the block LU");
  bool large = false;
  std::vector<std::string> only;
  app.add_flag("--large", large, "also the models that take minutes");
  app.add_option("models", only, "for example 'B1 1000'");
  CLI11_PARSE(app, argc, argv);
  std::printf("%-9s %-8s %9s %9s %9s %9s %9s %9s %9s\n",
              "model",
              "solver",
              "nnz(L+U)",
              "analyze",
              "first",
              "refactor",
              "solve",
              "4 solves",
              "error");
  for (const trunnion::Case& c : trunnion::MakeCases()) {
    const bool named = std::find(only.begin(), only.end(), c.name) != only.end();
    if (named || (only.empty() && (large || !c.large)))
      trunnion::Compare(c.name, c.make(), 10, c.with_klu);
  }
  return 0;
}
