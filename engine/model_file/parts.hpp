// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/model_file/entry.hpp"
#include "engine/model_file/parameters.hpp"

namespace trunnion::model_file {

/// An element of a list of the document, on its way out of a part.
struct PartItem {
  Json json;
  Origin origin;
  Origins used{};  ///< definitions in it, by JSON pointers within the element
};
/// By the key of the list.
using PartSections = std::map<std::string, std::vector<PartItem>>;

/// Writes the document out, without parts, instances and definitions: every copy of a part is
/// moved, mirrored, renamed and put into the lists, before what the document itself has there;
/// every {"use": NAME} is the definition (docs/model_file.md, "Parts and instances").
/// @param root        the document.
/// @param parameters  its values; formulas outside of parts stay.
/// @returns where the elements stand in the file; null if there was nothing to write out.
/// @throws FileError with the place in the file.
std::shared_ptr<const Origins> WriteOutParts(Json& document,
                                             const Entry& root,
                                             const Expression::Constants& parameters);

/// An element with its place in the file. The item must outlive it.
Entry EntryOf(const PartItem& item, const std::string& source);

}  // namespace trunnion::model_file
