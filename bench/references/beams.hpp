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

// Dynamics. `tolerance` is that of the integrator, `t_end` [s] how much of the reference is run;
// the rows compare at all its times.

/// Bending frequencies 1 to 3 of the clamped, free and clamped-pinned beam.
Rows RunFrequencies(BeamFormulation formulation, int elements);
/// Flap and chord frequencies 1 and 2 of a beam that rotates about its clamped end.
Rows RunRotatingBeam(BeamFormulation formulation, int elements);
/// Spin-up of a beam (Simo & Vu-Quoc 1986): tip displacement, errors over its maximum 0.571.
Rows RunSpinUp(BeamFormulation formulation, int elements, double tolerance, double t_end);
/// Flying beam in the plane, EI = 100 or 500 (Simo & Vu-Quoc 1986): both ends, errors over L.
Rows RunFlyingBeam2D(
    BeamFormulation formulation, int elements, int EI, double tolerance, double t_end);
/// Flying beam in space (Simo & Vu-Quoc 1988): both ends, errors over L.
Rows RunFlyingBeam3D(BeamFormulation formulation, int elements, double tolerance, double t_end);
/// Right-angle cantilever (Simo & Vu-Quoc 1988), `elements` a leg: tip and elbow, errors over a
/// leg.
Rows RunRightAngle(BeamFormulation formulation, int elements, double tolerance, double t_end);
/// Falling very flexible pendulum (Berzeri & Shabana 2000): tip, errors over L.
Rows RunFallingPendulum(BeamFormulation formulation, int elements, double tolerance, double t_end);

double LargestError(const Rows& rows);

}  // namespace trunnion::references
