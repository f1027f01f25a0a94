// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/static_stability.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

constexpr int kDirections = 20;
/// Rounding of dᵀK d/dᵀW d in parts of the shift, near the origin and per metre from it.
constexpr double kRounding = 1e-3, kRoundingAway = 2e-5;
/// What is left of a direction that the ones before span.
constexpr double kDependent = 1e-8;

/// The same for every run, and along no axis.
VectorXd MakeStart(Eigen::Index size, Eigen::Index number) {
  VectorXd x(size);
  for (Eigen::Index i = 0; i < size; ++i)
    x[i] = std::sin(1.0 + static_cast<double>(number) + 1.7 * static_cast<double>(i * i));
  return x;
}

/// Takes what V spans out of d, twice for its digits, and scales it to dᵀW d = 1; false if nothing
/// is left.
bool Orthonormalize(const MatrixXd& V, const VectorXd& metric, VectorXd& d) {
  const auto norm = [&] { return std::sqrt(d.dot(metric.cwiseProduct(d))); };
  const double before = norm();
  if (!(before > 0)) return false;
  for (int pass = 0; pass < 2; ++pass) d -= V * (V.transpose() * metric.cwiseProduct(d)).eval();
  const double left = norm();
  if (!(left > kDependent * before)) return false;
  d /= left;
  return true;
}

/// A basis of directions with G d = 0, orthonormal in W, softest first. Beside free directions what
/// follows is small and loses its digits: made admissible again, or replaced, it is a new start.
MatrixXd CollectDirections(const StaticProblem& p) {
  const Eigen::Index n = p.metric().size();
  MatrixXd V(n, 0);
  VectorXd x = MakeStart(n, 0), response, d;
  while (V.cols() < std::min<Eigen::Index>(n, kDirections)) {
    if (!p.Respond(x, response)) break;
    if (!Orthonormalize(V, p.metric(), response)) response = MakeStart(n, V.cols());
    if (!p.Admit(response, d) || !Orthonormalize(V, p.metric(), d)) break;
    V.conservativeResize(n, V.cols() + 1);
    V.rightCols<1>() = d;
    x = d;
  }
  return V;
}

}  // namespace

int FindUnstableComponent(StaticProblem& problem, const VectorXd& q, const VectorXd& lambda) {
  problem.Evaluate(q);
  problem.Linearize(q, lambda);
  const double floor = problem.floor();
  if (!problem.Factor(floor) || !problem.FactorProjection()) return -1;
  const MatrixXd V = CollectDirections(problem);
  if (V.cols() == 0) return -1;
  const MatrixXd T = V.transpose() * (problem.stiffness() * V);
  const MatrixXd symmetric = 0.5 * (T + T.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(symmetric);
  const double least = modes.eigenvalues()[0];
  const double rounding = std::max(kRounding, kRoundingAway * LargestEntry(q)) * floor;
  if (!(least < -rounding) || (T - symmetric).norm() > 0.1 * -least) return -1;
  const VectorXd direction = V * modes.eigenvectors().col(0);
  Eigen::Index component = 0;
  problem.metric().cwiseProduct(direction.cwiseAbs2()).maxCoeff(&component);
  return static_cast<int>(component);
}

}  // namespace trunnion
