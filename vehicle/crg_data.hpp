// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

#include "vehicle/crg_file.hpp"

namespace trunnion::vehicle {

/// Reads the data below the header into `file`, whose format, channels and range of u are known.
/// @param bytes  all that follows the line of dollars.  @param line  the number of that line.
/// @throws FileError as ParseCrgFile.
void ReadCrgData(std::string_view bytes, int line, CrgFile& file);

}  // namespace trunnion::vehicle
