// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>

/// Names of statements and of their arguments, which may be shortened as long as they are unique.
namespace trunnion::adams {

/// What becomes of a statement.
enum class Handling {
  read,     ///< it becomes part of the model
  ignored,  ///< the answer does not depend on it
  refused,  ///< it would change the answer, and the importer cannot say it in a model file
};

struct StatementType {
  std::string_view name;
  Handling handling;
  std::string_view remark;    ///< of what is ignored or refused: why, or what to do
  std::string_view read{};    ///< arguments that are understood, separated by blanks
  std::string_view unused{};  ///< arguments that do not change the answer
};

/// All statements that are known, as docs/adams.md lists them.
std::span<const StatementType> StatementTypes();

/// The type of a name in upper case that may be shortened; none if it is unknown or not unique.
const StatementType* FindStatementType(std::string_view name);

/// The full name of an argument in upper case that may be shortened, among those that are read
/// before the others; as given if it is unknown or not unique.
std::string CompleteArgument(const StatementType& type, std::string_view name);

/// Whether the argument (in full) is one that changes nothing.
bool IsUnused(const StatementType& type, std::string_view argument);
/// Whether the argument (in full) is understood.
bool IsRead(const StatementType& type, std::string_view argument);

}  // namespace trunnion::adams
