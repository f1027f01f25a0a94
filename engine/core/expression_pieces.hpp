// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

#include "engine/core/dual.hpp"
#include "engine/core/expression.hpp"

/// Operations that are smooth in pieces. Internal to expression.hpp.
namespace trunnion {

/// abs 0 | 1, sign −1 | 0 | 1, floor, ceil and round their value, mod the whole quotient, a table
/// its piece, min and max the number of the argument, a comparison 0 | 1, step 0 | 1 | 2.
template <class S>
double Expression::FindPiece(const Operation& operation, const S* arguments) const {
  const double a = PlainValue(arguments[0]);
  const double b = internal::CountArguments(operation.code) > 1 ? PlainValue(arguments[1]) : 0;
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
Expression::Ends<S> Expression::EndsOfTable(const PiecewiseCubic& table, const S& x, int piece) {
  Ends<S> ends;
  if (piece > 0) ends.lower = x - S(table.knot(piece));
  if (piece + 1 < table.num_pieces()) ends.upper = S(table.knot(piece + 1)) - x;
  return ends;
}

/// Where x0 and x1 are the wrong way round, or one, there is no piece between them.
template <class S>
Expression::Ends<S> Expression::EndsOfStep(const S* arguments, double piece) {
  Ends<S> ends;
  const bool jump = PlainValue(arguments[3]) <= PlainValue(arguments[1]);
  if (piece > 0) ends.lower = arguments[0] - arguments[piece == 2 && !jump ? 3 : 1];
  if (piece < 2) ends.upper = arguments[piece == 0 ? 1 : 3] - arguments[0];
  return ends;
}

template <class S>
Expression::Ends<S> Expression::EndsOf(const Operation& operation,
                                       const S* arguments,
                                       double piece) const {
  const S& a = arguments[0];
  const auto between = [](const S& x, double begin, double end) {
    return Ends<S>{x - S(begin), S(end) - x};
  };
  const auto of_two = [piece](const S& x) {  // x ≥ 0 in piece 1
    return piece == 0 ? Ends<S>{.upper = -x} : Ends<S>{.lower = x};
  };
  switch (operation.code) {
    case Code::abs:
      return of_two(a);
    case Code::sign:
      if (piece == 0) return {a, -a};
      return piece < 0 ? Ends<S>{.upper = -a} : Ends<S>{.lower = a};
    case Code::floor:
      return between(a, piece, piece + 1);
    case Code::ceil:
      return between(a, piece - 1, piece);
    case Code::round:
      return between(a, piece - 0.5, piece + 0.5);
    case Code::mod:
      return between(a / arguments[1], piece, piece + 1);
    case Code::table:
      return EndsOfTable(
          tables_[static_cast<std::size_t>(operation.index)], a, static_cast<int>(piece));
    case Code::step:
      return EndsOfStep(arguments, piece);
    case Code::max:
    case Code::less:
    case Code::less_equal:
      return of_two(arguments[1] - a);
    default:  // min, greater
      return of_two(a - arguments[1]);
  }
}

}  // namespace trunnion
