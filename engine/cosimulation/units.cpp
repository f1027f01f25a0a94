// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/units.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <vector>

namespace trunnion::fmu {
namespace {

struct Symbol {
  const char* name;
  std::array<int, 8> exponent;  // kg m s A K mol cd rad
  double factor;
};
constexpr double kPi = std::numbers::pi;
const std::vector<Symbol>& Symbols() {
  static const std::vector<Symbol> symbols{
      {"kg", {1}, 1},
      {"g", {0, 1, -2}, 9.80665},  // outputs in multiples of gravity
      {"t", {1}, 1e3},
      {"m", {0, 1}, 1},
      {"mm", {0, 1}, 1e-3},
      {"cm", {0, 1}, 1e-2},
      {"km", {0, 1}, 1e3},
      {"s", {0, 0, 1}, 1},
      {"ms", {0, 0, 1}, 1e-3},
      {"h", {0, 0, 1}, 3600},
      {"A", {0, 0, 0, 1}, 1},
      {"K", {0, 0, 0, 0, 1}, 1},
      {"rad", {0, 0, 0, 0, 0, 0, 0, 1}, 1},
      {"deg", {0, 0, 0, 0, 0, 0, 0, 1}, kPi / 180},
      {"rpm", {0, 0, -1, 0, 0, 0, 0, 1}, kPi / 30},
      {"Hz", {0, 0, -1, 0, 0, 0, 0, 1}, 2 * kPi},
      {"N", {1, 1, -2}, 1},
      {"kN", {1, 1, -2}, 1e3},
      {"Nm", {1, 2, -2}, 1},
      {"kNm", {1, 2, -2}, 1e3},
      {"Nmm", {1, 2, -2}, 1e-3},
      {"Ns", {1, 1, -1}, 1},
      {"Nms", {1, 2, -1}, 1},
      {"J", {1, 2, -2}, 1},
      {"kJ", {1, 2, -2}, 1e3},
      {"W", {1, 2, -3}, 1},
      {"kW", {1, 2, -3}, 1e3},
      {"V", {1, 2, -3, -1}, 1},
      {"Pa", {1, -1, -2}, 1},
      {"MPa", {1, -1, -2}, 1e6},
      {"bar", {1, -1, -2}, 1e5},
      {"1", {}, 1},
  };
  return symbols;
}

/// "N·m" → "N.m", "m/s^2" and "m/s²" → "m/s2", "kg m^2" → "kg.m2".
std::string Spell(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto is = [&](const char* symbol) { return text.compare(i, 2, symbol) == 0; };
    const char c = text[i];
    if (is("·")) {
      out += '.';
    } else if (is("²")) {
      out += '2';
    } else if (is("³")) {
      out += '3';
    } else if (c == '*' || c == ' ') {
      out += '.';
      continue;
    } else if (c == '^') {
      continue;
    } else {
      out += c;
      continue;
    }
    ++i;
  }
  return out;
}

/// Multiplies by SYMBOL or SYMBOL followed by an exponent.
bool Multiply(Unit& unit, const std::string& word, int sign) {
  std::size_t end = word.size();
  while (end > 0 && (std::isdigit(static_cast<unsigned char>(word[end - 1])) != 0)) --end;
  if (end > 0 && word[end - 1] == '-') --end;
  const bool number = end == 0;
  const std::string name = number ? word : word.substr(0, end);
  const int power = number || end == word.size() ? 1 : std::atoi(word.c_str() + end);
  for (const Symbol& symbol : Symbols()) {
    if (name != symbol.name) continue;
    for (std::size_t k = 0; k < unit.exponent.size(); ++k)
      unit.exponent[k] += sign * power * symbol.exponent[k];
    unit.factor *= std::pow(symbol.factor, sign * power);
    return true;
  }
  return false;
}

/// Products with '.', and divisors: "N.m/rad", "N.m/(rad.s)", "N/m/s".
bool Parse(const std::string& text, Unit& unit) {
  std::string word;
  int sign = 1;
  bool inside = false;
  const auto finish = [&] { return !word.empty() && Multiply(unit, word, sign); };
  for (const char c : text + '.') {
    if (c == '(' && sign < 0 && word.empty()) {
      inside = true;
    } else if (c == ')' && inside) {
      inside = false;
    } else if (c == '.' || c == '/') {
      if (!finish()) return false;
      word.clear();
      sign = (c == '/') != inside ? -1 : 1;
    } else {
      word += c;
    }
  }
  return !inside;
}

double Nominal(const Unit& unit) {
  const auto& e = unit.exponent;
  if (!unit.known) return 1;
  double scale = 1;                           // metres, seconds, radians: machines of some metres
  if (e[0] > 0) scale = e[1] > 0 ? 1e3 : 10;  // forces, torques, energies; masses
  return scale / unit.factor;
}

}  // namespace

Unit MakeUnit(const std::string& text) {
  if (text.empty()) return {};
  Unit unit;
  unit.name = Spell(text);
  unit.known = Parse(unit.name, unit);
  if (!unit.known) {
    unit.exponent = {};
    unit.factor = 1;
  }
  unit.nominal = Nominal(unit);
  return unit;
}

}  // namespace trunnion::fmu
