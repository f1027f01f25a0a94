// SPDX-License-Identifier: BSD-3-Clause
#include "engine/study/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

using Complex = std::complex<double>;

/// Discrete Fourier transform, in place; the length is a power of two (Cooley, Tukey 1965).
void Transform(std::vector<Complex>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t length = 2; length <= n; length <<= 1)
    for (std::size_t k = 0; k < length / 2; ++k) {
      const double angle =
          -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(length);
      const Complex w = std::polar(1.0, angle);
      for (std::size_t i = k; i < n; i += length) {
        const Complex even = x[i], odd = w * x[i + length / 2];
        x[i] = even + odd;
        x[i + length / 2] = even - odd;
      }
    }
}

double Interpolate(const VectorXd& t, const VectorXd& y, double at) {
  const auto next = std::lower_bound(t.begin(), t.end(), at) - t.begin();
  if (next == 0) return y[0];
  if (t[next] == at) return y[next];
  const double part = (at - t[next - 1]) / (t[next] - t[next - 1]);
  return y[next - 1] + part * (y[next] - y[next - 1]);
}

/// ∫ y dt and ∫ y² dt of the straight pieces.
std::pair<double, double> Integrate(const VectorXd& t, const VectorXd& y) {
  double first = 0, second = 0;
  for (Eigen::Index i = 1; i < t.size(); ++i) {
    const double h = t[i] - t[i - 1], a = y[i - 1], b = y[i];
    first += h * (a + b) / 2;
    second += h * (a * a + a * b + b * b) / 3;
  }
  return {first, second};
}

double FindFrequency(const VectorXd& t, const VectorXd& y) {
  constexpr std::size_t kMostPoints = 1 << 18, kPadding = 4;
  const double length = t[t.size() - 1] - t[0];
  Require(t.size() >= 8 && length > 0, "a frequency needs at least 8 outputs");
  std::size_t n = 8;
  while (n < static_cast<std::size_t>(t.size()) && n < kMostPoints) n *= 2;
  const double mean = Integrate(t, y).first / length;
  std::vector<Complex> x(kPadding * n);
  for (std::size_t i = 0; i < n; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(n);
    const double window = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * part);
    x[i] = window * (Interpolate(t, y, t[0] + part * length) - mean);
  }
  Transform(x);
  std::size_t peak = kPadding;  // one period
  for (std::size_t k = peak; k < x.size() / 2; ++k)
    if (std::norm(x[k]) > std::norm(x[peak])) peak = k;
  if (!(std::norm(x[peak]) > 0)) return 0;  // the signal is constant
  const auto level = [&](std::size_t k) { return std::log(std::max(std::norm(x[k]), 1e-300)); };
  const double left = level(peak - 1), top = level(peak), right = level(peak + 1);
  const double curvature = left - 2 * top + right;
  const double shift = curvature < 0 ? std::clamp(0.5 * (left - right) / curvature, -0.5, 0.5) : 0;
  return (static_cast<double>(peak) + shift) / (static_cast<double>(kPadding) * length);
}

double ReduceAll(Reduction::Kind kind, const VectorXd& t, const VectorXd& y) {
  using Kind = Reduction::Kind;
  const double length = t[t.size() - 1] - t[0];
  switch (kind) {
    case Kind::max:
      return y.maxCoeff();
    case Kind::min:
      return y.minCoeff();
    case Kind::range:
      return y.maxCoeff() - y.minCoeff();
    case Kind::peak:
      return y.cwiseAbs().maxCoeff();
    case Kind::mean:
      return length > 0 ? Integrate(t, y).first / length : y[0];
    case Kind::rms:
      return length > 0 ? std::sqrt(Integrate(t, y).second / length) : std::abs(y[0]);
    case Kind::initial:
      return y[0];
    case Kind::frequency:
      return FindFrequency(t, y);
    default:
      return y[y.size() - 1];
  }
}

}  // namespace

double Reduce(const Reduction& reduction, const VectorXd& t, const VectorXd& y) {
  const auto first = std::lower_bound(t.begin(), t.end(), reduction.after) - t.begin();
  const auto last = std::upper_bound(t.begin(), t.end(), reduction.before) - t.begin();
  Require(first < last, "there is no output in the time looked at; check 'after' and 'before'");
  if (reduction.kind != Reduction::Kind::value)
    return ReduceAll(
        reduction.kind, t.segment(first, last - first), y.segment(first, last - first));
  Require(reduction.at >= t[0] && reduction.at <= t[t.size() - 1],
          "the time 'at' lies outside of the run, which may have ended early");
  return Interpolate(t, y, reduction.at);
}

}  // namespace trunnion
