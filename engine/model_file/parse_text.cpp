// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <set>

#include "engine/model_file/entry.hpp"

namespace trunnion::model_file {
namespace {

constexpr std::size_t kMaxDepth = 64;

/// Follows the parser to know the path, and refuses what JSON allows and models must not have.
class Watch {
 public:
  explicit Watch(const std::string& source) : source_(source) {}

  bool operator()(int, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        if (levels_.size() >= kMaxDepth)
          Fail("nested deeper than " + std::to_string(kMaxDepth) + " levels; no model needs that");
        levels_.push_back({.is_array = event == Event::array_start});
        break;
      case Event::object_end:
      case Event::array_end:
        levels_.pop_back();
        CountItem();
        break;
      case Event::key:
        AddKey(parsed.get<std::string>());
        break;
      case Event::value:
        CountItem();
        break;
    }
    return true;
  }

  [[noreturn]] void Fail(const std::string& message) const {
    std::string path;
    for (const Level& level : levels_)
      path += "/" + (level.is_array ? std::to_string(level.index) : level.key);
    throw FileError(source_ + ": " + (path.empty() ? "/" : path) + ": " + message);
  }

 private:
  struct Level {
    bool is_array = false;
    std::size_t index = 0;
    std::string key{};
    std::set<std::string> keys{};
  };

  void CountItem() {
    if (!levels_.empty()) ++levels_.back().index;
  }
  void AddKey(const std::string& key) {
    levels_.back().key = key;
    if (!levels_.back().keys.insert(key).second)
      Fail("the key '" + key + "' appears twice; remove one of them");
  }

  const std::string& source_;
  std::vector<Level> levels_;
};

/// The part of a parser message after its own position.
std::string Reason(std::string what) {
  const auto column = what.find("column");
  const auto colon = what.find(": ", column == std::string::npos ? 0 : column);
  return colon == std::string::npos ? what : what.substr(colon + 2);
}

[[noreturn]] void FailSyntax(std::string_view text,
                             const Json::parse_error& error,
                             const std::string& source) {
  const std::size_t end = std::min(text.size(), error.byte > 0 ? error.byte - 1 : 0);
  const std::string_view before = text.substr(0, end);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n');
  const std::size_t column = end - (start == std::string_view::npos ? 0 : start + 1) + 1;
  throw FileError(source + ":" + std::to_string(line) + ":" + std::to_string(column) +
                  ": not valid JSON: " + Reason(error.what()) + "; correct the text there");
}

}  // namespace

Json ParseText(std::string_view text, const std::string& source) {
  if (std::all_of(text.begin(), text.end(), [](char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
      })) {
    throw FileError(source + ":1:1: the file is empty; write a model, see docs/model_file.md");
  }
  Watch watch(source);
  try {
    return Json::parse(text.begin(), text.end(), std::ref(watch), true, true);
  } catch (const Json::parse_error& error) {
    FailSyntax(text, error, source);
  } catch (const Json::out_of_range&) {
    watch.Fail("the number is too large for double precision; give a finite one");
  } catch (const Json::exception& error) {
    watch.Fail(std::string("not readable: ") + error.what());
  }
}

}  // namespace trunnion::model_file
