// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/kinematics.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/problem/chart_limit.hpp"
#include "solvers/problem/requirements.hpp"

namespace trunnion {
namespace {

/// Largest rotation of a step [rad].
constexpr double kLargestTurn = 0.2;
/// Positions are to be as exact as rounding allows.
const AssemblyOptions kExact{.tolerance = 1e-13, .frozen = {}};
/// Part of the predicted step that the correction may have.
constexpr double kLargestCorrection = 0.3;
/// Lengths [m or rad] that count as nothing beside the correction.
constexpr double kNothing = 1e-6;
/// Rate [per s, relative to the fastest] by which redundant rows may contradict each other.
constexpr double kRateTolerance = 1e-7;

[[noreturn]] void Fail(double t, const std::string& what) {
  std::ostringstream message;
  message << "kinematics at t = " << t << " s: " << what;
  throw SolverError(message.str());
}

double Largest(const VectorXd& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0.0; }

double Length(const ConstrainedSystem& system, const VectorXd& d) {
  return std::sqrt(system.metric().dot(d.cwiseAbs2()));
}

/// Row whose rate is missed most, or −1.
int FindContradiction(ConstrainedSystem& system, double t, const VectorXd& q, const VectorXd& v) {
  Residuals r;
  DynamicsMatrices unused;
  system.InitializePatterns(r, unused);
  system.CalcResiduals(t, q, v, VectorXd::Zero(v.size()), r);
  const VectorXd left = r.GT.transpose() * v + r.g_t;
  int row = -1;
  if (left.size() == 0) return row;
  const double worst = left.cwiseAbs().maxCoeff(&row);
  return worst > kRateTolerance * (1 + Largest(v)) ? row : -1;
}

std::string ListFree(ConstrainedSystem& system, double t, const VectorXd& q) {
  std::string list;
  int shown = 0;
  for (const int i : FindFreeComponents(system, t, q)) {
    if (shown == 4) return list + " and more";
    list += (shown++ ? "; " : "") + system.DescribeComponent(i);
  }
  return list;
}

}  // namespace

std::vector<int> FindFreeComponents(ConstrainedSystem& system, double t, const VectorXd& q) {
  // Of the columns of [Gᵀ I] those unit vectors are kept that are independent of what is before.
  Residuals r;
  DynamicsMatrices unused;
  system.InitializePatterns(r, unused);
  const int n = system.num_velocities(), m = system.num_constraints();
  system.CalcResiduals(t, q, VectorXd::Zero(n), VectorXd::Zero(n), r);
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < m; ++j)
    for (SparseMatrix::InnerIterator it(r.GT, j); it; ++it)
      entries.emplace_back(static_cast<int>(it.row()), j, it.value());
  for (int i = 0; i < n; ++i) entries.emplace_back(i, m + i, 1.0);
  SparseMatrix all(n, m + n);
  all.setFromTriplets(entries.begin(), entries.end());
  std::vector<int> free;
  for (const int column : AnalyzeRank(all).independent)
    if (column >= m) free.push_back(column - m);
  return free;
}

KinematicPath::KinematicPath(ConstrainedSystem& system, double t, const VectorXd& q)
    : system_(system), t_(t), q_(q) {
  RequireNoStates(system, "kinematics");
  RequireHolonomic(system, "kinematics");
  const AssemblyReport report = AssemblePositions(system, t, kExact, q_);
  if (!report.converged) {
    Fail(t,
         system.DescribeConstraint(report.worst_row) +
             ", cannot be met; correct the motions, or start from a position nearer to them");
  }
  Settle(t, q_);
}

/// Velocities, accelerations and reactions at a position that meets the constraints.
void KinematicPath::Settle(double t, const VectorXd& q) {
  redundancy_ = AnalyzeRedundancy(system_, t, q);
  const int freedoms = redundancy_.degrees_of_freedom;
  if (freedoms > 0) {
    Fail(t,
         std::to_string(freedoms) + " degrees of freedom are left (" + ListFree(system_, t, q) +
             "); add motions, or the position is singular: there a mechanism locks up or "
             "leaves its branch");
  }
  VectorXd v = VectorXd::Zero(system_.num_velocities());
  AssembleVelocities(system_, t, q, {}, v);
  const int row = FindContradiction(system_, t, q, v);
  if (row >= 0) {
    Fail(t,
         system_.DescribeConstraint(row) +
             ", wants another velocity than the constraints it repeats; drive each freedom once");
  }
  ActiveRows active;
  active.Set(system_.num_constraints(), redundancy_.active);
  if (!SolveAccelerations(system_, t, q, v, active, v_dot_, lambda_))
    Fail(t, "the accelerations are not determined; the position is singular");
  t_ = t;
  q_ = q;
  v_ = v;
  system_.Accept(t_, q_, v_);
}

VectorXd KinematicPath::Predict(double h) const {
  VectorXd q;
  system_.Retract(q_, h * v_ + 0.5 * h * h * v_dot_, q);
  system_.Normalize(q);
  return q;
}

bool KinematicPath::TryStep(double t) {
  const double h = t - t_;
  const VectorXd predicted = Predict(h);
  VectorXd moved, correction, q = predicted;
  system_.Difference(q_, predicted, moved);
  if (LargestTurn(system_, moved) > kLargestTurn) return false;
  const AssemblyReport report = AssemblePositions(system_, t, kExact, q);
  worst_row_ = report.worst_row;
  if (!report.converged) return false;
  system_.Difference(predicted, q, correction);
  if (Length(system_, correction) > kLargestCorrection * Length(system_, moved) + kNothing)
    return false;
  Settle(t, q);
  return true;
}

void KinematicPath::advance_to(double t_end) {
  const double span = t_end - t_;
  double step = span;
  while (t_ < t_end) {
    const bool last = step >= (t_end - t_) * (1 - 1e-12);
    if (TryStep(last ? t_end : t_ + step)) {
      step *= 1.5;
      continue;
    }
    step = (last ? t_end - t_ : step) / 2;
    if (step > 1e-7 * span) continue;
    Fail(t_,
         "the mechanism locks up" +
             (worst_row_ >= 0
                  ? ": " + system_.DescribeConstraint(worst_row_) + ", cannot be met any further"
                  : std::string()) +
             "; shorten the motion, or change the mechanism");
  }
}

}  // namespace trunnion
