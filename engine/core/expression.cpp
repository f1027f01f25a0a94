// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/expression.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "engine/core/error.hpp"

namespace trunnion {

struct Expression::Function {
  std::string name;
  Code code;
};

const std::vector<Expression::Function>& Expression::Functions() {
  static const std::vector<Function> functions{
      {"sin", Code::sin},     {"cos", Code::cos},   {"tan", Code::tan},     {"asin", Code::asin},
      {"acos", Code::acos},   {"atan", Code::atan}, {"atan2", Code::atan2}, {"sinh", Code::sinh},
      {"cosh", Code::cosh},   {"tanh", Code::tanh}, {"exp", Code::exp},     {"log", Code::log},
      {"log10", Code::log10}, {"sqrt", Code::sqrt}, {"abs", Code::abs},     {"sign", Code::sign},
      {"floor", Code::floor}, {"ceil", Code::ceil}, {"round", Code::round}, {"min", Code::min},
      {"max", Code::max},     {"mod", Code::mod},   {"if", Code::choose},   {"step", Code::step}};
  return functions;
}

/// Recursive descent; what is read becomes a program in reverse Polish notation.
class Expression::Parser {
 public:
  Parser(std::string_view text,
         const std::vector<std::string>& variables,
         const Constants& constants,
         std::vector<Operation>& program)
      : text_(text), variables_(variables), constants_(constants), program_(program) {}

  void Parse() {
    ParseComparison();
    SkipSpace();
    if (at_ < text_.size()) Fail("unexpected '" + std::string(1, text_[at_]) + "'");
  }

 private:
  [[noreturn]] void FailAt(std::size_t place, const std::string& message) const {
    throw ModelError("column " + std::to_string(place + 1) + ": " + message);
  }
  [[noreturn]] void Fail(const std::string& message) const { FailAt(at_, message); }

  void SkipSpace() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
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
  void Emit(Code code, double number = 0) {
    depth_ += 1 - CountArguments(code);
    if (depth_ >= kMostDepth) Fail("too many nested terms; split the formula");
    program_.push_back({code, number});
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
    if (next < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[next])) ||
                                text_[next] == '_' || text_[next] == '.'))
      FailAt(next, "unexpected '" + std::string(1, text_[next]) + "' after a number; write '*'");
    at_ = next;
    Emit(Code::constant, value);
  }

  void ParseName() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (Take("(")) return ParseCall(name, begin);
    const auto variable = std::find(variables_.begin(), variables_.end(), name);
    if (variable != variables_.end())
      return Emit(Code::variable, static_cast<double>(variable - variables_.begin()));
    if (const std::optional<double> value = FindConstant(name)) return Emit(Code::constant, *value);
    FailAt(begin, "unknown name '" + std::string(name) + "'");
  }

  std::optional<double> FindConstant(std::string_view name) const {
    if (name == "pi") return std::numbers::pi;
    if (name == "deg") return std::numbers::pi / 180;
    const auto found = constants_.find(name);
    return found == constants_.end() ? std::nullopt : std::optional(found->second);
  }

  void ParseCall(std::string_view name, std::size_t begin) {
    const auto& functions = Functions();
    const auto function = std::find_if(
        functions.begin(), functions.end(), [&](const Function& f) { return f.name == name; });
    if (function == functions.end()) FailAt(begin, "unknown function '" + std::string(name) + "'");
    for (int i = 0; i < CountArguments(function->code); ++i) {
      if (i > 0) Expect(",", "and another argument of " + function->name);
      ParseComparison();
    }
    Expect(")", "after the arguments of " + function->name);
    Emit(function->code);
  }

  std::string_view text_;
  const std::vector<std::string>& variables_;
  const Constants& constants_;
  std::vector<Operation>& program_;
  std::size_t at_ = 0;
  int depth_ = 0, nested_ = 0;
};

Expression::Expression(std::string_view text,
                       const std::vector<std::string>& variables,
                       const Constants& constants) {
  Parser(text, variables, constants, program_).Parse();
}

double Expression::operator()(std::span<const double> variables) const {
  return Evaluate<double>(variables);
}

bool Expression::uses(int variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Operation& o) {
    return o.code == Code::variable && static_cast<int>(o.number) == variable;
  });
}

bool Expression::has_kinks() const {
  return std::any_of(program_.begin(), program_.end(), [](const Operation& o) {
    return (o.code >= Code::abs && o.code <= Code::round) || o.code >= Code::min;
  });
}

const std::vector<std::string>& Expression::reserved() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all{"pi", "deg"};
    for (const Function& function : Functions()) all.push_back(function.name);
    return all;
  }();
  return names;
}

bool IsIdentifier(std::string_view text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), is_part);
}

}  // namespace trunnion
