// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "interface/trunnion.h"

/// Status codes for exceptions. Internal to interface/.
namespace trunnion::c {

/// A call with arguments that cannot be; becomes TRUNNION_BAD_ARGUMENT.
struct BadArgument {
  std::string message;
};

/// Throws BadArgument with `message` unless `condition` holds.
inline void RequireArgument(bool condition, const char* message) {
  if (!condition) throw BadArgument{message};
}

/// Keeps the exception that is being handled as the last error of this thread. @return its status.
trunnion_status KeepError() noexcept;

/// What f() returns, or the status of what it throws.
template <class F>
trunnion_status Guard(const F& f) noexcept {
  try {
    return f();
  } catch (...) {
    return KeepError();
  }
}

}  // namespace trunnion::c
