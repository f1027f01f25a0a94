// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

/// Exceptions of the library. All derive from trunnion::Error; what() is one sentence that names
/// the model element and the remedy. The library never aborts and never prints.
namespace trunnion {

/// What an error is about, for programs; what() says the same in words.
struct ErrorFields {
  std::string element{};  ///< as messages name it: "joint 'hinge'"; empty: no single one
  std::string file{};     ///< empty: none
  std::string place{};    ///< in the file: "/bodies/3/mass", "line 12"; empty: the whole file
};

/// Base of everything the library throws.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, ErrorFields fields = {})
      : std::runtime_error(what), fields_(std::make_shared<const ErrorFields>(std::move(fields))) {}
  /// "ELEMENT: MESSAGE", about one element.
  Error(const std::string& element, const std::string& message)
      : Error(element + ": " + message, ErrorFields{.element = element}) {}

  const ErrorFields& fields() const { return *fields_; }
  const std::string& element() const { return fields_->element; }
  const std::string& file() const { return fields_->file; }
  const std::string& place() const { return fields_->place; }

 private:
  std::shared_ptr<const ErrorFields> fields_;  // copies of exceptions must not throw
};

/// The model is wrong: an impossible inertia, an unknown body, contradicting constraints.
class ModelError : public Error {
 public:
  using Error::Error;
};

/// A model file cannot be read; the message starts with the path inside the file.
class FileError : public Error {
 public:
  using Error::Error;
};

/// The computation cannot go on: step below minimum, singular position, non-finite force.
class SolverError : public Error {
 public:
  using Error::Error;
};

/// @throws ModelError with `message` unless `condition` holds.
inline void Require(bool condition, const std::string& message) {
  if (!condition) throw ModelError(message);
}
/// The same about one element, e.g. "body 'rod'".
inline void Require(bool condition, const std::string& element, const std::string& message) {
  if (!condition) throw ModelError(element, message);
}

}  // namespace trunnion
