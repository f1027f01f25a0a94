// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "engine/core/expression_evaluation.hpp"
#include "engine/core/expression_pieces.hpp"

/// Evaluation in given pieces, and where they end. Internal to expression.hpp.
namespace trunnion {

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
