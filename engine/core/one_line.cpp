// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/one_line.hpp"

#include <array>
#include <cstdio>

namespace trunnion {
namespace {

std::string Escape(const char* format, unsigned code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), format, code);
  return text.data();
}

std::string EscapeAscii(unsigned char c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  return Escape("\\x%02x", c);
}

/// The code point of a UTF-8 sequence of three bytes from U+2000 to U+2FFF, else 0.
unsigned PunctuationAt(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xe2') return 0;
  return 0x2000u | (static_cast<unsigned char>(text[1]) & 0x3fu) << 6 |
         (static_cast<unsigned char>(text[2]) & 0x3fu);
}

bool BreaksOrTurns(unsigned code) {
  return code == 0x2028 || code == 0x2029 || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string OneLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const unsigned code = PunctuationAt(text.substr(i));
    if (c < 0x20 || c == 0x7f) {
      line += EscapeAscii(c);
    } else if (c == 0xc2 && next >= 0x80 && next < 0xa0) {  // U+0080 to U+009F
      line += Escape("\\x%02x", next);
      ++i;
    } else if (BreaksOrTurns(code)) {
      line += Escape("\\u%04x", code);
      i += 2;
    } else {
      line += text[i];
    }
  }
  return line;
}

}  // namespace trunnion
