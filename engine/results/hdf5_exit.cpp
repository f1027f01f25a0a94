// SPDX-License-Identifier: BSD-3-Clause
#include "engine/results/hdf5_exit.hpp"

#include <hdf5.h>

namespace trunnion {

void SkipHdf5Exit() { H5dont_atexit(); }

}  // namespace trunnion
