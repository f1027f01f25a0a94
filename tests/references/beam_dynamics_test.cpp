// SPDX-License-Identifier: BSD-3-Clause
//
// Beams with their mass against frequencies and motions computed independently; the long runs are
// in bench/beam_references. References: tests/data/beam_problems.json.
#include <gtest/gtest.h>

#include "bench/references/beams.hpp"
#include "bench/references/rod.hpp"

namespace trunnion::references {
namespace {

constexpr auto kExact = BeamFormulation::geometrically_exact;
constexpr auto kCorotational = BeamFormulation::corotational;

TEST(BeamReferences, FrequenciesOfOrderFourAndTwo) {
  const double coarse = LargestError(RunFrequencies(kCorotational, 6));
  const double fine = LargestError(RunFrequencies(kCorotational, 12));
  EXPECT_LT(fine, 1e-3);
  EXPECT_GT(coarse / fine, 10);
  // One-point elements are too stiff by about (β h)²/24, 1e-3 of the third mode with 64.
  const double exact_coarse = LargestError(RunFrequencies(kExact, 32));
  const double exact_fine = LargestError(RunFrequencies(kExact, 64));
  EXPECT_LT(exact_fine, 2e-3);
  EXPECT_GT(exact_coarse / exact_fine, 3.5);
}

TEST(BeamReferences, RotatingBeamStiffensAsSouthwellSays) {
  const double coarse = LargestError(RunRotatingBeam(kCorotational, 12));
  const double fine = LargestError(RunRotatingBeam(kCorotational, 24));
  EXPECT_LT(fine, 4e-3);
  EXPECT_GT(coarse / fine, 3.5);
}

TEST(BeamReferences, SpinUp) {
  const double coarse = LargestError(RunSpinUp(kCorotational, 4, 1e-6, 3));
  EXPECT_LT(coarse, 1e-2);
  EXPECT_LT(LargestError(RunSpinUp(kCorotational, 8, 1e-6, 3)), coarse / 3);
}

TEST(BeamReferences, FlyingBeam) {
  EXPECT_LT(LargestError(RunFlyingBeam2D(kExact, 16, 500, 1e-6, 4)), 5e-3);
  EXPECT_LT(LargestError(RunFlyingBeam3D(kExact, 16, 1e-6, 3)), 5e-3);
}

}  // namespace
}  // namespace trunnion::references
