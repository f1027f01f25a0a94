// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/range_space_solver.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "engine/core/parallel.hpp"
#include "solvers/linear/sparse_pattern.hpp"
#include "solvers/linear/sparse_products.hpp"

namespace trunnion {
namespace {

/// Of a pivot of S over its diagonal element: cond(L⁻¹Gᵀ) up to 3000.
constexpr double kSmallestPivotGrowth = 1e-7;
/// Of a pivot of a block of M over its largest element: below it a direction has no mass.
constexpr double kSmallestMassRatio = 1e-13;
constexpr int kLargestBlock = 6;
/// Parts below which one thread takes all, and parts of one task.
constexpr int kSerialParts = 2048, kPartsPerTask = 256;

/// Calls f(i) for blocks, places or columns i = 0 .. count − 1.
template <class F>
void ForEachPart(std::size_t count, const F& f) {
  const auto call = [&f](int i) { f(static_cast<std::size_t>(i)); };
  ForEachIndex(static_cast<int>(count), count >= kSerialParts, call, kPartsPerTask);
}

/// A copy of a block's part of a vector, without allocation.
using BlockVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kLargestBlock, 1>;

}  // namespace

bool RangeSpaceSolver::SetMass(const SparseMatrix& M) {
  const int n = static_cast<int>(M.rows());
  inverse_root_.setOnes(n);
  blocks_.clear();
  block_of_.assign(static_cast<std::size_t>(n), -1);
  scaled_GT_.resize(0, 0);
  for (int first = 0; first < n;) {
    int end = first + 1;  // of the coordinates that are coupled with the first, one by the other
    for (int j = first; j < end; ++j) {
      for (SparseMatrix::InnerIterator it(M, j); it; ++it) {
        if (it.value() == 0) continue;
        const int row = static_cast<int>(it.row());
        if (row < first || row >= first + kLargestBlock) return false;
        end = std::max(end, row + 1);
      }
    }
    if (!AddBlock(M, first, end - first)) return false;
    first = end;
  }
  return true;
}

bool RangeSpaceSolver::AddBlock(const SparseMatrix& M, int first, int size) {
  if (size == 1) {
    const double mass = M.coeff(first, first);
    inverse_root_[first] = 1 / std::sqrt(mass);
    return mass > 0 && std::isfinite(mass);
  }
  Block block{first, size};
  block.inverse_root = MatrixXd(M.block(first, first, size, size));
  const Eigen::LLT<MatrixXd> llt(block.inverse_root);
  if (llt.info() != Eigen::Success) return false;
  const MatrixXd L = llt.matrixL();  // a turned zero is a rounded one
  const double largest = block.inverse_root.diagonal().maxCoeff();
  if (L.diagonal().cwiseAbs2().minCoeff() < kSmallestMassRatio * largest) return false;
  block.inverse_root = llt.matrixL().solve(MatrixXd::Identity(size, size));
  std::fill_n(block_of_.begin() + first, size, static_cast<int>(blocks_.size()));
  blocks_.push_back(block);
  return true;
}

/// Lays out S and the places of blocks in Gᵀ.
bool RangeSpaceSolver::Analyze(const SparseMatrix& GT) {
  places_.clear();
  const int* inner = GT.innerIndexPtr();
  for (int j = 0; j < GT.outerSize(); ++j) {
    const int end = GT.outerIndexPtr()[j + 1];
    for (int k = GT.outerIndexPtr()[j]; k < end;) {
      const int b = block_of_[static_cast<std::size_t>(inner[k])];
      if (b < 0) {
        ++k;
        continue;
      }
      const Block& block = blocks_[static_cast<std::size_t>(b)];
      const int last = k + block.size - 1;
      if (last >= end || inner[k] != block.first || inner[last] != block.first + block.size - 1)
        return false;
      places_.push_back({k, b});
      k = last + 1;
    }
  }
  scaled_GT_ = GT;
  gram_.Analyze(GT);
  return true;
}

bool RangeSpaceSolver::Factor(const SparseMatrix& GT) {
  if (!SamePattern(scaled_GT_, GT) && !Analyze(GT)) {
    scaled_GT_.resize(0, 0);
    return false;
  }
  double* value = scaled_GT_.valuePtr();
  ForEachPart(static_cast<std::size_t>(GT.cols()), [&](std::size_t j) {
    for (int k = GT.outerIndexPtr()[j]; k < GT.outerIndexPtr()[j + 1]; ++k)
      value[k] = GT.valuePtr()[k] * inverse_root_[GT.innerIndexPtr()[k]];
  });
  ForEachPart(places_.size(), [&](std::size_t i) {
    const auto& L = blocks_[static_cast<std::size_t>(places_[i].block)].inverse_root;
    Eigen::Map<VectorXd> part(value + places_[i].entry, L.rows());
    part = L.triangularView<Eigen::Lower>() * BlockVector(part);
  });
  gram_.Compute(scaled_GT_);
  return cholesky_->Factor(gram_.matrix()) == SolveStatus::ok &&
         (GT.cols() == 0 || cholesky_->statistics().pivot_growth > kSmallestPivotGrowth);
}

bool RangeSpaceSolver::Solve(Eigen::Ref<MatrixXd> x, Eigen::Ref<MatrixXd> s) const {
  // With y = Lᵀx: y + (L⁻¹Gᵀ) s = L⁻¹f and (L⁻¹Gᵀ)ᵀ y = r.
  x = inverse_root_.asDiagonal() * x;
  ForEachPart(blocks_.size(), [&](std::size_t i) {
    const Block& b = blocks_[i];
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
      auto part = x.col(c).segment(b.first, b.size);
      part = b.inverse_root.triangularView<Eigen::Lower>() * BlockVector(part);
    }
  });
  s = -s;
  AddTransposedProduct(1, scaled_GT_, x, s);
  if (cholesky_->Solve(s) != SolveStatus::ok) return false;
  AddProduct(-1, scaled_GT_, s, x);
  x = inverse_root_.asDiagonal() * x;
  ForEachPart(blocks_.size(), [&](std::size_t i) {
    const Block& b = blocks_[i];
    for (Eigen::Index c = 0; c < x.cols(); ++c) {
      auto part = x.col(c).segment(b.first, b.size);
      part = b.inverse_root.transpose().triangularView<Eigen::Upper>() * BlockVector(part);
    }
  });
  return true;
}

}  // namespace trunnion
