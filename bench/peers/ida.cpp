// SPDX-License-Identifier: BSD-3-Clause
//
// SUNDIALS IDA (Hindmarsh et al. 2005) as an expert would set it up for a multibody system.
//
// Equations     stabilized index 2 on quaternions, QuaternionIndex2, with our residual kernels.
// Matrix        exact, sparse, by KLU. Orderings: ours (the body and joint graph), AMD and COLAMD
//               on the block triangular form (without it their zero pivots fill the factors); the
//               fastest at the start is taken.
// Start         consistent accelerations and multipliers, so that IDA need not search for them.
// Error test    x and v only (IDASetSuppressAlg); no relative part, since a long chain has no
//               length to refer to.
// Left alone    what brought nothing on B1 with 100 rods: the coefficient of the convergence test
//               (0.1, 1), the range of c without a new matrix (0.1, 0.4), the scaling of
//               corrections (off).
#include <ida/ida.h>
#include <klu.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/comparison/quaternion_index2.hpp"
#include "bench/peers/peers.hpp"
#include "engine/core/error.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion::bench {
namespace {

/// Absolute tolerances beside that of positions [m]: velocities [m/s], and multipliers [N, N·m],
/// which only the convergence test of Newton's iteration sees. Best of 0.1, 1, 10, 100 and of 1,
/// 1e2 .. 1e10 on B1 with 100 and 1000 rods (between the worst and the best lies a factor of 1.7).
constexpr double kVelocityFactor = 0.1, kMultiplierFactor = 1e3;

void Check(int flag, const char* what) {
  if (flag < 0) throw SolverError(std::string(what) + " failed with flag " + std::to_string(flag));
}

/// SUNDIALS objects, freed in the order they need.
template <class T>
using Handle = std::unique_ptr<std::remove_pointer_t<T>, void (*)(T)>;

struct Ordering {
  const char* name;
  int ordering;  // KLU's number: 0 AMD, 1 COLAMD, 3 a function
  int btf;
};
constexpr Ordering kOrderings[] = {
    {"bodies and joints", 3, 0}, {"AMD in blocks", 0, 1}, {"COLAMD in blocks", 1, 1}};

using KluIndex = sunindextype;
KluIndex GiveOrdering(
    KluIndex n, KluIndex* /*Ap*/, KluIndex* /*Ai*/, KluIndex* permutation, sun_klu_common* common) {
  const auto& order = *static_cast<const std::vector<int>*>(common->user_data);
  if (static_cast<KluIndex>(order.size()) != n) return 0;
  std::copy(order.begin(), order.end(), permutation);
  return n;
}

class IdaPeer {
 public:
  explicit IdaPeer(const Benchmark& benchmark)
      : benchmark_(benchmark),
        equations_(*benchmark.system),
        context_(MakeContext(), [](SUNContext c) { SUNContext_Free(&c); }),
        y_(MakeVector()),
        y_dot_(MakeVector()),
        matrix_(MakeMatrix()),
        order_(equations_.MakeOrdering()) {
    Simulation start(*benchmark.system, {.threads = 1});
    q_ = start.q();
    v_ = start.v();
    v_dot_ = start.v_dot();
    lambda_ = start.lambda();
    ChooseOrdering();
  }

  Run Integrate(const RunOptions& options);

 private:
  using Vector = Handle<N_Vector>;
  using Matrix = Handle<SUNMatrix>;
  using Solver = Handle<SUNLinearSolver>;
  using Ida = std::unique_ptr<void, void (*)(void*)>;

  static SUNContext MakeContext() {
    SUNContext context = nullptr;
    Check(SUNContext_Create(nullptr, &context), "SUNContext_Create");
    return context;
  }
  Vector MakeVector() const {
    return {N_VNew_Serial(equations_.size(), context_.get()), N_VDestroy};
  }
  Matrix MakeMatrix() const {
    const int n = equations_.size();
    return {SUNSparseMatrix(n, n, equations_.jacobian().nonZeros(), CSC_MAT, context_.get()),
            SUNMatDestroy};
  }
  Solver MakeSolver(const Ordering& ordering) {
    Solver solver(SUNLinSol_KLU(y_.get(), matrix_.get(), context_.get()),
                  [](SUNLinearSolver s) { SUNLinSolFree(s); });
    sun_klu_common& common = *SUNLinSol_KLUGetCommon(solver.get());
    common.ordering = ordering.ordering;
    common.btf = ordering.btf;
    common.user_order = GiveOrdering;
    common.user_data = &order_;
    return solver;
  }
  void SetStart() {
    equations_.SetState(
        q_, v_, v_dot_, lambda_, N_VGetArrayPointer(y_.get()), N_VGetArrayPointer(y_dot_.get()));
  }
  void ChooseOrdering();
  Vector MakeTolerances(double tolerance) const;
  Vector MakeId() const;
  void Configure(void* ida, const RunOptions& options);
  void CopyJacobian(SUNMatrix J) const;

  static int Residual(realtype t, N_Vector y, N_Vector y_dot, N_Vector F, void* self);
  static int Jacobian(realtype t,
                      realtype c,
                      N_Vector y,
                      N_Vector y_dot,
                      N_Vector F,
                      SUNMatrix J,
                      void* self,
                      N_Vector,
                      N_Vector,
                      N_Vector);

  const Benchmark& benchmark_;
  QuaternionIndex2 equations_;
  Handle<SUNContext> context_;
  Vector y_, y_dot_;
  Matrix matrix_;
  std::vector<int> order_;
  Ordering ordering_{};
  VectorXd q_, v_, v_dot_, lambda_;
  double cpu_limit_ = 0;  // of the process [s]
};

int IdaPeer::Residual(realtype t, N_Vector y, N_Vector y_dot, N_Vector F, void* self) {
  auto& peer = *static_cast<IdaPeer*>(self);
  if (std::isfinite(peer.cpu_limit_) && Now().cpu > peer.cpu_limit_) return -1;
  peer.equations_.CalcResidual(
      t, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot), N_VGetArrayPointer(F));
  return 0;
}

int IdaPeer::Jacobian(realtype t,
                      realtype c,
                      N_Vector y,
                      N_Vector y_dot,
                      N_Vector /*F*/,
                      SUNMatrix J,
                      void* self,
                      N_Vector /*tmp1*/,
                      N_Vector /*tmp2*/,
                      N_Vector /*tmp3*/) {
  auto& peer = *static_cast<IdaPeer*>(self);
  peer.equations_.CalcJacobian(t, c, N_VGetArrayPointer(y), N_VGetArrayPointer(y_dot));
  peer.CopyJacobian(J);
  return 0;
}

void IdaPeer::CopyJacobian(SUNMatrix J) const {
  const SparseMatrix& from = equations_.jacobian();
  std::copy_n(from.outerIndexPtr(), from.cols() + 1, SUNSparseMatrix_IndexPointers(J));
  std::copy_n(from.innerIndexPtr(), from.nonZeros(), SUNSparseMatrix_IndexValues(J));
  std::copy_n(from.valuePtr(), from.nonZeros(), SUNSparseMatrix_Data(J));
}

/// Takes the ordering with the shortest time of a refactorization and three solves.
void IdaPeer::ChooseOrdering() {
  SetStart();
  double *y = N_VGetArrayPointer(y_.get()), *y_dot = N_VGetArrayPointer(y_dot_.get());
  const Vector b = MakeVector(), x = MakeVector();
  equations_.CalcResidual(0, y, y_dot, N_VGetArrayPointer(b.get()));
  equations_.CalcJacobian(0, 1e3, y, y_dot);
  CopyJacobian(matrix_.get());
  double shortest = std::numeric_limits<double>::infinity();
  for (const Ordering& ordering : kOrderings) {
    const Solver solver = MakeSolver(ordering);
    SUNLinSolInitialize(solver.get());
    if (SUNLinSolSetup(solver.get(), matrix_.get()) != 0) continue;
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < 3; ++repeat) {
      const double begin = Now().wall;
      SUNLinSolSetup(solver.get(), matrix_.get());
      for (int i = 0; i < 3; ++i) SUNLinSolSolve(solver.get(), matrix_.get(), x.get(), b.get(), 0);
      best = std::min(best, Now().wall - begin);
    }
    if (best < shortest) {
      shortest = best;
      ordering_ = ordering;
    }
  }
  if (!std::isfinite(shortest)) throw SolverError("ida: the matrix at the start is singular");
}

IdaPeer::Vector IdaPeer::MakeTolerances(double tolerance) const {
  Vector atol = MakeVector();
  double* a = N_VGetArrayPointer(atol.get());
  const int nx = equations_.num_coordinates();
  for (int i = 0; i < equations_.size(); ++i) {
    a[i] = tolerance * (i < nx                          ? 1
                        : equations_.is_differential(i) ? kVelocityFactor
                                                        : kMultiplierFactor);
  }
  return atol;
}

IdaPeer::Vector IdaPeer::MakeId() const {
  Vector id = MakeVector();
  double* a = N_VGetArrayPointer(id.get());
  for (int i = 0; i < equations_.size(); ++i) a[i] = equations_.is_differential(i) ? 1 : 0;
  return id;
}

void IdaPeer::Configure(void* ida, const RunOptions& options) {
  const Vector atol = MakeTolerances(options.tolerance), id = MakeId();
  Check(IDASetErrHandlerFn(
            ida, [](int, const char*, const char*, char*, void*) {}, nullptr),
        "IDASetErrHandlerFn");
  Check(IDASVtolerances(ida, 0, atol.get()), "IDASVtolerances");
  Check(IDASetId(ida, id.get()), "IDASetId");
  Check(IDASetSuppressAlg(ida, SUNTRUE), "IDASetSuppressAlg");
  Check(IDASetUserData(ida, this), "IDASetUserData");
  Check(IDASetMaxNumSteps(ida, 10000000), "IDASetMaxNumSteps");
}

Run IdaPeer::Integrate(const RunOptions& options) {
  Run run;
  run.name = "ida";
  run.choices = std::string("KLU, ordering ") + ordering_.name;
  run.tolerance = options.tolerance;
  SetStart();
  const Solver solver = MakeSolver(ordering_);
  const Ida ida(IDACreate(context_.get()), [](void* m) { IDAFree(&m); });
  Check(IDAInit(ida.get(), Residual, 0, y_.get(), y_dot_.get()), "IDAInit");
  Configure(ida.get(), options);
  Check(IDASetLinearSolver(ida.get(), solver.get(), matrix_.get()), "IDASetLinearSolver");
  Check(IDASetJacFn(ida.get(), Jacobian), "IDASetJacFn");

  const Times start = Now();
  cpu_limit_ = start.cpu + options.budget;
  realtype t = 0;
  const int flag = IDASolve(ida.get(), benchmark_.end, &t, y_.get(), y_dot_.get(), IDA_NORMAL);
  const Times end = Now();
  run.cpu_seconds = end.cpu - start.cpu;
  run.wall_seconds = end.wall - start.wall;
  long error_failures = 0, newton_failures = 0;
  IDAGetNumSteps(ida.get(), &run.steps);
  IDAGetNumNonlinSolvIters(ida.get(), &run.newton_iterations);
  IDAGetNumLinSolvSetups(ida.get(), &run.setups);
  IDAGetNumErrTestFails(ida.get(), &error_failures);
  IDAGetNumNonlinSolvConvFails(ida.get(), &newton_failures);
  run.failed_steps = error_failures + newton_failures;
  if (flag < 0) {
    run.failure = Now().cpu > cpu_limit_ ? "stopped: a looser tolerance was cheaper"
                                         : "stopped at t = " + std::to_string(t) +
                                               " s with IDA's flag " + std::to_string(flag);
    return run;
  }
  VectorXd q, v;
  equations_.GetState(N_VGetArrayPointer(y_.get()), q, v);
  run.outputs = benchmark_.measure(equations_.evaluator().Evaluate(benchmark_.end, q, v));
  run.error = benchmark_.error ? benchmark_.error(run.outputs) : std::nan("");
  return run;
}

}  // namespace

Peer MakeIdaPeer(const Benchmark& benchmark) {
  const auto peer = std::make_shared<IdaPeer>(benchmark);
  return [peer](const RunOptions& options) { return peer->Integrate(options); };
}

}  // namespace trunnion::bench
