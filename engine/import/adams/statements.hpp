// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The text of an Adams solver dataset as statements. The rules are those of docs/adams.md.
namespace trunnion::adams {

/// One argument: "IP = 1, 2, 3" has three values, "GROUND" has none.
struct Argument {
  std::string name;                 ///< upper case, in full
  std::vector<std::string> values;  ///< trimmed, as written
  int line = 0;                     ///< in the file, from 1
};

/// A statement with its arguments in their order.
struct Statement {
  std::string name;        ///< upper case, in full: "MARKER"
  std::optional<long> id;  ///< of "MARKER/0101": 101
  int line = 0;            ///< where it begins
  std::string view_name;   ///< of a comment adams_view_name='...' before it; may be empty
  std::vector<Argument> arguments;

  /// "MARKER/101", or "UNITS".
  std::string label() const { return id ? name + "/" + std::to_string(*id) : name; }
  const Argument* Find(std::string_view argument) const;
  bool Has(std::string_view argument) const { return Find(argument) != nullptr; }
};

struct StatementText {
  std::string title;  ///< the first line
  std::vector<Statement> statements;
};

/// Arguments are named in full here where the statement is known (catalogue.hpp), else as written.
/// @throws FileError "FILE:LINE: what is wrong" for text that is no statement.
StatementText ReadStatements(std::string_view text, const std::string& source);

}  // namespace trunnion::adams
