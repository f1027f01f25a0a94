// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/drive_page.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <trunnion/results.hpp>

#include "vehicle/drive_figures.hpp"
#include "vehicle/page_parts.hpp"

namespace trunnion::vehicle {
namespace {

std::string FigureTable(const DriveReport& report) {
  std::string html =
      "<table>\n<tr><th>figure</th><th>value</th><th>unit</th><th>definition</th></tr>\n";
  for (const DriveFigure& figure : report.figures)
    html += "<tr><td>" + EscapeMarkup(figure.name) + "</td><td class=\"n\">" +
            NumberText(figure.value) + "</td><td>" + EscapeMarkup(UnitText(figure.unit)) +
            "</td><td>" + EscapeMarkup(figure.definition) + "</td></tr>\n";
  return html + "</table>\n";
}

/// Curves of one diagram over x share it: one after the other, with gaps between.
class Tracks {
 public:
  void Add(const std::string& label, const VectorXd& x, const VectorXd& y) {
    names_.push_back(label);
    parts_.emplace_back(x, y);
  }
  Diagram Make() const {
    Eigen::Index size = 0;
    for (const auto& part : parts_) size += part.first.size();
    Diagram diagram{.x_label = "x [m]", .x = VectorXd(size), .panel = {"path", "y [m]", {}}};
    Eigen::Index at = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      VectorXd y = VectorXd::Constant(size, std::numeric_limits<double>::quiet_NaN());
      const Eigen::Index count = parts_[i].first.size();
      diagram.x.segment(at, count) = parts_[i].first;
      y.segment(at, count) = parts_[i].second;
      diagram.panel.curves.push_back({names_[i], std::move(y)});
      at += count;
    }
    return diagram;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::pair<VectorXd, VectorXd>> parts_;
};

Diagram PathDiagram(const DriveReport& report) {
  Tracks tracks;
  tracks.Add("driven", ColumnOf(report.table, "x"), ColumnOf(report.table, "y"));
  const auto size = static_cast<Eigen::Index>(report.path_x.size());
  if (size > 0)
    tracks.Add("wanted",
               Eigen::Map<const VectorXd>(report.path_x.data(), size),
               Eigen::Map<const VectorXd>(report.path_y.data(), size));
  return tracks.Make();
}

/// Over time: columns by themselves, and those of wheels together.
std::vector<Diagram> TimeDiagrams(const DriveReport& report) {
  std::vector<Diagram> diagrams;
  for (std::size_t i = 0; i < report.table.columns.size(); ++i) {
    const ResultColumn& column = report.table.columns[i];
    if (column.name == "t" || column.name == "x" || column.name == "y") continue;
    std::string title = column.name, label = column.name;
    for (const char* wheel : {"_front_left", "_front_right", "_rear_left", "_rear_right"})
      if (column.name.ends_with(wheel)) {
        title = column.name.substr(0, column.name.size() - std::string(wheel).size());
        label = Words(std::string(wheel).substr(1));
      }
    auto found = std::find_if(diagrams.begin(), diagrams.end(), [&](const Diagram& d) {
      return d.panel.title == Words(title);
    });
    if (found == diagrams.end()) {
      diagrams.push_back({.x_label = "t [s]",
                          .x = report.table.values.col(0),
                          .panel = {Words(title), "[" + UnitText(column.unit) + "]", {}}});
      found = diagrams.end() - 1;
    }
    found->panel.curves.push_back({label, report.table.values.col(static_cast<Eigen::Index>(i))});
  }
  return diagrams;
}

std::string FigureCsv(const DriveReport& report) {
  std::string csv = "figure,unit,value,definition\n";
  for (const DriveFigure& figure : report.figures)
    csv += CsvField(figure.name) + "," + CsvField(figure.unit) + "," + NumberText(figure.value) +
           "," + CsvField(figure.definition) + "\n";
  return csv;
}

}  // namespace

std::string MakeDrivePage(const DriveReport& report) {
  std::vector<Diagram> diagrams = TimeDiagrams(report);
  diagrams.insert(diagrams.begin(), PathDiagram(report));
  std::string html = BeginPage(Words(report.manoeuvre) + " of '" + report.name + "'") +
                     FigureTable(report) + MakeDiagrams(diagrams);
  for (const std::string& warning : report.warnings)
    html += "<p>Warning: " + EscapeMarkup(warning) + "</p>\n";
  return html + EndPage();
}

void WriteDriveReport(const DriveReport& report, const std::filesystem::path& folder) {
  OutputFolder output(folder);
  FileTransaction files;
  Results results;
  results.tables = {report.table};
  WriteCsv(results, folder, files);
  WriteText(folder / "figures.csv", FigureCsv(report), files);
  WriteText(folder / "drive.html", MakeDrivePage(report), files);
  files.Commit();
  output.Keep();
}

}  // namespace trunnion::vehicle
