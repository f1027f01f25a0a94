// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/results/result_documents.hpp"
#include "engine/results/result_files.hpp"
#include "engine/view/report.hpp"

namespace trunnion::command {

int WriteReport(const ReportArguments& arguments) {
  namespace fs = std::filesystem;
  std::vector<ReportedRun> runs;
  for (const fs::path& place : arguments.results) {
    runs.push_back({place.lexically_normal().string(), ReadResultsOf(place)});
    OfResults(FindResults(place), [&] {
      ReadScene(runs.back().results);
      ReadFailures(runs.back().results);
    });
  }
  const fs::path& first = arguments.results.front();
  const fs::path output = !arguments.output.empty() ? arguments.output
                          : fs::is_directory(first)
                              ? first / "report.html"
                              : fs::path(first).replace_extension(".report.html");
  OutputFolder folder(output.parent_path());
  FileTransaction files;
  WriteText(output, MakeReport(runs), files);
  files.Commit();
  folder.Keep();
  Print("{}, open it in a browser\n", output.string());
  return kDone;
}

}  // namespace trunnion::command
