// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/import.hpp"

#include <string>

#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/core/input_file.hpp"
#include "engine/core/one_line.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion::command {
namespace {

constexpr std::size_t kMostBytes = 1'000'000'000;

void PrintRemarks(const char* heading, const std::vector<AdamsRemark>& remarks) {
  if (remarks.empty()) return;
  Print("{} ({})\n", heading, remarks.size());
  for (const AdamsRemark& remark : remarks)
    Print("  line {}: {}: {}\n", remark.line, remark.statement, OneLine(remark.text));
}

}  // namespace

int ImportModel(const ImportArguments& arguments) {
  const std::string source = arguments.dataset.string();
  Require(arguments.output.extension() == ".json",
          "the output '" + arguments.output.string() + "' must end with .json");
  const std::string text = InputFile(arguments.dataset).ReadAll(kMostBytes);
  const AdamsImport import = ImportAdams(text, source, arguments.partial);
  OutputFolder folder(arguments.output.parent_path());
  FileTransaction files;
  WriteText(arguments.output, import.model.dump(2) + "\n", files);
  files.Commit();
  folder.Keep();
  Print("{}: {}\n", OneLine(source), OneLine(import.title));
  std::string counts;
  for (const auto& [name, count] : import.statements)
    counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " " + OneLine(name);
  Print("statements: {}\n", counts);
  PrintRemarks("ignored, the answer does not depend on it", import.ignored);
  PrintRemarks("not understood and left out, the answer is another one", import.not_understood);
  return kDone;
}

}  // namespace trunnion::command
