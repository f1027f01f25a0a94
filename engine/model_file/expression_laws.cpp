// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "engine/model_file/parameters.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

Expression Parse(const Entry& entry,
                 const std::vector<std::string>& variables,
                 const Expression::Constants& parameters) {
  entry.RequireKeys({"type", "expression", "tables"});
  const Entry at = entry.At("expression");
  ExpressionNames names{.variables = variables, .constants = parameters};
  Into(entry, "tables", names.tables, ReadTables);
  return ParseFormula(at, at.Text(), names);
}

/// Of what has kinks or jumps nobody knows where they are.
BreakFinder BreaksOf(const Expression& expression) {
  return expression.has_kinks() ? BreakFinder() : NoBreaks();
}

}  // namespace

MotionLaw ReadTimeExpression(const Entry& entry, const Expression::Constants& parameters) {
  const Expression expression = Parse(entry, {"t"}, parameters);
  const auto law = [expression](double t) {
    using Inner = Dual<double, 1>;
    using Outer = Dual<Inner, 1>;
    const std::array<Outer, 1> at{Outer::Variable(Inner::Variable(t, 0), 0)};
    const Outer value = expression.Evaluate<Outer>(at);
    return MotionValue{.s = value.a.a, .s_dot = value.d[0].a, .s_ddot = value.d[0].d[0]};
  };
  return {law, BreaksOf(expression)};
}

ScalarLaw ReadDriveExpression(const Entry& entry, const Expression::Constants& parameters) {
  const Expression expression = Parse(entry, {"t", "x", "v"}, parameters);
  const auto law = [expression](double c, double c_dot, double t) {
    using Scalar = Dual<double, 2>;
    const std::array<Scalar, 3> at{Scalar(t), Scalar::Variable(c, 0), Scalar::Variable(c_dot, 1)};
    const Scalar f = expression.Evaluate<Scalar>(at);
    return LawValue{.f = f.a, .df_dc = f.d[0], .df_dcd = f.d[1]};
  };
  return {law, BreaksOf(expression)};
}

}  // namespace trunnion::model_file
