// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/input_file.hpp"

/// The lines of a CalculiX or Abaqus input file, with *INCLUDE followed.
namespace trunnion {

/// A keyword line "*ELEMENT, TYPE=C3D4, ELSET=E" or a data line "1, 2, 3".
struct InpLine {
  std::string keyword;                            ///< "ELEMENT"; empty: a data line
  std::map<std::string, std::string> parameters;  ///< of a keyword line, in upper case
  std::vector<std::string> fields;                ///< of a data line, trimmed
  std::string where;                              ///< "arm.inp:12"
};

class InpLines {
 public:
  /// @throws FileError if the file cannot be opened.
  explicit InpLines(const std::filesystem::path& path);

  /// The next line that is neither blank nor a comment; false at the end. Names are in upper case,
  /// except for the path of *INCLUDE, which is followed and not delivered.
  /// @throws FileError if a file cannot be opened or read, or if includes go in a circle, deeper
  /// than 16 levels or to more than 1000 files.
  bool Next(InpLine& line);

 private:
  void Open(const std::filesystem::path& path, const std::string& where);
  bool ReadText(std::string& text);
  void ParseKeyword(std::string text, InpLine& line);

  std::vector<std::unique_ptr<InputFile>> files_;
  std::size_t opened_ = 0;  // files so far
};

std::string ToUpper(std::string text);
/// Without blanks, tabs and carriage returns at both ends.
std::string Trim(const std::string& text);
/// The pieces of a line between commas, trimmed; a last empty one is left out.
std::vector<std::string> SplitFields(const std::string& text);

/// @throws FileError naming `where` if the field is no finite number, or no integer.
double ParseNumber(const std::string& field, const std::string& where);
int ParseInteger(const std::string& field, const std::string& where);

}  // namespace trunnion
