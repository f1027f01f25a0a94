// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace trunnion::fmu {

/// As both versions of the standard number them.
enum class Status { ok, warning, discard, error };

/// A call that is refused or has failed: what it returns, and why.
class Failure : public std::runtime_error {
 public:
  explicit Failure(const std::string& message, Status returns = Status::error)
      : std::runtime_error(message), status(returns) {}
  Status status;
};
inline void Expect(bool condition, const std::string& message) {
  if (!condition) throw Failure(message);
}

/// Messages of an instance to its host, in categories.
class Log {
 public:
  using Sink = std::function<void(Status, const char* category, const std::string& message)>;

  /// @param always  also while logging is off: what made a call fail.
  Log(Sink sink, bool on, bool always) : sink_(std::move(sink)), on_(on), always_(always) {}

  /// Without categories: all. @throws Failure if a category is none of ours.
  void Set(bool on, const std::vector<std::string>& categories);
  void Tell(Status status, const char* category, const std::string& message) const noexcept;

 private:
  Sink sink_;
  bool on_, always_;
  std::set<std::string> categories_;  // empty: all
};

}  // namespace trunnion::fmu
