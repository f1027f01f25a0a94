// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

#include "engine/core/dual.hpp"
#include "engine/core/expression.hpp"

/// Evaluation of an Expression with a scalar of the caller. Internal to expression.hpp.
namespace trunnion {
namespace internal {

/// Whole powers by products, so that derivatives exist at zero.
template <class S>
S WholePower(const S& x, int p) {
  S result(1.0);
  for (int i = 0; i < std::abs(p); ++i) result = result * x;
  return p < 0 ? S(1.0) / result : result;
}

template <class S>
bool IsConstant(const S&) {
  return true;
}
template <class T, int N>
bool IsConstant(const Dual<T, N>& x) {
  for (int i = 0; i < N; ++i)
    if (PlainValue(x.d[i]) != 0 || !IsConstant(x.d[i])) return false;
  return IsConstant(x.a);
}

template <class S>
S Power(const S& x, const S& y) {
  using std::pow, std::exp, std::log;
  constexpr double kMostProducts = 16;
  const double p = PlainValue(y);
  if (!IsConstant(y)) return exp(y * log(x));
  if (p == std::floor(p) && std::abs(p) <= kMostProducts) return WholePower(x, static_cast<int>(p));
  return pow(x, p);
}

template <class S>
S Step(const S& x, const S& x0, const S& h0, const S& x1, const S& h1) {
  if (PlainValue(x) <= PlainValue(x0)) return h0;
  if (PlainValue(x) >= PlainValue(x1)) return h1;
  const S s = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * s * s * (S(3.0) - S(2.0) * s);
}

}  // namespace internal

template <class S>
S Expression::Compare(Code code, const S& a, const S& b) {
  const double x = PlainValue(a), y = PlainValue(b);
  const bool holds = code == Code::less            ? x < y
                     : code == Code::less_equal    ? x <= y
                     : code == Code::greater       ? x > y
                     : code == Code::greater_equal ? x >= y
                     : code == Code::equal         ? x == y
                                                   : x != y;
  return S(holds ? 1.0 : 0.0);
}

template <class S>
S Expression::Combine(Code code, const S& a, const S& b) {
  using std::atan2;
  if (code == Code::add) return a + b;
  if (code == Code::subtract) return a - b;
  if (code == Code::multiply) return a * b;
  if (code == Code::divide) return a / b;
  if (code == Code::power) return internal::Power(a, b);
  if (code == Code::atan2) return atan2(a, b);
  if (code == Code::min) return PlainValue(b) < PlainValue(a) ? b : a;
  if (code == Code::max) return PlainValue(b) > PlainValue(a) ? b : a;
  if (code == Code::mod) return a - b * S(std::floor(PlainValue(a) / PlainValue(b)));
  return Compare(code, a, b);
}

template <class S>
S Expression::Map(Code code, const S& x) {
  using std::abs, std::acos, std::asin, std::atan2, std::cos, std::exp, std::log, std::sin,
      std::sqrt, std::tan, std::tanh;
  const double value = PlainValue(x);
  if (code == Code::negate) return -x;
  if (code == Code::sin) return sin(x);
  if (code == Code::cos) return cos(x);
  if (code == Code::tan) return tan(x);
  if (code == Code::asin) return asin(x);
  if (code == Code::acos) return acos(x);
  if (code == Code::atan) return atan2(x, S(1.0));
  if (code == Code::sinh) return S(0.5) * (exp(x) - exp(-x));
  if (code == Code::cosh) return S(0.5) * (exp(x) + exp(-x));
  if (code == Code::tanh) return tanh(x);
  if (code == Code::exp) return exp(x);
  if (code == Code::log) return log(x);
  if (code == Code::log10) return log(x) * S(1 / std::log(10.0));
  if (code == Code::sqrt) return sqrt(x);
  if (code == Code::abs) return abs(x);
  if (code == Code::sign) return S(value > 0 ? 1.0 : value < 0 ? -1.0 : 0.0);
  if (code == Code::floor) return S(std::floor(value));
  if (code == Code::ceil) return S(std::ceil(value));
  return S(std::round(value));
}

/// Takes the arguments from the end of the stack and leaves the result there.
template <class S>
void Expression::Apply(const Operation& operation, S* stack, int& size) {
  S* end = stack + size;
  const int arguments = CountArguments(operation.code);
  S& result = *(end - arguments);
  if (arguments == 1)
    result = Map<S>(operation.code, end[-1]);
  else if (arguments == 2)
    result = Combine<S>(operation.code, end[-2], end[-1]);
  else if (operation.code == Code::choose)
    result = PlainValue(end[-3]) != 0 ? end[-2] : end[-1];
  else
    result = internal::Step<S>(end[-5], end[-4], end[-3], end[-2], end[-1]);
  size -= arguments - 1;
}

template <class S>
S Expression::Evaluate(std::span<const S> variables) const {
  if (program_.empty()) return S(0.0);
  std::array<S, kMostDepth> stack;
  int size = 0;
  for (const Operation& operation : program_) {
    if (operation.code == Code::constant)
      stack[static_cast<std::size_t>(size++)] = S(operation.number);
    else if (operation.code == Code::variable)
      stack[static_cast<std::size_t>(size++)] =
          variables[static_cast<std::size_t>(operation.number)];
    else
      Apply(operation, stack.data(), size);
  }
  return stack[0];
}

}  // namespace trunnion
