// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/piecewise_cubic.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

using Points = PiecewiseCubic::Points;

void RequirePoints(const Points& points, std::size_t fewest, const std::string& name) {
  Require(points.size() >= fewest, name, "needs at least " + std::to_string(fewest) + " points");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string which = "point " + std::to_string(i + 1);
    Require(
        std::isfinite(points[i][0]) && std::isfinite(points[i][1]), name, which + " is not finite");
    Require(i == 0 || points[i][0] > points[i - 1][0],
            name,
            which + " is not to the right of the one before it; give x in increasing order");
  }
}

/// Slopes of the intervals.
std::vector<double> SlopesBetween(const Points& p) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    slopes.push_back((p[i + 1][1] - p[i][1]) / (p[i + 1][0] - p[i][0]));
  return slopes;
}

/// Means of the neighbouring slopes, weighted by how much those on the other side change; two more
/// intervals at each end have slopes that go on straight.
std::vector<double> AkimaSlopes(const Points& p) {
  std::vector<double> m = SlopesBetween(p);
  for (int i = 0; i < 2; ++i) {
    m.insert(m.begin(), 2 * m[0] - m[1]);
    m.push_back(2 * m[m.size() - 1] - m[m.size() - 2]);
  }
  std::vector<double> slopes;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double left = std::abs(m[i + 3] - m[i + 2]), right = std::abs(m[i + 1] - m[i]);
    slopes.push_back(left + right > 0 ? (left * m[i + 1] + right * m[i + 2]) / (left + right)
                                      : 0.5 * (m[i + 1] + m[i + 2]));
  }
  return slopes;
}

/// A sixth of the third derivative of the cubic through four points.
double ThirdDifference(const Points& p, std::size_t first) {
  const auto x = [&](std::size_t i) { return p[first + i][0]; };
  std::array<double, 4> y{};
  for (std::size_t i = 0; i < 4; ++i) y[i] = p[first + i][1];
  for (std::size_t order = 1; order < 4; ++order)
    for (std::size_t i = 3; i >= order; --i) y[i] = (y[i] - y[i - 1]) / (x(i) - x(i - order));
  return y[3];
}

/// The tridiagonal system of second derivatives z: hᵢ₋₁ zᵢ₋₁ + 2 (hᵢ₋₁ + hᵢ) zᵢ + hᵢ zᵢ₊₁ =
/// 6 (mᵢ − mᵢ₋₁), with (z₁ − z₀)/h₀ and its like at the end given.
std::vector<double> CubicSlopes(const Points& p) {
  const std::size_t n = p.size();
  const std::vector<double> m = SlopesBetween(p);
  const auto h = [&](std::size_t i) { return p[i + 1][0] - p[i][0]; };
  std::vector<double> diagonal(n), above(n), z(n);
  diagonal[0] = -1, above[0] = 1, z[0] = 6 * h(0) * ThirdDifference(p, 0);
  for (std::size_t i = 1; i < n; ++i) {
    const bool last = i + 1 == n;
    const double below = last ? -1 : h(i - 1);
    diagonal[i] = last ? 1 : 2 * (h(i - 1) + h(i));
    above[i] = last ? 0 : h(i);
    z[i] = last ? 6 * h(i - 1) * ThirdDifference(p, n - 4) : 6 * (m[i] - m[i - 1]);
    const double factor = below / diagonal[i - 1];
    diagonal[i] -= factor * above[i - 1];
    z[i] -= factor * z[i - 1];
  }
  for (std::size_t i = n; i-- > 0;)
    z[i] = (z[i] - (i + 1 < n ? above[i] * z[i + 1] : 0)) / diagonal[i];
  std::vector<double> slopes;
  for (std::size_t i = 0; i + 1 < n; ++i) slopes.push_back(m[i] - h(i) * (2 * z[i] + z[i + 1]) / 6);
  slopes.push_back(m[n - 2] + h(n - 2) * (z[n - 2] + 2 * z[n - 1]) / 6);
  return slopes;
}

}  // namespace

PiecewiseCubic::PiecewiseCubic(const Points& points,
                               Shape shape,
                               Ends ends,
                               const std::string& name) {
  RequirePoints(points, shape == Shape::linear ? 2 : shape == Shape::akima ? 3 : 4, name);
  const std::vector<double> m = SlopesBetween(points);
  std::vector<double> slopes;
  if (shape == Shape::akima) slopes = AkimaSlopes(points);
  if (shape == Shape::cubic) slopes = CubicSlopes(points);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const double h = points[i + 1][0] - points[i][0];
    const double left = slopes.empty() ? m[i] : slopes[i];
    const double right = slopes.empty() ? m[i] : slopes[i + 1];
    pieces_.push_back({points[i][0],
                       points[i][1],
                       left,
                       (3 * m[i] - 2 * left - right) / h,
                       (left + right - 2 * m[i]) / (h * h)});
    if (i > 0) knots_.push_back(points[i][0]);
  }
  if (ends == Ends::polynomial) return;
  const double last = slopes.empty() ? m.back() : slopes.back();
  pieces_.insert(pieces_.begin(), {points[0][0], points[0][1], pieces_[0].b, 0, 0});
  pieces_.push_back({points.back()[0], points.back()[1], last, 0, 0});
  knots_.insert(knots_.begin(), points[0][0]);
  knots_.push_back(points.back()[0]);
}

int PiecewiseCubic::FindPiece(double x) const {
  return static_cast<int>(std::upper_bound(knots_.begin(), knots_.end(), x) - knots_.begin());
}

}  // namespace trunnion
