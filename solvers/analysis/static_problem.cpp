// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/static_problem.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/consistency/redundancy.hpp"
#include "solvers/problem/rounding.hpp"

namespace trunnion {
namespace {

/// Smallest shift σ, relative to the largest |K_ii|/W_ii.
constexpr double kFloor = 1e-9;
/// Rounding of a balance of forces, in units of ε.
constexpr double kUnits = 8;
/// Turn between two points of a trail that are kept [rad].
constexpr double kTurn = 0.25;
/// Part of a rate of own states that a Newton step may leave where they determine it.
constexpr double kRateLeft = 1e-6;

}  // namespace

StaticProblem::StaticProblem(ConstrainedSystem& system, double t, const VectorXd& rest)
    : system_(system),
      t_(t),
      n_(system.num_velocities()),
      zero_(VectorXd::Zero(n_)),
      rest_(VectorXd::Zero(n_)) {
  for (const NormBlock& block : system.norm_blocks())
    for (int i = block.first; i < block.first + block.size; ++i)
      if (block.kind != BlockKind::mechanical)
        states_.push_back({.first = i, .size = 1, .kind = block.kind, .scale = block.scale});
  if (rest.size() > 0)
    for (const NormBlock& state : states_) rest_[state.first] = rest[state.first];
  system.InitializePatterns(residuals_, matrices_);
  metric_ = matrices_.M;
  metric_.coeffs().setZero();
  for (int i = 0; i < n_; ++i) metric_.coeffRef(i, i) = system.metric()[i];
}

void StaticProblem::ChooseRows(const VectorXd& q) {
  rows_.Set(system_.num_constraints(), AnalyzeRedundancy(system_, t_, q).active);
  system_.CalcResiduals(t_, q, rest_, zero_, residuals_);
  rows_.Select(residuals_.GT, GT_);
  newton_.Analyze(matrices_.K, GT_);
  projection_.Analyze(matrices_.K, GT_);
}

void StaticProblem::DropStates(Eigen::Ref<VectorXd> x) const {
  for (const NormBlock& state : states_) x[state.first] = 0;
}

double StaticProblem::SettleStates(const VectorXd& q, int& moving) {
  const auto count = static_cast<Eigen::Index>(states_.size());
  system_.CalcResiduals(t_, q, rest_, zero_, residuals_);
  system_.CalcMatrices(t_, q, rest_, zero_, VectorXd::Zero(system_.num_constraints()), matrices_);
  const auto component = [&](Eigen::Index i) { return states_[static_cast<std::size_t>(i)].first; };
  MatrixXd A(count, count);  // ∂(−F)/∂s, rows scaled to 1
  VectorXd rate(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index k = 0; k < count; ++k)
      A(i, k) = matrices_.D.coeff(component(i), component(k));
    rate[i] = -residuals_.dynamics[component(i)];
    const double size = A.row(i).cwiseAbs().maxCoeff();
    if (!(size > 0)) continue;
    A.row(i) /= size;
    rate[i] /= size;
  }
  const VectorXd change = A.completeOrthogonalDecomposition().solve(rate);
  const VectorXd left = rate - A * change;
  double largest = 0;
  for (Eigen::Index i = 0; i < count; ++i) {
    if (!(std::abs(left[i]) <= kRateLeft * std::abs(rate[i]))) {
      moving = component(i);
      return std::numeric_limits<double>::infinity();
    }
    rest_[component(i)] += change[i];
    largest = std::max(largest, std::abs(change[i]) / states_[static_cast<std::size_t>(i)].scale);
  }
  return largest;
}

void StaticProblem::Evaluate(const VectorXd& q) {
  system_.CalcResiduals(t_, q, rest_, zero_, residuals_);
  DropStates(residuals_.dynamics);
  rows_.Select(residuals_.GT, GT_);
  rows_.Select(residuals_.g, g_);
}

void StaticProblem::Linearize(const VectorXd& q, const VectorXd& lambda) {
  VectorXd full;
  rows_.Expand(lambda, full);
  system_.CalcMatrices(t_, q, rest_, zero_, full, matrices_);
  stiffness_ = 0;
  for (int i = 0; i < n_; ++i)
    stiffness_ = std::max(stiffness_, std::abs(matrices_.K.coeff(i, i)) / system_.metric()[i]);
  if (!(stiffness_ > 0)) stiffness_ = 1;
}

double StaticProblem::floor() const { return kFloor * stiffness_; }

bool StaticProblem::Factor(double shift) {
  newton_.Compute(shift, metric_, 0, matrices_.D, 1, matrices_.K, GT_);
  return solver_->Factor(newton_.matrix()) == SolveStatus::ok;
}

bool StaticProblem::SolveFor(VectorXd rhs, VectorXd& d, VectorXd& d_lambda) const {
  if (solver_->Solve(rhs) != SolveStatus::ok || !rhs.allFinite()) return false;
  d = rhs.head(n_);
  DropStates(d);
  d_lambda = rhs.tail(g_.size());
  return true;
}

bool StaticProblem::Solve(const VectorXd& lambda, VectorXd& d, VectorXd& d_lambda) const {
  return Correct(lambda, 0, zero_, d, d_lambda);
}

bool StaticProblem::Correct(const VectorXd& lambda,
                            double shift,
                            const VectorXd& moved,
                            VectorXd& d,
                            VectorXd& d_lambda) const {
  VectorXd rhs(n_ + g_.size());
  rhs << -residuals_.dynamics - GT_ * lambda - shift * system_.metric().cwiseProduct(moved), -g_;
  return SolveFor(std::move(rhs), d, d_lambda);
}

bool StaticProblem::Respond(const VectorXd& x, VectorXd& d) const {
  VectorXd rhs(n_ + g_.size()), unused;
  rhs << system_.metric().cwiseProduct(x), VectorXd::Zero(g_.size());
  return SolveFor(std::move(rhs), d, unused);
}

bool StaticProblem::FactorProjection() {
  projection_.Compute(1, metric_, 0, matrices_.D, 0, matrices_.K, GT_);
  projector_ = MakeKlu();
  return projector_->Factor(projection_.matrix()) == SolveStatus::ok;
}

bool StaticProblem::Admit(const VectorXd& x, VectorXd& d) const {
  VectorXd y(n_ + g_.size());
  y << system_.metric().cwiseProduct(x), VectorXd::Zero(g_.size());
  if (projector_->Solve(y) != SolveStatus::ok || !y.allFinite()) return false;
  d = y.head(n_);
  DropStates(d);
  return true;
}

bool StaticProblem::Project(VectorXd& x, VectorXd& lambda) {
  VectorXd y(n_ + g_.size());
  y << -residuals_.dynamics, VectorXd::Zero(g_.size());
  if (!FactorProjection() || projector_->Solve(y) != SolveStatus::ok) return false;
  x = y.head(n_);
  lambda = y.tail(g_.size());
  return y.allFinite();
}

double StaticProblem::Slope(const VectorXd& lambda, const VectorXd& d) const {
  return d.dot(residuals_.dynamics + GT_ * lambda);
}

bool StaticProblem::IsAtRounding(const VectorXd& q, const VectorXd& lambda) const {
  const VectorXd left = residuals_.dynamics + GT_ * lambda;
  const VectorXd rounding = CalcForceRounding(system_, q, matrices_.K, GT_, lambda, kUnits);
  return (left.array().abs() <= rounding.array()).all();
}

double StaticProblem::Norm(const VectorXd& d) const {
  double most = 0;
  for (const NormBlock& b : system_.norm_blocks()) {
    double sum = 0;
    for (int i = b.first; i < b.first + b.size; ++i) sum += system_.metric()[i] * d[i] * d[i];
    most = std::max(most, sum);
  }
  return std::sqrt(most);
}

double StaticProblem::LargestTurn(const VectorXd& d) const {
  double most = 0;
  for (const NormBlock& b : system_.norm_blocks()) {
    double sum = 0;
    for (int i = b.first; i < b.first + b.size; ++i)
      if (system_.is_angle()[static_cast<std::size_t>(i)]) sum += d[i] * d[i];
    most = std::max(most, sum);
  }
  return std::sqrt(most);
}

double StaticProblem::LongestStep(const VectorXd& d) const {
  const double turn = LargestTurn(d);
  return turn > 0 ? std::min(1.0, system_.max_chart_rotation() / turn) : 1.0;
}

VectorXd StaticProblem::Moved(const VectorXd& q, const VectorXd& d) const {
  VectorXd out;
  system_.Retract(q, d, out);
  system_.Normalize(out);
  return out;
}

Trail::Trail(ConstrainedSystem& system, double t, const VectorXd& q)
    : system_(system), t_(t), zero_(VectorXd::Zero(system.num_velocities())), points_{q} {}

void Trail::GoTo(const VectorXd& q) {
  system_.Accept(t_, q, zero_);
  VectorXd d;
  system_.Difference(points_.back(), q, d);
  for (Eigen::Index i = 0; i < d.size(); ++i)
    if (system_.is_angle()[static_cast<std::size_t>(i)] && std::abs(d[i]) > kTurn)
      return points_.push_back(q);
}

void Trail::GoBack(std::size_t mark, const VectorXd& q) {
  for (; points_.size() > mark; points_.pop_back()) system_.Accept(t_, points_.back(), zero_);
  system_.Accept(t_, points_.back(), zero_);
  system_.Accept(t_, q, zero_);
}

}  // namespace trunnion
