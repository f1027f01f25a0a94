// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/include.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/input_file.hpp"

namespace trunnion::model_file {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxDepth = 8;
/// Files that include several others several times lead to 8th powers.
constexpr std::size_t kMostFiles = 1000;
constexpr std::size_t kMostBytes = 256'000'000;  // of all included files together

bool IsNamed(const Json& item) {
  return item.is_object() && item.contains("name") && item["name"].is_string();
}

bool IsNamedList(const Json& value) {
  return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), IsNamed);
}

void MergeNamedLists(Json& base, const Json& patch, const std::string& place);

}  // namespace

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

namespace {

/// The elements of a list of named ones by their names, while others are laid on top.
class NamedList {
 public:
  explicit NamedList(Json& list) : list_(list), removed_(list.size(), false) {
    for (std::size_t i = 0; i < list.size(); ++i)
      places_.emplace(list[i]["name"].get_ref<const std::string&>(), i);  // the first of a name
  }
  /// The element of this name that the list began with, if it still has it.
  std::optional<std::size_t> Find(const std::string& name) const {
    const auto found = places_.find(name);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }
  void Remove(const std::string& name) {
    const auto found = places_.find(name);
    removed_[found->second] = true;
    places_.erase(found);
  }
  /// Takes out what was removed; nothing can be found afterwards.
  void Finish() {
    Json::array_t kept;
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (i >= removed_.size() || !removed_[i]) kept.push_back(std::move(list_[i]));
    list_ = std::move(kept);
  }

 private:
  Json& list_;
  std::vector<bool> removed_;
  std::unordered_map<std::string, std::size_t> places_;
};

void MergeNamedLists(Json& base, const Json& patch, const std::string& place) {
  NamedList named(base);
  for (const Json& item : patch) {
    const std::string name = item["name"];
    const auto known = named.Find(name);
    if (item.contains("remove")) {
      if (item["remove"] != true || item.size() != 2)
        throw FileError(place + ": '" + name + "': write {\"name\": NAME, \"remove\": true}");
      if (!known)
        throw FileError(place + ": there is no '" + name +
                        "' in the included files; correct the name");
      named.Remove(name);
    } else if (known) {
      Merge(base[*known], item, place + "/" + name);
    } else {
      base.push_back(item);
    }
  }
  named.Finish();
}

std::vector<std::string> ReadNames(const Entry& include) {
  if (include.json().is_string()) return {include.Text()};
  std::vector<std::string> names;
  for (const Entry& item : include.Items()) names.push_back(item.Text());
  return names;
}

/// Follows the includes of one model.
class Includer {
 public:
  /// @param place  of the document in its file: of a part its path.
  Json Resolve(Json document, const std::string& source, const std::string& place = "") {
    if (!document.is_object()) return document;
    if (document.contains("parts") && document["parts"].is_object())
      for (auto& [name, part] : document["parts"].items())
        part = Resolve(part, source, place + "/parts/" + EscapeKey(name));
    if (!document.contains("include")) return document;
    const Entry root(document, source, place);
    const Entry include = root.At("include");
    Enter(source, include);
    Json merged = Json::object();
    for (const std::string& name : ReadNames(include)) {
      const fs::path path = fs::path(source).parent_path() / name;
      Merge(merged, Load(path, include), path.string() + ": ");
    }
    document.erase("include");
    Merge(merged, document, source + ": ");
    chain_.pop_back();
    return merged;
  }

 private:
  /// A file with includes of its own.
  void Enter(const std::string& source, const Entry& include) {
    std::error_code error;
    const fs::path own = fs::weakly_canonical(source, error);
    if (std::find(chain_.begin(), chain_.end(), own) != chain_.end())
      include.Fail("files include each other in a circle; take one of the includes away");
    if (chain_.size() >= kMaxDepth)
      include.Fail("files include others more than " + std::to_string(kMaxDepth) +
                   " levels deep; join some of them");
    chain_.push_back(own);
  }

  Json Load(const fs::path& path, const Entry& include) {
    if (++files_ > kMostFiles)
      include.Fail("the includes lead to more than " + std::to_string(kMostFiles) +
                   " files; join some of them");
    std::string text;
    try {
      text = InputFile(path).ReadAll(kMostBytes - bytes_);
    } catch (const FileError& error) {
      include.Fail(std::string(error.what()) + "; paths are relative to the file that includes");
    }
    bytes_ += text.size();
    return Resolve(ParseText(text, path.string()), path.string());
  }

  std::vector<fs::path> chain_;  // of files that are being resolved
  std::size_t files_ = 0, bytes_ = 0;
};

}  // namespace

Json ResolveIncludes(Json document, const std::string& source) {
  return Includer().Resolve(std::move(document), source);
}

}  // namespace trunnion::model_file
