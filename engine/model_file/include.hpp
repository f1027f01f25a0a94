// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/model_file/entry.hpp"

namespace trunnion::model_file {

/// The document with the files of its key "include", and those of its parts, merged in: these in
/// their order, then the document itself on top, by the rules of docs/model_file.md (JSON merge
/// patch, RFC 7386; lists of named elements by name).
/// @param source  file of the document; paths are relative to its folder.
/// @throws FileError if a file cannot be read or is no JSON, or if includes go in a circle, deeper
/// than 8 levels, or to more than 1000 files or 256 MB.
Json ResolveIncludes(Json document, const std::string& source);

/// Lays `patch` on `base`: RFC 7386, and lists of named elements by name.
/// @param place  in front of messages.
void Merge(Json& base, const Json& patch, const std::string& place);

}  // namespace trunnion::model_file
