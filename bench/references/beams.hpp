// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bench/references/row.hpp"
#include "forces/elements/beam.hpp"

/// Beam problems with known solutions, built from the elements users have. References and their
/// sources: tests/data/beam_problems.json.
namespace trunnion::references {

using Rows = std::vector<ReferenceRow>;

/// Cantilever under a dead tip load P L²/(E I) = `load` (Mattiasson 1981): w/L and u/L, errors over
/// L.
Rows RunElastica(BeamFormulation formulation, int elements, int load);
/// Cantilever bent by an end moment to `turns` of a circle: tip x/L, y/L, errors over L.
Rows RunRollUp(BeamFormulation formulation, int elements, double turns);
/// Post-buckled cantilever with a tip angle of about `angle` degrees (a key of the data): tip x/L
/// and y/L at the load of the reference, errors over L.
Rows RunPostBuckling(BeamFormulation formulation, int elements, int angle);
/// Critical loads P L²/(E I) of the four Euler columns: where the lateral stiffness vanishes.
Rows RunColumns(BeamFormulation formulation, int elements);
/// 45° bend of Bathe & Bolourchi, all loads and sections of the data: tip position, errors over R.
Rows RunBend45(BeamFormulation formulation, int elements);
/// Princeton beam, all loads and angles: tip displacement, errors over its length, and twist.
Rows RunPrinceton(BeamFormulation formulation, int elements);

double LargestError(const Rows& rows);

}  // namespace trunnion::references
