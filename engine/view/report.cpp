// SPDX-License-Identifier: BSD-3-Clause
#include "engine/view/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/results/result_documents.hpp"
#include "engine/view/svg_plot.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;
using Runs = std::vector<ReportedRun>;
using Cells = std::vector<std::string>;

constexpr Eigen::Index kMostPoints = 4000;  // of a curve
constexpr std::size_t kMostRows = 200;      // of a list of elements

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

std::string Heading(const std::string& text) { return "<h2>" + EscapeMarkup(text) + "</h2>\n"; }

std::string Row(const Cells& cells, const char* tag = "td") {
  std::string row = "<tr>";
  for (const std::string& cell : cells)
    row += std::string("<") + tag + ">" + EscapeMarkup(cell) + "</" + tag + ">";
  return row + "</tr>\n";
}

std::string Table(const Cells& head, const std::vector<Cells>& rows) {
  std::string table = "<table>\n" + Row(head, "th");
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) table += Row(rows[i]);
  if (rows.size() > kMostRows)
    table += Row({"and " + std::to_string(rows.size() - kMostRows) + " more"});
  return table + "</table>\n";
}

const ResultTable* FindTable(const Results& results, const std::string& name) {
  for (const ResultTable& table : results.tables)
    if (table.name == name && table.values.rows() > 0) return &table;
  return nullptr;
}

/// Curves that need not have their points at the same times.
class Overlay {
 public:
  void Add(std::string label, const VectorXd& x, const VectorXd& y) {
    const Eigen::Index stride =
        std::max<Eigen::Index>(1, (x.size() + kMostPoints - 1) / kMostPoints);
    const Eigen::Index count = (x.size() + stride - 1) / stride;
    const auto every = Eigen::seqN(0, count, stride);
    curves_.push_back({std::move(label), x(every), y(every)});
  }
  bool empty() const { return curves_.empty(); }

  /// All points on one axis; each curve is NaN, a gap, at the points of the others.
  std::string Draw(const std::string& title, const std::string& y_label) const {
    Eigen::Index size = 0;
    for (const Curve& curve : curves_) size += curve.x.size();
    VectorXd x(size);
    PlotPanel panel{title, y_label, {}};
    Eigen::Index at = 0;
    for (const Curve& curve : curves_) {
      const Eigen::Index own = curve.x.size();
      x.segment(at, own) = curve.x;
      VectorXd y = VectorXd::Constant(size, NAN);
      y.segment(at, own) = curve.y;
      panel.curves.push_back({curve.label, std::move(y)});
      at += own;
    }
    const std::string svg = MakeSvg("", "time [s]", x, {panel});
    return svg.substr(svg.find("<svg"));
  }

 private:
  struct Curve {
    std::string label;
    VectorXd x, y;
  };
  std::vector<Curve> curves_;
};

std::string Label(const Runs& runs, const ReportedRun& run, const std::string& what) {
  if (runs.size() == 1) return what;
  return what.empty() ? run.name : run.name + ": " + what;
}

/// Columns of a table that have this unit, of all runs.
std::string DrawColumns(const Runs& runs, const std::string& table, const std::string& unit) {
  Overlay overlay;
  for (const ReportedRun& run : runs) {
    const ResultTable* found = FindTable(run.results, table);
    for (std::size_t c = 1; found && c < found->columns.size(); ++c) {
      if (found->columns[c].unit != unit) continue;
      overlay.Add(Label(runs, run, found->columns[c].name),
                  found->values.col(0),
                  found->values.col(static_cast<Eigen::Index>(c)));
    }
  }
  return overlay.empty() ? "" : overlay.Draw("", "[" + unit + "]");
}

/// One column of the table `steps`.
std::string DrawSteps(const Runs& runs, int column, const std::string& title, bool logarithm) {
  Overlay overlay;
  for (const ReportedRun& run : runs) {
    const ResultTable* steps = FindTable(run.results, "steps");
    if (!steps || steps->values.cols() <= column) continue;
    VectorXd y = steps->values.col(column);
    if (logarithm) y = y.array().max(1e-300).log10();
    overlay.Add(Label(runs, run, ""), steps->values.col(0), y);
  }
  if (overlay.empty()) return "";
  return overlay.Draw(title, logarithm ? "power of ten" : "");
}

std::string Summarize(const Runs& runs) {
  Cells head{""};
  std::vector<Cells> rows{{"model"},
                          {"version"},
                          {"bodies"},
                          {"joints"},
                          {"forces"},
                          {"outputs"},
                          {"first and last time [s]"}};
  for (const ReportedRun& run : runs) {
    head.push_back(run.name);
    const Results& r = run.results;
    for (std::size_t i = 0; i < 2; ++i)
      rows[i].push_back(i < r.metadata.size() ? r.metadata[i].second : "");
    const Json scene = ReadScene(r);
    const auto count = [&](const char* key) { return scene.value(key, Json::array()).size(); };
    rows[2].push_back(std::to_string(std::max<std::size_t>(count("bodies"), 1) - 1));
    rows[3].push_back(std::to_string(count("joints")));
    rows[4].push_back(std::to_string(count("forces")));
    rows[5].push_back(std::to_string(r.time.size()));
    rows[6].push_back(
        r.time.size() == 0 ? "" : Number(r.time[0]) + " to " + Number(r.time[r.time.size() - 1]));
  }
  return Table(head, rows);
}

std::string ListStatistics(const Runs& runs) {
  Cells head{""};
  std::vector<Cells> rows;
  for (const ReportedRun& run : runs) head.push_back(run.name);
  for (const auto& [name, unused] : runs.front().results.statistics) {
    Cells row{name};
    std::replace(row[0].begin(), row[0].end(), '_', ' ');
    for (const ReportedRun& run : runs) {
      const auto& list = run.results.statistics;
      const auto at =
          std::find_if(list.begin(), list.end(), [&](const auto& s) { return s.first == name; });
      row.push_back(at == list.end() ? "" : Number(at->second));
    }
    rows.push_back(std::move(row));
  }
  return rows.empty() ? "<p>The run was interrupted: it has no statistics.</p>\n"
                      : Table(head, rows);
}

std::string ListFailures(const Runs& runs) {
  std::vector<Cells> rows;
  for (const ReportedRun& run : runs) {
    const Json failures = ReadFailures(run.results);
    for (const auto& [key, cause] :
         {std::pair("error_test", "error test"), std::pair("newton", "Newton iteration")}) {
      std::vector<std::pair<std::uint64_t, std::string>> sorted;
      const Json counts = failures.value(key, Json::object());
      for (const auto& [name, count] : counts.items())
        sorted.emplace_back(count.get<std::uint64_t>(), name);
      std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
      });
      for (const auto& [count, name] : sorted)
        rows.push_back({run.name, cause, name, std::to_string(count)});
    }
  }
  return rows.empty() ? "<p>No step was rejected.</p>\n"
                      : Table({"run", "rejected by", "limited by", "times"}, rows);
}

std::string DrawSignals(const Runs& runs) {
  std::vector<std::string> units;
  for (const ReportedRun& run : runs)
    if (const ResultTable* signals = FindTable(run.results, "signals"))
      for (std::size_t c = 1; c < signals->columns.size(); ++c)
        if (std::find(units.begin(), units.end(), signals->columns[c].unit) == units.end())
          units.push_back(signals->columns[c].unit);
  std::string text = units.empty() ? "" : Heading("Outputs of the model");
  for (const std::string& unit : units) text += DrawColumns(runs, "signals", unit);
  return text;
}

std::string ListElements(const Results& results) {
  const Json scene = ReadScene(results);
  std::vector<Cells> bodies, elements;
  for (const Json& body : scene.value("bodies", Json::array())) {
    const Json mass = body.value("mass", Json());
    if (body["name"] != "ground")
      bodies.push_back({body["name"], mass.is_number() ? Number(mass) : ""});
  }
  for (const char* kind : {"joints", "forces"}) {
    for (const Json& e : scene.value(kind, Json::array())) {
      std::string on;
      for (const Json& place : e.value("places", Json::array())) {
        const std::string name = scene["bodies"][place["body"].get<std::size_t>()]["name"];
        on += (on.empty() ? "" : ", ") + name;
      }
      elements.push_back({e["name"], e["type"], on});
    }
  }
  return Table({"body", "mass [kg]"}, bodies) +
         Table({"joint or force", "type", "acts on"}, elements);
}

constexpr const char* kHead =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>Trunnion</title>\n"
    "<style>body{font:14px/1.4 system-ui,sans-serif;max-width:900px;margin:20px auto;color:#222}"
    "table{border-collapse:collapse;margin:8px 0}th,td{text-align:left;padding:2px 14px 2px 0;"
    "border-bottom:1px solid #ddd;font-variant-numeric:tabular-nums}h2{margin-top:28px}"
    "svg{max-width:100%;height:auto}</style></head>\n<body>\n";

}  // namespace

std::string MakeReport(const Runs& runs) {
  std::string title;
  for (const ReportedRun& run : runs) title += (title.empty() ? "" : " and ") + run.name;
  std::string page = kHead + ("<h1>" + EscapeMarkup(title) + "</h1>\n") + Summarize(runs);
  page += Heading("Statistics") + ListStatistics(runs);
  page += Heading("What limited the steps") + ListFailures(runs);
  page += Heading("Integrator") + DrawSteps(runs, 1, "step size [s]", true) +
          DrawSteps(runs, 2, "order", false) +
          DrawSteps(runs, 3, "Newton iterations of a step, rejected attempts included", false) +
          DrawSteps(runs, 4, "rejected steps so far", false) +
          DrawSteps(runs, 5, "largest constraint residual [m or rad]", true);
  page += Heading("Energy") + DrawColumns(runs, "energy", "J") + DrawSignals(runs);
  for (const ReportedRun& run : runs)
    page += Heading("Model of " + run.name) + ListElements(run.results);
  return page + "</body></html>\n";
}

}  // namespace trunnion
