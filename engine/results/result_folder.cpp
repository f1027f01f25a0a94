// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/result_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAnalyses = "analyses.json";

/// Files of a run, and pages that are made from them without a name of their own.
constexpr std::array<std::string_view, 18> kNames{"results.h5",
                                                  "plots.svg",
                                                  "bodies.csv",
                                                  "joints.csv",
                                                  "forces.csv",
                                                  "signals.csv",
                                                  "energy.csv",
                                                  "meshes.csv",
                                                  "steps.csv",
                                                  "eigenmodes.json",
                                                  "eigenmodes.txt",
                                                  "A.csv",
                                                  "B.csv",
                                                  "C.csv",
                                                  "D.csv",
                                                  "view.html",
                                                  "report.html",
                                                  kAnalyses};

bool IsDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isdigit(c) != 0;
  });
}

/// One of kNames, or ".NAME.PROCESS", which a killed process was writing.
bool IsOfARun(std::string_view name) {
  if (name.size() > 1 && name.front() == '.') {
    const std::size_t dot = name.rfind('.');
    if (dot > 0 && IsDigits(name.substr(dot + 1))) name = name.substr(1, dot - 1);
  }
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

/// PART.pvd or PART_000000.vtu, or ".NAME.PROCESS".
bool IsOfAVtkSeries(const std::string& name) {
  return name.find(".vtu") != std::string::npos || name.find(".pvd") != std::string::npos;
}

template <class Predicate>
void RemoveFiles(const fs::path& folder, const Predicate& is_wanted) {
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (!entry.is_directory(error) && is_wanted(entry.path().filename().string()))
      files.push_back(entry.path());
  for (const fs::path& file : files) {
    fs::remove(file, error);
    if (error)
      throw FileError("'" + file.string() + "' of an earlier run cannot be removed: " +
                      error.message() + "; name another output folder");
  }
}

/// What is left of a run, except for results.partial.h5.
void RemoveResults(const fs::path& folder) {
  RemoveFiles(folder, IsOfARun);
  const fs::path vtk = folder / "vtk";
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(vtk, ignored))) return;
  RemoveFiles(vtk, IsOfAVtkSeries);
  fs::remove(vtk, ignored);  // if nothing else is in it
}

/// Plain names of the folders that an earlier run noted; none if the note is not readable.
std::vector<std::string> ReadAnalysisNames(const fs::path& folder) {
  constexpr std::size_t kMostBytes = 1'000'000;
  std::vector<std::string> names;
  try {
    const auto note =
        nlohmann::json::parse(InputFile(folder / kAnalyses).ReadAll(kMostBytes), nullptr, false);
    for (const auto& name : note) {
      const std::string text = name.is_string() ? name.get<std::string>() : "";
      const bool plain = !text.empty() && text.front() != '.' &&
                         text.find('/') == std::string::npos &&
                         text.find('\0') == std::string::npos;
      if (plain) names.push_back(text);
    }
  } catch (const FileError&) {
    names.clear();
  }
  return names;
}

}  // namespace

ResultFolder::ResultFolder(const fs::path& path) : folder_(path) {
  lock_ = open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(lock_);
  throw FileError("the output folder '" + folder_.path().string() +
                  "' is in use by another run; wait until it has ended, or name another folder");
}

ResultFolder::~ResultFolder() {
  std::error_code ignored;
  if (noted_ && !kept_) fs::remove(path() / kAnalyses, ignored);
  if (lock_ >= 0) close(lock_);
}

void ResultFolder::Begin(const std::vector<std::string>& analyses) {
  std::vector<std::string> names = ReadAnalysisNames(path());
  names.insert(names.end(), analyses.begin(), analyses.end());
  for (const std::string& name : names) {
    const fs::path folder = path() / name;
    std::error_code ignored;
    if (!fs::is_directory(fs::symlink_status(folder, ignored))) continue;
    RemoveResults(folder);
    fs::remove(folder / kPartialResults, ignored);
    if (std::find(analyses.begin(), analyses.end(), name) == analyses.end())
      fs::remove(folder, ignored);  // if nothing else is in it
  }
  RemoveResults(path());
  if (analyses.empty()) return;
  fs::remove(path() / kPartialResults);
  FileTransaction files;
  WriteText(path() / kAnalyses, nlohmann::json(analyses).dump() + "\n", files);
  files.Commit();
  noted_ = true;
}

}  // namespace trunnion
