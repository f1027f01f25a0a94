// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/functions.hpp"

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

constexpr std::string_view kStep5 =
    "if({0}<={1},{2},if({0}>={3},{4},{2}+({4}-{2})*(({0}-{1})/({3}-{1}))^3*"
    "(10-(({0}-{1})/({3}-{1}))*(15-6*(({0}-{1})/({3}-{1}))))))";
constexpr std::string_view kHaversine =
    "if({0}<={1},{2},if({0}>={3},{4},({2}+{4})/2+({4}-{2})/2*sin(pi*({0}-{1})/({3}-{1})-pi/2)))";
constexpr std::string_view kImpact =
    "if({0}>={2},0,max(0,{3}*max({2}-{0},0)^{4}-{5}*{1}*step({0},{2}-{6},1,{2},0)))";
constexpr std::string_view kTwoSidedImpact =
    "(if({0}<{2},max(0,{4}*max({2}-{0},0)^{5}-{6}*{1}*step({0},{2}-{7},1,{2},0)),0)"
    "-if({0}>{3},max(0,{4}*max({0}-{3},0)^{5}+{6}*{1}*step({0},{3},0,{3}+{7},1)),0))";

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
    {"SIGN", 2, "if({1}<0,-abs({0}),abs({0}))"},
    {"DIM", 2, "max({0}-{1},0)"},
    {"INT", 1, "(sign({0})*floor(abs({0})))"},
    {"AINT", 1, "(sign({0})*floor(abs({0})))"},
    {"NINT", 1, "(sign({0})*floor(abs({0})+0.5))"},
    {"ANINT", 1, "(sign({0})*floor(abs({0})+0.5))"},
    {"MOD", 2, "({0}-{1}*sign({0}/{1})*floor(abs({0}/{1})))"},
    {"IF", 4, "if({0}<0,{1},if({0}==0,{2},{3}))"},
    {"STEP", 5, "step({0},{1},{2},{3},{4})"},
    {"STEP5", 5, kStep5},
    {"HAVSIN", 5, kHaversine},
    {"IMPACT", 7, kImpact},
    {"BISTOP", 8, kTwoSidedImpact},
    {"SHF", 6, "({2}*sin({3}*({0}-{1})-{4})+{5})"},
};

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

/// Σ aⱼ (x−x₀)ʲ; of FORCOS and FORSIN a₀ + Σ aⱼ cos(j ω (x−x₀)).
std::optional<std::string> WriteSeries(const std::string& name, const std::vector<std::string>& a) {
  const bool polynomial = name == "POLY";
  if (!polynomial && name != "FORCOS" && name != "FORSIN") return std::nullopt;
  const std::size_t first = polynomial ? 2 : 3;
  if (a.size() <= first) return std::nullopt;
  const std::string d = "((" + a[0] + ")-(" + a[1] + "))";
  std::string sum = "((" + a[first] + ")";
  for (std::size_t j = 1; first + j < a.size(); ++j) {
    const std::string number = std::to_string(j);
    const std::string shape =
        polynomial ? d + "^" + number
                   : (name == "FORCOS" ? "cos(" : "sin(") + number + "*(" + a[2] + ")*" + d + ")";
    sum += "+(" + a[first + j] + ")*" + shape;
  }
  return sum + ")";
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
  FunctionReader(const Dataset& data, int line, const MeasureWriter& measure)
      : data_(data), line_(line), measure_(measure) {}

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
        if (texts.size() != rule.arguments)
          throw Refusal(line_, name + " needs " + std::to_string(rule.arguments) + " arguments");
        return Fill(rule.formula, ReadAll(texts));
      }
    if (name == "POLY" || name.starts_with("FOR"))
      if (const auto series = WriteSeries(name, ReadAll(texts))) return *series;
    throw Refusal(line_, "the function " + name + " is not understood here");
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
  int open_ = 0;  // variables that are being read
};

}  // namespace

std::string TranslateFunction(const Dataset& data,
                              const std::string& text,
                              int line,
                              const MeasureWriter& measure) {
  return FunctionReader(data, line, measure).Read(text);
}

std::string TranslateTimeFunction(const Dataset& data, const std::string& text, int line) {
  return TranslateFunction(data, text, line, [](const MarkerCall&) { return std::nullopt; });
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
