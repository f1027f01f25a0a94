// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numbers>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/expression.hpp"
#include "engine/core/expression_functions.hpp"

namespace trunnion {
namespace {

bool IsNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

constexpr std::array<std::string_view, 4> kSeries{"poly", "cheby", "forcos", "forsin"};

}  // namespace

/// Recursive descent; what is read becomes a program in reverse Polish notation. A function that is
/// a formula itself is read where it is called, with its arguments on the stack.
class Expression::Parser {
 public:
  Parser(std::string_view text, const ExpressionNames& names, Expression& out)
      : text_(text), names_(names), out_(out) {}

  void Parse() {
    ParseComparison();
    SkipSpace();
    if (at_ < text_.size()) Fail("unexpected '" + std::string(1, text_[at_]) + "'");
  }

  struct Function {
    std::string_view name;
    Code code;
  };
  static constexpr Function kElementary[]{
      {"sin", Code::sin},     {"cos", Code::cos},   {"tan", Code::tan},     {"asin", Code::asin},
      {"acos", Code::acos},   {"atan", Code::atan}, {"atan2", Code::atan2}, {"sinh", Code::sinh},
      {"cosh", Code::cosh},   {"tanh", Code::tanh}, {"exp", Code::exp},     {"log", Code::log},
      {"log10", Code::log10}, {"sqrt", Code::sqrt}, {"abs", Code::abs},     {"sign", Code::sign},
      {"floor", Code::floor}, {"ceil", Code::ceil}, {"round", Code::round}, {"min", Code::min},
      {"max", Code::max},     {"mod", Code::mod},   {"step", Code::step}};

 private:
  /// Within the formula of a function the place is that of its call.
  [[noreturn]] void FailAt(std::size_t place, const std::string& message) const {
    const std::size_t column = call_ ? *call_ : place;
    throw ModelError("column " + std::to_string(column + 1) + ": " + message);
  }
  [[noreturn]] void Fail(const std::string& message) const { FailAt(at_, message); }

  void SkipSpace() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }
  bool Take(std::string_view token) {
    SkipSpace();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  void Expect(std::string_view token, const std::string& where) {
    if (!Take(token)) Fail("expected '" + std::string(token) + "' " + where);
  }

  /// Counts what the stack will hold.
  void Emit(Operation operation) {
    depth_ += 1 - internal::CountArguments(operation.code);
    if (depth_ >= kMostDepth) Fail("too many nested terms; split the formula");
    if (internal::HasSwitch(operation.code)) operation.number_of_switch = out_.num_switches_++;
    out_.program_.push_back(operation);
  }
  void Emit(Code code) { Emit({.code = code}); }
  void EmitNumber(double number) { Emit({.code = Code::constant, .number = number}); }
  void EmitLocal(int index) { Emit({.code = Code::local, .index = index}); }
  /// A jump, whose target comes later, and its place in the program.
  std::size_t EmitJump(Code code) {
    if (code == Code::jump_unless) --depth_;
    out_.program_.push_back({.code = code});
    return out_.program_.size() - 1;
  }
  void EndJump(std::size_t jump) {
    out_.program_[jump].index = static_cast<int>(out_.program_.size());
  }
  /// Drops what lies on the stack from `base` on but for the last value.
  void KeepLast(int base) {
    out_.program_.push_back({.code = Code::keep_last, .index = depth_ - base - 1});
    depth_ = base + 1;
  }

  void ParseComparison() {
    if (++nested_ > kMostDepth) Fail("too many nested parentheses; split the formula");
    ParseSum();
    for (const auto& [token, code] : {std::pair{"<=", Code::less_equal},
                                      {">=", Code::greater_equal},
                                      {"==", Code::equal},
                                      {"!=", Code::unequal},
                                      {"<", Code::less},
                                      {">", Code::greater}})
      if (Take(token)) {
        ParseSum();
        Emit(code);
        break;
      }
    --nested_;
  }

  void ParseSum() {
    ParseProduct();
    for (;;) {
      if (Take("+"))
        ParseProduct(), Emit(Code::add);
      else if (Take("-"))
        ParseProduct(), Emit(Code::subtract);
      else
        return;
    }
  }

  void ParseProduct() {
    ParseSign();
    for (;;) {
      if (Take("*"))
        ParseSign(), Emit(Code::multiply);
      else if (Take("/"))
        ParseSign(), Emit(Code::divide);
      else
        return;
    }
  }

  void ParseSign() {
    bool negative = false;
    for (;;) {
      if (Take("-"))
        negative = !negative;
      else if (!Take("+"))
        break;
    }
    ParsePower();
    if (negative) Emit(Code::negate);
  }

  void ParsePower() {
    ParseAtom();
    if (!Take("^") && !Take("**")) return;
    if (++nested_ > kMostDepth) Fail("too many nested powers; split the formula");
    ParseSign();
    --nested_;
    Emit(Code::power);
  }

  void ParseAtom() {
    if (Take("(")) {
      ParseComparison();
      return Expect(")", "here");
    }
    if (at_ >= text_.size()) Fail("the formula ends where a number or a name is expected");
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return ParseNumber();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return ParseName();
    Fail("expected a number, a name or '(', found '" + std::string(1, c) + "'");
  }

  void ParseNumber() {
    double value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) Fail("this number cannot be read");
    const auto next = static_cast<std::size_t>(end - text_.data());
    if (next < text_.size() && (IsNamePart(text_[next]) || text_[next] == '.'))
      FailAt(next, "unexpected '" + std::string(1, text_[next]) + "' after a number; write '*'");
    at_ = next;
    EmitNumber(value);
  }

  void ParseName() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (Take("(")) return ParseCall(name, begin);
    if (const auto local = parameters_.find(name); local != parameters_.end())
      return EmitLocal(local->second);
    const auto& variables = names_.variables;
    const auto variable = std::find(variables.begin(), variables.end(), name);
    if (variable != variables.end() && !call_)
      return EmitVariable(static_cast<int>(variable - variables.begin()));
    if (const std::optional<double> value = FindConstant(name)) return EmitNumber(*value);
    FailAt(begin, "unknown name '" + std::string(name) + "'");
  }

  void EmitVariable(int index) { Emit({.code = Code::variable, .index = index}); }

  std::optional<double> FindConstant(std::string_view name) const {
    if (name == "pi") return std::numbers::pi;
    if (name == "deg") return std::numbers::pi / 180;
    const auto found = names_.constants.find(name);
    return found == names_.constants.end() ? std::nullopt : std::optional(found->second);
  }

  void ParseCall(std::string_view name, std::size_t begin) {
    if (name == "if") return ParseChoice();
    for (const Function& function : kElementary)
      if (function.name == name) {
        ParseArguments(name, internal::CountArguments(function.code));
        return Emit(function.code);
      }
    for (const FormulaFunction& function : FormulaFunctions())
      if (function.name == name) return ParseFormulaCall(function, begin);
    if (std::find(kSeries.begin(), kSeries.end(), name) != kSeries.end()) return ParseSeries(name);
    if (names_.tables.contains(name)) return ParseTable(name);
    if (!ParseMeasure(name, begin)) FailAt(begin, "unknown function '" + std::string(name) + "'");
  }

  /// A comma between arguments, then an expression.
  void ParseNextArgument(std::string_view function, bool first) {
    if (!first) Expect(",", "and another argument of " + std::string(function));
    ParseComparison();
  }
  void ParseArguments(std::string_view function, int count) {
    for (int i = 0; i < count; ++i) ParseNextArgument(function, i == 0);
    Expect(")", "after the arguments of " + std::string(function));
  }

  void ParseChoice() {
    ParseNextArgument("if", true);
    const std::size_t to_else = EmitJump(Code::jump_unless);
    ParseNextArgument("if", false);
    const std::size_t to_end = EmitJump(Code::jump);
    EndJump(to_else);
    --depth_;
    ParseNextArgument("if", false);
    Expect(")", "after the arguments of if");
    EndJump(to_end);
  }

  void ParseFormulaCall(const FormulaFunction& function, std::size_t begin) {
    const int base = depth_;
    std::map<std::string, int, std::less<>> parameters;
    for (std::string_view rest = function.parameters; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      ParseNextArgument(function.name, parameters.empty());
      parameters.emplace(rest.substr(0, end), depth_ - 1);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    Expect(")", "after the arguments of " + std::string(function.name));
    const std::string_view text = std::exchange(text_, function.formula);
    const std::size_t at = std::exchange(at_, 0);
    const std::optional<std::size_t> call = std::exchange(call_, call_ ? call_ : begin);
    std::swap(parameters_, parameters);
    Parse();
    std::swap(parameters_, parameters);
    call_ = call;
    at_ = at;
    text_ = text;
    KeepLast(base);
  }

  /// Coefficients and what they multiply lie on the stack.
  void ParseSeries(std::string_view name) {
    const int base = depth_;
    const bool fourier = name.starts_with("for");
    const int first = base + (fourier ? 3 : 2);  // coefficient
    for (int i = 0; i == 0 || depth_ <= first || !Take(")"); ++i) ParseNextArgument(name, i == 0);
    const int last = depth_ - 1, s = depth_;
    EmitLocal(base);
    EmitLocal(base + 1);
    Emit(Code::subtract);
    if (fourier)
      EmitFourier(name == "forcos" ? Code::cos : Code::sin, base + 2, first, last, s);
    else if (name == "poly")
      EmitPolynomial(first, last, s);
    else
      EmitChebyshev(first, last, s);
    KeepLast(base);
  }

  void EmitPolynomial(int first, int last, int s) {
    EmitLocal(last);
    for (int j = last - 1; j >= first; --j) {
      EmitLocal(s);
      Emit(Code::multiply);
      EmitLocal(j);
      Emit(Code::add);
    }
  }

  void EmitFourier(Code shape, int w, int first, int last, int s) {
    EmitLocal(first);
    for (int j = first + 1; j <= last; ++j) {
      EmitNumber(j - first);
      EmitLocal(w);
      Emit(Code::multiply);
      EmitLocal(s);
      Emit(Code::multiply);
      Emit(shape);
      EmitLocal(j);
      Emit(Code::multiply);
      Emit(Code::add);
    }
  }

  /// Clenshaw: bⱼ = aⱼ + 2 s bⱼ₊₁ − bⱼ₊₂, the sum is a₀ + s b₁ − b₂.
  void EmitChebyshev(int first, int last, int s) {
    EmitNumber(0);
    EmitNumber(0);
    for (int j = last; j >= first; --j) {
      EmitLocal(s);
      EmitLocal(depth_ - 2);
      Emit(Code::multiply);
      EmitNumber(j > first ? 2 : 1);
      Emit(Code::multiply);
      EmitLocal(depth_ - 3);
      Emit(Code::subtract);
      EmitLocal(j);
      Emit(Code::add);
    }
  }

  void ParseTable(std::string_view name) {
    ParseArguments(name, 1);
    const auto [known, added] = tables_.emplace(name, static_cast<int>(out_.tables_.size()));
    if (added) out_.tables_.push_back(names_.tables.find(name)->second);
    Emit({.code = Code::table, .index = known->second});
  }

  /// Names, which may stand in quotes.
  std::vector<std::string> ReadTexts() {
    std::vector<std::string> texts;
    for (;;) {
      SkipSpace();
      const bool quoted = at_ < text_.size() && text_[at_] == '\'';
      const std::size_t begin = quoted ? ++at_ : at_;
      const std::size_t end = text_.find_first_of(quoted ? "'" : ",)", begin);
      if (end == std::string_view::npos) Fail(quoted ? "the quote is not closed" : "expected ')'");
      texts.emplace_back(Trim(text_.substr(begin, end - begin)));
      at_ = quoted ? end + 1 : end;
      if (Take(")")) break;
      Expect(",", "or ')' after a name");
    }
    if (texts.size() == 1 && texts[0].empty()) texts.clear();
    return texts;
  }

  bool ParseMeasure(std::string_view name, std::size_t begin) {
    if (!names_.measure) return false;
    const std::vector<std::string> arguments = ReadTexts();
    std::optional<int> variable;
    try {
      variable = names_.measure(std::string(name), arguments);
    } catch (const ModelError& error) {
      FailAt(begin, error.what());
    }
    if (variable) EmitVariable(*variable);
    return variable.has_value();
  }

  std::string_view text_;
  const ExpressionNames& names_;
  Expression& out_;
  std::map<std::string, int, std::less<>> tables_;      // by name, in out_
  std::map<std::string, int, std::less<>> parameters_;  // places on the stack
  std::optional<std::size_t> call_;  // where the function is called whose formula is read
  std::size_t at_ = 0;
  int depth_ = 0, nested_ = 0;
};

Expression Expression::Parse(std::string_view text, const ExpressionNames& names) {
  Expression expression;
  Parser(text, names, expression).Parse();
  return expression;
}

Expression::Expression(std::string_view text,
                       const std::vector<std::string>& variables,
                       const Constants& constants)
    : Expression(Parse(text, {.variables = variables, .constants = constants})) {}

const std::vector<std::string>& Expression::reserved() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"pi", "deg", "if"};
    for (const Parser::Function& function : Parser::kElementary) all.emplace_back(function.name);
    for (const FormulaFunction& function : FormulaFunctions()) all.emplace_back(function.name);
    all.insert(all.end(), kSeries.begin(), kSeries.end());
    return all;
  }();
  return names;
}

}  // namespace trunnion
