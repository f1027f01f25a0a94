// SPDX-License-Identifier: BSD-3-Clause
#include "engine/analyses/load_steps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/analyses/equilibrium.hpp"
#include "engine/core/error.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/consistency/redundancy.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/requirements.hpp"

namespace trunnion {
namespace {

double Largest(const VectorXd& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Newton's method for −f + Gᵀλ = 0, g = 0 at a time; the rows of G are chosen once.
class LoadProblem {
 public:
  LoadProblem(ConstrainedSystem& system, const LoadStepOptions& options)
      : system_(system), options_(options), zero_(VectorXd::Zero(system.num_velocities())) {
    system.InitializePatterns(residuals_, matrices_);
  }

  /// The independent rows at a point, and the pattern of the matrix with them.
  void ChooseRows(double t, const VectorXd& q) {
    rows_.Set(system_.num_constraints(), AnalyzeRedundancy(system_, t, q).active);
    system_.CalcResiduals(t, q, zero_, zero_, residuals_);
    rows_.Select(residuals_.GT, GT_);
    saddle_.Analyze(matrices_.K, GT_);
  }
  int num_rows() const { return rows_.size(); }
  VectorXd Expand(const VectorXd& lambda) const {
    VectorXd full;
    rows_.Expand(lambda, full);
    return full;
  }

  /// True, with q and λ the equilibrium, if the iteration converges.
  bool Solve(double t, VectorXd& q, VectorXd& lambda, int& iterations) {
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * Largest(q);
    const double tolerance = std::max(options_.tolerance, rounding);
    double last = std::numeric_limits<double>::infinity();
    for (iterations = 1; iterations <= options_.max_iterations; ++iterations) {
      if (!Step(t, q, lambda)) return false;
      const double size = Largest(step_);
      // Rounding in stiff directions keeps steps from shrinking further.
      const bool stalled = size <= 1e3 * tolerance && size > 0.3 * last;
      if (size <= tolerance || stalled) return Largest(g_) <= 1e3 * tolerance;
      last = size;
    }
    return false;
  }
  /// Component of v that the last Newton step moved most.
  int worst_component() const {
    int worst = 0;
    if (step_.size() > 0) (void)step_.cwiseAbs().maxCoeff(&worst);
    return worst;
  }

 private:
  bool Step(double t, VectorXd& q, VectorXd& lambda) {
    const auto n = zero_.size();
    system_.CalcResiduals(t, q, zero_, zero_, residuals_);
    rows_.Select(residuals_.GT, GT_);
    rows_.Select(residuals_.g, g_);
    system_.CalcMatrices(t, q, zero_, zero_, Expand(lambda), matrices_);
    saddle_.Compute(0, matrices_.M, 0, matrices_.D, 1, matrices_.K, GT_);
    VectorXd x(n + g_.size());
    x << -residuals_.dynamics - GT_ * lambda, -g_;
    if (solver_->Factor(saddle_.matrix()) != SolveStatus::ok ||
        solver_->Solve(x) != SolveStatus::ok || !x.allFinite())
      return false;
    step_ = x.head(n);
    const double length = LongestStep();
    lambda += length * x.tail(g_.size());
    system_.Retract(q, length * step_, moved_);
    system_.Normalize(moved_);
    q.swap(moved_);
    return true;
  }
  double LongestStep() const {
    double most = 0;
    for (Eigen::Index i = 0; i < step_.size(); ++i)
      if (system_.is_angle()[static_cast<std::size_t>(i)])
        most = std::max(most, std::abs(step_[i]));
    return std::min(1.0, 0.5 * system_.max_chart_rotation() / std::max(most, 1e-300));
  }

  ConstrainedSystem& system_;
  LoadStepOptions options_;
  VectorXd zero_, g_, step_, moved_;
  ActiveRows rows_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  SparseMatrix GT_;
  SaddleMatrix saddle_;
  std::unique_ptr<LinearSolver> solver_ = MakeRefined(MakeKlu());
};

/// The equilibria found so far and the way on.
class LoadPath {
 public:
  LoadPath(Simulation& simulation, const LoadStepOptions& options)
      : simulation_(simulation),
        system_(simulation.evaluator()),
        problem_(system_, options),
        t_(simulation.t()),
        q_(simulation.q()) {
    problem_.ChooseRows(t_, q_);
    lambda_ = VectorXd::Zero(problem_.num_rows());
    if (!TryStep(t_)) Fail();
  }

  double t() const { return t_; }
  int iterations() const { return iterations_; }

  bool TryStep(double t) {
    VectorXd q = q_, lambda = lambda_;
    if (slope_.size() > 0) {
      system_.Retract(q_, (t - t_) * slope_, q);
      system_.Normalize(q);
    }
    if (!problem_.Solve(t, q, lambda, iterations_)) return false;
    if (t > t_) {
      system_.Difference(q_, q, slope_);
      slope_ /= t - t_;
    }
    t_ = t, q_ = q, lambda_ = lambda;
    system_.Accept(t_, q_, VectorXd::Zero(system_.num_velocities()));
    return true;
  }
  void Show() { ShowEquilibrium(simulation_, t_, q_, problem_.Expand(lambda_)); }
  void Leave() {
    simulation_.Restart(t_, q_, VectorXd::Zero(system_.num_velocities()));
    Show();
  }
  [[noreturn]] void Fail() const {
    std::ostringstream message;
    message << "the static equilibrium is lost after t = " << t_ << " s, where "
            << system_.DescribeComponent(problem_.worst_component())
            << " moves most; support what is free to move, or prescribe the motion of the loaded "
               "point in place of the load where the structure gives way";
    throw SolverError(message.str());
  }

 private:
  Simulation& simulation_;
  ConstrainedSystem& system_;
  LoadProblem problem_;
  double t_;
  VectorXd q_, lambda_, slope_;
  int iterations_ = 0;
};

void RequireValid(const Simulation& simulation, double t_end, const LoadStepOptions& o) {
  Require(std::isfinite(t_end) && t_end > simulation.t(),
          "load steps: the end must be after the time of the simulation, t = " +
              std::to_string(simulation.t()) + " s");
  Require(o.tolerance > 0 && o.max_iterations > 0 && o.wanted_iterations > 0,
          "load steps: the tolerance and the numbers of iterations must be greater than 0");
  Require(o.first_step > 0 && o.largest_step > 0 && o.smallest_step > 0,
          "load steps: the steps must be greater than 0");
}

}  // namespace

std::vector<LoadStep> AdvanceLoads(Simulation& simulation,
                                   double t_end,
                                   const LoadStepOptions& options,
                                   const std::function<void(const LoadStep&)>& on_step) {
  RequireValid(simulation, t_end, options);
  RequireNoStates(simulation.evaluator(), "static equilibrium");
  const double span = t_end - simulation.t(), largest = std::min(1.0, options.largest_step) * span;
  double step = std::min(options.first_step * span, largest);
  LoadPath path(simulation, options);
  std::vector<LoadStep> steps;
  while (path.t() < t_end) {
    const bool last = path.t() + step >= t_end - 1e-12 * span;
    if (!path.TryStep(last ? t_end : path.t() + step)) {
      step /= 2;
      if (step < options.smallest_step * span) path.Fail();
      continue;
    }
    steps.push_back({path.t(), path.iterations()});
    if (path.iterations() < options.wanted_iterations) step = std::min(1.5 * step, largest);
    if (path.iterations() > options.wanted_iterations + 4) step /= 1.5;
    if (on_step) path.Show(), on_step(steps.back());
  }
  path.Leave();
  return steps;
}

}  // namespace trunnion
