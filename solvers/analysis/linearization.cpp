// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/linearization.hpp"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/problem/reaction_forces.hpp"
#include "solvers/problem/requirements.hpp"

namespace trunnion {
namespace {

/// Increment of the two central differences that are extrapolated, in the metric [m].
constexpr double kDifference = 2e-4;

/// Where x = E d splits into dependent and independent components.
struct Partition {
  std::vector<int> dependent, independent;  // ascending
  MatrixXd Z;                               // n × f: x of unit y, G Eᵀ Z = 0
  Eigen::PartialPivLU<MatrixXd> G_d;        // of the dependent columns of G Eᵀ
};

/// Dependent components are those a pivoted QR of G Eᵀ W^-1/2 takes first, the columns lengthened
/// by the wishes of the options.
std::vector<bool> ChooseDependent(const MatrixXd& G,
                                  const VectorXd& metric,
                                  const LinearizationOptions& options) {
  const Eigen::Index m = G.rows(), n = G.cols();
  if (!options.independent.empty()) {
    std::vector<bool> dependent(static_cast<std::size_t>(n), true);
    for (const int i : options.independent) dependent[static_cast<std::size_t>(i)] = false;
    return dependent;
  }
  std::vector<bool> dependent(static_cast<std::size_t>(n), false);
  if (m == 0) return dependent;
  MatrixXd scaled = G * metric.cwiseSqrt().cwiseInverse().asDiagonal();
  if (options.dependence.size() > 0) scaled *= options.dependence.asDiagonal();
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
  for (Eigen::Index k = 0; k < m; ++k)
    dependent[static_cast<std::size_t>(qr.colsPermutation().indices()[k])] = true;
  return dependent;
}

Partition MakePartition(const MatrixXd& G,
                        const VectorXd& metric,
                        const LinearizationOptions& options) {
  const Eigen::Index m = G.rows(), n = G.cols();
  Partition p;
  const std::vector<bool> is_dependent = ChooseDependent(G, metric, options);
  for (int i = 0; i < n; ++i)
    (is_dependent[static_cast<std::size_t>(i)] ? p.dependent : p.independent).push_back(i);
  p.Z = MatrixXd::Zero(n, n - m);
  p.Z(p.independent, Eigen::all).setIdentity();
  if (m == 0) return p;
  p.G_d.compute(G(Eigen::all, p.dependent));
  p.Z(p.dependent, Eigen::all) = -p.G_d.solve(G(Eigen::all, p.independent));
  return p;
}

class Linearizer {
 public:
  Linearizer(ConstrainedSystem& system,
             const OperatingPoint& at,
             const LinearizationOptions& options)
      : system_(system), at_(at), options_(options), n_(system.num_velocities()) {
    system.InitializePatterns(residuals_, matrices_);
    const VectorXd zero = VectorXd::Zero(n_);
    system.CalcResiduals(at.t, at.q, at.v, at.v_dot, residuals_);
    system.CalcMatrices(at.t, at.q, at.v, at.v_dot, at.lambda, matrices_);
    reactions_.Calc(system, at.t, at.q, at.v, at.lambda, at.active, residuals_.GT, matrices_);
    if (!options.damping) matrices_.D.coeffs().setZero();
    at.active.Select(residuals_.GT, GT_);
    E_ = options.axes.E;
    S_ = options.axes.S;
    if (E_.size() == 0) {
      E_.resize(n_, n_);
      E_.setIdentity();
      S_.resize(n_, n_);
    }
    Factor();
  }

  Linearization Run(const MatrixXd& forces) {
    const MatrixXd G = MatrixXd(GT_.transpose() * E_.transpose());
    const Partition p = MakePartition(G, system_.metric(), options_);
    const Eigen::Index f = p.Z.cols(), k = forces.cols();
    Linearization out;
    out.independent = p.independent;
    MatrixXd X = MatrixXd::Zero(n_, 2 * f + k), Xi = X;
    X.leftCols(f) = p.Z;
    Xi.middleCols(f, f) = p.Z;
    out.dq = E_.transpose() * X;
    if (GT_.cols() > 0)
      Xi(p.dependent, Eigen::seqN(0, f)) = -p.G_d.solve(VelocityDrift(out.dq.leftCols(f)));
    out.dv = E_.transpose() * Xi;
    SolveResponses(forces, out);
    const MatrixXd X_dot = E_ * (out.dv - Turn(out.dq)) - S_ * X;
    const MatrixXd Xi_dot = E_ * out.dv_dot - S_ * Xi;
    MatrixXd rates(2 * f, 2 * f + k);
    rates << X_dot(p.independent, Eigen::all), Xi_dot(p.independent, Eigen::all);
    out.A = rates.leftCols(2 * f);
    out.B = rates.rightCols(k);
    return out;
  }

 private:
  void Factor() {
    saddle_.Analyze(matrices_.M, GT_);
    saddle_.Compute(1, matrices_.M, 0, matrices_.D, 0, matrices_.K, reactions_.upper, GT_);
    if (solver_->Factor(saddle_.matrix()) != SolveStatus::ok) {
      throw SolverError(
          "linearization: the accelerations are not determined; a body or direction without mass "
          "is held by no constraint, or the position is singular");
    }
  }

  /// L d of the active rows.
  MatrixXd VelocityDrift(const MatrixXd& d) {
    SparseMatrix LT = residuals_.GT, active;
    system_.CalcVelocityGradient(at_.t, at_.q, at_.v, LT);
    at_.active.Select(LT, active);
    return active.transpose() * d;
  }

  /// Ω d: twice the first derivative of the chart rate at the chart's origin, where
  /// N⁻¹(x) v = v + ad_v(x)/2 + O(x²) on a Lie group with exponential charts.
  MatrixXd Turn(const MatrixXd& d) const {
    constexpr double h = 1e-5;
    MatrixXd out = MatrixXd::Zero(d.rows(), d.cols());
    if (at_.v.isZero(0)) return out;
    VectorXd plus, minus;
    for (Eigen::Index j = 0; j < d.cols(); ++j) {
      const double size = d.col(j).lpNorm<Eigen::Infinity>();
      if (size == 0) continue;
      const VectorXd x = d.col(j) * (h / size);
      system_.ChartRate(x, at_.v, plus);
      system_.ChartRate(-x, at_.v, minus);
      out.col(j) = (plus - minus) * (size / h);
    }
    return out;
  }

  /// γ − G v' at (q ⊕ s d, v + s η).
  VectorXd AccelerationGap(double s, const VectorXd& d, const VectorXd& eta) {
    VectorXd q, gamma;
    system_.Retract(at_.q, s * d, q);
    const VectorXd v = at_.v + s * eta;
    system_.CalcResiduals(at_.t, q, v, at_.v_dot, residuals_);
    system_.CalcGamma(at_.t, q, v, gamma);
    VectorXd active;
    at_.active.Select(VectorXd(gamma - residuals_.GT.transpose() * at_.v_dot), active);
    return active;
  }

  /// Its derivative along (d, η): central differences with two steps, extrapolated.
  VectorXd AccelerationDrift(const VectorXd& d, const VectorXd& eta) {
    const double size = std::sqrt(system_.metric().dot(d.cwiseAbs2() + eta.cwiseAbs2()));
    if (GT_.cols() == 0 || size == 0) return VectorXd::Zero(GT_.cols());
    const double h = kDifference / size;
    const VectorXd wide = (AccelerationGap(h, d, eta) - AccelerationGap(-h, d, eta)) / (2 * h);
    const VectorXd narrow = (AccelerationGap(h / 2, d, eta) - AccelerationGap(-h / 2, d, eta)) / h;
    return (4 * narrow - wide) / 3;
  }

  void SolveResponses(const MatrixXd& forces, Linearization& out) {
    const Eigen::Index m = GT_.cols(), columns = out.dq.cols(), states = columns - forces.cols();
    MatrixXd rhs = MatrixXd::Zero(n_ + m, columns);
    rhs.topRows(n_) = -(matrices_.K * out.dq + matrices_.D * out.dv);
    rhs.topRightCorner(n_, forces.cols()) = forces;
    const bool at_rest = at_.v.isZero(0) && at_.v_dot.isZero(0);
    for (Eigen::Index j = 0; j < states && !(at_rest && is_scleronomic()); ++j)
      rhs.col(j).tail(m) = AccelerationDrift(out.dq.col(j), out.dv.col(j));
    out.dv_dot.resize(n_, columns);
    out.dlambda = MatrixXd::Zero(system_.num_constraints(), columns);
    VectorXd full;
    for (Eigen::Index j = 0; j < columns; ++j) {
      VectorXd x = rhs.col(j);
      if (x.size() > 0 && solver_->Solve(x) != SolveStatus::ok)
        throw SolverError("linearization: a linear system could not be solved; check the masses");
      out.dv_dot.col(j) = x.head(n_);
      at_.active.Expand(x.tail(m), full);
      out.dlambda.col(j) = full;
    }
  }
  /// No constraint moves at the operating point.
  bool is_scleronomic() const { return residuals_.g_t.isZero(0); }

  ConstrainedSystem& system_;
  const OperatingPoint& at_;
  const LinearizationOptions& options_;
  int n_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  ReactionForceBlocks reactions_;
  SparseMatrix GT_, E_, S_;
  SaddleMatrix saddle_;
  std::unique_ptr<LinearSolver> solver_ = MakeRefined(MakeKlu());
};

}  // namespace

Linearization Linearize(ConstrainedSystem& system,
                        const OperatingPoint& at,
                        const MatrixXd& forces,
                        const LinearizationOptions& options) {
  RequireNoStates(system, "linearization");
  RequireHolonomic(system, "linearization");
  return Linearizer(system, at, options).Run(forces);
}

}  // namespace trunnion
