// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/correction_directions.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "solvers/linear/dependent_coordinates.hpp"

namespace trunnion {
namespace {

constexpr double kLargestGrowth = 3;  // of the obliquity: tangent planes that have turned by 70°
constexpr int kProbes = 3;

}  // namespace

CorrectionDirections::CorrectionDirections(CorrectionDirection kind,
                                           bool frozen,
                                           const VectorXd& inverse_metric)
    : kind_(kind),
      frozen_(frozen || kind == CorrectionDirection::dependent_coordinates),
      inverse_metric_(inverse_metric),
      mass_solver_(MakeKlu()),
      basis_solver_(MakeKlu()) {}

SolveStatus CorrectionDirections::Update(const SparseMatrix& GT, const SparseMatrix& M) {
  if (kind_ == CorrectionDirection::inverse_mass) {
    if (const auto status = mass_solver_->Factor(M); status != SolveStatus::ok) return status;
  }
  if (!frozen_) return SolveStatus::ok;
  if (GT.cols() == 0) {  // the last constraint may have gone
    basis_.resize(GT.rows(), 0);
    return SolveStatus::ok;
  }
  if (basis_.cols() == GT.cols() && EstimateObliquity(GT) <= kLargestGrowth * base_obliquity_)
    return SolveStatus::ok;
  return Renew(GT);
}

SolveStatus CorrectionDirections::Renew(const SparseMatrix& GT) {
  ++renewals_;
  if (kind_ != CorrectionDirection::dependent_coordinates) {
    basis_ = CalcFollowing(GT);
  } else {
    const auto rows = SelectDependentCoordinates(GT, inverse_metric_);
    if (static_cast<Eigen::Index>(rows.size()) < GT.cols()) return SolveStatus::singular;
    std::vector<Eigen::Triplet<double>> ones;
    for (std::size_t j = 0; j < rows.size(); ++j)
      ones.emplace_back(rows[j], static_cast<int>(j), 1);
    basis_.resize(GT.rows(), GT.cols());
    basis_.setFromTriplets(ones.begin(), ones.end());
  }
  base_obliquity_ = std::max(1.0, EstimateObliquity(GT));
  return SolveStatus::ok;
}

SparseMatrix CorrectionDirections::CalcFollowing(const SparseMatrix& GT) const {
  if (kind_ == CorrectionDirection::metric) return inverse_metric_.asDiagonal() * GT;
  MatrixXd dense = GT;
  (void)mass_solver_->Solve(dense);  // factorized by Update
  SparseMatrix D = dense.sparseView(0.0, 0.0);
  D.makeCompressed();
  return D;
}

SparseMatrix CorrectionDirections::CalcMatrix(const SparseMatrix& GT) const {
  return frozen_ ? basis_ : CalcFollowing(GT);
}

VectorXd CorrectionDirections::Apply(const SparseMatrix& GT, const VectorXd& s) const {
  if (frozen_) return basis_ * s;
  VectorXd x = GT * s;
  if (kind_ == CorrectionDirection::metric) return inverse_metric_.cwiseProduct(x);
  (void)mass_solver_->Solve(x);
  return x;
}

/// The longest component of D(G D)⁻¹G x over that of the orthogonal projection W⁻¹Gᵀ(G W⁻¹Gᵀ)⁻¹G x,
/// lengths in the metric, for some fixed vectors x of ±1: 1/cos of the angle between the range of D
/// and the normal space where one body's angle dominates. Infinite where G D is singular.
double CorrectionDirections::EstimateObliquity(const SparseMatrix& GT) {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const SparseMatrix GD = SparseMatrix(GT.transpose()) * basis_;
  if (basis_solver_->Factor(GD) != SolveStatus::ok) return kInfinite;
  if (projector_.Factor(GT, inverse_metric_) != SolveStatus::ok) return 1;
  const VectorXd scale = inverse_metric_.cwiseSqrt();
  unsigned random = 12345;
  double obliquity = 0;
  for (int probe = 0; probe < kProbes; ++probe) {
    VectorXd x = scale;
    for (double& component : x) {
      random = 1664525u * random + 1013904223u;
      if (random >> 31) component = -component;
    }
    VectorXd oblique = GT.transpose() * x, orthogonal = oblique;
    if (basis_solver_->Solve(oblique) != SolveStatus::ok ||
        projector_.Solve(orthogonal) != SolveStatus::ok)
      return kInfinite;
    oblique = (basis_ * oblique).cwiseQuotient(scale);
    orthogonal = scale.cwiseProduct(GT * orthogonal);
    obliquity = std::max(obliquity,
                         oblique.lpNorm<Eigen::Infinity>() / orthogonal.lpNorm<Eigen::Infinity>());
  }
  return obliquity;
}

}  // namespace trunnion
