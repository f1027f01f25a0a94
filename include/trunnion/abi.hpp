// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

/// @file What a program and the library must agree on. Eigen allocates and aligns differently where
/// the compiler may use AVX; objects that pass between both would be freed in another way.
static_assert(EIGEN_DEFAULT_ALIGN_BYTES == 16 && EIGEN_MAX_STATIC_ALIGN_BYTES == 16,
              "Trunnion's headers must be compiled for the processor that the library is compiled "
              "for: leave out -march=native, -mavx and the like for files that include them");
