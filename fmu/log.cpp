// SPDX-License-Identifier: BSD-3-Clause
#include "fmu/log.hpp"

#include "engine/core/one_line.hpp"
#include "fmu/description.hpp"

namespace trunnion::fmu {

void Log::Set(bool on, const std::vector<std::string>& categories) {
  const std::set<std::string> known{kLogEvents, kLogWarning, kLogDiscard, kLogError};
  std::string names;
  for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
  for (const std::string& category : categories)
    Expect(known.contains(category),
           "there is no log category '" + category + "'; there are " + names);
  on_ = on;
  always_ = always_ && on;
  categories_ = {categories.begin(), categories.end()};
}

void Log::Tell(Status status, const char* category, const std::string& message) const noexcept {
  try {
    if (!sink_ || !(on_ || (always_ && status != Status::ok))) return;
    if (!categories_.empty() && !categories_.contains(category)) return;
    std::string text;  // '#' begins the number of a variable
    for (const char c : OneLine(message)) text += c == '#' ? "##" : std::string(1, c);
    sink_(status, category, text);
  } catch (...) {  // nothing is left to be told
    return;
  }
}

}  // namespace trunnion::fmu
