// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <trunnion/view.hpp>

/// What pages of rigs have in common.
namespace trunnion::vehicle {

/// The head of a page up to its title and heading; `title` is plain text.
std::string BeginPage(const std::string& title);
std::string EndPage();

/// A name with spaces.
std::string Words(std::string name);
std::string NumberText(double value);
/// Units of tables as people write them.
std::string UnitText(const std::string& unit);

/// Diagrams beside each other, each over the x of its own.
struct Diagram {
  std::string x_label{};
  VectorXd x{};
  PlotPanel panel{};
};
std::string MakeDiagrams(const std::vector<Diagram>& diagrams);

}  // namespace trunnion::vehicle
