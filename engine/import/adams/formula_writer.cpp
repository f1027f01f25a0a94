// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/formula_writer.hpp"

namespace trunnion::adams {
FormulaWriter::FormulaWriter(Translation& t,
                             const Statement& s,
                             const PartMarker& i,
                             const PartMarker& j)
    : FormulaWriter(t, s, i, t.data.NameOf(*j.statement)) {}

FormulaWriter::FormulaWriter(Translation& t,
                             const Statement& s,
                             const PartMarker& i,
                             const std::string& j)
    : t_(t),
      s_(s),
      force_{{"name", t.data.NameOf(s)},
             {"type", "expression"},
             {"a", j},
             {"b", t.data.NameOf(*i.statement)}} {}

std::string FormulaWriter::Write(const std::string& argument, double unit) {
  const int line = Get(s_, argument).line;
  const auto measure = [&](const MarkerCall& call) { return WriteMeasure(t_, call, line); };
  return Scale(unit, TranslateFunction(t_.data, GetText(s_, argument), line, measure, &tables_));
}

void FormulaWriter::Add() {
  if (!tables_.empty()) force_["tables"] = tables_;
  t_.forces.push_back(force_);
}

}  // namespace trunnion::adams
