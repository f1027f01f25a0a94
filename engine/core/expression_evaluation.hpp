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

/// abs 0 | 1, sign −1 | 0 | 1, floor, ceil and round their value, mod the whole quotient, a table
/// its piece, min and max the number of the argument, a comparison 0 | 1, step 0 | 1 | 2.
template <class S>
double Expression::FindPiece(const Operation& operation, const S* arguments) const {
  const double a = PlainValue(arguments[0]);
  const double b = CountArguments(operation.code) > 1 ? PlainValue(arguments[1]) : 0;
  switch (operation.code) {
    case Code::abs:
      return a < 0 ? 0 : 1;
    case Code::sign:
      return a > 0 ? 1 : a < 0 ? -1 : 0;
    case Code::floor:
      return std::floor(a);
    case Code::ceil:
      return std::ceil(a);
    case Code::round:
      return std::round(a);
    case Code::table:
      return tables_[static_cast<std::size_t>(operation.index)].FindPiece(a);
    case Code::min:
      return b < a;
    case Code::max:
      return b > a;
    case Code::mod:
      return std::floor(a / b);
    case Code::less:
      return a < b;
    case Code::less_equal:
      return a <= b;
    case Code::greater:
      return a > b;
    case Code::greater_equal:
      return a >= b;
    default:  // step
      return a <= b ? 0 : a >= PlainValue(arguments[3]) ? 2 : 1;
  }
}

template <class S>
S Expression::ApplyIn(const Operation& operation, const S* arguments, double piece) const {
  const S& a = arguments[0];
  switch (operation.code) {
    case Code::abs:
      return piece == 0 ? -a : a;
    case Code::table:
      return tables_[static_cast<std::size_t>(operation.index)].Evaluate(a,
                                                                         static_cast<int>(piece));
    case Code::min:
    case Code::max:
      return piece == 0 ? a : arguments[1];
    case Code::mod:
      return a - arguments[1] * S(piece);
    case Code::step: {
      if (piece != 1) return piece == 0 ? arguments[2] : arguments[4];
      const S s = (a - arguments[1]) / (arguments[3] - arguments[1]);
      return arguments[2] + (arguments[4] - arguments[2]) * s * s * (S(3.0) - S(2.0) * s);
    }
    default:  // those whose value is the number of the piece
      return S(piece);
  }
}

template <class S>
Expression::Ends<S> Expression::EndsOf(const Operation& operation,
                                       const S* arguments,
                                       double piece) const {
  const S& a = arguments[0];
  const auto between = [](const S& x, double begin, double end) {
    return Ends<S>{x - S(begin), S(end) - x};
  };
  switch (operation.code) {
    case Code::abs:
      return piece == 0 ? Ends<S>{.upper = -a} : Ends<S>{.lower = a};
    case Code::sign: {
      if (piece == 0) return {a, -a};
      return piece < 0 ? Ends<S>{.upper = -a} : Ends<S>{.lower = a};
    }
    case Code::floor:
      return between(a, piece, piece + 1);
    case Code::ceil:
      return between(a, piece - 1, piece);
    case Code::round:
      return between(a, piece - 0.5, piece + 0.5);
    case Code::mod:
      return between(a / arguments[1], piece, piece + 1);
    case Code::table: {
      const PiecewiseCubic& table = tables_[static_cast<std::size_t>(operation.index)];
      const int i = static_cast<int>(piece);
      Ends<S> ends;
      if (i > 0) ends.lower = a - S(table.knot(i));
      if (i + 1 < table.num_pieces()) ends.upper = S(table.knot(i + 1)) - a;
      return ends;
    }
    case Code::step: {
      Ends<S> ends;
      const bool jump = PlainValue(arguments[3]) <= PlainValue(arguments[1]);
      if (piece > 0) ends.lower = a - arguments[piece == 2 && !jump ? 3 : 1];
      if (piece < 2) ends.upper = arguments[piece == 0 ? 1 : 3] - a;
      return ends;
    }
    default: {  // pieces 0 and 1 of min, max and the comparisons
      const bool rises = operation.code == Code::max || operation.code == Code::less ||
                         operation.code == Code::less_equal;
      const S d = rises ? arguments[1] - a : a - arguments[1];  // ≥ 0 in piece 1
      return piece == 0 ? Ends<S>{.upper = -d} : Ends<S>{.lower = d};
    }
  }
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
    const auto arguments = static_cast<std::size_t>(CountArguments(o.code));
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

template <class S>
S Expression::EvaluateIn(std::span<const S> variables, std::span<const double> pieces) const {
  const S value = Run(variables, [pieces](const Operation& o, const S*) {
    return pieces[static_cast<std::size_t>(o.number_of_switch)];
  });
  return std::isfinite(PlainValue(value)) ? value : Evaluate(variables);
}

template <class S>
void Expression::CalcSwitches(std::span<const S> variables,
                              std::span<const double> pieces,
                              std::span<Ends<S>> ends) const {
  std::fill(ends.begin(), ends.end(), Ends<S>{});
  Run(variables, [&](const Operation& o, const S* arguments) {
    const auto i = static_cast<std::size_t>(o.number_of_switch);
    ends[i] = EndsOf(o, arguments, pieces[i]);
    return pieces[i];
  });
}

template <class S, class Rate>
void Expression::UpdatePieces(std::span<const S> variables,
                              double margin,
                              const Rate& rate,
                              std::span<double> pieces) const {
  Run(variables, [&](const Operation& o, const S* arguments) {
    double piece = FindPiece(o, arguments);
    const Ends<S> ends = EndsOf(o, arguments, piece);
    // Signs and steps that jump have nothing between their outer pieces.
    const bool outer =
        (o.code == Code::sign && piece != 0) ||
        (o.code == Code::step && !(PlainValue(arguments[1]) < PlainValue(arguments[3])));
    const double next = outer ? 2 : 1;
    if (PlainValue(ends.lower) < margin && rate(ends.lower) < 0)
      piece -= next;
    else if (PlainValue(ends.upper) < margin && rate(ends.upper) < 0)
      piece += next;
    return pieces[static_cast<std::size_t>(o.number_of_switch)] = piece;
  });
}

}  // namespace trunnion
