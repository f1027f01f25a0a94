// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <fnmatch.h>
#include <spawn.h>
#include <sys/wait.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/command/commands.hpp"
#include "engine/core/error.hpp"
#include "engine/results/result_files.hpp"
#include "engine/view/svg_plot.hpp"

extern char** environ;

namespace trunnion::command {
namespace {

namespace fs = std::filesystem;

bool Matches(const std::string& pattern, const std::string& name) {
  return pattern == name || fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

/// The columns that `pattern` means, one panel for each unit.
void AddCurves(const Results& results, const std::string& pattern, std::vector<PlotPanel>& panels) {
  bool found = false;
  for (const ResultTable& table : results.tables) {
    if (table.values.rows() != results.time.size()) continue;
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      const ResultColumn& column = table.columns[c];
      if (!Matches(pattern, column.name) && !Matches(pattern, table.name + "/" + column.name))
        continue;
      found = true;
      const std::string label = "[" + column.unit + "]";
      auto panel = std::find_if(
          panels.begin(), panels.end(), [&](const PlotPanel& p) { return p.y_label == label; });
      if (panel == panels.end()) panel = panels.insert(panels.end(), {"", label, {}});
      panel->curves.push_back({column.name, table.values.col(static_cast<Eigen::Index>(c))});
    }
  }
  Require(found,
          "there is no channel '" + pattern +
              "'; channels are the columns of the CSV files, * stands for any text");
}

/// A column as an axis, with its name and unit.
std::pair<std::string, VectorXd> FindAxis(const Results& results, const std::string& name) {
  if (name.empty()) return {"time [s]", results.time};
  for (const ResultTable& table : results.tables) {
    if (table.values.rows() != results.time.size()) continue;
    for (std::size_t c = 1; c < table.columns.size(); ++c) {
      const ResultColumn& column = table.columns[c];
      if (column.name == name || table.name + "/" + column.name == name)
        return {column.name + " [" + column.unit + "]",
                table.values.col(static_cast<Eigen::Index>(c))};
    }
  }
  throw ModelError("--x: there is no channel '" + name +
                   "'; channels are the columns of the CSV files");
}

/// Runs rsvg-convert, which draws SVG files. @throws FileError
void ConvertToPng(const fs::path& svg, const fs::path& png) {
  std::string program = "rsvg-convert", option = "-o", to = png.string(), from = svg.string();
  char* arguments[] = {program.data(), option.data(), to.data(), from.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0 ||
      waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw FileError("cannot write '" + png.string() +
                    "': PNG needs the program rsvg-convert (Debian: librsvg2-bin); install it, or "
                    "ask for .svg");
  }
}

}  // namespace

int PlotResults(const PlotArguments& arguments) {
  const std::string extension = arguments.output.extension().string();
  Require(extension == ".svg" || extension == ".png",
          "the output '" + arguments.output.string() + "' must end with .svg or .png");
  const Results results = ReadResultsOf(arguments.results);
  std::vector<PlotPanel> panels;
  for (const std::string& channel : arguments.channels) AddCurves(results, channel, panels);
  const auto [label, across] = FindAxis(results, arguments.x);
  const std::string svg = MakeSvg(arguments.title, label, across, panels);
  OutputFolder folder(arguments.output.parent_path());
  FileTransaction files;
  if (extension == ".svg") {
    WriteText(arguments.output, svg, files);
    files.Commit();
  } else {
    const fs::path picture = files.Add(arguments.output);
    FileTransaction removed;  // never committed
    const fs::path drawing = removed.Add(fs::path(arguments.output).replace_extension(".svg"));
    std::ofstream(drawing, std::ios::binary) << svg;
    ConvertToPng(drawing, picture);
    files.Commit();
  }
  folder.Keep();
  return kDone;
}

}  // namespace trunnion::command
