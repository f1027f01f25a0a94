// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/statements.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/import/adams/catalogue.hpp"
#include "engine/import/adams/text.hpp"

namespace trunnion::adams {
namespace {

constexpr char kMark = '\x01';  // the comma at the beginning of a line

/// The lines of one statement, joined.
struct Joined {
  std::string text;
  std::vector<std::pair<std::size_t, int>> lines;  // where each begins in the text, and its number
  std::string view_name;

  void Add(std::string_view part, int line) {
    lines.emplace_back(text.size(), line);
    text += part;
  }
  int LineOf(std::size_t at) const {
    int line = lines.front().second;
    for (const auto& [begin, number] : lines)
      if (begin <= at) line = number;
    return line;
  }
};

[[noreturn]] void FailAtLine(const std::string& source, int line, const std::string& message) {
  const std::string place = "line " + std::to_string(line);
  throw FileError(source + ":" + std::to_string(line) + ": " + message,
                  ErrorFields{.file = source, .place = place});
}

/// 'NAME' of a comment "adams_view_name='NAME'"; empty if it has none.
std::string FindViewName(std::string_view comment) {
  const std::size_t key = comment.find("adams_view_name");
  if (key == std::string_view::npos) return {};
  const std::size_t begin = comment.find('\'', key);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = comment.find('\'', begin + 1);
  return end == std::string_view::npos ? ""
                                       : std::string(comment.substr(begin + 1, end - begin - 1));
}

/// Joins lines to statements and takes comments away.
class Joiner {
 public:
  Joiner(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  std::vector<Joined> Join(std::string& title) {
    for (int line = 1; at_ <= text_.size(); ++line) {
      const std::string_view whole = NextLine();
      if (line == 1) {
        title = std::string(Trim(whole));
      } else if (!Take(whole, line)) {
        break;
      }
    }
    return std::move(joined_);
  }

 private:
  std::string_view NextLine() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  /// Returns false at END.
  bool Take(std::string_view whole, int line) {
    const std::size_t comment = std::min(whole.find('!'), whole.size());
    if (const std::string name = FindViewName(whole.substr(comment)); !name.empty())
      view_name_ = name;
    std::string_view text = Trim(whole.substr(0, comment));
    if (text.empty()) return true;
    const bool begins_with_comma = text.front() == ',';
    const bool goes_on = std::exchange(goes_on_, text.back() == '&');
    if (goes_on_) text = Trim(text.substr(0, text.size() - 1));
    if (!begins_with_comma && !goes_on) {
      if (ToUpper(text) == "END") return false;
      joined_.emplace_back().view_name = std::exchange(view_name_, {});
    } else if (joined_.empty()) {
      FailAtLine(source_, line, "this line continues a statement, and there is none before it");
    }
    if (begins_with_comma) {
      joined_.back().Add(std::string(1, kMark), line);
      text.remove_prefix(1);
    } else if (goes_on) {
      joined_.back().Add(" ", line);
    }
    joined_.back().Add(text, line);
    return true;
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t at_ = 0;
  bool goes_on_ = false;
  std::string view_name_;
  std::vector<Joined> joined_;
};

bool IsNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// The end of a word with '=' behind it that begins at or after `at`; npos if there is none.
std::size_t FindAssignment(std::string_view text, std::size_t at) {
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  const std::size_t begin = at;
  while (at < text.size() && IsNameCharacter(text[at])) ++at;
  if (at == begin || std::isdigit(static_cast<unsigned char>(text[begin])))
    return std::string_view::npos;
  const std::size_t end = at;
  while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
  return at < text.size() && text[at] == '=' ? end : std::string_view::npos;
}

/// FUNCTION, F1 to F8, FX, TY: their value is an expression.
bool IsFunction(std::string_view statement, const std::string& argument) {
  if (argument.size() >= 2 && std::string_view("FUNCTION").starts_with(argument)) return true;
  if (argument.size() != 2) return false;
  const bool request = statement == "REQUEST";
  if (request) return argument[0] == 'F' && argument[1] >= '1' && argument[1] <= '8';
  return (argument[0] == 'F' || argument[0] == 'T') && argument[1] >= 'X' && argument[1] <= 'Z';
}

/// The arguments of one statement.
class ArgumentReader {
 public:
  ArgumentReader(const Joined& joined, std::size_t at, const std::string& source, Statement& out)
      : joined_(joined), text_(joined.text), at_(at), source_(source), out_(out) {
    if (const StatementType* type = FindStatementType(out.name)) type_ = type;
  }

  void Read() {
    for (bool first = true; at_ <= text_.size(); first = false) {
      const std::size_t begin = at_;
      const std::size_t name_end = FindAssignment(text_, at_);
      if (name_end == std::string_view::npos) {
        TakePlain(begin, first);
      } else {
        const std::string name = ToUpper(Trim(text_.substr(begin, name_end - begin)));
        at_ = text_.find('=', name_end) + 1;
        Add(name, begin).values.push_back(TakeValue(name));
      }
    }
  }

 private:
  [[noreturn]] void Fail(std::size_t at, const std::string& message) const {
    FailAtLine(source_, joined_.LineOf(at), out_.label() + ": " + message);
  }

  Argument& Add(const std::string& name, std::size_t at) {
    const std::string full = type_ ? CompleteArgument(*type_, name) : name;
    out_.arguments.push_back({.name = full, .values = {}, .line = joined_.LineOf(at)});
    return out_.arguments.back();
  }

  /// A flag, or one more value of the argument before.
  void TakePlain(std::size_t begin, bool first) {
    const std::string word = TakeToSeparator();
    const bool last = at_ > text_.size();
    const char end = last ? kMark : text_[at_ - 1];
    if (word.empty()) {
      if (first || last || end == kMark || begin == 0 || text_[begin - 1] == kMark) return;
      Fail(begin, "an argument is empty; there are two commas");
    }
    const char c = word[0];
    const bool value =
        std::isdigit(static_cast<unsigned char>(c)) || c == '-' || c == '+' || c == '.';
    if (!value) return void(Add(ToUpper(word), begin));
    if (out_.arguments.empty() || out_.arguments.back().values.empty())
      Fail(begin, "the value '" + word + "' belongs to no argument");
    out_.arguments.back().values.push_back(word);
  }

  std::string TakeValue(const std::string& name) {
    return IsFunction(out_.name, name) ? TakeFunction() : TakeToSeparator();
  }

  /// To the next comma. A backslash at the end belongs to the function before.
  std::string TakeToSeparator() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != kMark) ++at_;
    std::string_view text = Trim(text_.substr(begin, at_++ - begin));
    if (text.ends_with('\\')) text = Trim(text.substr(0, text.size() - 1));
    return std::string(text);
  }

  /// To the comma outside of parentheses, or the backslash, that ends a function. The comma that
  /// begins a line is no more than the mark of a continuation, unless an argument follows.
  std::string TakeFunction() {
    std::string function;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      depth += (c == '(') - (c == ')');
      if (c == '\\' || (c == ',' && depth <= 0)) break;
      if (c == kMark && FindAssignment(text_, at_ + 1) != std::string_view::npos) break;
      function += c == kMark ? ' ' : c;
    }
    if (depth != 0) Fail(at_, "the parentheses of '" + function + "' do not match");
    if (at_ < text_.size() && text_[at_] == '\\') SkipMark();
    ++at_;
    return std::string(Trim(function));
  }

  /// The comma behind a backslash.
  void SkipMark() {
    const std::size_t next = text_.find_first_not_of(" \t", at_ + 1);
    if (next != std::string_view::npos && (text_[next] == kMark || text_[next] == ',')) at_ = next;
  }

  const Joined& joined_;
  std::string_view text_;
  std::size_t at_;
  const std::string& source_;
  Statement& out_;
  const StatementType* type_ = nullptr;
};

Statement ReadStatement(const Joined& joined, const std::string& source) {
  Statement statement;
  statement.line = joined.lines.front().second;
  statement.view_name = joined.view_name;
  const std::string_view text = joined.text;
  const std::size_t slash = text.find('/');
  const std::string_view name = Trim(text.substr(0, std::min(slash, text.size())));
  if (slash == std::string_view::npos || name.empty() ||
      !std::all_of(name.begin(), name.end(), IsNameCharacter))
    FailAtLine(source,
               statement.line,
               "this is no statement; write NAME/, or a comma in front of what continues one");
  statement.name = ToUpper(name);
  if (const StatementType* type = FindStatementType(statement.name)) statement.name = type->name;
  const std::size_t end = text.find_first_of(std::string{',', kMark}, slash);
  const std::string_view first = text.substr(slash + 1, std::min(end, text.size()) - slash - 1);
  statement.id = ParseId(Trim(first));
  ArgumentReader(
      joined, statement.id ? std::min(end, text.size()) + 1 : slash + 1, source, statement)
      .Read();
  return statement;
}

}  // namespace

const Argument* Statement::Find(std::string_view argument) const {
  for (const Argument& own : arguments)
    if (own.name == argument) return &own;
  return nullptr;
}

StatementText ReadStatements(std::string_view text, const std::string& source) {
  StatementText out;
  const std::vector<Joined> parts = Joiner(text, source).Join(out.title);
  const std::string_view title = out.title;
  const std::string name = ToUpper(Trim(title.substr(0, title.find('/'))));
  if (title.find('/') != std::string_view::npos && name.size() >= 4 && FindStatementType(name))
    FailAtLine(source, 1, "the first line is a title; put one in front of this statement");
  for (const Joined& joined : parts) out.statements.push_back(ReadStatement(joined, source));
  return out;
}

}  // namespace trunnion::adams
