// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <string>

namespace trunnion {

/// What f() complains of.
template <class F>
std::string MessageOf(const F& f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace trunnion
