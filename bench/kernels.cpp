// SPDX-License-Identifier: BSD-3-Clause
//
// Time of what a step is made of, by Google Benchmark: `per` is the time for one body, joint,
// bushing or nonzero (docs/archive/experiments.md). Usage: kernels [--benchmark_filter=REGEX].
#include <benchmark/benchmark.h>

#include <memory>

#include "bench/problems/saddle_matrices.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "examples/models/benchmark_models.hpp"
#include "forces/bushing.hpp"
#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/integrator/point_history.hpp"
#include "solvers/linear/block_lu.hpp"
#include "solvers/linear/gram_matrix.hpp"
#include "solvers/linear/saddle_solver.hpp"
#include "solvers/linear/sparse_products.hpp"

namespace trunnion {
namespace {

constexpr int kLarge = 10000;  // bodies of the chains: more than a cache holds
constexpr int kNet = 30;       // cubes along one side of the net

/// Says the time for one of `count` things, of which each iteration does all.
void CountEach(benchmark::State& state, double count) {
  using benchmark::Counter;
  state.counters["per"] = Counter(count, Counter::kIsIterationInvariantRate | Counter::kInvert);
}
void CountBytes(benchmark::State& state, double bytes) {
  using benchmark::Counter;
  state.counters["bytes/s"] = Counter(bytes, Counter::kIsIterationInvariantRate);
}

/// A benchmark model in its initial state, moved a little, with everything evaluated.
struct Case {
  explicit Case(const Model& model) : system(model.Compile()), evaluator(system, false) {
    evaluator.InitializePatterns(residuals, matrices);
    const InitialState start = AssembleInitialState(evaluator, 0, true);
    q = start.q;
    v = VectorXd::Constant(system.num_velocities(), 0.01);
    rest = VectorXd::Zero(system.num_velocities());
    lambda = VectorXd::Ones(system.num_constraints());
    Residual();
    Matrices();
  }
  void Residual() { evaluator.CalcResiduals(0, q, v, rest, residuals); }
  void Matrices() { evaluator.CalcMatrices(0, q, v, rest, lambda, matrices); }
  double bodies() const { return system.num_bodies() - 1; }

  const System system;
  SystemEvaluator evaluator;
  Residuals residuals;
  DynamicsMatrices matrices;
  VectorXd q, v, rest, lambda;
};

Model MakeModel(const std::string& name) {
  if (name == "B1") return models::MakeRigidChain(kLarge).model;
  if (name == "B2") return models::MakeBushingChain(kLarge).model;
  return models::MakeBushingNet(kNet).model;
}

/// Made once, when first asked for.
Case& Get(const std::string& name) {
  static std::map<std::string, std::unique_ptr<Case>> cases;
  auto& found = cases[name];
  if (!found) found = std::make_unique<Case>(MakeModel(name));
  return *found;
}

// What the memory gives: a = b + s c over three arrays of 64 MB.
void Triad(benchmark::State& state) {
  const std::size_t n = 8 << 20;
  std::vector<double> a(n), b(n, 1), c(n, 2);
  double s = 3;
  benchmark::DoNotOptimize(s);
  for (auto _ : state) {
    for (std::size_t i = 0; i < n; ++i) a[i] = b[i] + s * c[i];
    benchmark::ClobberMemory();
  }
  CountBytes(state, 24.0 * static_cast<double>(n));
}
BENCHMARK(Triad)->Unit(benchmark::kMillisecond);

void Kinematics(benchmark::State& state, const char* model) {  // states of all bodies
  Case& x = Get(model);
  for (auto _ : state) benchmark::DoNotOptimize(x.evaluator.Evaluate(0, x.q, x.v).bodies.data());
  CountEach(state, x.bodies());
}
void Residual(benchmark::State& state, const char* model) {
  Case& x = Get(model);
  for (auto _ : state) x.Residual();
  CountEach(state, x.bodies());
}
void Matrices(benchmark::State& state, const char* model) {
  Case& x = Get(model);
  for (auto _ : state) x.Matrices();
  CountEach(state, x.bodies());
}
void Rate(benchmark::State& state, const char* model) {  // chart coordinates and T(θ)
  Case& x = Get(model);
  VectorXd moved, chart, rate, c = VectorXd::Zero(x.rest.size());
  x.evaluator.Retract(x.q, VectorXd::Constant(x.rest.size(), 0.02), moved);
  for (auto _ : state) x.evaluator.CalcRate(x.q, moved, 1, c, chart, rate);
  CountEach(state, x.bodies());
}
void Retract(benchmark::State& state, const char* model) {
  Case& x = Get(model);
  const VectorXd d = VectorXd::Constant(x.rest.size(), 0.02);
  VectorXd moved;
  for (auto _ : state) x.evaluator.Retract(x.q, d, moved);
  CountEach(state, x.bodies());
}
#define OF_EACH(kernel)                                               \
  BENCHMARK_CAPTURE(kernel, B1, "B1")->Unit(benchmark::kMicrosecond); \
  BENCHMARK_CAPTURE(kernel, B2, "B2")->Unit(benchmark::kMicrosecond); \
  BENCHMARK_CAPTURE(kernel, B5, "B5")->Unit(benchmark::kMicrosecond)
OF_EACH(Kinematics);
OF_EACH(Residual);
OF_EACH(Matrices);
OF_EACH(Rate);
OF_EACH(Retract);

// Elements alone, without writing to their places.
void Gamma(benchmark::State& state) {  // right-hand side of the acceleration level
  Case& x = Get("B1");
  VectorXd gamma;
  for (auto _ : state) x.evaluator.CalcGamma(0, x.q, x.v, gamma);
  CountEach(state, x.bodies());
}
BENCHMARK(Gamma)->Unit(benchmark::kMicrosecond);

void Accelerations(benchmark::State& state) {  // residual, γ, and S = G M⁻¹Gᵀ factorized and solved
  Case& x = Get("B1");
  AccelerationSolver solver(x.evaluator);
  const ActiveRows all(x.evaluator.num_constraints());
  VectorXd v_dot, lambda;
  for (auto _ : state) {
    if (!solver.Solve(0, x.q, x.v, all, v_dot, lambda)) state.SkipWithError("singular");
  }
  CountEach(state, x.bodies());
}
BENCHMARK(Accelerations)->Unit(benchmark::kMicrosecond);

void BallJoint(benchmark::State& state) {
  Case& x = Get("B1");
  const ElementContext& at = x.evaluator.Evaluate(0, x.q, x.v);
  LocalRows<Joint::kMaxRows> g(3), g_t(3);
  LocalJacobian<2, Joint::kMaxRows> G(3, 12);
  for (auto _ : state) {
    for (int j = 0; j < kLarge; ++j) GetJoint(x.system, JointId(j)).Calc(at, g, g_t, G);
    benchmark::DoNotOptimize(G.data());
  }
  CountEach(state, kLarge);
}
BENCHMARK(BallJoint)->Unit(benchmark::kMicrosecond);

void BushingForce(benchmark::State& state) {
  Case& x = Get("B2");
  const ElementContext& at = x.evaluator.Evaluate(0, x.q, x.v);
  LocalVector<2> f;
  for (auto _ : state) {
    for (int j = 0; j < kLarge; ++j)
      FindForceOfType<Bushing>(x.system, ForceId(j))->CalcForce(at, f);
    benchmark::DoNotOptimize(f.data());
  }
  CountEach(state, kLarge);
}
BENCHMARK(BushingForce)->Unit(benchmark::kMicrosecond);

void BushingTangent(benchmark::State& state) {
  Case& x = Get("B2");
  const ElementContext& at = x.evaluator.Evaluate(0, x.q, x.v);
  LocalMatrix<2> f_q, f_v;
  for (auto _ : state) {
    for (int j = 0; j < kLarge; ++j)
      FindForceOfType<Bushing>(x.system, ForceId(j))->Linearize(at, f_q, f_v);
    benchmark::DoNotOptimize(f_q.data());
  }
  CountEach(state, kLarge);
}
BENCHMARK(BushingTangent)->Unit(benchmark::kMicrosecond);

void ConstraintProducts(benchmark::State& state) {  // G v, Gᵀμ, Gᵀλ in one pass
  Case& x = Get("B1");
  VectorXd rates = x.lambda, kinematics = x.v, dynamics = x.v;
  for (auto _ : state)
    AddConstraintTerms(x.residuals.GT, x.v, x.lambda, x.lambda, {rates, kinematics, dynamics});
  CountEach(state, static_cast<double>(x.residuals.GT.nonZeros()));
}
BENCHMARK(ConstraintProducts)->Unit(benchmark::kMicrosecond);

void Gram(benchmark::State& state) {  // G W⁻¹Gᵀ
  Case& x = Get("B1");
  const VectorXd inverse_metric = x.system.metric().cwiseInverse();
  GramMatrix gram;
  gram.Analyze(x.residuals.GT);
  for (auto _ : state) gram.Compute(x.residuals.GT, inverse_metric);
  CountEach(state, static_cast<double>(gram.matrix().nonZeros()));
}
BENCHMARK(Gram)->Unit(benchmark::kMicrosecond);

SparseMatrix MakeGram(Case& x) {
  GramMatrix gram;
  gram.Analyze(x.residuals.GT);
  gram.Compute(x.residuals.GT, x.system.metric().cwiseInverse());
  return gram.matrix();
}

void FactorAgain(benchmark::State& state, LinearSolver& solver, const SparseMatrix& A) {
  bool solved = solver.Factor(A) == SolveStatus::ok;  // the first chooses the pivots
  for (auto _ : state) solved = solver.Factor(A) == SolveStatus::ok && solved;
  if (!solved) state.SkipWithError("singular");
  CountEach(state, solver.statistics().factor_nonzeros);
}
void SolveAgain(benchmark::State& state, LinearSolver& solver, const SparseMatrix& A) {
  bool solved = solver.Factor(A) == SolveStatus::ok;
  const VectorXd b = VectorXd::Ones(A.rows());
  VectorXd x(A.rows());
  for (auto _ : state) {
    x = b;
    solved = solver.Solve(x) == SolveStatus::ok && solved;
  }
  if (!solved) state.SkipWithError("singular");
  CountEach(state, solver.statistics().factor_nonzeros);
}

void GramFactor(benchmark::State& state) {
  FactorAgain(state, *MakeCholesky(), MakeGram(Get("B1")));
}
void GramSolve(benchmark::State& state) { SolveAgain(state, *MakeCholesky(), MakeGram(Get("B1"))); }
BENCHMARK(GramFactor)->Unit(benchmark::kMicrosecond);
BENCHMARK(GramSolve)->Unit(benchmark::kMicrosecond);

// The iteration matrix with the solver that the integrator would choose; per nonzero of the
// factors.
void Factor(benchmark::State& state, const char* model) {
  FactorAgain(state, *MakeSaddleSolver(), MakeSaddlePoint(MakeModel(model), 1000));
}
void Solve(benchmark::State& state, const char* model) {
  SolveAgain(state, *MakeSaddleSolver(), MakeSaddlePoint(MakeModel(model), 1000));
}
OF_EACH(Factor);
OF_EACH(Solve);

// Predictor and formula of order 5 from six points: what a step does with the past.
void HistoryCombine(benchmark::State& state) {
  Case& x = Get("B1");
  PointHistory history(x.evaluator);
  for (int k = 0; k < 6; ++k) {
    StatePoint point{1e-3 * k, x.q, x.v, x.lambda};
    history.Push(point);
  }
  const Weights weights = history.InterpolationWeights(6e-3, 6);
  VectorXd x_0(x.v.size()), v_0(x.v.size()), c_x(x.v.size()), c_v(x.v.size());
  std::array sums{Combination{weights, x_0, v_0}, Combination{weights, c_x, c_v}};
  for (auto _ : state) {
    history.Combine(sums);
    benchmark::DoNotOptimize(x_0.data());
  }
  CountEach(state, x.bodies());
}
BENCHMARK(HistoryCombine)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace trunnion

BENCHMARK_MAIN();
