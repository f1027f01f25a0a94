// SPDX-License-Identifier: BSD-3-Clause
#include "engine/system/handle_checks.hpp"

namespace trunnion {

void RequireHandle(int index, std::size_t count, const char* kind) {
  if (index >= 0 && static_cast<std::size_t>(index) < count) return;
  throw ModelError(std::string("there is no ") + kind + " of index " + std::to_string(index) +
                   " in this system; pass the handle that the model gave when it was added");
}

void RequireSize(Eigen::Index size, Eigen::Index expected, const std::string& what) {
  if (size == expected) return;
  throw ModelError(what + " has " + std::to_string(size) + " numbers where this system needs " +
                   std::to_string(expected) + "; pass a vector of that size, of the same system");
}

}  // namespace trunnion
