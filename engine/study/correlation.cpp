// SPDX-License-Identifier: BSD-3-Clause
#include "engine/study/correlation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace trunnion {
namespace {

VectorXd CalcRanks(const VectorXd& x) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return x[a] < x[b]; });
  VectorXd ranks(x.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && x[order[end]] == x[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i)
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    begin = end;
  }
  return ranks;
}

}  // namespace

double CalcPearson(const VectorXd& x, const VectorXd& y) {
  if (x.size() < 3) return NAN;
  const VectorXd dx = x.array() - x.mean(), dy = y.array() - y.mean();
  const double rounding = 1e-14 * static_cast<double>(x.size());
  if (dx.norm() <= rounding * x.norm() || dy.norm() <= rounding * y.norm()) return NAN;
  return std::clamp(dx.dot(dy) / (dx.norm() * dy.norm()), -1.0, 1.0);
}

double CalcSpearman(const VectorXd& x, const VectorXd& y) {
  return CalcPearson(CalcRanks(x), CalcRanks(y));
}

SobolIndices CalcSobol(const VectorXd& y, Eigen::Index parameters) {
  const Eigen::Index n = y.size() / (parameters + 2);
  const double mean = y.head(2 * n).mean();
  const VectorXd a = y.head(n).array() - mean, b = y.segment(n, n).array() - mean;
  const double variance = (a.squaredNorm() + b.squaredNorm()) / static_cast<double>(2 * n);
  SobolIndices indices{VectorXd::Constant(parameters, NAN), VectorXd::Constant(parameters, NAN)};
  if (!(variance > 0)) return indices;
  for (Eigen::Index i = 0; i < parameters; ++i) {
    const VectorXd mixed = y.segment((i + 2) * n, n).array() - mean;
    indices.first[i] = b.dot(mixed - a) / static_cast<double>(n) / variance;
    indices.total[i] = (a - mixed).squaredNorm() / static_cast<double>(2 * n) / variance;
  }
  return indices;
}

}  // namespace trunnion
