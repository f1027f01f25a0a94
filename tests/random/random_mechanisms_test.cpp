// SPDX-License-Identifier: BSD-3-Clause
// Random mechanisms: energy and power balance, residuals of all rows, two tolerances, formulations,
// another order of the bodies, a turned frame, numbers of threads. docs/reliability.md.
#include <gtest/gtest.h>

#include "tests/random/checks.hpp"

namespace trunnion::random {
namespace {

constexpr int kPerGroup = 15;

/// Faults that are open, see docs/reliability.md, "What remains".
constexpr bool IsOpen(std::uint64_t seed) { return seed == 120 || seed == 127; }

class RandomMechanisms : public ::testing::TestWithParam<int> {};

/// Every mechanism passes all checks, or is refused by a message that names an element.
TEST_P(RandomMechanisms, PassOrAreRefusedByName) {
  int refused = 0;
  for (int k = 0; k < kPerGroup; ++k) {
    const auto seed = static_cast<std::uint64_t>(kPerGroup * GetParam() + k + 1);
    if (IsOpen(seed)) continue;
    const Report report = CheckMechanism(seed, {.all = false, .work = 250});
    for (const Measure& measure : report.measures)
      EXPECT_LE(measure.ratio, 1) << "seed " << seed << ", " << measure.check;
    for (const Refusal& refusal : report.refusals)
      EXPECT_TRUE(refusal.names_element)
          << "seed " << seed << ", " << refusal.run << ": " << refusal.message;
    refused += report.refused;
  }
  EXPECT_LE(refused, 3);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMechanisms, ::testing::Range(0, 20));

}  // namespace
}  // namespace trunnion::random
