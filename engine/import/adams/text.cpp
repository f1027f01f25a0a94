// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numbers>

namespace trunnion::adams {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// All of `text`.
std::optional<double> ParsePlain(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'D' || c == 'd'; }, 'E');
  const char* first = text.data();
  const char* const last = first + text.size();
  if (first != last && *first == '+') ++first;
  if (first == last || (*first != '-' && *first != '.' && !IsDigit(*first))) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (error != std::errc() || end != last) return std::nullopt;
  return value;
}

}  // namespace

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\v\f";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

std::string ToUpper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

std::optional<double> ParseDegrees(std::string_view text) {
  if (text.empty() || (text.back() != 'D' && text.back() != 'd')) return std::nullopt;
  return ParsePlain(std::string(Trim(text.substr(0, text.size() - 1))));
}

std::optional<double> ParseNumber(std::string_view text) {
  if (const auto degrees = ParseDegrees(text)) return *degrees * std::numbers::pi / 180;
  return ParsePlain(std::string(text));
}

std::optional<long> ParseId(std::string_view text) {
  long id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || id < 0)
    return std::nullopt;
  return id;
}

std::string Write(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  const std::string text(buffer.data(), end);
  return text[0] == '-' ? "(" + text + ")" : text;
}

}  // namespace trunnion::adams
