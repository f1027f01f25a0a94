// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_file.hpp"

#include <algorithm>
#include <sstream>

#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace {

/// A line up to its comment, and whether a quote was left open.
std::string_view WithoutComment(std::string_view line, bool& open) {
  open = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\'') open = !open;
    if (!open && (line[i] == '$' || line[i] == '!')) return line.substr(0, i);
  }
  return line;
}

class Parser {
 public:
  explicit Parser(const std::string& name) { file_.name = name; }

  TyreFile Parse(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      bool open = false;
      const std::string_view content = Trimmed(WithoutComment(line, open));
      if (open) FailAt(file_.name, line_, "a quote is not closed; end the text with '");
      if (!content.empty()) ReadLine(content);
    }
    if (file_.sections.empty())
      FailAt(file_.name, 1, "no section [NAME] in it: this is no tyre property file");
    return std::move(file_);
  }

 private:
  void ReadLine(std::string_view line) {
    switch (line.front()) {
      case '[':
        return ReadSection(line);
      case '{':
        return ReadHeading(line);
      case '(':
      case '\'':
        return;
      default:
        line.find('=') == std::string_view::npos ? ReadRow(line) : ReadEntry(line);
    }
  }

  void ReadSection(std::string_view line) {
    if (line.back() != ']') FailAt(file_.name, line_, "a section is written [NAME]");
    const std::string name = UpperCase(Trimmed(line.substr(1, line.size() - 2)));
    if (std::find(file_.sections.begin(), file_.sections.end(), name) != file_.sections.end())
      Note("section [" + name + "] is there again; both are read");
    file_.sections.push_back(name);
    in_table_ = false;
  }

  void ReadHeading(std::string_view line) {
    if (line.back() != '}') FailAt(file_.name, line_, "the heading of a table is written {a b}");
    std::istringstream words{std::string(line.substr(1, line.size() - 2))};
    StartTable();
    for (std::string word; words >> word;) file_.tables.back().heading.push_back(word);
  }

  void ReadRow(std::string_view line) {
    std::istringstream words{std::string(line)};
    std::vector<double> row;
    for (std::string word; words >> word;) {
      const auto number = ParseNumber(word);
      if (!number)
        FailAt(file_.name,
               line_,
               "'" + std::string(line) + "' is neither KEY = value nor a row of numbers");
      row.push_back(*number);
    }
    if (!in_table_) StartTable();
    auto& rows = file_.tables.back().rows;
    if (!rows.empty() && rows.front().size() != row.size())
      FailAt(file_.name, line_, "a row of the table is longer or shorter than those before it");
    rows.push_back(std::move(row));
  }

  void ReadEntry(std::string_view line) {
    const std::size_t sign = line.find('=');
    const std::string_view value = Trimmed(line.substr(sign + 1));
    TyreEntry entry;
    entry.section = Section();
    entry.key = UpperCase(Trimmed(line.substr(0, sign)));
    entry.line = line_;
    if (entry.key.empty()) FailAt(file_.name, line_, "a key is missing before '='");
    if (value.empty()) FailAt(file_.name, line_, entry.key + ": the value is missing");
    if (const auto number = ParseNumber(value)) {
      entry.number = *number;
    } else {
      entry.is_text = true;
      entry.text = value;
      if (value.front() == '\'' && value.back() == '\'' && value.size() > 1)
        entry.text = value.substr(1, value.size() - 2);
    }
    if (file_.Find(entry.section, entry.key))
      Note(entry.key + " is there again in [" + entry.section + "]; the last one counts");
    file_.entries.push_back(std::move(entry));
    in_table_ = false;
  }

  void StartTable() {
    file_.tables.push_back({.section = Section(), .line = line_, .heading = {}, .rows = {}});
    in_table_ = true;
  }

  const std::string& Section() const {
    if (file_.sections.empty()) FailAt(file_.name, line_, "a section [NAME] must come first");
    return file_.sections.back();
  }

  void Note(const std::string& text) {
    file_.notes.push_back("line " + std::to_string(line_) + ": " + text);
  }

  TyreFile file_;
  int line_ = 0;
  bool in_table_ = false;
};

}  // namespace

const TyreEntry* TyreFile::Find(std::string_view section, std::string_view key) const {
  const auto found = std::find_if(entries.rbegin(), entries.rend(), [&](const TyreEntry& entry) {
    return entry.key == key && entry.section == section;
  });
  return found == entries.rend() ? nullptr : &*found;
}

const TyreTable* TyreFile::FindTable(std::string_view section) const {
  const auto found = std::find_if(
      tables.begin(), tables.end(), [&](const TyreTable& t) { return t.section == section; });
  return found == tables.end() ? nullptr : &*found;
}

TyreFile ParseTyreFile(std::string_view text, const std::string& name) {
  return Parser(name).Parse(text);
}

TyreFile ReadTyreFile(const std::filesystem::path& path) {
  return ParseTyreFile(ReadBytes(path), path.string());
}

}  // namespace trunnion::vehicle
