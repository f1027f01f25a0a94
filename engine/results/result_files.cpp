// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/result_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <memory>
#include <system_error>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

std::string Quote(const fs::path& path) { return "'" + path.string() + "'"; }

fs::path TemporaryName(const fs::path& file) {
  return file.parent_path() / ("." + file.filename().string() + "." + std::to_string(getpid()));
}

[[noreturn]] void FailToWrite(const fs::path& file, const std::string& reason) {
  throw FileError("cannot write " + Quote(file) + ": " + reason);
}

/// Spreadsheets take what begins like this for a formula, and calculate it.
std::string NoFormula(const std::string& text) {
  return text.find_first_of("=+-@") == 0 ? "'" + text : text;
}

std::string MakeCsv(const ResultTable& table) {
  std::string text;
  for (const ResultColumn& column : table.columns) {
    if (!text.empty()) text += ',';
    text += CsvField(NoFormula(column.name + " [" + column.unit + "]"));
  }
  text += '\n';
  char number[32];
  for (Eigen::Index row = 0; row < table.values.rows(); ++row) {
    for (Eigen::Index c = 0; c < table.values.cols(); ++c) {
      if (c > 0) text += ',';
      const double value = table.values(row, c) + 0.0;  // 0, not -0
      const auto end = std::to_chars(number, number + sizeof(number), value).ptr;
      text.append(number, end);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

OutputFolder::OutputFolder(fs::path path) : path_(std::move(path)) {
  if (path_.empty()) path_ = ".";
  std::error_code error;
  MakeMissing(error);
  if (error || !fs::is_directory(path_, error)) {
    RemoveMade();
    throw FileError("the output folder " + Quote(path_) +
                    " cannot be made: " + (error ? error.message() : "it is a file") +
                    "; name a folder that can be written to");
  }
  const fs::path probe = TemporaryName(path_ / "trunnion");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(probe.c_str(), "wb"),
                                                             &std::fclose);
  if (!file) {
    RemoveMade();
    throw FileError("the output folder " + Quote(path_) +
                    " cannot be written to; change its permissions or name another");
  }
  fs::remove(probe, error);
}

OutputFolder::~OutputFolder() { RemoveMade(); }

/// Notes what it has made itself, and nothing else: a link that leads nowhere is not missing.
void OutputFolder::MakeMissing(std::error_code& error) {
  fs::path so_far;
  for (const fs::path& part : fs::absolute(path_, error)) {
    so_far /= part;
    if (part.empty() || fs::is_directory(so_far, error)) continue;
    const bool made = fs::create_directory(so_far, error);
    if (error) return;
    if (made) made_.push_back(so_far);
  }
  error.clear();
}

void OutputFolder::RemoveMade() {
  std::error_code ignored;  // a folder with something in it stays
  for (auto p = made_.rbegin(); p != made_.rend(); ++p) fs::remove(*p, ignored);
  made_.clear();
}

FileTransaction::~FileTransaction() {
  std::error_code ignored;
  for (const auto& [written, wanted] : files_) fs::remove(written, ignored);
}

fs::path FileTransaction::Add(const fs::path& file) {
  std::error_code error;
  if (file.filename().empty() || fs::is_directory(file, error)) {
    FailToWrite(file, "it is a folder; name a file");
  }
  files_.emplace_back(TemporaryName(file), file);
  return files_.back().first;
}

void FileTransaction::Commit() {
  for (const auto& [written, wanted] : files_) {
    std::error_code error;
    fs::rename(written, wanted, error);
    if (error) FailToWrite(wanted, error.message());
  }
  files_.clear();
}

void WriteText(const fs::path& file, const std::string& text, FileTransaction& with) {
  const fs::path name = with.Add(file);
  std::ofstream stream(name, std::ios::binary);
  stream.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream.close();
  if (!stream) FailToWrite(file, "no permission or no space there");
}

void WriteCsv(const Results& results, const fs::path& folder, FileTransaction& with) {
  for (const ResultTable& table : results.tables) {
    const bool in_stream = table.values.rows() == 0 && results.time.size() > 0;
    if (!in_stream && !table.nodal) WriteText(folder / (table.name + ".csv"), MakeCsv(table), with);
  }
}

void WriteCsv(const Results& results, const fs::path& folder) {
  OutputFolder output(folder);
  FileTransaction transaction;
  WriteCsv(results, output.path(), transaction);
  transaction.Commit();
  output.Keep();
}

}  // namespace trunnion
