// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>

namespace trunnion::vehicle {

std::string ReadBytes(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path))
    throw FileError(path.string() + ": cannot be read; check the path",
                    ErrorFields{.file = path.string()});
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string UpperCase(std::string_view text) {
  std::string upper(text);
  for (char& c : upper)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return upper;
}

std::optional<double> ParseNumber(std::string_view text) {
  std::string digits(Trimmed(text));
  if (digits.starts_with('+')) digits.erase(0, 1);
  if (digits.empty() || digits.find_first_not_of("+-.0123456789eEdD") != std::string::npos)
    return {};
  std::replace_if(
      digits.begin(), digits.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return {};
  return value;
}

void FailAt(const std::string& file, int line, const std::string& message) {
  const std::string place = "line " + std::to_string(line);
  throw FileError(file + ": " + place + ": " + message, ErrorFields{.file = file, .place = place});
}

}  // namespace trunnion::vehicle
