// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"

/// Reading of model files. Internal to the engine.
namespace trunnion::model_file {

using Json = nlohmann::json;

/// The document, checked: comments dropped; no duplicate key, no number that overflows, no more
/// than 64 levels. Where `source` ends in .adm the text is an Adams dataset, and the document what
/// it becomes. @throws FileError with line and column, or with the path.
Json ParseText(std::string_view text, const std::string& source);

/// Where a value that has been moved within the document stands in the file.
struct Origin {
  std::string path;           ///< JSON pointer
  std::string instance = {};  ///< of a part that it comes from; empty: none
};
/// By the JSON pointers of the document; what lies below them has moved along.
using Origins = std::map<std::string, Origin>;

/// A value of the document with its place, for messages. The document must outlive it.
class Entry {
 public:
  /// @param path  of `json` in the file; empty: it is the document.
  Entry(const Json& json, std::string source, std::string path = {})
      : json_(&json),
        source_(Share(std::move(source))),
        label_(Share({})),
        path_(std::move(path)) {}
  Entry(const Json& json, std::string source, std::shared_ptr<const Origins> origins)
      : Entry(json, std::move(source)) {
    origins_ = std::move(origins);
  }

  const Json& json() const { return *json_; }
  const std::string& source() const { return *source_; }
  /// Where it stands in the file.
  Origin origin() const;
  /// What messages call the element, handed on to everything below it: "body 'rod'".
  void set_label(std::string label) { label_ = Share(std::move(label)); }
  const std::string& label() const { return *label_; }

  /// @throws FileError "FILE: PATH: LABEL: message".
  [[noreturn]] void Fail(const std::string& message) const;
  [[noreturn]] void FailType(const std::string& expected) const;

  /// An object with no other keys than these, or "did you mean 'mass'?".
  const Entry& RequireKeys(std::span<const std::string_view> allowed) const;
  const Entry& RequireKeys(std::initializer_list<std::string_view> allowed) const {
    return RequireKeys(std::span(allowed.begin(), allowed.size()));
  }
  std::optional<Entry> Find(const std::string& key) const;
  Entry At(const std::string& key) const;  ///< @throws FileError if it is missing
  bool Has(const std::string& key) const { return Find(key).has_value(); }
  std::vector<Entry> Items() const;  ///< of an array
  /// At most one of these keys may be present.
  void RequireOneOf(std::initializer_list<const char*> keys) const;

  double Number() const;
  /// A number [rad], or a string "30 deg".
  double Angle() const;
  double NumberOrAngle(bool angle) const { return angle ? Angle() : Number(); }
  long Integer() const;
  bool Boolean() const;
  std::string Text() const;

  /// f(), with a ModelError turned into a FileError at this place.
  template <class F>
  auto Guard(F&& f) const {
    try {
      return f();
    } catch (const ModelError& error) {
      FailModel(error);
    }
  }

 private:
  using SharedText = std::shared_ptr<const std::string>;  // of many entries
  static SharedText Share(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
  }

  Entry(const Json& json, const Entry& parent, std::string_view step);
  [[noreturn]] void FailModel(const ModelError& error) const;

  const Json* json_;
  SharedText source_, label_;
  std::string path_;  // in the document
  std::shared_ptr<const Origins> origins_{};
};

/// A key as a step of a JSON pointer (RFC 6901).
std::string EscapeKey(const std::string& key);

/// "; did you mean 'x'?" if one of `known` is close to `word`, else nothing.
std::string Suggest(std::string_view word, const std::vector<std::string>& known);
/// "'a', 'b' or 'c'".
std::string List(const std::vector<std::string>& words);

/// One of the named values.
template <class T, class Choices = std::initializer_list<std::pair<const char*, T>>>
T ReadChoice(const Entry& entry, const Choices& choices) {
  const std::string text = entry.Text();
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) {
    if (text == name) return value;
    names.emplace_back(name);
  }
  entry.Fail("unknown value '" + text + "'; give " + List(names) + Suggest(text, names));
}

/// Reads object[key] into `out` if it is there.
template <class T, class Read>
void Into(const Entry& object, const std::string& key, T& out, const Read& read) {
  if (const auto entry = object.Find(key)) out = read(*entry);
}
inline void Into(const Entry& object, const std::string& key, double& out) {
  if (const auto entry = object.Find(key)) out = entry->Number();
}
inline void Into(const Entry& object, const std::string& key, bool& out) {
  if (const auto entry = object.Find(key)) out = entry->Boolean();
}
inline void Into(const Entry& object, const std::string& key, std::string& out) {
  if (const auto entry = object.Find(key)) out = entry->Text();
}

}  // namespace trunnion::model_file
