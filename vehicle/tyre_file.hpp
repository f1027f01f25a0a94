// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace trunnion::vehicle {

/// One line KEY = value of a tyre property file, as written: units are not applied.
struct TyreEntry {
  std::string section;  ///< upper case
  std::string key;      ///< upper case
  int line = 0;
  bool is_text = false;
  double number = 0;  ///< if it is no text
  std::string text;   ///< without quotes
};

/// Rows of numbers of a section, below a heading {name name} or without one.
struct TyreTable {
  std::string section;  ///< upper case
  int line = 0;         ///< of the first row
  std::vector<std::string> heading;
  std::vector<std::vector<double>> rows;
};

/// What a tyre property file (.tir) says, before it means anything.
///
/// Sections [NAME]; KEY = value with a number or a text in single quotes; $ and ! begin comments
/// outside quotes; tables of numbers below {headings}; lines in parentheses and lines of quoted
/// text alone are comments of Adams. Names in any case, lines with LF or CRLF. Of a key that a
/// section repeats the last one counts, and a note says so.
struct TyreFile {
  std::string name;  ///< for messages
  std::vector<std::string> sections;
  std::vector<TyreEntry> entries;
  std::vector<TyreTable> tables;
  std::vector<std::string> notes;  ///< "line N: ..."

  /// The last entry of that key in a section; null if there is none.
  const TyreEntry* Find(std::string_view section, std::string_view key) const;
  /// The table of a section; null if there is none.
  const TyreTable* FindTable(std::string_view section) const;
};

/// @throws FileError with file and line at a line that is none of the above.
TyreFile ParseTyreFile(std::string_view text, const std::string& name);
/// @throws FileError, also if there is no such file.
TyreFile ReadTyreFile(const std::filesystem::path& path);

}  // namespace trunnion::vehicle
