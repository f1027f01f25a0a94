// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/vehicle_types.hpp"

namespace trunnion::vehicle {

/// One entry of the section "suspensions"; keys: docs/suspensions.md.
/// @throws ModelError, FileError
FileSuspension ReadSuspension(FileEntry& entry);

}  // namespace trunnion::vehicle
