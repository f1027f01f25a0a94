// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/kc_page.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <trunnion/view.hpp>

namespace trunnion::vehicle {
namespace {

const char kStyle[] =
    "body{font-family:sans-serif;margin:2em;max-width:80em}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    ".n{text-align:right;font-variant-numeric:tabular-nums}"
    ".curves{display:grid;grid-template-columns:repeat(auto-fill,minmax(26em,1fr));gap:1em}"
    ".curves svg{width:100%;height:auto}";

std::string NumberText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

/// Units of tables as people write them.
std::string UnitText(const std::string& unit) { return unit == "1" ? "-" : unit; }

std::string WithoutSide(const std::string& name) {
  for (const char* side : {"left.", "right."})
    if (name.starts_with(side)) return name.substr(std::string(side).size());
  return name;
}

std::string Words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
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
  std::string html = "<div class=\"curves\">\n";
  for (const PlotPanel& panel : panels) {
    const std::string svg = MakeSvg("", label, table.values.col(0), {panel});
    html += "<div>" + svg.substr(svg.find("<svg")) + "</div>\n";
  }
  return html + "</div>\n";
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
  const std::string title = EscapeMarkup("Kinematics and compliance of '" + report.name + "'");
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" +
                     title + "</title><style>" + kStyle + "</style></head>\n<body>\n<h1>" + title +
                     "</h1>\n<h2>Reference position</h2>\n" + FigureTable(report);
  for (const ResultTable& table : report.tables)
    html += "<h2>" + EscapeMarkup(Words(table.name)) + "</h2>\n" + Curves(table);
  return html + "</body>\n</html>\n";
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
