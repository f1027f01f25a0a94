// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/page_parts.hpp"

#include <algorithm>
#include <cstdio>

namespace trunnion::vehicle {
namespace {

const char kStyle[] =
    "body{font-family:sans-serif;margin:2em;max-width:80em}table{border-collapse:collapse}"
    "td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    ".n{text-align:right;font-variant-numeric:tabular-nums}"
    ".curves{display:grid;grid-template-columns:repeat(auto-fill,minmax(26em,1fr));gap:1em}"
    ".curves svg{width:100%;height:auto}";

}  // namespace

std::string BeginPage(const std::string& title) {
  const std::string text = EscapeMarkup(title);
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>" + text +
         "</title><style>" + kStyle + "</style></head>\n<body>\n<h1>" + text + "</h1>\n";
}

std::string EndPage() { return "</body>\n</html>\n"; }

std::string Words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string NumberText(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

std::string UnitText(const std::string& unit) { return unit == "1" ? "-" : unit; }

std::string MakeDiagrams(const std::vector<Diagram>& diagrams) {
  std::string html = "<div class=\"curves\">\n";
  for (const Diagram& diagram : diagrams) {
    const std::string svg = MakeSvg("", diagram.x_label, diagram.x, {diagram.panel});
    html += "<div>" + svg.substr(svg.find("<svg")) + "</div>\n";
  }
  return html + "</div>\n";
}

}  // namespace trunnion::vehicle
