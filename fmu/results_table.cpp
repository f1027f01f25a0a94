// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/results_table.hpp"

#include <array>
#include <charconv>
#include <system_error>

#include "engine/core/error.hpp"

namespace trunnion::fmu {
namespace {

std::string Digits(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x).ptr};
}

}  // namespace

ResultsTable::ResultsTable(std::filesystem::path file, const std::string& head)
    : file_(std::move(file)), part_(file_.string() + ".part") {
  stream_.open(part_, std::ios::binary | std::ios::trunc);
  stream_ << head << '\n';
  RequireGood();
}

ResultsTable::~ResultsTable() {
  std::error_code ignored;
  if (stream_.is_open()) std::filesystem::remove(part_, ignored);
}

void ResultsTable::RequireGood() {
  if (!stream_)
    throw FileError(
        "results file '" + file_.string() +
        "' cannot be written; give fmu.results_file a folder with permission and space");
}

void ResultsTable::Write(double t, const std::vector<double>& values) {
  std::streamoff end = stream_.tellp();
  while (!rows_.empty() && rows_.back().first >= t) {
    end = rows_.back().second;
    rows_.pop_back();
  }
  stream_.seekp(end);
  rows_.emplace_back(t, end);
  stream_ << Digits(t);
  for (const double value : values) stream_ << ',' << Digits(value);
  stream_ << '\n';
  RequireGood();
}

void ResultsTable::Finish() {
  if (!stream_.is_open()) return;
  const std::streamoff end = stream_.tellp();
  stream_.close();
  RequireGood();
  std::filesystem::resize_file(part_, static_cast<std::uintmax_t>(end));
  std::filesystem::rename(part_, file_);
}

}  // namespace trunnion::fmu
