// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/definitions.hpp"

#include <algorithm>
#include <utility>

#include "engine/model_file/include.hpp"

namespace trunnion::model_file {
namespace {

bool HasUse(const Json& value) {
  if (value.is_object() && value.contains("use")) return true;
  return value.is_structured() && std::any_of(value.begin(), value.end(), HasUse);
}

class UseReplacer {
 public:
  UseReplacer(const Entry& entry, const ScopeLevels& levels, Origins& used)
      : entry_(entry), levels_(levels), used_(used) {}

  /// @param below  JSON pointer below the entry.
  void Replace(Json& value, const std::string& below) {
    if (!HasUse(value)) return;
    constexpr std::size_t kMostDepth = 2000;  // of the path
    if (below.size() > kMostDepth)
      Fail("", "definitions use each other in a circle; write one of them out");
    if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        Replace(value[i], below + "/" + std::to_string(i));
      return;
    }
    if (value.contains("use")) ReplaceObject(value, below);
    if (value.is_object())
      for (auto& [key, item] : value.items()) Replace(item, below + "/" + EscapeKey(key));
  }

 private:
  [[noreturn]] void Fail(const std::string& below, const std::string& message) const {
    Entry at(entry_.json(), entry_.source(), entry_.origin().path + below + "/use");
    at.set_label(entry_.label());
    at.Fail(message);
  }

  void ReplaceObject(Json& value, const std::string& below) {
    constexpr int kMostUses = 100000;
    if (++uses_ > kMostUses) Fail(below, "more than 100000 uses of definitions; write some out");
    Json others = value;
    others.erase("use");
    std::string path;
    for (int depth = 0; value.is_object() && value.contains("use"); ++depth) {
      constexpr int kMostDepth = 32;
      if (depth == kMostDepth)
        Fail(below, "definitions use each other in a circle; write one of them out");
      if (depth > 0) {
        Json more = value;
        more.erase("use");
        Merge(more, others, "");
        others = std::move(more);
      }
      value = Find(value["use"], below, path);
    }
    if (others.empty()) {
      used_[below] = {path};
      return;
    }
    if (!value.is_object())
      Fail(below, "this definition is no object, and takes no other keys; remove them");
    Merge(value, others, entry_.source() + ": " + entry_.origin().path + below + ": ");
  }

  Json Find(const Json& name, const std::string& below, std::string& path) const {
    if (!name.is_string()) Fail(below, "expected the name of a definition");
    const std::string text = name;
    std::vector<std::string> known;
    for (const ScopeLevel& level : levels_) {
      const auto definitions = level.document->find("definitions");
      if (definitions == level.document->end() || !definitions->is_object()) continue;
      for (const auto& item : definitions->items()) known.push_back(item.key());
      if (!definitions->contains(text)) continue;
      path = level.path + "/definitions/" + EscapeKey(text);
      return (*definitions)[text];
    }
    const std::string hint = Suggest(text, known);
    Fail(below,
         "unknown definition '" + text + "'" +
             (hint.empty() ? "; add it under 'definitions', or correct the name" : hint));
  }

  const Entry& entry_;
  const ScopeLevels& levels_;
  Origins& used_;
  int uses_ = 0;
};

}  // namespace

void ReplaceUses(Json& value, const Entry& entry, const ScopeLevels& levels, Origins& used) {
  UseReplacer(entry, levels, used).Replace(value, "");
}

}  // namespace trunnion::model_file
