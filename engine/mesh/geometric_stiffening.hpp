// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/mesh/reduced_part.hpp"

namespace trunnion {

/// Adds geometric stiffening to a part whose mesh is `linear`: how centrifugal loads and the forces
/// on its interfaces stiffen or soften its shapes.
///
/// Points of the deformed part are at X + Σ φᵢ pᵢ + ½ Σ ψᵢⱼ pᵢ pⱼ with those ψ that keep the Green
/// strain as linear in p as the mesh can: ψ minimizes ∫ D : C : D dV, D = sym(∂ψᵢⱼ/∂X +
/// ∂φᵢ/∂Xᵀ ∂φⱼ/∂X). A beam bends without growing longer. The fields ψ are not needed: a load f,
/// which causes the stresses σ in the linear mesh, does on them the work
///
///     f · ψᵢⱼ = −∫ ∂φᵢ/∂X : (∂φⱼ/∂X σ) dV,
///
/// the geometric stiffness of that load. The loads are E X dm for the six symmetric unit matrices E
/// (centrifugal: E = |w|² I − w wᵀ), kept in place by the inertia of a rigid motion, which gives
/// InertiaIntegrals::foreshortening; and the six unit loads of each interface, in balance with the
/// inertia of a rigid motion, which gives Interface::foreshortening. Acceleration and weight need
/// no matrix: the floating frame has mean axes. Interfaces turn rigidly by any θ.
///
/// Following frames (AddFollowingFrame) have none: loads on them do not stiffen.
///
/// @throws ModelError if part and mesh differ in their nodes; SolverError if the part is not held
///         by its first interface.
/// Reference Wallrapp & Schwertassek, Int. J. Numer. Meth. Eng. 32 (1991) 1833; Sharf, J. Guidance,
///           Control and Dynamics 18 (1995) 882; Schwertassek & Wallrapp (1999), section 6.
/// Verified  tests/mesh/geometric_stiffening_test.cpp: another origin of an interface;
///           tests/system/geometric_stiffening_test.cpp: rotating beam, column, lateral buckling,
///           arc, spin-up.
void AddGeometricStiffening(ReducedPart& part, const LinearMesh& linear);

}  // namespace trunnion
