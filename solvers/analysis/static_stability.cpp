// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/static_stability.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace trunnion {
namespace {

constexpr int kDirections = 20;
/// What is left of a direction that the ones before span.
constexpr double kDependent = 1e-8;

/// The same for every run, and along no axis.
VectorXd FirstVector(Eigen::Index size) {
  VectorXd x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = std::sin(1.0 + 1.7 * static_cast<double>(i * i));
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

/// A basis of admissible directions, orthonormal in W, softest first.
MatrixXd CollectDirections(const StaticProblem& p) {
  const Eigen::Index n = p.metric().size();
  MatrixXd V(n, 0);
  VectorXd x = FirstVector(n), d;
  while (V.cols() < std::min<Eigen::Index>(n, kDirections)) {
    if (!p.Respond(x, d) || !Orthonormalize(V, p.metric(), d)) break;
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
  if (!problem.Factor(floor)) return -1;
  const MatrixXd V = CollectDirections(problem);
  if (V.cols() == 0) return -1;
  const MatrixXd T = V.transpose() * (problem.stiffness() * V);
  const MatrixXd symmetric = 0.5 * (T + T.transpose());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(symmetric);
  const double least = modes.eigenvalues()[0];
  if (!(least < -2 * floor) || (T - symmetric).norm() > 0.1 * -least) return -1;
  const VectorXd direction = V * modes.eigenvectors().col(0);
  Eigen::Index component = 0;
  problem.metric().cwiseProduct(direction.cwiseAbs2()).maxCoeff(&component);
  return static_cast<int>(component);
}

}  // namespace trunnion
