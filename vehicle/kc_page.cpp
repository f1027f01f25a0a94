// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/kc_page.hpp"

#include <algorithm>
#include <utility>

#include "vehicle/page_parts.hpp"

namespace trunnion::vehicle {
namespace {

std::string WithoutSide(const std::string& name) {
  for (const char* side : {"left.", "right."})
    if (name.starts_with(side)) return name.substr(std::string(side).size());
  return name;
}

/// The value of a figure on a side; those of the axle stand on the left.
std::string ValueText(const KcFigure& figure, std::size_t side) {
  return side < figure.values.size() ? NumberText(figure.values[side]) : "";
}

std::string FigureTable(const KcReport& report) {
  std::string html = "<table>\n<tr><th>figure</th>";
  for (const Side side : report.sides) html += "<th>" + std::string(ToString(side)) + "</th>";
  html += "<th>unit</th><th>definition</th></tr>\n";
  for (const KcFigure& figure : report.figures) {
    html += "<tr><td>" + EscapeMarkup(figure.name) + "</td>";
    for (std::size_t i = 0; i < report.sides.size(); ++i)
      html += "<td class=\"n\">" + ValueText(figure, i) + "</td>";
    html += "<td>" + EscapeMarkup(UnitText(figure.unit)) + "</td><td>" +
            EscapeMarkup(figure.definition) + "</td></tr>\n";
  }
  return html + "</table>\n";
}

/// One diagram for each quantity, with both sides in it.
std::string Curves(const ResultTable& table) {
  std::vector<PlotPanel> panels;
  for (std::size_t c = 1; c < table.columns.size(); ++c) {
    const ResultColumn& column = table.columns[c];
    const std::string title = Words(WithoutSide(column.name));
    auto panel = std::find_if(
        panels.begin(), panels.end(), [&](const PlotPanel& p) { return p.title == title; });
    if (panel == panels.end())
      panel = panels.insert(panels.end(), {title, "[" + UnitText(column.unit) + "]", {}});
    panel->curves.push_back({column.name, table.values.col(static_cast<Eigen::Index>(c))});
  }
  const ResultColumn& first = table.columns.front();
  const std::string label = Words(first.name) + " [" + first.unit + "]";
  std::vector<Diagram> diagrams;
  for (PlotPanel& panel : panels)
    diagrams.push_back({label, table.values.col(0), std::move(panel)});
  return MakeDiagrams(diagrams);
}

std::string FigureCsv(const KcReport& report) {
  std::string csv = "figure,unit";
  for (const Side side : report.sides) csv += std::string(",") + ToString(side);
  csv += ",definition\n";
  for (const KcFigure& figure : report.figures) {
    csv += CsvField(figure.name) + "," + CsvField(figure.unit);
    for (std::size_t i = 0; i < report.sides.size(); ++i) csv += "," + ValueText(figure, i);
    csv += "," + CsvField(figure.definition) + "\n";
  }
  return csv;
}

}  // namespace

std::string MakeKcPage(const KcReport& report) {
  std::string html = BeginPage("Kinematics and compliance of '" + report.name + "'") +
                     "<h2>Reference position</h2>\n" + FigureTable(report);
  for (const ResultTable& table : report.tables)
    html += "<h2>" + EscapeMarkup(Words(table.name)) + "</h2>\n" + Curves(table);
  return html + EndPage();
}

void WriteKcReport(const KcReport& report, const std::filesystem::path& folder) {
  OutputFolder output(folder);
  FileTransaction files;
  Results results;
  results.tables = report.tables;
  WriteCsv(results, folder, files);
  WriteText(folder / "figures.csv", FigureCsv(report), files);
  WriteText(folder / "kc.html", MakeKcPage(report), files);
  files.Commit();
  output.Keep();
}

}  // namespace trunnion::vehicle
