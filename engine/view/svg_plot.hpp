// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/results/plot_request.hpp"
#include "engine/results/results.hpp"

namespace trunnion {

/// `text` inside an element of SVG or HTML, without control characters.
std::string EscapeMarkup(const std::string& text);

/// A line in a diagram.
struct PlotCurve {
  std::string label;
  VectorXd y;  ///< as long as x; values that are not finite leave a gap
};

/// One diagram of a figure; all share the x axis.
struct PlotPanel {
  std::string title;
  std::string y_label;  ///< with its unit
  std::vector<PlotCurve> curves;
};

/// A figure of line diagrams, one below the other, as the text of an SVG file: round ticks, a
/// legend where a panel has several curves, colours that colour-blind readers can tell apart.
/// @throws ModelError if a curve is not as long as x.
std::string MakeSvg(const std::string& title,
                    const std::string& x_label,
                    const VectorXd& x,
                    const std::vector<PlotPanel>& panels);

/// The figure that a model asks for, over time.
/// @throws ModelError if a signal is not in the results.
std::string MakeSvg(const std::string& title,
                    const Results& results,
                    const std::vector<PlotRequest>& requests);

}  // namespace trunnion
