// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/expression_functions.hpp"

namespace trunnion {
namespace {

constexpr std::string_view kRamp = "x x0 h0 x1 h1";

constexpr FormulaFunction kFunctions[]{
    {"step5",
     kRamp,
     "if(x <= x0, h0, if(x >= x1, h1, h0 + (h1 - h0)*((x - x0)/(x1 - x0))^3"
     "*(10 - (x - x0)/(x1 - x0)*(15 - 6*(x - x0)/(x1 - x0)))))"},
    {"havsin",
     kRamp,
     "if(x <= x0, h0, if(x >= x1, h1, "
     "(h0 + h1)/2 + (h1 - h0)/2*sin(pi*(x - x0)/(x1 - x0) - pi/2)))"},
    {"impact",
     "x v x1 k e c d",
     "if(x >= x1, 0, max(0, k*(x1 - x)^e - c*v*step(x, x1 - d, 1, x1, 0)))"},
    {"bistop",
     "x v x1 x2 k e c d",
     "impact(x, v, x1, k, e, c, d) - impact(-x, -v, -x2, k, e, c, d)"},
    {"shf", "x x0 a w p b", "a*sin(w*(x - x0) - p) + b"},
    {"copysign", "x y", "if(y < 0, -abs(x), abs(x))"},
    {"trunc", "x", "if(x < 0, ceil(x), floor(x))"},
    {"rem", "x y", "x - y*trunc(x/y)"},
};

}  // namespace

std::span<const FormulaFunction> FormulaFunctions() { return kFunctions; }

}  // namespace trunnion
