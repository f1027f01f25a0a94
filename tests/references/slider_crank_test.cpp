// SPDX-License-Identifier: BSD-3-Clause
//
// The flexible slider crank of the test set of Bari. Reference: tests/data/beam_problems.json.
#include "bench/references/slider_crank.hpp"

#include <gtest/gtest.h>

namespace trunnion::references {
namespace {

TEST(FlexibleSliderCrank, EndsWhereTheReferenceDoes) {
  for (const ReferenceRow& row : RunFlexibleSliderCrank(1e-10))
    EXPECT_LT(row.relative_error, 5e-4) << row.quantity << ": " << row.ours;
}

}  // namespace
}  // namespace trunnion::references
