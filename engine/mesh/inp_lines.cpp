// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/inp_lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <system_error>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr std::size_t kMaxIncludeDepth = 16;
constexpr std::size_t kMostFiles = 1000;  // two includes of the next file in each are 2^16

template <class Number>
bool Parse(const std::string& field, Number& value) {
  const char* begin = field.data() + (!field.empty() && field[0] == '+' ? 1 : 0);
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end;
}

std::string Unquote(const std::string& text) {
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

std::string ToUpper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

std::string Trim(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<std::string> SplitFields(const std::string& text) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    fields.push_back(Trim(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  if (fields.size() > 1 && fields.back().empty()) fields.pop_back();
  return fields;
}

double ParseNumber(const std::string& field, const std::string& where) {
  std::string text = field;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == 'd' || c == 'D'; }, 'e');
  double value = 0;
  if (!Parse(text, value) || !std::isfinite(value))
    throw FileError(where + ": '" + field + "' is no finite number");
  return value;
}

int ParseInteger(const std::string& field, const std::string& where) {
  int value = 0;
  if (!Parse(field, value)) throw FileError(where + ": '" + field + "' is no integer");
  return value;
}

InpLines::InpLines(const std::filesystem::path& path) { Open(path, path.string()); }

void InpLines::Open(const std::filesystem::path& path, const std::string& where) {
  std::error_code error;
  for (const auto& file : files_)
    if (std::filesystem::equivalent(file->path(), path, error))
      throw FileError(where + ": '" + path.string() + "' includes itself; take *INCLUDE away");
  if (files_.size() >= kMaxIncludeDepth)
    throw FileError(where + ": *INCLUDE goes deeper than " + std::to_string(kMaxIncludeDepth) +
                    " files; join some of them");
  if (++opened_ > kMostFiles)
    throw FileError(where + ": *INCLUDE leads to more than " + std::to_string(kMostFiles) +
                    " files; join some of them");
  try {
    files_.push_back(std::make_unique<InputFile>(path));
  } catch (const FileError& problem) {
    throw FileError(where + ": " + problem.what());
  }
}

bool InpLines::ReadText(std::string& text) {
  while (!files_.empty()) {
    while (files_.back()->NextLine(text)) {
      text = Trim(text);
      if (!text.empty() && text.compare(0, 2, "**") != 0) return true;
    }
    files_.pop_back();
  }
  return false;
}

bool InpLines::Next(InpLine& line) {
  std::string text;
  while (ReadText(text)) {
    line = {};
    const std::filesystem::path own = files_.back()->path();  // may be closed below
    line.where = own.string() + ":" + std::to_string(files_.back()->line());
    if (text[0] != '*') {
      line.fields = SplitFields(text);
      return true;
    }
    ParseKeyword(text, line);
    if (line.keyword.empty()) throw FileError(line.where + ": there is no keyword after '*'");
    if (line.keyword != "INCLUDE") return true;
    const std::filesystem::path path = line.parameters["INPUT"];
    Open(path.is_absolute() ? path : own.parent_path() / path, line.where);
  }
  return false;
}

void InpLines::ParseKeyword(std::string text, InpLine& line) {
  for (std::string more; text.back() == ',' && ReadText(more);) text += more;
  const std::vector<std::string> fields = SplitFields(text.substr(1));
  line.keyword = ToUpper(fields[0]);
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::size_t equal = std::min(fields[i].find('='), fields[i].size());
    const std::string name = ToUpper(Trim(fields[i].substr(0, equal)));
    const std::string value =
        equal < fields[i].size() ? Unquote(Trim(fields[i].substr(equal + 1))) : "";
    line.parameters[name] = name == "INPUT" ? value : ToUpper(value);
  }
}

}  // namespace trunnion
