// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/consistency/initial_conditions.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/linear/gram_matrix.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

/// Relative weight added to the diagonal of G W⁻¹Gᵀ so that dependent rows are allowed. It slows
/// the iteration by this factor and leaves the solution alone.
constexpr double kRegularization = 1e-11;

/// The same weight in the second attempt, in proportion to the residual left: rows of a redundant
/// loop that depend on each other once it is closed are nearly dependent before, and taken at their
/// word they would lead away from the nearest closed pose (Levenberg-Marquardt with a weight that
/// vanishes with the residual; Nocedal & Wright (2006) section 10.3).
constexpr double kDamping = 1e-2;

/// One assembly problem: evaluations and the regularized projection.
class Assembler {
 public:
  /// @param rows  the constraint rows to satisfy.
  Assembler(ConstrainedSystem& system,
            double t,
            const AssemblyOptions& options,
            const ActiveRows& rows)
      : system_(system),
        t_(t),
        tolerance_(options.tolerance),
        rows_(rows),
        solver_(MakeCholesky()) {
    system.InitializePatterns(all_, matrices_);
    rows_.Select(all_.GT, GT_);
    gram_.Analyze(GT_);
    inverse_metric_ = system.metric().cwiseInverse();
    for (std::size_t i = 0; i < options.frozen.size(); ++i)
      if (options.frozen[i]) inverse_metric_[static_cast<int>(i)] = 0;
  }

  void Evaluate(const VectorXd& q, const VectorXd& v) {
    system_.CalcResiduals(t_, q, v, VectorXd::Zero(v.size()), all_);
    rows_.Select(all_.GT, GT_);
    rows_.Select(all_.g, g_);
    rows_.Select(all_.g_t, g_t_);
    size_ = q.size() > 0 ? q.cwiseAbs().maxCoeff() : 0.0;
  }
  /// The positions alone.
  void Evaluate(const VectorXd& q) { Evaluate(q, VectorXd::Zero(system_.num_velocities())); }
  /// No row is violated by more than the tolerance, or than it has digits: far from the origin
  /// positions have no more.
  bool IsSatisfied() const {
    constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
    for (int row = 0; row < g_.size(); ++row) {
      double sum = 0;
      if (std::abs(g_[row]) <= tolerance_) continue;
      for (SparseMatrix::InnerIterator it(GT_, row); it; ++it)
        sum += std::abs(it.value()) *
               (system_.is_angle()[static_cast<std::size_t>(it.row())] ? 1.0 : size_);
      if (!(std::abs(g_[row]) <= kRounding * sum)) return false;
    }
    return true;
  }
  const SparseMatrix& GT() const { return GT_; }
  const VectorXd& g() const { return g_; }
  VectorXd VelocityResidual(const VectorXd& v) const { return GT_.transpose() * v + g_t_; }

  AssemblyReport Report(bool converged, int iterations, const VectorXd& residual) const {
    AssemblyReport report{.converged = converged, .iterations = iterations};
    if (residual.size() == 0) return report;
    report.worst_residual = residual.cwiseAbs().maxCoeff(&report.worst_row);
    report.worst_row = rows_.rows()[static_cast<std::size_t>(report.worst_row)];
    return report;
  }

  /// W⁻¹Gᵀ (G W⁻¹Gᵀ)⁻¹ rhs at the last evaluation, the diagonal enlarged by the factor 1 + damping;
  /// false if it cannot be solved.
  bool RangeStep(const VectorXd& rhs, double damping, VectorXd& step) {
    gram_.Compute(GT_, inverse_metric_);
    SparseMatrix S = gram_.matrix();
    const double shift = kRegularization * std::max(1.0, S.diagonal().maxCoeff());
    for (int j = 0; j < S.cols(); ++j) S.coeffRef(j, j) += shift + damping * S.coeff(j, j);
    if (solver_->Factor(S) != SolveStatus::ok) return false;
    // The second pass takes away what the shift left: of the order of the tolerance otherwise.
    VectorXd left = rhs;
    step.setZero(GT_.rows());
    for (int pass = 0; pass < 2; ++pass) {
      if (solver_->Solve(left) != SolveStatus::ok) return false;
      step += inverse_metric_.cwiseProduct(GT_ * left);
      left = rhs - GT_.transpose() * step;
    }
    return step.allFinite();
  }
  /// Newton's step d for min ½|g|² at the last evaluation, which was at q:
  /// (GᵀG + ∂(Gᵀs)/∂q + damping W) d = −Gᵀg with s = g. Where rods are too long the second
  /// derivatives keep them from going sideways. False if it cannot be solved.
  bool NewtonStep(const VectorXd& q, double damping, VectorXd& step) {
    const int n = system_.num_velocities(), m = static_cast<int>(g_.size());
    VectorXd x;
    rows_.Expand(g_, x);
    system_.CalcGeometricStiffness(t_, q, x, matrices_.K);
    const auto moves = [&](Eigen::Index i) { return inverse_metric_[i] != 0; };
    std::vector<Eigen::Triplet<double>> entries;
    for (int j = 0; j < n; ++j) {
      entries.emplace_back(j, j, moves(j) ? damping / inverse_metric_[j] : 1.0);
      for (SparseMatrix::InnerIterator it(matrices_.K, j); it && moves(j); ++it)
        if (moves(it.row()) && it.value() != 0) entries.emplace_back(it.row(), j, it.value());
    }
    for (int j = 0; j < m; ++j) {
      entries.emplace_back(n + j, n + j, -1);
      for (SparseMatrix::InnerIterator it(GT_, j); it; ++it) {
        if (!moves(it.row())) continue;
        entries.emplace_back(it.row(), n + j, it.value());
        entries.emplace_back(n + j, it.row(), it.value());
      }
    }
    SparseMatrix A(n + m, n + m);
    A.setFromTriplets(entries.begin(), entries.end());
    x.setZero(n + m);
    x.tail(m) = -g_;
    if (newton_->Factor(A) != SolveStatus::ok || newton_->Solve(x) != SolveStatus::ok) return false;
    step = x.head(n);
    return step.allFinite();
  }

 private:
  ConstrainedSystem& system_;
  double t_, tolerance_;
  double size_ = 0;  // largest number of q
  ActiveRows rows_;
  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<LinearSolver> newton_ = MakeKlu();
  DynamicsMatrices matrices_;
  Residuals all_;     // of all rows
  SparseMatrix GT_;   // of the chosen rows
  VectorXd g_, g_t_;  // likewise
  GramMatrix gram_;
  VectorXd inverse_metric_;
};

/// The search for the nearest pose, damped in proportion to the residual.
AssemblyReport FindNearest(Assembler& assembler,
                           const ConstrainedSystem& system,
                           const AssemblyOptions& options,
                           double damping,
                           VectorXd& q) {
  const VectorXd q_start = q;
  assembler.Evaluate(q);
  const double start = assembler.g().norm();
  int settled = 0, iteration = 0;
  for (; iteration < options.max_iterations; ++iteration) {
    const VectorXd g = assembler.g();
    const bool satisfied = assembler.IsSatisfied();
    if (satisfied && (iteration == 0 || ++settled > 20))
      return assembler.Report(true, iteration, g);

    VectorXd x, range, step;
    system.Difference(q_start, q, x);
    const double weight = damping * std::min(1.0, g.norm() / start);
    if (!assembler.RangeStep(assembler.GT().transpose() * x - g, weight, range)) break;
    step = range - x;
    if (satisfied && step.norm() <= 1e-9 * (1 + x.norm()))
      return assembler.Report(true, iteration, g);
    if (!step.allFinite()) break;
    // Accept the longest of 1, 1/2, 1/4, … that reduces the residual enough.
    const VectorXd q_old = q;
    double length = 1;
    for (int halvings = 0; halvings < 12; ++halvings, length /= 2) {
      system.Retract(q_old, length * step, q);
      system.Normalize(q);
      assembler.Evaluate(q);
      if (assembler.g().norm() <= (1 - 0.1 * length) * g.norm() || assembler.IsSatisfied()) break;
    }
  }
  return assembler.Report(false, iteration, assembler.g());
}

/// The largest part of a step that turns no body by more than half a radian.
double LimitTurn(const ConstrainedSystem& system, const VectorXd& step) {
  double turn = 0;
  for (int i = 0; i < step.size(); ++i)
    if (system.is_angle()[static_cast<std::size_t>(i)]) turn = std::max(turn, std::abs(step[i]));
  return turn > 0.5 ? 0.5 / turn : 1.0;
}

/// The better of two steps from q, that of least size (Levenberg-Marquardt) and Newton's for the
/// least |g|: q is where it leads and the last evaluation there, if that reduces the residual.
bool ReduceResidual(Assembler& assembler,
                    const ConstrainedSystem& system,
                    double damping,
                    VectorXd& q) {
  const double size = assembler.g().norm();
  double best = (1 - 1e-4) * size;
  VectorXd best_q = q, step;
  for (const bool newton : {false, true}) {
    if (newton && best < 0.7 * size) break;
    if (newton) assembler.Evaluate(q);
    if (newton ? !assembler.NewtonStep(q, damping, step)
               : !assembler.RangeStep(-assembler.g(), damping, step))
      continue;
    VectorXd trial;
    system.Retract(q, LimitTurn(system, step) * step, trial);
    system.Normalize(trial);
    assembler.Evaluate(trial);
    if (assembler.g().norm() >= best && !assembler.IsSatisfied()) continue;
    best = assembler.g().norm();
    best_q = trial;
    if (assembler.IsSatisfied()) break;
  }
  const bool reduced = best_q != q;
  q = best_q;
  assembler.Evaluate(q);
  return reduced;
}

/// Some assembled pose from q, by steps that are damped while they do not reduce the residual.
/// False, at the pose where it ended, if it finds none.
bool FindAny(Assembler& assembler,
             const ConstrainedSystem& system,
             const AssemblyOptions& options,
             int iterations,
             VectorXd& q) {
  constexpr int kPatience = 100;  // iterations that must take away a hundredth
  double damping = 1e-4, earlier = std::numeric_limits<double>::infinity();
  assembler.Evaluate(q);
  for (int iteration = 0; iteration < iterations && damping < 1e8; ++iteration) {
    if (assembler.IsSatisfied()) return true;
    const double size = assembler.g().norm();
    if (iteration % kPatience == 0) {
      if (size > 0.99 * earlier) return false;
      earlier = size;
    }
    if (ReduceResidual(assembler, system, damping, q)) {
      damping = damping > 1e-9 ? damping / 4 : 0;
      if (options.follow) options.follow(q);
    } else {
      damping = std::max(4 * damping, 1e-8);
    }
  }
  return assembler.IsSatisfied();
}

/// Moves an assembled pose nearer to `drawn` along the constraints while that pays.
void Approach(Assembler& assembler,
              const ConstrainedSystem& system,
              const VectorXd& drawn,
              VectorXd& q) {
  const auto distance = [&](const VectorXd& at, VectorXd& x) {
    system.Difference(drawn, at, x);
    return x.dot(system.metric().cwiseProduct(x));
  };
  const AssemblyOptions quiet;
  VectorXd x, range;
  double best = distance(q, x), length = 1;
  for (int iteration = 0; iteration < 60 && length > 1e-3; ++iteration) {
    assembler.Evaluate(q);
    if (!assembler.RangeStep(assembler.GT().transpose() * x, 0, range)) return;
    const VectorXd step = range - x;
    VectorXd trial;
    system.Retract(q, length * LimitTurn(system, step) * step, trial);
    system.Normalize(trial);
    VectorXd x_trial;
    if (!FindAny(assembler, system, quiet, 20, trial) || !(distance(trial, x_trial) < best)) {
      length /= 4;
      continue;
    }
    const double now = distance(trial, x_trial), gain = best - now;
    q = trial;
    x = x_trial;
    best = now;
    length = std::min(1.0, 1.5 * length);
    if (gain <= 1e-8 * best) return;
  }
}

/// Moves what is not frozen by `size` [m; rad] at most, by the same numbers every time.
VectorXd Shake(const ConstrainedSystem& system,
               const AssemblyOptions& options,
               const VectorXd& q,
               double size) {
  VectorXd step(system.num_velocities()), out;
  std::uint64_t number = 1;
  for (int i = 0; i < step.size(); ++i) {
    number = 6364136223846793005u * number + 1442695040888963407u;  // Knuth's congruence
    step[i] = size * (static_cast<double>(number >> 11) / 0x1p52 - 1);
    if (!options.frozen.empty() && options.frozen[static_cast<std::size_t>(i)]) step[i] = 0;
  }
  system.Retract(q, step, out);
  return out;
}

/// True if no move satisfies the equations at the last evaluation to first order.
bool IsSingular(Assembler& assembler) {
  VectorXd step;
  const VectorXd g = assembler.g();
  if (!assembler.RangeStep(-g, 0, step)) return true;
  return (g + assembler.GT().transpose() * step).norm() > 0.1 * g.norm();
}

/// The second search of AssemblePositions.
AssemblyReport FindNear(Assembler& assembler,
                        const ConstrainedSystem& system,
                        const AssemblyOptions& options,
                        VectorXd& q) {
  constexpr int kIterations = 500;
  const VectorXd drawn = q;
  assembler.Evaluate(q);
  const bool singular = IsSingular(assembler);
  const double size = assembler.g().cwiseAbs().maxCoeff();
  bool found = FindAny(assembler, system, options, kIterations, q);
  AssemblyReport report = assembler.Report(found, kIterations, assembler.g());
  for (double shake = size; !found && shake <= 100 * size; shake *= 10) {
    VectorXd beside = Shake(system, options, drawn, shake);
    if (!FindAny(assembler, system, options, kIterations, beside)) continue;
    report.singular_start = singular;
    if (singular) return report;
    found = true;
    q = beside;
  }
  if (!found) return report;
  Approach(assembler, system, drawn, q);
  assembler.Evaluate(q);
  return assembler.Report(true, kIterations, assembler.g());
}

}  // namespace

AssemblyReport AssemblePositions(ConstrainedSystem& system,
                                 double t,
                                 const AssemblyOptions& options,
                                 VectorXd& q) {
  std::vector<int> holonomic;
  for (int row = 0; row < system.num_constraints(); ++row)
    if (system.is_holonomic_row(row)) holonomic.push_back(row);
  ActiveRows rows(system.num_constraints());
  rows.Set(system.num_constraints(), std::move(holonomic));
  Assembler assembler(system, t, options, rows);
  const VectorXd drawn = q;
  const auto report = FindNearest(assembler, system, options, 0, q);
  if (report.converged) return report;
  VectorXd again = drawn;
  const auto second = FindNearest(assembler, system, options, kDamping, again);
  if (second.converged || !(report.worst_residual <= second.worst_residual)) q = again;
  if (second.converged) return second;
  if (options.any_pose) {
    VectorXd near = drawn;
    const auto third = FindNear(assembler, system, options, near);
    if (third.converged) q = near;
    if (third.converged || third.singular_start) return third;
  }
  assembler.Evaluate(q);
  return assembler.Report(assembler.IsSatisfied(), options.max_iterations, assembler.g());
}

AssemblyReport AssembleVelocities(ConstrainedSystem& system,
                                  double t,
                                  const VectorXd& q,
                                  const AssemblyOptions& options,
                                  VectorXd& v) {
  Assembler assembler(system, t, options, ActiveRows(system.num_constraints()));
  assembler.Evaluate(q, v);
  VectorXd residual = assembler.VelocityResidual(v);
  const double scale = 1 + (v.size() ? v.cwiseAbs().maxCoeff() : 0.0);
  for (int iteration = 0; iteration < 5; ++iteration) {
    if (residual.size() == 0 || residual.cwiseAbs().maxCoeff() <= options.tolerance * scale)
      return assembler.Report(true, iteration, residual);
    VectorXd step;
    if (!assembler.RangeStep(residual, 0, step)) break;
    v -= step;
    residual = assembler.VelocityResidual(v);
  }
  const bool converged = residual.cwiseAbs().maxCoeff() <= 1e3 * options.tolerance * scale;
  return assembler.Report(converged, 5, residual);
}

bool SolveAccelerations(ConstrainedSystem& system,
                        double t,
                        const VectorXd& q,
                        const VectorXd& v,
                        const ActiveRows& active,
                        VectorXd& v_dot,
                        VectorXd& lambda,
                        VectorXd* consistent_v) {
  AccelerationSolver solver(system);
  const bool solved = solver.Solve(t, q, v, active, v_dot, lambda);
  if (consistent_v) *consistent_v = solver.consistent_v();
  return solved;
}

}  // namespace trunnion
