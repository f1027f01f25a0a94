// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/import/adams/import.hpp"
#include "engine/model_file/entry.hpp"

namespace trunnion::model_file {
namespace {

constexpr std::size_t kMaxNesting = 64;

/// Makes the document out of what the parser finds, knows the path, and refuses what JSON allows
/// and models must not have. (The library's own callbacks go through all elements of a list after
/// each of them.)
class Builder {
 public:
  explicit Builder(const std::string& source) : source_(source) {}

  // What Json::sax_parse calls.
  bool null() { return Add(nullptr); }
  bool boolean(bool value) { return Add(value); }
  bool number_integer(Json::number_integer_t value) { return Add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return Add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return Add(value); }
  bool string(std::string& value) { return Add(std::move(value)); }
  bool binary(Json::binary_t& value) { return Add(std::move(value)); }
  bool start_object(std::size_t) { return Open(Json::object()); }
  bool start_array(std::size_t) { return Open(Json::array()); }
  bool end_object() { return Close(); }
  bool end_array() { return Close(); }
  bool key(std::string& key) {
    levels_.back().key = std::move(key);
    if (levels_.back().json->contains(levels_.back().key))
      Fail("the key '" + levels_.back().key + "' appears twice; remove one of them");
    return true;
  }
  template <class Error>
  bool parse_error(std::size_t, const std::string&, const Error& error) {
    throw error;
  }

  Json& document() { return document_; }

  [[noreturn]] void Fail(const std::string& message) const {
    std::string path;
    for (const Level& level : levels_) {
      const std::size_t begun = &level == &levels_.back() ? 0 : 1;  // an outer list has this item
      path +=
          "/" + (level.json->is_array() ? std::to_string(level.json->size() - begun) : level.key);
    }
    throw FileError(source_ + ": " + (path.empty() ? "/" : path) + ": " + message);
  }

 private:
  struct Level {
    Json* json;
    std::string key{};  // of the value to come
  };

  Json* Place(Json value) {
    if (levels_.empty()) return &(document_ = std::move(value));
    Level& level = levels_.back();
    if (level.json->is_array()) {
      level.json->push_back(std::move(value));
      return &level.json->back();
    }
    return &((*level.json)[level.key] = std::move(value));
  }
  bool Add(Json value) {
    Place(std::move(value));
    return true;
  }
  bool Open(Json value) {
    if (levels_.size() >= kMaxNesting)
      Fail("nested deeper than " + std::to_string(kMaxNesting) + " levels; no model needs that");
    levels_.push_back({Place(std::move(value))});
    return true;
  }
  bool Close() {
    levels_.pop_back();
    return true;
  }

  const std::string& source_;
  Json document_;
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
  if (IsAdamsName(source)) return Json(ImportAdams(text, source).model);
  Builder builder(source);
  try {
    Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, true, true);
    return std::move(builder.document());
  } catch (const Json::parse_error& error) {
    FailSyntax(text, error, source);
  } catch (const Json::out_of_range&) {
    builder.Fail("the number is too large for double precision; give a finite one");
  } catch (const Json::exception& error) {
    builder.Fail(std::string("not readable: ") + error.what());
  }
}

}  // namespace trunnion::model_file
