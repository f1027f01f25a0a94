// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/entry.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace trunnion::model_file {
namespace {

std::string Describe(const Json& json) {
  if (json.is_null()) return "null";
  if (json.is_object()) return "an object";
  if (json.is_array()) return "an array";
  if (json.is_string()) return "a string";
  if (json.is_boolean()) return json.get<bool>() ? "true" : "false";
  return "a number";
}

/// Levenshtein distance.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

constexpr std::size_t kLongest = 100;  // of a word that is compared with others
constexpr std::size_t kFar = 1000;

/// Number of changed letters, or 4 for a word that is part of the other ("interval" of
/// "output_interval"); kFar if they have little in common.
std::size_t CalcDistance(std::string_view word, std::string_view other) {
  if (word.size() > kLongest || other.size() > kLongest) return kFar;
  const std::size_t most = std::min<std::size_t>(3, word.size() / 2);
  if (const std::size_t d = Distance(word, other); d <= most) return d;
  const auto [part, whole] =
      word.size() < other.size() ? std::pair(word, other) : std::pair(other, word);
  constexpr std::size_t kShortestPart = 4, kOfPart = 4;
  const bool contained = part.size() >= kShortestPart && whole.find(part) != std::string_view::npos;
  return contained ? kOfPart : kFar;
}

/// "; others are 'a', 'b' and 5 more": the keys but `except`, the most similar to `word` first.
std::string ListOthers(std::string_view word, std::vector<std::string> keys, std::size_t except) {
  constexpr std::size_t kMostOthers = 6;
  if (except < keys.size()) keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(except));
  if (keys.size() > kMostOthers)
    std::stable_sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) {
      return Distance(word.substr(0, kLongest), a) < Distance(word.substr(0, kLongest), b);
    });
  const std::size_t shown = std::min(keys.size(), kMostOthers);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += (i > 0 ? ", '" : "'") + keys[i] + "'";
  if (shown < keys.size()) text += " and " + std::to_string(keys.size() - shown) + " more";
  return text;
}

/// Index of the nearest word, or the size of `known`.
std::size_t FindNearest(std::string_view word, const std::vector<std::string>& known) {
  std::size_t best = known.size(), distance = kFar;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::size_t d = CalcDistance(word, known[i]);
    if (d >= distance) continue;
    distance = d;
    best = i;
  }
  return best;
}

}  // namespace

std::string EscapeKey(const std::string& key) {
  if (key.find_first_of("~/") == std::string::npos) return key;
  std::string out;
  for (const char c : key) c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
  return out;
}

std::string Suggest(std::string_view word, const std::vector<std::string>& known) {
  const std::size_t best = FindNearest(word, known);
  return best < known.size() ? "; did you mean '" + known[best] + "'?" : std::string();
}

std::string List(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " or " : ", ";
    list += "'" + words[i] + "'";
  }
  return list;
}

Origin Entry::origin() const {
  if (!origins_) return {path_};
  for (std::string begin = path_;; begin.resize(begin.rfind('/'))) {
    if (const auto found = origins_->find(begin); found != origins_->end())
      return {found->second.path + path_.substr(begin.size()), found->second.instance};
    if (begin.empty()) return {path_};
  }
}

void Entry::Fail(const std::string& message) const {
  const auto [place, instance] = origin();
  const std::string label =
      label_->empty() && !instance.empty() ? "instance '" + instance + "'" : *label_;
  throw FileError(*source_ + ": " + (place.empty() ? "/" : place) + ": " +
                      (label.empty() ? "" : label + ": ") + message,
                  ErrorFields{.element = label, .file = *source_, .place = place});
}

void Entry::FailType(const std::string& expected) const {
  Fail("expected " + expected + ", found " + Describe(*json_));
}

void Entry::FailModel(const ModelError& error) const {
  const std::string place = origin().path, what = error.what();
  const bool named = what.find(*label_) != std::string::npos;
  throw FileError(
      *source_ + ": " + (place.empty() ? "/" : place) + ": " + (named ? "" : *label_ + ": ") + what,
      ErrorFields{.element = error.element().empty() ? *label_ : error.element(),
                  .file = *source_,
                  .place = place});
}

Entry::Entry(const Json& json, const Entry& parent, std::string_view step)
    : json_(&json), source_(parent.source_), label_(parent.label_), origins_(parent.origins_) {
  path_.reserve(parent.path_.size() + 1 + step.size());
  path_.append(parent.path_).append("/").append(step);
}

const Entry& Entry::RequireKeys(std::span<const std::string_view> allowed) const {
  if (!json_->is_object()) FailType("an object");
  for (const auto& item : json_->items()) {
    const std::string& key = item.key();
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    const std::vector<std::string> names(allowed.begin(), allowed.end());
    const std::size_t nearest = FindNearest(key, names);
    const std::string others = ListOthers(key, names, nearest);
    const std::string hint = Suggest(key, names);
    Entry(item.value(), *this, EscapeKey(key))
        .Fail("unknown key '" + key + "'" +
              (hint.empty()     ? "; remove it, known here are " + others
               : others.empty() ? hint
                                : hint + " Others are " + others));
  }
  return *this;
}

std::optional<Entry> Entry::Find(const std::string& key) const {
  if (!json_->is_object()) FailType("an object");
  const auto it = json_->find(key);
  if (it == json_->end()) return std::nullopt;
  return Entry(*it, *this, EscapeKey(key));
}

Entry Entry::At(const std::string& key) const {
  if (auto entry = Find(key)) return *entry;
  Fail("the key '" + key + "' is missing; add it");
}

std::vector<Entry> Entry::Items() const {
  if (!json_->is_array()) FailType("an array");
  std::vector<Entry> items;
  items.reserve(json_->size());
  for (const Json& item : *json_) items.push_back(Entry(item, *this, std::to_string(items.size())));
  return items;
}

void Entry::RequireOneOf(std::initializer_list<const char*> keys) const {
  const char* first = nullptr;
  for (const char* key : keys) {
    if (!Has(key)) continue;
    if (first)
      Fail("'" + std::string(first) + "' and '" + key + "' exclude each other; give one of them");
    first = key;
  }
}

double Entry::Number() const {
  if (!json_->is_number()) FailType("a number");
  const double value = json_->get<double>();
  if (!std::isfinite(value)) Fail("the number is not finite; give one that is");
  constexpr double kLargest = 1e100;  // squares of what is computed with it must not overflow
  if (std::abs(value) > kLargest)
    Fail("the number is beyond 1e100, too large to calculate with; check it and its unit");
  return value;
}

double Entry::Angle() const {
  if (!json_->is_string()) return Number();
  const std::string text = json_->get<std::string>();
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || std::string(end) != " deg" || !std::isfinite(value)) {
    Fail("expected a number or an angle with its unit such as \"30 deg\", found the string '" +
         text + "'");
  }
  return value * std::numbers::pi / 180;
}

long Entry::Integer() const {
  const double value = Number();
  if (value != std::floor(value) || std::abs(value) > 1e15) FailType("a whole number");
  return static_cast<long>(value);
}

bool Entry::Boolean() const {
  if (!json_->is_boolean()) FailType("true or false");
  return json_->get<bool>();
}

std::string Entry::Text() const {
  if (!json_->is_string()) FailType("a string");
  return json_->get<std::string>();
}

}  // namespace trunnion::model_file
