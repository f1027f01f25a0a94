// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/study/correlation.hpp"
#include "engine/study/runner.hpp"
#include "engine/view/svg_plot.hpp"

namespace trunnion {
namespace {

using Json = nlohmann::json;

const char kStyle[] =
    "body{font-family:sans-serif;margin:2em;max-width:90em;color:#222}"
    "table{border-collapse:collapse;margin:.5em 0}td,th{border:1px solid #ccc;padding:.2em .6em}"
    "td{text-align:right;font-variant-numeric:tabular-nums}th{text-align:left}"
    "td.m{text-align:left}svg{background:#fff}select{margin-right:1.5em}";

/// Draws `data`: {names, inputs, runs: [[run, values...], ...]}. A click on an axis of the parallel
/// coordinates and a drag along it choose runs; the diagrams show them in colour.
const char kScript[] = R"js(
const $ = id => document.getElementById(id), NS = 'http://www.w3.org/2000/svg';
const n = data.names.length, range = [...Array(n).keys()].map(c => {
  const v = data.runs.map(r => r[c + 1]).filter(isFinite);
  let lo = Math.min(...v), hi = Math.max(...v);
  if (!(hi > lo)) { const d = Math.abs(lo) * .1 || 1; lo -= d; hi += d; }
  return [lo, hi];
});
const brush = Array(n).fill(null);
const chosen = r => brush.every((b, c) => !b || (r[c + 1] >= b[0] && r[c + 1] <= b[1]));
const show = x => Number(x.toPrecision(4)).toString();
function add(parent, tag, attributes, text) {
  const e = document.createElementNS(NS, tag);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (text !== undefined) e.textContent = text;
  parent.appendChild(e);
  return e;
}
function scatter() {
  const svg = $('scatter'), w = 640, h = 420, l = 80, b = 50, x = +$('x').value, y = +$('y').value;
  svg.replaceChildren();
  const px = v => l + (w - l - 20) * (v - range[x][0]) / (range[x][1] - range[x][0]);
  const py = v => h - b - (h - b - 20) * (v - range[y][0]) / (range[y][1] - range[y][0]);
  add(svg, 'rect', {x: l, y: 20, width: w - l - 20, height: h - b - 20, fill: 'none', stroke: '#999'});
  for (let i = 0; i <= 4; ++i) {
    const vx = range[x][0] + (range[x][1] - range[x][0]) * i / 4;
    const vy = range[y][0] + (range[y][1] - range[y][0]) * i / 4;
    add(svg, 'text', {x: px(vx), y: h - b + 16, 'text-anchor': 'middle', 'font-size': 11}, show(vx));
    add(svg, 'text', {x: l - 6, y: py(vy) + 4, 'text-anchor': 'end', 'font-size': 11}, show(vy));
  }
  add(svg, 'text', {x: (l + w) / 2, y: h - 12, 'text-anchor': 'middle', 'font-size': 13}, data.names[x]);
  add(svg, 'text', {x: 14, y: h / 2, 'text-anchor': 'middle', 'font-size': 13,
    transform: `rotate(-90 14 ${h / 2})`}, data.names[y]);
  for (const r of data.runs) {
    if (!isFinite(r[x + 1]) || !isFinite(r[y + 1])) continue;
    const on = chosen(r);
    const dot = add(svg, 'circle', {cx: px(r[x + 1]), cy: py(r[y + 1]), r: 3,
      fill: on ? '#4477aa' : '#ccc', 'fill-opacity': on ? .7 : .4});
    add(dot, 'title', {}, `run ${r[0]}: ${show(r[x + 1])}, ${show(r[y + 1])}`);
  }
}
function parallel() {
  const svg = $('parallel'), w = Math.max(640, 130 * n), h = 380, top = 50, bottom = 30;
  svg.replaceChildren();
  svg.setAttribute('width', w);
  svg.setAttribute('height', h);
  const px = c => n > 1 ? 60 + (w - 120) * c / (n - 1) : w / 2;
  const py = (c, v) => h - bottom - (h - top - bottom) * (v - range[c][0]) / (range[c][1] - range[c][0]);
  for (const on of [false, true])
    for (const r of data.runs) {
      if (chosen(r) !== on) continue;
      const points = [...Array(n).keys()].filter(c => isFinite(r[c + 1])).map(c => px(c) + ',' + py(c, r[c + 1]));
      add(svg, 'polyline', {points: points.join(' '), fill: 'none', stroke: on ? '#4477aa' : '#ddd',
        'stroke-opacity': on ? .4 : .3});
    }
  for (let c = 0; c < n; ++c) {
    const names = {x: px(c), 'text-anchor': 'middle', 'font-size': 12};
    add(svg, 'line', {x1: px(c), x2: px(c), y1: top, y2: h - bottom, stroke: '#333'});
    add(svg, 'text', {...names, y: 16 + 14 * (c % 2), 'font-weight': c < data.inputs ? 'normal' : 'bold'}, data.names[c]);
    add(svg, 'text', {...names, y: top - 4, 'font-size': 10}, show(range[c][1]));
    add(svg, 'text', {...names, y: h - bottom + 14, 'font-size': 10}, show(range[c][0]));
    if (brush[c]) add(svg, 'rect', {x: px(c) - 7, width: 14, y: py(c, brush[c][1]),
      height: py(c, brush[c][0]) - py(c, brush[c][1]), fill: '#4477aa', 'fill-opacity': .3});
    const hit = add(svg, 'rect', {x: px(c) - 14, width: 28, y: top, height: h - top - bottom,
      fill: 'transparent', style: 'cursor:crosshair'});
    const value = e => range[c][0] + (range[c][1] - range[c][0]) *
      (h - bottom - (e.clientY - svg.getBoundingClientRect().top)) / (h - top - bottom);
    hit.onpointerdown = e => {
      const from = value(e);
      window.onpointerup = up => {
        const to = value(up);
        window.onpointerup = null;
        brush[c] = Math.abs(to - from) < (range[c][1] - range[c][0]) / 50 ? null : [Math.min(from, to), Math.max(from, to)];
        draw();
      };
    };
  }
}
function draw() {
  scatter();
  parallel();
  $('count').textContent = data.runs.filter(chosen).length + ' of ' + data.runs.length + ' runs chosen';
}
for (const id of ['x', 'y']) {
  data.names.forEach((name, c) => $(id).add(new Option(name, c)));
  $(id).onchange = scatter;
}
$('x').value = 0;
$('y').value = data.inputs;
draw();
)js";

std::string Round(double value, const char* format = "%.3g") {
  if (!std::isfinite(value)) return "";
  char text[32];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

/// Parameters, then outputs, with their units.
std::vector<std::string> ListNames(const Study& study, const StudyResult& result) {
  std::vector<std::string> names;
  for (const StudyParameter& parameter : study.parameters) names.push_back(parameter.name);
  for (std::size_t i = 0; i < study.outputs.size(); ++i)
    names.push_back(study.outputs[i].name + " [" + result.units[i] + "]");
  return names;
}

/// Rows of the runs that came to their end.
MatrixXd ListValues(const StudyResult& result, Eigen::Index outputs) {
  std::vector<Eigen::RowVectorXd> rows;
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    if (!result.runs[run] || result.runs[run]->outputs.empty()) continue;
    Eigen::RowVectorXd row(result.samples.cols() + outputs);
    row << result.samples.row(static_cast<Eigen::Index>(run)),
        Eigen::Map<const Eigen::RowVectorXd>(result.runs[run]->outputs.data(), outputs);
    rows.push_back(row);
  }
  MatrixXd values(static_cast<Eigen::Index>(rows.size()), result.samples.cols() + outputs);
  for (std::size_t i = 0; i < rows.size(); ++i) values.row(static_cast<Eigen::Index>(i)) = rows[i];
  return values;
}

Json MakeData(const Study& study, const StudyResult& result) {
  Json runs = Json::array();
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    if (!result.runs[run] || result.runs[run]->outputs.empty()) continue;
    Json row{run + 1};
    for (const double value : result.samples.row(static_cast<Eigen::Index>(run)))
      row.push_back(value);
    for (const double value : result.runs[run]->outputs) row.push_back(value);
    runs.push_back(std::move(row));
  }
  return {{"names", ListNames(study, result)},
          {"inputs", study.parameters.size()},
          {"runs", std::move(runs)}};
}

using CellValue = std::function<double(Eigen::Index parameter, Eigen::Index output)>;

/// A row a parameter, a column an output.
std::string MakeTable(const Study& study, const std::string& title, const CellValue& value) {
  std::string html = "<h3>" + title + "</h3>\n<table>\n<tr><th></th>";
  for (const StudyOutput& output : study.outputs)
    html += "<th>" + EscapeMarkup(output.name) + "</th>";
  html += "</tr>\n";
  for (std::size_t p = 0; p < study.parameters.size(); ++p) {
    html += "<tr><th>" + EscapeMarkup(study.parameters[p].name) + "</th>";
    for (std::size_t o = 0; o < study.outputs.size(); ++o) {
      const double number = value(static_cast<Eigen::Index>(p), static_cast<Eigen::Index>(o));
      const double share = std::min(1.0, std::abs(number));
      const std::string colour =
          std::isfinite(number) ? " style=\"background:rgba(" +
                                      std::string(number < 0 ? "204,102,119," : "68,119,170,") +
                                      Round(0.7 * share, "%.2f") + ")\""
                                : "";
      html += "<td" + colour + ">" + Round(number, "%.2f") + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</table>\n";
}

std::string MakeCorrelations(const Study& study, const StudyResult& result) {
  const auto outputs = static_cast<Eigen::Index>(study.outputs.size());
  const MatrixXd values = ListValues(result, outputs);
  const Eigen::Index inputs = values.cols() - outputs;
  std::string html = MakeTable(study, "Correlation (Pearson)", [&](Eigen::Index p, Eigen::Index o) {
    return CalcPearson(values.col(p), values.col(inputs + o));
  });
  html += MakeTable(study, "Rank correlation (Spearman)", [&](Eigen::Index p, Eigen::Index o) {
    return CalcSpearman(values.col(p), values.col(inputs + o));
  });
  if (study.sampling.type != SamplingType::sobol) return html;
  if (values.rows() < result.samples.rows())
    return html + "<p>There are no Sobol indices, since some runs are missing.</p>\n";
  std::vector<SobolIndices> indices;
  for (Eigen::Index o = 0; o < outputs; ++o)
    indices.push_back(CalcSobol(values.col(inputs + o), inputs));
  html += MakeTable(study, "Sobol indices, first order", [&](Eigen::Index p, Eigen::Index o) {
    return indices[static_cast<std::size_t>(o)].first[p];
  });
  return html + MakeTable(study, "Sobol indices, total", [&](Eigen::Index p, Eigen::Index o) {
           return indices[static_cast<std::size_t>(o)].total[p];
         });
}

std::string MakeFailures(const StudyResult& result) {
  constexpr int kMostShown = 100;
  if (result.CountFailed() == 0) return "";
  std::string html = "<h2>Failed runs</h2>\n<table>\n<tr><th>run</th><th>message</th></tr>\n";
  int shown = 0;
  for (std::size_t run = 0; run < result.runs.size() && shown < kMostShown; ++run) {
    if (!result.runs[run] || !result.runs[run]->outputs.empty()) continue;
    html += "<tr><td>" + std::to_string(run + 1) + "</td><td class=\"m\">" +
            EscapeMarkup(result.runs[run]->message) + "</td></tr>\n";
    ++shown;
  }
  html += "</table>\n";
  if (shown < result.CountFailed()) html += "<p>The others are in study.csv.</p>\n";
  return html;
}

/// A text in a script must not end it.
std::string DumpForScript(const Json& data) {
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace), safe;
  for (const char c : text) c == '<' ? safe += "\\u003c" : safe += c;
  return safe;
}

}  // namespace

std::string MakeStudyPage(const Study& study, const StudyResult& result) {
  const std::string title =
      EscapeMarkup("Study " + std::filesystem::path(study.source).stem().string());
  const auto count = static_cast<int>(result.runs.size());
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" +
                     title + "</title><style>" + kStyle + "</style></head>\n<body>\n<h1>" + title +
                     "</h1>\n<p>Model " + EscapeMarkup(study.model.string()) + ", " +
                     std::to_string(count) + " runs, " + std::to_string(result.CountFailed()) +
                     " failed, " + std::to_string(result.CountMissing()) + " not done.</p>\n";
  html +=
      "<h2>Scatter</h2>\n<p>across <select id=\"x\"></select>up <select id=\"y\"></select>"
      "<span id=\"count\"></span></p>\n<svg id=\"scatter\" width=\"640\" height=\"420\"></svg>\n"
      "<h2>Parallel coordinates</h2>\n<p>Drag along an axis to choose runs, click it to free "
      "them.</p>\n<svg id=\"parallel\"></svg>\n<h2>What depends on what</h2>\n";
  html += MakeCorrelations(study, result) + MakeFailures(result);
  html += "<script>\nconst data = " + DumpForScript(MakeData(study, result)) + ";" + kScript +
          "</script>\n</body>\n</html>\n";
  return html;
}

}  // namespace trunnion
