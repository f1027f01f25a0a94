// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/functions.hpp"

#include <algorithm>
#include <cctype>
#include <numbers>
#include <string_view>
#include <utility>

#include "engine/import/adams/text.hpp"

namespace trunnion::adams {
namespace {

constexpr std::size_t kMostCharacters = 100'000;  // of a formula; VARIABLEs may multiply it

/// A function of Adams by functions of Expression: {0} is its first argument.
struct Rule {
  std::string_view name;
  std::size_t arguments;
  std::string_view formula;
};

constexpr Rule kRules[]{
    {"SIN", 1, "sin({0})"},
    {"COS", 1, "cos({0})"},
    {"TAN", 1, "tan({0})"},
    {"ASIN", 1, "asin({0})"},
    {"ACOS", 1, "acos({0})"},
    {"ATAN", 1, "atan({0})"},
    {"ATAN2", 2, "atan2({0},{1})"},
    {"SINH", 1, "sinh({0})"},
    {"COSH", 1, "cosh({0})"},
    {"TANH", 1, "tanh({0})"},
    {"EXP", 1, "exp({0})"},
    {"LOG", 1, "log({0})"},
    {"LOG10", 1, "log10({0})"},
    {"SQRT", 1, "sqrt({0})"},
    {"ABS", 1, "abs({0})"},
    {"MIN", 2, "min({0},{1})"},
    {"MAX", 2, "max({0},{1})"},
    {"SIGN", 2, "copysign({0},{1})"},
    {"DIM", 2, "max({0}-{1},0)"},
    {"INT", 1, "trunc({0})"},
    {"AINT", 1, "trunc({0})"},
    {"NINT", 1, "round({0})"},
    {"ANINT", 1, "round({0})"},
    {"MOD", 2, "rem({0},{1})"},
    {"STEP", 5, "step({0},{1},{2},{3},{4})"},
    {"STEP5", 5, "step5({0},{1},{2},{3},{4})"},
    {"HAVSIN", 5, "havsin({0},{1},{2},{3},{4})"},
    {"IMPACT", 7, "impact({0},{1},{2},{3},{4},{5},{6})"},
    {"BISTOP", 8, "bistop({0},{1},{2},{3},{4},{5},{6},{7})"},
    {"SHF", 6, "shf({0},{1},{2},{3},{4},{5})"},
};

/// Series of any number of coefficients, with their fewest arguments.
constexpr std::pair<std::string_view, std::size_t> kSeries[]{
    {"POLY", 3}, {"CHEBY", 3}, {"FORCOS", 4}, {"FORSIN", 4}};

std::string Fill(std::string_view formula, const std::vector<std::string>& arguments) {
  std::string filled;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    if (formula[i] != '{') {
      filled += formula[i];
      continue;
    }
    filled += "(" + arguments[static_cast<std::size_t>(formula[i + 1] - '0')] + ")";
    i += 2;
  }
  return filled;
}

/// a, b, c of IF(x: a, b, c). Where b is a or c there is one place less to look for.
std::string WriteChoice(const std::vector<std::string>& arguments) {
  const std::string x = "(" + arguments[0] + ")", &a = arguments[1], &b = arguments[2],
                    &c = arguments[3];
  if (b == a) return "if(" + x + "<=0," + a + "," + c + ")";
  if (b == c) return "if(" + x + "<0," + a + "," + c + ")";
  return "if(" + x + "<0," + a + ",if(" + x + "==0," + b + "," + c + "))";
}

std::string Join(const std::vector<std::string>& arguments) {
  std::string all;
  for (const std::string& argument : arguments) all += (all.empty() ? "(" : ",(") + argument + ")";
  return all;
}

std::string ToLower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool IsWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool IsDigitAt(std::string_view text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
}

/// The end of the number that begins at `at`, with its exponent or mark of degrees.
std::size_t EndOfNumber(std::string_view text, std::size_t at) {
  while (IsDigitAt(text, at) || (at < text.size() && text[at] == '.')) ++at;
  if (at >= text.size() || std::string_view("EeDd").find(text[at]) == std::string_view::npos)
    return at;
  const bool degrees = text[at] == 'D' || text[at] == 'd';
  std::size_t end = at + 1;
  if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  if (!IsDigitAt(text, end)) return degrees ? at + 1 : at;
  while (IsDigitAt(text, end)) ++end;
  return end;
}

/// "a, b" of "(a, b)" at `at`, and behind it; IF separates its test by a colon.
std::vector<std::string> SplitArguments(std::string_view text, std::size_t& at) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ')' && depth == 0) break;
    depth += (c == '(') - (c == ')');
    if (depth == 0 && (c == ',' || c == ':'))
      arguments.emplace_back();
    else
      arguments.back() += c;
  }
  ++at;
  return arguments;
}

class FunctionReader {
 public:
  FunctionReader(const Dataset& data, int line, const MeasureWriter& measure, Json* tables)
      : data_(data), line_(line), measure_(measure), tables_(tables) {}

  std::string Read(const std::string& text) {
    if (Trim(text).empty()) throw Refusal(line_, "a function or one of its arguments is empty");
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      if (out.size() > kMostCharacters) throw Refusal(line_, "the function is too long");
      if (IsDigitAt(text, at) || (text[at] == '.' && IsDigitAt(text, at + 1)))
        out += ReadNumber(text, at);
      else if (IsWordPart(text[at]))
        out += ReadWord(text, at);
      else if (std::string_view("+-*/() \t").find(text[at]) != std::string_view::npos)
        out += text[at++];
      else
        throw Refusal(line_, "'" + std::string(1, text[at]) + "' in a function is not understood");
    }
    return out;
  }

 private:
  std::string ReadNumber(const std::string& text, std::size_t& at) const {
    const std::size_t begin = at;
    at = EndOfNumber(text, at);
    const std::string number = text.substr(begin, at - begin);
    const auto value = ParseNumber(number);
    if (!value || (at < text.size() && IsWordPart(text[at])))
      throw Refusal(line_, "'" + text.substr(begin, at + 1 - begin) + "' is no number");
    return Write(*value);
  }

  std::string ReadWord(const std::string& text, std::size_t& at) {
    const std::size_t begin = at;
    while (at < text.size() && IsWordPart(text[at])) ++at;
    const std::string name = ToUpper(text.substr(begin, at - begin));
    std::size_t next = at;
    while (next < text.size() && std::isspace(static_cast<unsigned char>(text[next]))) ++next;
    if (next >= text.size() || text[next] != '(') return ReadConstant(name);
    at = next;
    return ReadCall(name, SplitArguments(text, at));
  }

  std::string ReadConstant(const std::string& name) const {
    if (name == "PI") return "pi";
    if (name == "RTOD") return Write(180 / std::numbers::pi);
    if (name == "DTOR") return "deg";
    if (name == "TIME")
      return data_.units().time == 1 ? "t" : "(t/" + Write(data_.units().time) + ")";
    throw Refusal(line_, "'" + name + "' in a function is not understood");
  }

  std::string ReadCall(const std::string& name, const std::vector<std::string>& texts) {
    if (name == "VARVAL") return ReadVariable(texts);
    if (const auto call = ToMarkerCall(name, texts))
      if (const auto written = measure_(*call)) return "(" + *written + ")";
    for (const Rule& rule : kRules)
      if (rule.name == name) {
        RequireCount(name, texts, rule.arguments);
        return Fill(rule.formula, ReadAll(texts));
      }
    if (name == "IF") {
      RequireCount(name, texts, 4);
      return WriteChoice(ReadAll(texts));
    }
    for (const auto& [series, fewest] : kSeries)
      if (series == name) {
        if (texts.size() < fewest)
          throw Refusal(line_, name + " needs at least " + std::to_string(fewest) + " arguments");
        return ToLower(name) + "(" + Join(ReadAll(texts)) + ")";
      }
    if (tables_ && (name == "AKISPL" || name == "CUBSPL")) return ReadSpline(name, texts);
    throw Refusal(line_, "the function " + name + " is not understood here");
  }

  void RequireCount(const std::string& name,
                    const std::vector<std::string>& texts,
                    std::size_t count) const {
    if (texts.size() != count)
      throw Refusal(line_, name + " needs " + std::to_string(count) + " arguments");
  }

  /// A table of its own for each way to go through the points.
  std::string ReadSpline(const std::string& name, const std::vector<std::string>& texts) {
    if (texts.size() != 3 && !(texts.size() == 4 && Trim(texts[3]) == "0"))
      throw Refusal(line_, name + " is understood as " + name + "(x, z, id), not its derivatives");
    const auto id = ParseId(Trim(texts[2]));
    const Statement* spline = id ? data_.Find("SPLINE", *id) : nullptr;
    if (!spline) throw Refusal(line_, name + ": there is no SPLINE" + texts[2]);
    const std::string table = ToLower(name) + "_" + std::to_string(*id);
    (*tables_)[table] = MakeTable(*spline, name == "AKISPL");
    return table + "(" + Read(texts[0]) + ")";
  }

  Json MakeTable(const Statement& spline, bool akima) const {
    for (const Argument& argument : spline.arguments)
      if (argument.name != "X" && argument.name != "Y" && argument.name != "LINEAR_EXTRAPOLATE")
        throw Refusal(line_,
                      spline.label() + ": its argument " + argument.name + " is not understood");
    const auto count = std::count_if(spline.arguments.begin(),
                                     spline.arguments.end(),
                                     [](const Argument& a) { return a.name == "Y"; });
    const std::vector<double> x = GetNumbers(spline, "X"), y = GetNumbers(spline, "Y");
    if (count != 1 || x.size() != y.size())
      throw Refusal(line_, spline.label() + ": only a curve is understood, with as many Y as X");
    Json points = Json::array();
    for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x[i], y[i]});
    return {{"points", points},
            {"interpolation", akima ? "akima" : "cubic"},
            {"ends", spline.Has("LINEAR_EXTRAPOLATE") ? "straight" : "polynomial"}};
  }

  static std::optional<MarkerCall> ToMarkerCall(const std::string& name,
                                                const std::vector<std::string>& texts) {
    MarkerCall call{.name = name, .ids = {}};
    for (const std::string& text : texts) {
      const auto id = ParseId(Trim(text));
      if (!id) return std::nullopt;
      call.ids.push_back(*id);
    }
    return call;
  }

  std::vector<std::string> ReadAll(const std::vector<std::string>& texts) {
    std::vector<std::string> arguments;
    for (const std::string& text : texts) arguments.push_back(Read(text));
    return arguments;
  }

  std::string ReadVariable(const std::vector<std::string>& texts) {
    const auto id = ParseId(Trim(texts[0]));
    const Statement* variable = id ? data_.Find("VARIABLE", *id) : nullptr;
    if (!variable) throw Refusal(line_, "VARVAL(" + texts[0] + "): there is no such VARIABLE");
    if (open_ > 20) throw Refusal(line_, variable->label() + " depends on itself");
    ++open_;
    const std::string formula = "(" + Read(GetText(*variable, "FUNCTION")) + ")";
    --open_;
    return formula;
  }

  const Dataset& data_;
  int line_;
  const MeasureWriter& measure_;
  Json* tables_;
  int open_ = 0;  // variables that are being read
};

}  // namespace

std::string TranslateFunction(const Dataset& data,
                              const std::string& text,
                              int line,
                              const MeasureWriter& measure,
                              Json* tables) {
  return FunctionReader(data, line, measure, tables).Read(text);
}

std::string TranslateTimeFunction(const Dataset& data,
                                  const std::string& text,
                                  int line,
                                  Json* tables) {
  const auto none = [](const MarkerCall&) { return std::nullopt; };
  return TranslateFunction(data, text, line, none, tables);
}

Json MakeExpressionLaw(const std::string& formula, const Json& tables) {
  Json law{{"type", "expression"}, {"expression", formula}};
  if (!tables.empty()) law["tables"] = tables;
  return law;
}

std::string Scale(double factor, const std::string& formula) {
  return factor == 1 ? formula : Write(factor) + "*(" + formula + ")";
}

std::optional<MarkerCall> ParseMarkerCall(const std::string& text) {
  const std::size_t open = text.find('(');
  if (open == std::string::npos || open == 0 || text.back() != ')') return std::nullopt;
  std::size_t at = open;
  const auto arguments = SplitArguments(text, at);
  if (at != text.size()) return std::nullopt;
  MarkerCall call{.name = ToUpper(Trim(text.substr(0, open))), .ids = {}};
  if (call.name.empty()) return std::nullopt;
  for (const std::string& argument : arguments) {
    const auto id = ParseId(Trim(argument));
    if (!id) return std::nullopt;
    call.ids.push_back(*id);
  }
  return call;
}

}  // namespace trunnion::adams
