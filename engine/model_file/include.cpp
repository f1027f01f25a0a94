// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/model_file/include.hpp"

namespace trunnion::model_file {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 8;

bool IsNamed(const Json& item) {
  return item.is_object() && item.contains("name") && item["name"].is_string();
}

bool IsNamedList(const Json& value) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), IsNamed);
}

void MergeNamedLists(Json& base, const Json& patch, const std::string& place);

/// RFC 7386, and lists of named elements by name.
void Merge(Json& base, const Json& patch, const std::string& place) {
  for (const auto& [key, value] : patch.items()) {
    const std::string here = place + "/" + key;
    if (value.is_null()) {
      base.erase(key);
    } else if (value.is_object()) {
      if (!base.contains(key) || !base[key].is_object()) base[key] = Json::object();
      Merge(base[key], value, here);
    } else if (IsNamedList(value) &&
               (!base.contains(key) || base[key].empty() || IsNamedList(base[key]))) {
      if (!base.contains(key)) base[key] = Json::array();
      MergeNamedLists(base[key], value, here);
    } else {
      base[key] = value;
    }
  }
}

void MergeNamedLists(Json& base, const Json& patch, const std::string& place) {
  const std::size_t old = base.size();
  for (const Json& item : patch) {
    const std::string name = item["name"];
    const auto end = base.begin() + static_cast<std::ptrdiff_t>(std::min(old, base.size()));
    const auto found =
        std::find_if(base.begin(), end, [&](const Json& other) { return other["name"] == name; });
    const bool known = found != end;
    if (item.contains("remove")) {
      if (item["remove"] != true || item.size() != 2)
        throw FileError(place + ": '" + name + "': write {\"name\": NAME, \"remove\": true}");
      if (!known) {
        throw FileError(place + ": there is no '" + name +
                        "' in the included files; correct the name");
      }
      base.erase(found);
    } else if (known) {
      Merge(*found, item, place + "/" + name);
    } else {
      base.push_back(item);
    }
  }
}

Json Load(const fs::path& path, const std::string& from, int depth) {
  std::ifstream stream(path, std::ios::binary);
  std::error_code error;
  if (!stream || fs::is_directory(path, error)) {
    throw FileError(from + ": /include: '" + path.string() +
                    "' cannot be opened; give its path relative to the file that includes it");
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return ResolveIncludes(ParseText(text.str(), path.string()), path.string(), depth + 1);
}

std::vector<std::string> ReadNames(const Entry& include) {
  if (include.json().is_string()) return {include.Text()};
  std::vector<std::string> names;
  for (const Entry& item : include.Items()) names.push_back(item.Text());
  return names;
}

}  // namespace

Json ResolveIncludes(Json document, const std::string& source, int depth) {
  if (!document.is_object() || !document.contains("include")) return document;
  const Entry root(document, source);
  const Entry include = root.At("include");
  if (depth >= kMaxDepth) include.Fail("files include each other in a circle, or too deep");
  Json merged = Json::object();
  for (const std::string& name : ReadNames(include)) {
    const fs::path path = fs::path(source).parent_path() / name;
    Merge(merged, Load(path, source, depth), path.string() + ": ");
  }
  document.erase("include");
  Merge(merged, document, source + ": ");
  return merged;
}

}  // namespace trunnion::model_file
