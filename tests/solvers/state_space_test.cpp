// SPDX-License-Identifier: BSD-3-Clause
//
// Petzold & Potra (1992), section 5: the discrete solutions of the state-space form, of the
// overdetermined system and of the projected invariants coincide for the stated choices. The
// state-space form is discretized here without any multiplier of its own, densely.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include "bench/problems/nonstiff_problems.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/linear/dependent_coordinates.hpp"
#include "tests/support/driven_on_circle.hpp"

namespace trunnion {
namespace {

/// Gᵀ at (t, q).
MatrixXd CalcGT(ConstrainedSystem& system, double t, const VectorXd& q) {
  Residuals r;
  DynamicsMatrices matrices;
  system.InitializePatterns(r, matrices);
  const VectorXd zero = VectorXd::Zero(q.size());
  system.CalcResiduals(t, q, zero, zero, r);
  return r.GT;
}

/// Orthonormal basis of the complement of the range of D.
MatrixXd Complement(const MatrixXd& D) {
  const Eigen::HouseholderQR<MatrixXd> qr(D);
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(D.rows() - D.cols());
}

/// A(t, q): its columns are the local coordinates Aᵀq.
using Basis = std::function<MatrixXd(double t, const VectorXd& q)>;

/// Eq. (5.4): Aᵀ(ρq − v) = 0, Aᵀ(ρv − η) = 0, G v + g_t = 0, g = 0 with η the acceleration at
/// (t, q, v).
VectorXd Residual(ConstrainedSystem& system,
                  const Basis& basis,
                  double t,
                  const VectorXd& q,
                  const VectorXd& v,
                  const VectorXd& rho_q,
                  const VectorXd& rho_v) {
  const int m = system.num_constraints(), free = system.num_velocities() - m;
  VectorXd eta, lambda;
  EXPECT_TRUE(SolveAccelerations(system, t, q, v, ActiveRows(m), eta, lambda));
  Residuals r;
  DynamicsMatrices matrices;
  system.InitializePatterns(r, matrices);
  system.CalcResiduals(t, q, v, eta, r);
  const MatrixXd A = basis(t, q);
  VectorXd residual(2 * q.size());
  residual << A.transpose() * (rho_q - v), A.transpose() * (rho_v - eta),
      r.GT.transpose() * v + r.g_t, r.g;
  EXPECT_EQ(A.cols(), free);
  return residual;
}

/// One BDF step of (5.4) with the points `history`, newest first; Newton with differences.
StatePoint TakeStep(ConstrainedSystem& system,
                    const Basis& basis,
                    const std::vector<StatePoint>& history,
                    int order,
                    double h) {
  const double t = history[0].t + h;
  std::vector<double> times{t};
  for (int j = 0; j < order; ++j) times.push_back(history[static_cast<std::size_t>(j)].t);
  const Weights w = DerivativeWeights(times);
  const auto n = history[0].q.size();
  const auto residual = [&](const VectorXd& z) {
    VectorXd rho = w[0] * z;
    for (int j = 0; j < order; ++j) {
      const StatePoint& point = history[static_cast<std::size_t>(j)];
      rho.head(n) += w[static_cast<std::size_t>(j) + 1] * point.q;
      rho.tail(n) += w[static_cast<std::size_t>(j) + 1] * point.v;
    }
    return Residual(system, basis, t, z.head(n), z.tail(n), rho.head(n), rho.tail(n));
  };
  VectorXd z(2 * n);
  z << history[0].q + h * history[0].v, history[0].v;
  for (int iteration = 0; iteration < 12; ++iteration) {
    const VectorXd r = residual(z);
    MatrixXd J(2 * n, 2 * n);
    for (int i = 0; i < 2 * n; ++i) {
      VectorXd shifted = z;
      shifted[i] += 1e-7;
      J.col(i) = (residual(shifted) - r) / 1e-7;
    }
    z -= J.partialPivLu().solve(r);
  }
  return {t, z.head(n), z.tail(n), {}};
}

/// Largest difference between our integrator and (5.4) over `steps` steps.
template <class Problem>
double Difference(const std::vector<StatePoint>& start,
                  int order,
                  double h,
                  int steps,
                  IntegratorOptions options,
                  const Basis& basis) {
  SmallSystem<Problem> system;
  options.fixed_step = h;
  options.bdf.max_order = order;
  options.tolerance = 1e-13;
  options.error_test = ErrorTest::positions;
  options.bdf.max_newton_iterations = 30;
  Bdf bdf(system, options);
  bdf.Start(start);
  std::vector<StatePoint> history = start;
  double difference = 0;
  for (int step = 0; step < steps; ++step) {
    bdf.Step();
    history.insert(history.begin(), TakeStep(system, basis, history, order, h));
    difference = std::max({difference,
                           (bdf.q() - history[0].q).cwiseAbs().maxCoeff(),
                           (bdf.v() - history[0].v).cwiseAbs().maxCoeff()});
  }
  EXPECT_EQ(bdf.statistics().basis_changes, 0);
  return difference;
}

/// Points on the manifold, newest first: the exact ones, or those of a fine run.
std::vector<StatePoint> ExactHistory(int order, double h) {
  std::vector<StatePoint> history;
  for (int j = 0; j <= order; ++j) history.push_back(DrivenOnCircle::Exact(-j * h));
  return history;
}
std::vector<StatePoint> SliderCrankHistory(int order, double h) {
  using Problem = problems::SpringSliderCrank;
  SmallSystem<Problem> system;
  VectorXd q = Problem::q0(), v = Problem::v0(), v_dot, lambda;
  EXPECT_TRUE(SolveAccelerations(system, 0, q, v, ActiveRows(2), v_dot, lambda));
  Bdf bdf(system, {.tolerance = 1e-9});
  bdf.Start(0, q, v, v_dot, lambda);
  AssemblyOptions exact;
  exact.tolerance = 1e-15;
  std::vector<StatePoint> history;
  for (int j = 0; j <= order; ++j) {
    const double t = 1 + j * h;
    while (bdf.t() < t) bdf.Step();
    bdf.Interpolate(t, q, v);
    EXPECT_TRUE(AssemblePositions(system, t, exact, q).converged);
    AssembleVelocities(system, t, q, exact, v);
    history.insert(history.begin(), {t, q, v, bdf.lambda()});
  }
  return history;
}

/// Configuration that the first step is predicted at: there the first basis is made.
VectorXd Prediction(const std::vector<StatePoint>& history, double h) {
  std::vector<double> times;
  for (const StatePoint& point : history) times.push_back(point.t);
  const Weights w = InterpolationWeights(times, times[0] + h);
  VectorXd q = VectorXd::Zero(history[0].q.size());
  for (std::size_t j = 0; j < history.size(); ++j) q += w[j] * history[j].q;
  return q;
}

/// All three equalities for one problem.
template <class Problem>
void ExpectEqualSolutions(const std::vector<StatePoint>& start, int order, double h) {
  SmallSystem<Problem> system;
  const MatrixXd base = CalcGT(system, start[0].t + h, Prediction(start, h));
  const int steps = 12;

  // Tangent plane of one base point.
  const MatrixXd tangent = Complement(base);
  const IntegratorOptions frozen{.bdf = {.formulation = FormulationKind::state_space}};
  EXPECT_LT(Difference<Problem>(start, order, h, steps, frozen, [&](auto&&...) { return tangent; }),
            1e-11);

  // Generalized coordinate partitioning: unit vectors of the other coordinates.
  IntegratorOptions partitioned = frozen;
  partitioned.bdf.correction_direction = CorrectionDirection::dependent_coordinates;
  MatrixXd dependent = MatrixXd::Zero(Problem::n, Problem::m);
  const auto rows = SelectDependentCoordinates(base.sparseView(), VectorXd::Ones(Problem::n));
  for (int j = 0; j < Problem::m; ++j) dependent(rows[static_cast<std::size_t>(j)], j) = 1;
  const MatrixXd units = Complement(dependent);
  EXPECT_LT(
      Difference<Problem>(start, order, h, steps, partitioned, [&](auto&&...) { return units; }),
      1e-11);

  // Tangent plane at the current point: the projected invariants (5.10) with t_c = t_n.
  const IntegratorOptions invariants{.bdf = {.formulation = FormulationKind::projected_invariants,
                                             .invariant_levels = InvariantLevels::both}};
  const auto current = [&](double t, const VectorXd& q) {
    return Complement(CalcGT(system, t, q));
  };
  EXPECT_LT(Difference<Problem>(start, order, h, steps, invariants, current), 1e-11);
  // The three are different solutions of the same equation.
  EXPECT_GT(Difference<Problem>(start, order, h, steps, frozen, current), 1e-9);
  EXPECT_GT(Difference<Problem>(start, order, h, steps, frozen, [&](auto&&...) { return units; }),
            1e-9);
}

TEST(PetzoldPotra, DiscreteSolutionsOfTheStateSpaceFormAndTheProjectedInvariantsCoincide) {
  for (int order : {1, 2, 3})
    ExpectEqualSolutions<DrivenOnCircle>(ExactHistory(order, 0.02), order, 0.02);
}

TEST(PetzoldPotra, TheyCoincideForTheSliderCrank) {
  for (int order : {1, 3})
    ExpectEqualSolutions<problems::SpringSliderCrank>(SliderCrankHistory(order, 0.02), order, 0.02);
}

/// A change of basis is no restart: step and order go on.
TEST(StateSpace, TurnsOverAndChangesItsBasisWithoutARestart) {
  const double t_end = 30;  // 15 rad
  for (auto direction : {CorrectionDirection::metric, CorrectionDirection::dependent_coordinates}) {
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      SmallSystem<DrivenOnCircle> system;
      const auto start = DrivenOnCircle::Exact(0);
      const auto run = [&](const IntegratorOptions& options, VectorXd& q) {
        VectorXd v, v_dot, lambda;
        SolveAccelerations(system, 0, start.q, start.v, ActiveRows(1), v_dot, lambda);
        Bdf bdf(system, options);
        bdf.Start(0, start.q, start.v, v_dot, lambda);
        while (bdf.t() < t_end) bdf.Step();
        bdf.Interpolate(t_end, q, v);
        return bdf.statistics();
      };
      VectorXd q, q_splitting;
      const Statistics splitting = run({.tolerance = tolerance}, q_splitting);
      const Statistics s = run(
          {.tolerance = tolerance,
           .bdf = {.formulation = FormulationKind::state_space, .correction_direction = direction}},
          q);
      EXPECT_GE(s.basis_changes, 8);
      EXPECT_LT((q - DrivenOnCircle::Exact(t_end).q).norm(), 100 * tolerance);
      EXPECT_LT((q - q_splitting).norm(), 100 * tolerance);
      EXPECT_LT(s.steps, 1.3 * static_cast<double>(splitting.steps));
      EXPECT_EQ(s.convergence_failures + s.singular_failures, 0);
    }
  }
}

TEST(DependentCoordinates, FormAWellConditionedMatrixAndRevealTheRank) {
  MatrixXd GT = MatrixXd::Random(7, 4);
  GT.row(2) *= 1e-9;
  const auto rows = SelectDependentCoordinates(GT.sparseView(), VectorXd::Ones(7));
  ASSERT_EQ(rows.size(), 4U);
  MatrixXd GY(4, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NE(rows[static_cast<std::size_t>(i)], 2);
    GY.row(i) = GT.row(rows[static_cast<std::size_t>(i)]);
  }
  EXPECT_LT((GT * GY.inverse()).cwiseAbs().maxCoeff(), 10);
  GT.col(3) = GT.col(0) - 2 * GT.col(1);
  EXPECT_EQ(SelectDependentCoordinates(GT.sparseView(), VectorXd::Ones(7)).size(), 3U);
}

}  // namespace
}  // namespace trunnion
