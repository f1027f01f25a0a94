// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_folder.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/view/view.hpp"

namespace trunnion::command {
namespace {

/// DIR/view.html for a folder, NAME.html beside the file otherwise.
std::filesystem::path DefaultPage(const std::filesystem::path& results) {
  if (std::filesystem::is_directory(results)) return results / "view.html";
  return std::filesystem::path(results).replace_extension(".html");
}

}  // namespace

int WriteView(const ViewArguments& arguments) {
  const std::filesystem::path file = FindResults(arguments.results);
  const Results results = ReadResultsOf(file);
  ViewOptions options{.title = arguments.title, .most_frames = arguments.frames};
  const bool unfinished = file.filename() == kPartialResults;
  const bool running = unfinished && IsInUse(std::filesystem::absolute(file).parent_path());
  options.interrupted = unfinished && !running;
  const std::string page = OfResults(file, [&] { return MakeView(results, options); });
  const auto output = arguments.output.empty() ? DefaultPage(arguments.results) : arguments.output;
  OutputFolder folder(output.parent_path());
  FileTransaction files;
  WriteText(output, page, files);
  files.Commit();
  folder.Keep();
  if (unfinished) {
    Print("the run {}; its last output is at {:.6g} s\n",
          running ? "is still going" : "was interrupted",
          results.time[results.time.size() - 1]);
  }
  if (results.time.size() > arguments.frames)
    Print("the animation shows {0} of the {1} outputs; --frames {1} shows all\n",
          arguments.frames,
          results.time.size());
  Print("{} ({:.1f} MB), open it in a browser\n",
        output.string(),
        1e-6 * static_cast<double>(page.size()));
  return kDone;
}

}  // namespace trunnion::command
