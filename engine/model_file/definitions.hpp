// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/model_file/entry.hpp"

namespace trunnion::model_file {

/// Documents around a place, the innermost first: what it may name stands in their sections.
struct ScopeLevel {
  const Json* document;
  std::string path;  ///< of it in the file
};
using ScopeLevels = std::vector<ScopeLevel>;

/// Puts in place of every {"use": NAME} the definition of that name, with the other keys laid on
/// top (docs/model_file.md, "Definitions").
/// @param entry  the value before it changes, for messages.
/// @param[out] used  of what has no other keys, by the JSON pointer below `entry`, the definition.
/// @throws FileError if there is no such definition, or it uses itself.
void ReplaceUses(Json& value, const Entry& entry, const ScopeLevels& levels, Origins& used);

}  // namespace trunnion::model_file
