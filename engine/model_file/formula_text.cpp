// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/formula_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>

namespace trunnion::model_file {
namespace {

constexpr MeasureForm kForms[]{{3, true, 1, "dx"},
                               {3, true, -1, "dy"},
                               {3, true, 1, "dz"},
                               {2, true, 1, "dm"},
                               {4, true, 1, "vx"},
                               {4, true, -1, "vy"},
                               {4, true, 1, "vz"},
                               {3, true, 1, "vm"},
                               {2, true, 1, "vr"},
                               {3, true, -1, "wx"},
                               {3, true, 1, "wy"},
                               {3, true, -1, "wz"},
                               {2, true, 1, "wm"},
                               {2, true, -1, "ax"},
                               {2, true, 1, "ay"},
                               {2, true, -1, "az"},
                               {2, true, -1, "twist"},
                               {2, true, 0, "psi"},
                               {2, true, 1, "theta"},
                               {2, true, 0, "phi"},
                               {2, true, -1, "yaw"},
                               {2, true, 1, "pitch"},
                               {2, true, -1, "roll"},
                               {2, false, 1, "distance"},
                               {2, false, 1, "distance_rate"},
                               {2, false, -1, "angle"},
                               {2, false, 1, "offset_x"},
                               {2, false, -1, "offset_y"},
                               {2, false, 1, "offset_z"},
                               {2, false, 1, "offset_x_rate"},
                               {2, false, -1, "offset_y_rate"},
                               {2, false, 1, "offset_z_rate"}};

bool IsNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsNameCharacter(char c) { return IsNameStart(c) || IsDigit(c); }
bool IsSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string Trimmed(std::string_view text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsSpace(text.back())) text.remove_suffix(1);
  return std::string(text);
}

/// The names of a call from `at`, behind its parenthesis, on; none if they are malformed.
std::optional<std::vector<std::string>> TakeArguments(std::string_view text, std::size_t& at) {
  std::vector<std::string> names;
  for (;;) {
    while (at < text.size() && IsSpace(text[at])) ++at;
    const bool quoted = at < text.size() && text[at] == '\'';
    const std::size_t begin = quoted ? at + 1 : at;
    const std::size_t end = text.find_first_of(quoted ? "'" : ",)", begin);
    if (end == std::string_view::npos) return {};
    names.push_back(Trimmed(text.substr(begin, end - begin)));
    at = quoted ? end + 1 : end;
    while (at < text.size() && IsSpace(text[at])) ++at;
    if (at >= text.size() || (text[at] != ')' && text[at] != ',')) return {};
    if (text[at++] == ')') break;
  }
  if (names.size() == 1 && names[0].empty()) names.clear();
  return names;
}

}  // namespace

const MeasureForm* FindMeasureForm(std::string_view name) {
  const auto found = std::find_if(
      std::begin(kForms), std::end(kForms), [&](const MeasureForm& f) { return f.name == name; });
  return found == std::end(kForms) ? nullptr : &*found;
}

std::string ChangeFormula(std::string_view text,
                          const FormulaChange& change,
                          const std::vector<std::string>& tables) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (IsDigit(text[at]) || text[at] == '.') {  // an exponent is no name
      double number = 0;
      const auto end = std::from_chars(text.data() + at, text.data() + text.size(), number).ptr;
      const auto length = std::max<std::ptrdiff_t>(1, end - (text.data() + at));
      out += text.substr(at, static_cast<std::size_t>(length));
      at += static_cast<std::size_t>(length);
      continue;
    }
    if (!IsNameStart(text[at])) {
      out += text[at++];
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && IsNameCharacter(text[at])) ++at;
    const std::string name(text.substr(begin, at - begin));
    std::size_t next = at;
    while (next < text.size() && IsSpace(text[next])) ++next;
    std::optional<std::string> changed;
    if (next >= text.size() || text[next] != '(') {
      if (change.name) changed = change.name(name);
    } else if (const MeasureForm* form = FindMeasureForm(name);
               form && change.measure &&
               std::find(tables.begin(), tables.end(), name) == tables.end()) {
      std::size_t end = next + 1;
      const auto arguments = TakeArguments(text, end);
      if (arguments) changed = change.measure(*form, *arguments);
      if (changed) at = end;
    }
    out += changed.value_or(name);
  }
  return out;
}

std::string PrintNumber(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  const std::string digits(text.data(), end);
  return number < 0 ? "(" + digits + ")" : digits;
}

}  // namespace trunnion::model_file
