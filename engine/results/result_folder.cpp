// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/result_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>

#include "engine/core/error.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

/// Files of a run, and pages that are made from them without a name of their own.
constexpr std::string_view kNames[] = {"results.h5",
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
                                       kCheckpointFile,
                                       "view.html",
                                       "report.html"};

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
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

/// PART of "PART_000000.vtu", or of ".PART_000000.vtu.PROCESS"; empty for other names.
std::string FindSeries(const std::string& name) {
  const std::size_t end = name.find(".vtu"), begin = name.find_last_of('_', end);
  if (end == std::string::npos || begin == std::string::npos ||
      !IsDigits(std::string_view(name).substr(begin + 1, end - begin - 1)))
    return {};
  return name.substr(0, begin);
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
void RemoveResults(const fs::path& folder, bool keep_checkpoint = false) {
  RemoveFiles(folder, [&](const std::string& name) {
    return IsOfARun(name) && !(keep_checkpoint && name == kCheckpointFile);
  });
  const fs::path vtk = folder / "vtk";
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(vtk, ignored))) return;
  std::set<std::string> series;
  for (const auto& entry : fs::directory_iterator(vtk, ignored))
    series.insert(FindSeries(entry.path().filename().string()) + ".pvd");
  RemoveFiles(vtk, [&](const std::string& name) {
    return !FindSeries(name).empty() || series.contains(name);
  });
  fs::remove(vtk, ignored);  // if nothing else is in it
}

/// Whether `folder` holds an analysis of its name.
bool HoldsAnalysis(const fs::path& folder) {
  std::error_code ignored;
  const auto has = [&](const char* name) { return fs::exists(folder / name, ignored); };
  if (has("results.h5")) {
    try {
      return ReadAnalysisName(folder / "results.h5") == folder.filename();
    } catch (const FileError&) {
      return false;
    }
  }
  return has("A.csv") && has("B.csv") && has("C.csv") && has("D.csv");  // of linearize
}

std::vector<std::string> ListAnalyses(const fs::path& folder) {
  std::error_code ignored;
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (fs::is_directory(entry.symlink_status(ignored)) && HoldsAnalysis(entry.path()))
      names.push_back(entry.path().filename().string());
  return names;
}

}  // namespace

ResultFolder::ResultFolder(const fs::path& path) : folder_(path) {
  lock_ = open(folder_.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int i = 0; i < 5; ++i) {  // IsInUse has it for a moment
    if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  close(lock_);
  throw FileError("the output folder '" + folder_.path().string() +
                  "' is in use by another run; wait until it has ended, or name another folder");
}

ResultFolder::~ResultFolder() {
  if (lock_ >= 0) close(lock_);
}

bool IsInUse(const fs::path& folder) {
  const int lock = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0) return false;
  const bool taken = flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(lock);
  return taken;
}

void ResultFolder::Begin(const std::vector<std::string>& analyses, bool keep_checkpoint) const {
  std::vector<std::string> names = ListAnalyses(path());
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
  RemoveResults(path(), keep_checkpoint);
  std::error_code ignored;
  if (!analyses.empty()) fs::remove(path() / kPartialResults, ignored);
}

}  // namespace trunnion
