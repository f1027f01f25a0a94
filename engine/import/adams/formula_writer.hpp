// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {

/// A force of type "expression" on the part of marker I, with its reaction at I on another part.
class FormulaWriter {
 public:
  /// @param j  marker `a` of the force.
  FormulaWriter(Translation& t, const Statement& s, const PartMarker& i, const PartMarker& j);
  /// @param j  the name of marker `a`.
  FormulaWriter(Translation& t, const Statement& s, const PartMarker& i, const std::string& j);

  Json& force() { return force_; }
  /// The formula of an argument, times `unit`.
  std::string Write(const std::string& argument, double unit);
  /// Adds the force to the model file.
  void Add();

 private:
  Translation& t_;
  const Statement& s_;
  Json force_, tables_ = Json::object();
};

}  // namespace trunnion::adams
