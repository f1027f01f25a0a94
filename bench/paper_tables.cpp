// SPDX-License-Identifier: BSD-3-Clause
//
// Repeats every numeric table of the papers: printed value, independent recomputation, ours and a
// verdict for each cell.  Usage: paper_tables [--table ID] [--json FILE] [--svg DIR]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "bench/tables/figures.hpp"
#include "bench/tables/paper_table.hpp"

namespace trunnion::tables {
namespace {

std::string Text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number_float()) return value.dump();
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value.get<double>());
  return text;
}

std::string RowName(const Json& row) {
  std::string name;
  for (const auto& [key, value] : row.items())
    name += (name.empty() ? "" : " ") + key + "=" + Text(value);
  return name;
}

/// The number of cells that differ.
int Print(const Table& table) {
  std::printf("\n%s  %s\n", table.id.c_str(), table.title.c_str());
  std::printf("  %-44s %-22s %12s %12s %12s  %s\n",
              "row",
              "column",
              "printed",
              "reference",
              "ours",
              "verdict");
  int differing = 0, agreeing = 0;
  for (const auto& cell : table.cells) {
    std::printf("  %-44s %-22.22s %12s %12s %12.4g  %s\n",
                RowName(cell.row).c_str(),
                cell.column.c_str(),
                Text(cell.printed).c_str(),
                Text(cell.reference).c_str(),
                cell.ours,
                cell.verdict.c_str());
    differing += cell.verdict == "differs";
    agreeing += cell.verdict == "agrees";
  }
  std::printf("  %d agree, %d differ, %d are not judged\n",
              agreeing,
              differing,
              static_cast<int>(table.cells.size()) - agreeing - differing);
  return differing;
}

int Write(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << text << '\n';
  file.close();
  if (file) return 0;
  std::fprintf(stderr, "paper_tables: cannot write %s\n", path.c_str());
  return 2;
}

}  // namespace
}  // namespace trunnion::tables

int main(int argc, char** argv) {
  using namespace trunnion::tables;
  CLI::App app("Recomputes the numeric tables of the papers behind the engine");
  std::string id, json, svg;
  app.add_option("--table", id, "one table, for example AP93-4.1");
  app.add_option("--json", json, "write all cells to this file");
  app.add_option("--svg", svg, "write the figures of the tables into this folder");
  CLI11_PARSE(app, argc, argv);

  Json tables = Json::array();
  int differing = 0;
  for (const auto& definition : Definitions()) {
    if (!id.empty() && definition.id != id) continue;
    const Table table = Compute(definition);
    differing += Print(table);
    tables.push_back(ToJson(table));
    const std::string figure = svg.empty() ? std::string() : MakeFigure(table);
    if (figure.empty()) continue;
    if (const int code = Write(svg + "/" + table.id + ".svg", figure); code != 0) return code;
  }
  if (tables.empty()) {
    std::fprintf(stderr, "paper_tables: there is no table '%s'; the tables are", id.c_str());
    for (const auto& definition : Definitions()) std::fprintf(stderr, " %s", definition.id.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  if (!json.empty()) {
    if (const int code = Write(json, Json{{"tables", tables}}.dump(1)); code != 0) return code;
  }
  std::printf("\n%d cells differ\n", differing);
  return 0;
}
