// SPDX-License-Identifier: BSD-3-Clause
#include "engine/view/svg_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr double kWidth = 860, kLeft = 84, kRight = 180, kTop = 44, kBottom = 52;
constexpr double kPanelHeight = 190, kPanelGap = 46;
// Okabe & Ito (2008), without yellow, which is too light for lines.
constexpr std::array kCurveColours{
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00"};
constexpr std::array kDashes{"", "7 3", "2 2", "9 3 2 3"};

std::string Print(double x, const char* format = "%.2f") {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), format, x);
  return text.data();
}

std::string Text(double x, double y, const std::string& attributes, const std::string& text) {
  return "<text x=\"" + Print(x) + "\" y=\"" + Print(y) + "\" " + attributes + ">" +
         EscapeMarkup(text) + "</text>\n";
}

std::string Line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return "<path d=\"M" + Print(x1) + " " + Print(y1) + "L" + Print(x2) + " " + Print(y2) + "\" " +
         attributes + "/>\n";
}

/// An axis: values lo..hi onto pixels from..to, with ticks at multiples of 1, 2 or 5 · 10^k.
struct Axis {
  double lo, hi, from, to, step = 1;
  int decimals = 0;

  Axis(double low, double high, double from_pixel, double to_pixel, int ticks, bool widen)
      : lo(low), hi(high), from(from_pixel), to(to_pixel) {
    const double floor = 1e-9 * std::max({std::abs(lo), std::abs(hi), 1e-290});
    if (!(hi - lo > floor)) {  // a constant
      const double margin = lo == 0 ? 1 : 0.1 * std::abs(lo);
      lo -= margin;
      hi += margin;
    }
    const double rough = (hi - lo) / ticks;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double mantissa = rough / power;
    step = power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
    if (widen) {
      lo = step * std::floor(lo / step + 1e-9);
      hi = step * std::ceil(hi / step - 1e-9);
    }
    decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 12);
  }
  double Pixel(double value) const { return from + (value - lo) / (hi - lo) * (to - from); }
  long FirstTick() const { return static_cast<long>(std::ceil(lo / step - 1e-6)); }
  long LastTick() const { return static_cast<long>(std::floor(hi / step + 1e-6)); }
  std::string Label(long tick) const {
    const double value = static_cast<double>(tick) * step;
    const double largest = std::max(std::abs(lo), std::abs(hi));
    if (largest >= 1e6 || largest < 1e-4) return Print(value, "%.3g");
    return Print(value, ("%." + std::to_string(decimals) + "f").c_str());
  }
};

/// Whether a value has a place in a diagram; what has none is a gap. The largest are left out, so
/// that no range overflows.
bool IsDrawn(double value) { return std::abs(value) < 1e300; }

/// Least and greatest of the values that are drawn; 0 and 1 if there is none.
std::pair<double, double> FindRange(const VectorXd& x) {
  double lo = INFINITY, hi = -INFINITY;
  for (const double value : x) {
    if (!IsDrawn(value)) continue;
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  return lo <= hi ? std::pair(lo, hi) : std::pair(0.0, 1.0);
}

Axis MakeYAxis(const PlotPanel& panel, double top) {
  double lo = INFINITY, hi = -INFINITY;
  for (const PlotCurve& curve : panel.curves) {
    for (const double y : curve.y) {
      if (!IsDrawn(y)) continue;
      lo = std::min(lo, y);
      hi = std::max(hi, y);
    }
  }
  if (lo > hi) lo = hi = 0;
  return {lo, hi, top + kPanelHeight, top, 5, true};
}

std::string MakeGrid(const Axis& x, const Axis& y, bool last) {
  const std::string grid = "stroke=\"#e2e2e2\"", zero = "stroke=\"#999\"";
  std::string svg;
  for (long i = x.FirstTick(); i <= x.LastTick(); ++i) {
    const double at = x.Pixel(static_cast<double>(i) * x.step);
    svg += Line(at, y.from, at, y.to, grid);
    if (last) svg += Text(at, y.from + 18, "text-anchor=\"middle\"", x.Label(i));
  }
  for (long i = y.FirstTick(); i <= y.LastTick(); ++i) {
    const double at = y.Pixel(static_cast<double>(i) * y.step);
    svg += Line(x.from, at, x.to, at, i == 0 ? zero : grid);
    svg += Text(x.from - 8, at + 4, "text-anchor=\"end\"", y.Label(i));
  }
  return svg + "<rect x=\"" + Print(x.from) + "\" y=\"" + Print(y.to) + "\" width=\"" +
         Print(x.to - x.from) + "\" height=\"" + Print(y.from - y.to) +
         "\" fill=\"none\" stroke=\"#444\"/>\n";
}

std::string CurveStyle(std::size_t i) {
  const std::string dash = kDashes[i / kCurveColours.size() % kDashes.size()];
  return std::string("fill=\"none\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke=\"") +
         kCurveColours[i % kCurveColours.size()] + "\"" +
         (dash.empty() ? "" : " stroke-dasharray=\"" + dash + "\"");
}

std::string MakeCurve(const Axis& x_axis,
                      const Axis& y_axis,
                      const VectorXd& x,
                      const VectorXd& y) {
  std::string points;
  bool pen_down = false;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (!IsDrawn(y[i]) || !IsDrawn(x[i])) {
      pen_down = false;
      continue;
    }
    points += (pen_down ? "L" : "M") + Print(x_axis.Pixel(x[i])) + " " + Print(y_axis.Pixel(y[i]));
    pen_down = true;
  }
  return points;
}

std::string MakePanel(
    const PlotPanel& panel, const Axis& x_axis, const VectorXd& x, double top, bool last) {
  const Axis y_axis = MakeYAxis(panel, top);
  std::string svg = MakeGrid(x_axis, y_axis, last);
  svg += Text(kLeft, top - 9, "font-weight=\"bold\"", panel.title);
  const std::string middle = Print(top + kPanelHeight / 2);
  svg += Text(20,
              top + kPanelHeight / 2,
              "text-anchor=\"middle\" transform=\"rotate(-90 20 " + middle + ")\"",
              panel.y_label);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const PlotCurve& curve = panel.curves[i];
    Require(curve.y.size() == x.size(),
            "plot: curve '" + curve.label + "' has not as many values as the x axis");
    svg += "<path " + CurveStyle(i) + " d=\"" + MakeCurve(x_axis, y_axis, x, curve.y) + "\"/>\n";
    const double y = top + 12 + 18 * static_cast<double>(i);
    svg += Line(x_axis.to + 10, y - 4, x_axis.to + 34, y - 4, CurveStyle(i));
    svg += Text(x_axis.to + 40, y, "", curve.label);
  }
  return svg;
}

}  // namespace

std::string EscapeMarkup(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t')
      out += c;
  }
  return out;
}

std::string MakeSvg(const std::string& title,
                    const std::string& x_label,
                    const VectorXd& x,
                    const std::vector<PlotPanel>& panels) {
  const double count = static_cast<double>(panels.size());
  const double height = kTop + count * (kPanelHeight + kPanelGap) - kPanelGap + 24 + kBottom;
  const std::string size = "width=\"" + Print(kWidth) + "\" height=\"" + Print(height) + "\"";
  std::string svg =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/"
      "2000/svg\" " +
      size + " viewBox=\"0 0 " + Print(kWidth) + " " + Print(height) +
      "\" font-family=\"Helvetica, Arial, sans-serif\" "
      "font-size=\"12\">\n<rect " +
      size + " fill=\"#fff\"/>\n";
  svg += Text(kLeft, 24, "font-size=\"16\" font-weight=\"bold\"", title);
  const auto [first, last] = FindRange(x);
  const Axis x_axis(first, last, kLeft, kWidth - kRight, 8, false);
  double top = kTop + 24;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    svg += MakePanel(panels[p], x_axis, x, top, p + 1 == panels.size());
    top += kPanelHeight + kPanelGap;
  }
  svg += Text((x_axis.from + x_axis.to) / 2, height - 14, "text-anchor=\"middle\"", x_label);
  return svg + "</svg>\n";
}

std::string MakeSvg(const std::string& title,
                    const Results& results,
                    const std::vector<PlotRequest>& requests) {
  std::vector<PlotPanel> panels;
  for (const PlotRequest& request : requests) {
    PlotPanel panel{request.title, request.y_label, {}};
    for (const PlotRequest::Curve& curve : request.curves) {
      panel.curves.push_back({curve.label.empty() ? curve.signal : curve.label,
                              results.column("signals/" + curve.signal)});
    }
    panels.push_back(std::move(panel));
  }
  return MakeSvg(title, "time [s]", results.time, panels);
}

}  // namespace trunnion
