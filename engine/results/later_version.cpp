// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/later_version.hpp"

#include <array>
#include <charconv>

namespace trunnion {
namespace {

std::array<int, 3> ParseVersion(std::string_view text) {
  std::array<int, 3> numbers{};
  const char *at = text.data(), *end = text.data() + text.size();
  for (int& number : numbers) {
    at = std::from_chars(at, end, number).ptr;
    if (at == end || *at != '.') break;
    ++at;
  }
  return numbers;
}

}  // namespace

std::string DescribeLaterVersion(const Results& results, std::string_view own) {
  for (const auto& [name, value] : results.metadata)
    if (name == "trunnion_version" && ParseVersion(value) > ParseVersion(own))
      return "the results are of trunnion " + value + ", and this is " + std::string(own) +
             ": what it does not know is not shown; take that version";
  return "";
}

}  // namespace trunnion
