// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

/// Damaged files, the same at every run.
namespace trunnion {

/// How many a test makes: `usual`, or as many as the environment variable TRUNNION_MUTATIONS says.
inline int NumMutations(int usual) {
  const char* wanted = std::getenv("TRUNNION_MUTATIONS");
  return wanted ? std::atoi(wanted) : usual;
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// 0 to n − 1.
  std::size_t Below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  std::string FlipBit(std::string bytes) {
    char& byte = bytes[Below(bytes.size())];
    byte = static_cast<char>(byte ^ (1 << Below(8)));
    return bytes;
  }

  /// One to three changes of a text: of bits, bytes, words, numbers, lines, or its end.
  std::string ChangeText(std::string text) {
    for (std::size_t count = 1 + Below(3); count > 0 && !text.empty(); --count)
      text = ChangeOnce(std::move(text));
    return text;
  }

 private:
  struct Range {
    std::size_t begin, size;
  };

  /// Of bytes that `is_part` from a random place on.
  template <class Predicate>
  Range Find(const std::string& text, const Predicate& is_part) {
    std::size_t begin = Below(text.size());
    while (begin < text.size() && !is_part(text[begin])) ++begin;
    while (begin > 0 && begin < text.size() && is_part(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && is_part(text[end])) ++end;
    return {begin, end - begin};
  }
  Range FindNumber(const std::string& text) {
    return Find(text, [](char c) {
      return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e';
    });
  }
  Range FindLine(const std::string& text) {
    return Find(text, [](char c) { return c != '\n'; });
  }

  std::string ChangeOnce(std::string text) {
    static constexpr std::array kNumbers{"0",
                                         "-1",
                                         "1e999",
                                         "-1e308",
                                         "nan",
                                         "inf",
                                         "1e-320",
                                         "0.5",
                                         "2147483647",
                                         "1e17",
                                         "null",
                                         "[]",
                                         "{}",
                                         "\"\"",
                                         "-2147483648",
                                         "3",
                                         "99999",
                                         "1e30"};
    static constexpr std::array kBytes{
        '{', '}', '[', ']', ',', ':', '"', '*', '\0', '\n', ' ', '\x80'};
    switch (Below(8)) {
      case 0:
        return FlipBit(std::move(text));
      case 1:
        text[Below(text.size())] = kBytes[Below(kBytes.size())];
        return text;
      case 2: {
        const Range range = FindNumber(text);
        return text.replace(range.begin, range.size, kNumbers[Below(kNumbers.size())]);
      }
      case 3: {  // a number or word from elsewhere
        const Range from = FindNumber(text), to = FindNumber(text);
        return text.replace(to.begin, to.size, text.substr(from.begin, from.size));
      }
      case 4: {
        const Range line = FindLine(text);
        return text.erase(line.begin, line.size + 1);
      }
      case 5: {
        const Range line = FindLine(text);
        return text.insert(line.begin, text.substr(line.begin, line.size) + "\n");
      }
      case 6: {
        const std::size_t begin = Below(text.size());
        return text.erase(begin, 1 + Below(8));
      }
      default:
        return Below(4) == 0 ? text.substr(0, Below(text.size())) : FlipBit(std::move(text));
    }
  }

  std::mt19937_64 random_;
};

}  // namespace trunnion
