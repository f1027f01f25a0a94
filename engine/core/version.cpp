// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/version.hpp"

namespace trunnion {

const char* Version() { return TRUNNION_VERSION; }

}  // namespace trunnion
