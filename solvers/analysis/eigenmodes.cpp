// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/eigenmodes.hpp"

#include <Spectra/GenEigsComplexShiftSolver.h>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "engine/core/error.hpp"
#include "solvers/problem/rounding.hpp"

namespace trunnion {

double CalcFrequency(std::complex<double> s) { return std::abs(s) / (2 * std::numbers::pi); }

double CalcDampingRatio(std::complex<double> s) {
  return std::abs(s) > 0 ? -s.real() / std::abs(s) : 0.0;
}

namespace {

using Complex = std::complex<double>;

/// What is larger by less than this counts as equal, so that the choice does not hang on rounding.
constexpr double kEqual = 1 + 1e-6;
/// Forces within this many units of rounding count as balanced: statics leaves them at 8.
constexpr double kRoundingUnits = 64;
/// Most QR iterations for an eigenvalue, and sweeps of the balancing before.
constexpr int kSweeps = 100;

void NormalizeShape(const ConstrainedSystem& system, Eigen::Ref<Eigen::VectorXcd> shape) {
  double most = 0, most_component = 0;
  Complex largest = 1;
  for (const NormBlock& b : system.norm_blocks()) {
    const auto scale = system.metric().segment(b.first, b.size).cwiseSqrt();
    const Eigen::VectorXcd part = shape.segment(b.first, b.size).cwiseProduct(scale);
    if (part.norm() <= kEqual * most) continue;
    most = part.norm();
    most_component = 0;
    for (const Complex& component : part) {
      if (std::abs(component) <= kEqual * most_component) continue;
      most_component = std::abs(component);
      largest = component;
    }
  }
  if (most > 0) shape *= std::conj(largest) / std::abs(largest) / most;
}

Eigenmodes SortModes(const ConstrainedSystem& system,
                     const Eigen::VectorXcd& values,
                     const Eigen::MatrixXcd& shapes,
                     const Eigen::MatrixXcd& states) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (values[i].imag() >= 0) kept.push_back(i);
  std::sort(kept.begin(), kept.end(), [&](Eigen::Index a, Eigen::Index b) {
    const double size_a = std::abs(values[a]), size_b = std::abs(values[b]);
    return size_a != size_b                       ? size_a < size_b
           : values[a].real() != values[b].real() ? values[a].real() < values[b].real()
                                                  : a < b;
  });
  Eigenmodes modes{values(kept), shapes(Eigen::all, kept), {}};
  if (states.size() > 0) modes.states = states(Eigen::all, kept);
  for (Eigen::Index j = 0; j < modes.shapes.cols(); ++j)
    NormalizeShape(system, modes.shapes.col(j));
  return modes;
}

/// The `count` modes nearest to the shift, in their order.
Eigenmodes KeepNearest(const Eigenmodes& modes, Complex shift, int count) {
  std::vector<Eigen::Index> nearest(static_cast<std::size_t>(modes.eigenvalues.size()));
  for (std::size_t i = 0; i < nearest.size(); ++i) nearest[i] = static_cast<Eigen::Index>(i);
  std::stable_sort(nearest.begin(), nearest.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(modes.eigenvalues[a] - shift) < std::abs(modes.eigenvalues[b] - shift);
  });
  if (nearest.size() > static_cast<std::size_t>(count))
    nearest.resize(static_cast<std::size_t>(count));
  std::sort(nearest.begin(), nearest.end());
  return {Eigen::VectorXcd(modes.eigenvalues(nearest)),
          Eigen::MatrixXcd(modes.shapes(Eigen::all, nearest)),
          {}};
}

/// x → Re((P − σ)⁻¹ x) for the pencil P of d' = η, M η' = −D η − K d − Gᵀλ, G d = 0.
class ShiftInvert {
 public:
  using Scalar = double;

  ShiftInvert(ConstrainedSystem& system, const OperatingPoint& at, bool damping)
      : n_(system.num_velocities()) {
    Residuals r;
    system.InitializePatterns(r, matrices_);
    system.CalcResiduals(at.t, at.q, at.v, at.v_dot, r);
    system.CalcMatrices(at.t, at.q, at.v, at.v_dot, at.lambda, matrices_);
    if (!damping) matrices_.D.coeffs().setZero();
    at.active.Select(r.GT, GT_);
  }

  Eigen::Index rows() const { return 2 * n_; }
  Eigen::Index cols() const { return 2 * n_; }
  const DynamicsMatrices& matrices() const { return matrices_; }
  const SparseMatrix& GT() const { return GT_; }

  void set_shift(double re, double im) {
    shift_ = Complex(re, im);
    const Eigen::Index size = n_ + GT_.cols();
    std::vector<Eigen::Triplet<Complex>> entries;
    for (int j = 0; j < n_; ++j)
      for (int k = matrices_.K.outerIndexPtr()[j]; k < matrices_.K.outerIndexPtr()[j + 1]; ++k)
        entries.emplace_back(matrices_.K.innerIndexPtr()[k],
                             j,
                             shift_ * shift_ * matrices_.M.valuePtr()[k] +
                                 shift_ * matrices_.D.valuePtr()[k] + matrices_.K.valuePtr()[k]);
    for (int j = 0; j < GT_.cols(); ++j)
      for (SparseMatrix::InnerIterator it(GT_, j); it; ++it) {
        entries.emplace_back(static_cast<int>(it.row()), n_ + j, it.value());
        entries.emplace_back(n_ + j, static_cast<int>(it.row()), it.value());
      }
    Eigen::SparseMatrix<Complex> H(size, size);
    H.setFromTriplets(entries.begin(), entries.end());
    solver_.compute(H);
    if (solver_.info() != Eigen::Success) {
      throw SolverError(
          "eigenmodes: the shifted matrix is singular; choose another frequency to search near");
    }
  }

  void perform_op(const double* x, double* y) const {
    const Eigen::Map<const VectorXd> a(x, n_), b(x + n_, n_);
    Eigen::VectorXcd rhs = Eigen::VectorXcd::Zero(n_ + GT_.cols());
    rhs.head(n_) = -(matrices_.M * b + matrices_.D * a).cast<Complex>() -
                   shift_ * (matrices_.M * a).cast<Complex>();
    const Eigen::VectorXcd d = solver_.solve(rhs).head(n_);
    Eigen::Map<VectorXd>(y, n_) = d.real();
    Eigen::Map<VectorXd>(y + n_, n_) = a + (shift_ * d).real();
  }

 private:
  int n_;
  DynamicsMatrices matrices_;
  SparseMatrix GT_;
  Complex shift_;
  Eigen::SparseLU<Eigen::SparseMatrix<Complex>> solver_;
};

/// Rest means that no body moves, and that what accelerates them is no more than rounding of the
/// forces on them: of stiff elements on light nodes, accelerations of any size.
void RequireRest(const ConstrainedSystem& system, const OperatingPoint& at, const ShiftInvert& op) {
  VectorXd lambda;
  at.active.Select(at.lambda, lambda);
  const VectorXd rounding =
      CalcForceRounding(system, at.q, op.matrices().K, op.GT(), lambda, kRoundingUnits);
  const VectorXd force = op.matrices().M * at.v_dot;
  Eigen::Index worst = 0;
  const double excess = (force.array().abs() - rounding.array()).maxCoeff(&worst);
  if (at.v.isZero(1e-9) && (at.v_dot.isZero(1e-6) || excess <= 0)) return;
  if (!at.v.isZero(1e-9)) at.v.cwiseAbs().maxCoeff(&worst);
  throw SolverError("eigenmodes near a frequency need a system at rest, but " +
                    system.DescribeComponent(static_cast<int>(worst)) +
                    ", moves or is out of balance; find the static equilibrium first");
}

/// Scales D, powers of 2, that give the rows and columns of D⁻¹ A D like norms; A becomes that.
/// Reference James, Langou & Lowery, On matrix balancing and eigenvector computation,
///           arXiv:1401.5766 (2014).
VectorXd Balance(MatrixXd& A) {
  VectorXd D = VectorXd::Ones(A.rows());
  bool again = true;
  for (int sweep = 0; again && sweep < kSweeps; ++sweep) {
    again = false;
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      const double column = A.col(i).stableNorm(), row = A.row(i).stableNorm();
      if (!(column > 0) || !(row > 0)) continue;
      const double f = std::exp2(std::round(std::log2(row / column) / 2));
      if (!(std::hypot(column * f, row / f) < 0.95 * std::hypot(column, row))) continue;
      D[i] *= f;
      A.col(i) *= f;
      A.row(i) /= f;
      again = true;
    }
  }
  return D;
}

/// Eigenvalues and eigenvectors of A, which is balanced.
template <class Solver, class Matrix>
bool FindEigenvectors(const Matrix& A, Eigen::VectorXcd& values, Eigen::MatrixXcd& vectors) {
  Solver solver;
  solver.setMaxIterations(kSweeps * A.rows());
  solver.compute(A);
  if (solver.info() != Eigen::Success) return false;
  values = solver.eigenvalues();
  vectors = solver.eigenvectors();
  return vectors.allFinite();
}

}  // namespace

Eigenmodes CalcEigenmodes(const ConstrainedSystem& system, const Linearization& linear) {
  const Eigen::Index f = linear.A.rows() / 2;
  if (f == 0) return {Eigen::VectorXcd(0), Eigen::MatrixXcd(linear.dq.rows(), 0), {}};
  MatrixXd A = linear.A;
  const VectorXd D = Balance(A);
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
  // Where the shifts of the real iteration run in circles, complex ones do not.
  if (!FindEigenvectors<Eigen::EigenSolver<MatrixXd>>(A, values, vectors) &&
      !FindEigenvectors<Eigen::ComplexEigenSolver<Eigen::MatrixXcd>>(
          Eigen::MatrixXcd(A), values, vectors))
    throw SolverError("eigenmodes: the QR iteration did not converge; check the model's numbers");
  const Eigen::MatrixXcd states = D.asDiagonal() * vectors;
  const Eigen::MatrixXcd shapes = linear.dq.leftCols(f).cast<Complex>() * states.topRows(f);
  return SortModes(system, values, shapes, states);
}

Eigenmodes CalcEigenmodesNear(ConstrainedSystem& system,
                              const OperatingPoint& at,
                              std::complex<double> shift,
                              int count,
                              bool damping) {
  ShiftInvert op(system, at, damping);
  RequireRest(system, at, op);
  const Eigen::Index n = system.num_velocities(), freedoms = n - at.active.size();
  const Eigen::Index wanted = std::min<Eigen::Index>(2 * count + 2, 2 * freedoms - 2);
  if (wanted < 1)
    throw SolverError(
        "eigenmodes: too few degrees of freedom for a search near a frequency; "
        "calculate all modes");
  const Eigen::Index basis =
      std::min<Eigen::Index>(2 * freedoms, std::max<Eigen::Index>(2 * wanted + 1, wanted + 20));
  Spectra::GenEigsComplexShiftSolver<ShiftInvert> solver(
      op, wanted, basis, shift.real(), shift.imag());
  // One application of the operator makes the start obey the constraints.
  VectorXd start = VectorXd::LinSpaced(2 * n, 1, 2).array().sin(), allowed(2 * n);
  op.perform_op(start.data(), allowed.data());
  solver.init(allowed.data());
  solver.compute(Spectra::SortRule::LargestMagn, 1000, 1e-11);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw SolverError(
        "eigenmodes: the search did not converge; ask for fewer modes or another "
        "frequency");
  const Eigen::MatrixXcd vectors = solver.eigenvectors().topRows(n);
  Eigenmodes modes = SortModes(system, solver.eigenvalues(), vectors, {});
  return KeepNearest(modes, shift, count);
}

}  // namespace trunnion
