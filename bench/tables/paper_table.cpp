// SPDX-License-Identifier: BSD-3-Clause
#include "bench/tables/paper_table.hpp"

#include <algorithm>
#include <cmath>

#include "bench/tables/reference_data.hpp"
#include "engine/core/error.hpp"

namespace trunnion::tables {
namespace {

constexpr double kCountTolerance = 2;

const Json& ReferenceTable(const std::string& id) {
  static const Json data = Json::parse(kReferenceData);
  for (const auto& table : data.at("tables"))
    if (table.at("id") == id) return table;
  throw ModelError("paper tables: no reference values for the table '" + id + "'");
}

}  // namespace

std::vector<Definition> Definitions() {
  std::vector<Definition> all;
  for (auto group : {HessenbergTables(),
                     MechanicalTables(),
                     ExplicitTables(),
                     ProjectionTables(),
                     BushingTables()})
    for (auto& definition : group) all.push_back(std::move(definition));
  std::stable_sort(
      all.begin(), all.end(), [](const Definition& a, const Definition& b) { return a.id < b.id; });
  return all;
}

Table Compute(const Definition& definition) {
  Table table{definition.id, definition.title, {}};
  for (const auto& row : ReferenceTable(definition.id).at("rows")) {
    const RowValues values = definition.compute(row.at("row"));
    for (const auto& [column, reference] : row.at("cells").items()) {
      Cell cell;
      cell.row = row.at("row");
      cell.column = column;
      cell.printed = reference.at("printed");
      cell.reference = reference.at("recomputed");
      cell.agreement = reference.at("agreement");
      const auto value = values.find(column);
      cell.ours = value == values.end() ? std::nan("") : value->second;
      cell.verdict = Judge(definition.id, cell);
      table.cells.push_back(std::move(cell));
    }
  }
  return table;
}

std::string Judge(const std::string& id, const Cell& cell) {
  for (const char* word : {"roundoff", "n/a", "not comparable", "norm not defined"})
    if (cell.agreement == word) return "excluded";
  const double reference = cell.reference.get<double>();
  if (std::abs(reference) < 1e-13) return std::abs(cell.ours) < 1e-12 ? "agrees" : "differs";
  if (cell.column.ends_with("evaluations"))  // a count: the convergence test may fall either side
    return std::abs(cell.ours - reference) <= kCountTolerance ? "agrees" : "differs";
  const bool sensitive = id == "AQR92-1.1" && cell.row.value("gamma", "") == "1e8";
  const double tolerance = sensitive ? 1e-2 : 1e-3;
  return std::abs(cell.ours - reference) <= tolerance * std::abs(reference) ? "agrees" : "differs";
}

Json ToJson(const Table& table) {
  Json cells = Json::array();
  for (const auto& cell : table.cells) {
    cells.push_back({{"row", cell.row},
                     {"column", cell.column},
                     {"printed", cell.printed},
                     {"reference", cell.reference},
                     {"ours", std::isfinite(cell.ours) ? Json(cell.ours) : Json()},
                     {"verdict", cell.verdict}});
  }
  return {{"id", table.id}, {"cells", cells}};
}

}  // namespace trunnion::tables
