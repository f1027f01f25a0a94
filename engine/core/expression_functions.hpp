// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string_view>

namespace trunnion {

/// A function of formulas that is a formula of its parameters itself.
struct FormulaFunction {
  std::string_view name;
  std::string_view parameters;  ///< separated by blanks
  std::string_view formula;
};

/// Functions of Expression beside the elementary ones:
///
///     step5, havsin (x, x0, h0, x1, h1)   from h0 at x0 to h1 at x1 by a polynomial of degree 5 or
///                                         a half wave, constant outside
///     impact(x, v, x1, k, e, c, d)        one-sided stop below x1, v = x': k p^e − c v σ(p) ≥ 0,
///     with
///                                         p = x1 − x and σ from 0 at p = 0 to 1 at d
///     bistop(x, v, x1, x2, k, e, c, d)    the same below x1, and with the other sign above x2
///     shf(x, x0, a, w, p, b)              a sin(w (x − x0) − p) + b
///     copysign(x, y)                      |x| with the sign of y
///     trunc(x)                            the whole number next to x on the side of 0
///     rem(x, y)                           x − y trunc(x/y), with the sign of x
///
/// and series of any number of coefficients:
///
///     poly(x, x0, a0, a1, ...)            Σ aⱼ (x − x0)ʲ
///     cheby(x, x0, a0, a1, ...)           Σ aⱼ Tⱼ(x − x0), T₀ = 1, T₁ = s, Tⱼ₊₁ = 2 s Tⱼ − Tⱼ₋₁
///     forcos, forsin (x, x0, w, a0, ...)  a0 + Σ aⱼ cos(j w (x − x0)), or with sin
///
/// Source: public documentation of Adams Solver, functions of the same names.
/// Verified  tests/core/expression_functions_test.cpp.
std::span<const FormulaFunction> FormulaFunctions();

}  // namespace trunnion
