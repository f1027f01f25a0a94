// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/crg_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace {

constexpr std::size_t kRecord = 80;  // bytes of a record: a line of text, a block of binary data

/// The number of rows that REFERENCE_LINE_END_U asks for.
std::optional<Eigen::Index> AskedRows(const CrgFile& file) {
  const auto value = [&](const char* key, double otherwise) {
    const auto found = file.road.find(key);
    return found == file.road.end() ? otherwise : found->second;
  };
  if (!file.road.contains("REFERENCE_LINE_END_U")) return {};
  const double length = value("REFERENCE_LINE_END_U", 0) - value("REFERENCE_LINE_START_U", 0);
  const double rows = length / value("REFERENCE_LINE_INCREMENT", 0.01) + 1;
  if (!(rows >= 2 && rows < 1e9 && std::abs(rows - std::round(rows)) < 1e-3 * rows))
    throw FileError(file.name + ": REFERENCE_LINE_END_U is no number of increments behind START_U",
                    ErrorFields{.file = file.name});
  return static_cast<Eigen::Index>(std::lround(rows));
}

/// Rows of text: each begins a new line and takes as many lines as it needs.
class TextRows {
 public:
  TextRows(std::string_view bytes, int line, std::size_t width, const CrgFile& file)
      : bytes_(bytes), line_(line), width_(width), file_(file) {}

  bool at_end() const { return Trimmed(bytes_.substr(std::min(at_, bytes_.size()))).empty(); }

  void ReadRow(std::vector<double>& all) {
    const std::size_t columns = file_.channels.size(), a_line = kRecord / width_;
    for (std::size_t k = 0; k < columns; k += a_line) ReadLine(std::min(a_line, columns - k), all);
  }

 private:
  void ReadLine(std::size_t count, std::vector<double>& all) {
    ++line_;
    const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
    const std::string_view text = bytes_.substr(at_, end - at_);
    at_ = std::min(end + 1, bytes_.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t start = std::min(i * width_, text.size());
      const std::string_view field = Trimmed(text.substr(start, width_));
      const auto number = ParseNumber(field);
      if (field.find('*') != std::string_view::npos)
        all.push_back(std::numeric_limits<double>::quiet_NaN());
      else if (number)
        all.push_back(*number);
      else
        FailAt(file_.name,
               line_,
               field.empty() ? "the row is too short for " + std::to_string(file_.channels.size()) +
                                   " channels"
                             : "'" + std::string(field) + "' is no number of " +
                                   std::to_string(width_) + " columns");
    }
    if (!Trimmed(text.substr(std::min(count * width_, text.size()))).empty())
      FailAt(file_.name,
             line_,
             "the row is too long for " + std::to_string(file_.channels.size()) + " channels");
  }

  std::string_view bytes_;
  int line_;
  std::size_t width_;
  const CrgFile& file_;
  std::size_t at_ = 0;
};

std::vector<double> ReadText(std::string_view bytes, int line, std::size_t width, CrgFile& file) {
  TextRows rows(bytes, line, width, file);
  std::vector<double> all;
  while (!rows.at_end()) rows.ReadRow(all);
  return all;
}

/// A big-endian IEEE number.
template <class Bits, class Number>
double BigEndian(std::string_view bytes) {
  Bits bits = 0;
  for (const char c : bytes) bits = static_cast<Bits>(bits << 8 | static_cast<unsigned char>(c));
  return static_cast<double>(std::bit_cast<Number>(bits));
}

std::vector<double> ReadBinary(std::string_view bytes, std::size_t size, const CrgFile& file) {
  std::vector<double> all;
  for (std::size_t at = 0; at + size <= bytes.size(); at += size)
    all.push_back(size == 4 ? BigEndian<std::uint32_t, float>(bytes.substr(at, size))
                            : BigEndian<std::uint64_t, double>(bytes.substr(at, size)));
  const std::size_t columns = file.channels.size();
  std::size_t used = all.size();
  if (const auto rows = AskedRows(file))
    used = static_cast<std::size_t>(*rows) * columns;
  else  // what fills the last record is no row
    while (used > 0 && (used % columns != 0 || std::all_of(all.begin() + (used - columns),
                                                           all.begin() + used,
                                                           [](double x) { return std::isnan(x); })))
      --used;
  const bool fits =
      bytes.size() % size == 0 && used <= all.size() && bytes.size() - used * size < kRecord + size;
  const bool sane =
      std::none_of(all.begin(), all.end(), [](double x) { return std::abs(x) > 1e30; });
  if (!fits || !sane)
    throw FileError(file.name + ": the binary data are damaged, or of another length than " +
                        std::to_string(columns) +
                        " channels and END_U ask for; was the file "
                        "changed as if it were text?",
                    ErrorFields{.file = file.name});
  all.resize(used);
  return all;
}

}  // namespace

void ReadCrgData(std::string_view bytes, int line, CrgFile& file) {
  const auto fail = [&](const std::string& message) { FailAt(file.name, line, message); };
  if (file.channels.size() < 2) fail("at least two channels are needed in $KD_DEFINITION, D:...");
  std::vector<double> all;
  if (file.format == "LRFI")
    all = ReadText(bytes, line, 10, file);
  else if (file.format == "LDFI")
    all = ReadText(bytes, line, 20, file);
  else if (file.format == "KRBI")
    all = ReadBinary(bytes, 4, file);
  else if (file.format == "KDBI")
    all = ReadBinary(bytes, 8, file);
  else
    fail("the format '" + file.format + "' is not known; LRFI, LDFI, KRBI and KDBI are");
  const auto columns = static_cast<Eigen::Index>(file.channels.size());
  const auto rows = static_cast<Eigen::Index>(all.size()) / columns;
  if (rows < 2) fail("a road needs at least two rows of data");
  if (const auto asked = AskedRows(file); asked && *asked != rows)
    fail("REFERENCE_LINE_END_U asks for " + std::to_string(*asked) + " rows, the data have " +
         std::to_string(rows));
  file.data =
      Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          all.data(), rows, columns);
}

}  // namespace trunnion::vehicle
