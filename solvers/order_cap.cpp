// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/order_cap.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <complex>

namespace trunnion {
namespace {

/// Coefficients of the BDF formula of constant step: h y' = Σ αⱼ y_{n−j}, from Σ (1/j) ∇ʲ.
std::array<double, 6> BdfCoefficients(int order) {
  std::array<double, 6> alpha{};
  for (int j = 1; j <= order; ++j) {
    double binomial = 1;
    for (int i = 0; i <= j; ++i) {
      alpha[static_cast<std::size_t>(i)] += (i % 2 ? -binomial : binomial) / j;
      binomial = binomial * (j - i) / (i + 1);
    }
  }
  return alpha;
}

}  // namespace

double BdfGrowth(int order, double z) {
  using Complex = std::complex<double>;
  const auto alpha = BdfCoefficients(order);
  // Companion matrix of (α₀ − i z) ζᵏ + α₁ ζᵏ⁻¹ + … + αₖ.
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(order, order);
  const Complex leading(alpha[0], -z);
  for (int j = 0; j < order; ++j) {
    companion(0, j) = -alpha[static_cast<std::size_t>(j) + 1] / leading;
    if (j + 1 < order) companion(j + 1, j) = 1;
  }
  return Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false)
      .eigenvalues()
      .cwiseAbs()
      .maxCoeff();
}

bool OrderCap::Observe(const VectorXd& e, const DynamicsMatrices& matrices, double h, int order) {
  if (order < 3) return false;
  const VectorXd Ke = matrices.K * e, Me = matrices.M * e;
  const double eKe = e.dot(Ke), eMe = e.dot(Me);
  if (!(eKe > 0) || !(eMe > 0)) return false;
  double KKe = 0;  // M⁻¹ by its diagonal; massless coordinates carry no mode
  const VectorXd mass = matrices.M.diagonal();
  for (int i = 0; i < e.size(); ++i)
    if (mass[i] > 0) KKe += Ke[i] * Ke[i] / mass[i];
  const double w1 = eKe / eMe, w2 = KKe / eKe;
  const double z = h * std::sqrt(w1);
  if (w1 < 0.5 * w2 || z < 0.7 || BdfGrowth(order, z) < 1.02) return false;
  int stable = order - 1;
  while (stable > 2 && BdfGrowth(stable, z) >= 1.02) --stable;
  cap_ = stable;
  steps_left_ = 20;
  return true;
}

}  // namespace trunnion
