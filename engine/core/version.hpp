// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// "0.1.0"
const char* Version();

}  // namespace trunnion
