// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/types.hpp"
#include "engine/import/adams/statements.hpp"

/// Values of arguments, in the units of the dataset; angles in rad.
namespace trunnion::adams {

/// Something that is not understood and would change the answer. The statement it belongs to is
/// known to who catches it.
class Refusal : public std::runtime_error {
 public:
  Refusal(int line, const std::string& message) : std::runtime_error(message), line_(line) {}
  int line() const { return line_; }

 private:
  int line_;
};

/// All of these @throw Refusal if a value is missing, is no number, or there are too many.
const Argument& Get(const Statement& statement, std::string_view argument);
std::vector<double> GetNumbers(const Statement& statement, std::string_view argument);
double GetNumber(const Statement& statement, std::string_view argument);
double GetNumber(const Statement& statement, std::string_view argument, double otherwise);
Vec3 GetVector(const Statement& statement, std::string_view argument, const Vec3& otherwise);
Vec3 GetVector(const Statement& statement, std::string_view argument);
long GetId(const Statement& statement, std::string_view argument);
std::vector<long> GetIds(const Statement& statement, std::string_view argument);
/// The expression of a function argument.
std::string GetText(const Statement& statement, std::string_view argument);

/// The rotation of REULER: about z, the new x and the new z. Exact for multiples of 90D.
Mat3 GetEulerRotation(const Statement& statement);

/// Whether the text calls a user subroutine.
bool IsUserFunction(std::string_view text);

}  // namespace trunnion::adams
