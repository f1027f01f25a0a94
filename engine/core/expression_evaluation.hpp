// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
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

}  // namespace internal

template <class S>
S Expression::Combine(Code code, const S& a, const S& b) {
  using std::atan2;
  if (code == Code::add) return a + b;
  if (code == Code::subtract) return a - b;
  if (code == Code::multiply) return a * b;
  if (code == Code::divide) return a / b;
  if (code == Code::power) return internal::Power(a, b);
  if (code == Code::atan2) return atan2(a, b);
  const bool same = PlainValue(a) == PlainValue(b);
  return S(same == (code == Code::equal) ? 1.0 : 0.0);
}

template <class S>
S Expression::Map(Code code, const S& x) {
  using std::acos, std::asin, std::atan2, std::cos, std::exp, std::log, std::sin, std::sqrt,
      std::tan, std::tanh;
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
  return sqrt(x);
}

/// @param choose  gives the piece of an operation with a switch, by the operation and its
/// arguments.
template <class S, class Choose>
S Expression::Run(std::span<const S> variables, const Choose& choose) const {
  if (program_.empty()) return S(0.0);
  std::array<S, kMostDepth> stack;
  std::size_t size = 0;
  for (std::size_t at = 0; at < program_.size(); ++at) {
    const Operation& o = program_[at];
    const auto index = static_cast<std::size_t>(o.index);
    const auto arguments = static_cast<std::size_t>(internal::CountArguments(o.code));
    if (o.code == Code::constant) {
      stack[size++] = S(o.number);
    } else if (o.code == Code::variable) {
      stack[size++] = variables[index];
    } else if (o.code == Code::local) {
      stack[size] = stack[index];
      ++size;
    } else if (o.code == Code::jump) {
      at = index - 1;
    } else if (o.code == Code::jump_unless) {
      if (PlainValue(stack[--size]) == 0) at = index - 1;
    } else if (o.code == Code::keep_last) {
      stack[size - 1 - index] = stack[size - 1];
      size -= index;
    } else {
      size -= arguments;
      const S* first = stack.data() + size;
      if (o.number_of_switch >= 0)
        stack[size] = ApplyIn(o, first, choose(o, first));
      else
        stack[size] =
            arguments == 1 ? Map<S>(o.code, first[0]) : Combine<S>(o.code, first[0], first[1]);
      ++size;
    }
  }
  return stack[0];
}

template <class S>
S Expression::Evaluate(std::span<const S> variables) const {
  return Run(variables,
             [this](const Operation& o, const S* arguments) { return FindPiece(o, arguments); });
}

}  // namespace trunnion
