// SPDX-License-Identifier: BSD-3-Clause
//
// Beams against static solutions: errors below 1e-3 with the mesh stated, falling with the square
// of the element length. References: tests/data/beam_problems.json.
#include <gtest/gtest.h>

#include <functional>

#include "bench/references/beams.hpp"

namespace trunnion::references {
namespace {

constexpr BeamFormulation kFormulations[] = {BeamFormulation::geometrically_exact,
                                             BeamFormulation::corotational};

using Problem = std::function<Rows(BeamFormulation, int)>;

/// `bound` with `elements`, and a quarter of the error with twice as many.
void Check(const Problem& problem, int elements, double bound) {
  for (const BeamFormulation formulation : kFormulations) {
    const Rows rows = problem(formulation, elements);
    const double coarse = LargestError(rows);
    const double fine = LargestError(problem(formulation, 2 * elements));
    EXPECT_LT(coarse, bound) << rows.front().mesh << " " << rows.front().quantity;
    EXPECT_GT(coarse / fine, 3.6) << rows.front().mesh << " " << rows.front().quantity;
    EXPECT_LT(coarse / fine, 4.6) << rows.front().mesh << " " << rows.front().quantity;
  }
}

TEST(BeamReferences, ElasticaUnderTipLoad) {
  for (const int load : {1, 2, 5, 10})
    Check([&](auto f, int n) { return RunElastica(f, n, load); }, 16, 1e-3);
}

TEST(BeamReferences, RollUpToAQuarterAndToFullCircles) {
  Check([](auto f, int n) { return RunRollUp(f, n, 0.25); }, 16, 1e-3);
  for (const BeamFormulation formulation : kFormulations)
    for (const double turns : {1.0, 2.0})  // the polygon of any mesh closes
      EXPECT_LT(LargestError(RunRollUp(formulation, 10, turns)), 1e-12);
}

TEST(BeamReferences, PostBucklingOfTheCantilever) {
  for (const int angle : {60, 120, 176})
    Check([&](auto f, int n) { return RunPostBuckling(f, n, angle); }, 32, 1e-3);
}

TEST(BeamReferences, CriticalLoadsOfEulerColumns) {
  // The shortest half wave is a half of the fixed column: 64 elements, 1.6e-3 or half of it.
  Check([](auto f, int n) { return RunColumns(f, n); }, 32, 7e-3);
}

TEST(BeamReferences, Bend45) { Check(RunBend45, 16, 1e-3); }

TEST(BeamReferences, PrincetonBeam) { Check(RunPrinceton, 32, 1e-3); }

}  // namespace
}  // namespace trunnion::references
