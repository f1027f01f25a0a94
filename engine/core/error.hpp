// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

/// Exceptions of the library. All derive from trunnion::Error; what() is one sentence that names
/// the model element and the remedy. The library never aborts and never prints.
namespace trunnion {

/// Base of everything the library throws.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
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

}  // namespace trunnion
