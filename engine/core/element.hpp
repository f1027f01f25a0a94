// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <concepts>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/core/element_context.hpp"

/// What forces and joints are: any type that satisfies the concepts below. There is no base class
/// and no registration; a new element is one header.
///
/// An element has a fixed list of K bodies (the ground, index 0, may be one of them; a body appears
/// once). It sees their kinematics and returns quantities with respect to the *increments*
/// (dr, dφ) of each body, dr [m] in the world and dφ [rad] the body-frame right perturbation
/// R exp(dφ~), and with respect to the velocities (r', w). Local vectors stack the 6-vectors of the
/// bodies in the order of bodies(); the blocks of the ground are computed and then dropped.
///
/// A generalized force on a body is the dual of (dr, dφ): the force [N] in the world, then the
/// torque about the centre of mass [N·m] in the body frame.
namespace trunnion {

/// Rows of a constraint Jacobian, at most MaxRows, stored without allocation.
template <int K, int MaxRows>
using LocalJacobian =
    Eigen::Matrix<double, Eigen::Dynamic, Stacked(K, 6), Eigen::RowMajor, MaxRows, Stacked(K, 6)>;
template <int MaxRows>
using LocalRows = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, MaxRows, 1>;

/// The bodies of an element. If their number is known at run time only, kBodies is Eigen::Dynamic,
/// bodies() refers to a vector, and the functions below size (and allocate) what they overwrite.
template <int K>
using BodyList = std::conditional_t<K == Eigen::Dynamic,
                                    std::vector<BodyIndex>,
                                    std::array<BodyIndex, static_cast<std::size_t>(K > 0 ? K : 0)>>;
template <class E>
int NumBodies(const E& element) {
  if constexpr (E::kBodies == Eigen::Dynamic) return static_cast<int>(element.bodies().size());
  return E::kBodies;
}

/// E::kBlockSize where an element has one, else 6. With 3 an element acts on the translations
/// of points or of rigid bodies, and its local vectors stack their 3-vectors.
template <class E>
inline constexpr int kBlockSize = 6;
template <class E>
requires requires { E::kBlockSize; }
inline constexpr int kBlockSize<E> = E::kBlockSize;

/// A force element: generalized forces f(q, v, t) on K bodies.
///
///   CalcForce      overwrites f with the generalized forces [N; N·m].
///   Linearize      overwrites f_q with ∂f/∂(dr, dφ) and f_v with ∂f/∂(r', w), exact.
///   CalcEnergy     potential energy [J] with f = −∂V/∂q for the conservative part; 0 if the force
///                  has none.
/// All are allocation-free and never throw.
template <class E>
concept ForceElement = requires(const E e,
                                const ElementContext& x,
                                LocalVector<E::kBodies, kBlockSize<E>>& f,
                                LocalMatrix<E::kBodies, kBlockSize<E>>& f_q,
                                LocalMatrix<E::kBodies, kBlockSize<E>>& f_v) {
  { E::kBodies } -> std::convertible_to<int>;
  { e.bodies() } -> std::convertible_to<BodyList<E::kBodies>>;
  e.CalcForce(x, f);
  e.Linearize(x, f_q, f_v);
  { e.CalcEnergy(x) } -> std::convertible_to<double>;
};

/// A force element with mass distributed over its bodies (finite elements), beside their own. Its
/// weight, by x.gravity, is part of CalcForce and CalcEnergy.
///
///   AddInertia         adds −(M a + h(q, v)) to f, a = (r'', w') from x.accelerations.
///   LinearizeInertia   overwrites M and adds the derivatives of −(M a + h) to f_q and f_v.
///   CalcKineticEnergy  [J]
template <class E>
concept InertialElement = ForceElement<E> && requires(const E e,
                                                      const ElementContext& x,
                                                      LocalVector<E::kBodies, kBlockSize<E>>& f,
                                                      LocalMatrix<E::kBodies, kBlockSize<E>>& M) {
  e.AddInertia(x, f);
  e.LinearizeInertia(x, M, M, M);
  { e.CalcKineticEnergy(x) } -> std::convertible_to<double>;
};

/// A constraint element: num_rows() equations 0 = g(q, t) among K bodies, with
/// ġ = G v + g_t and g̈ = G v' − γ.
///
///   Calc                        overwrites g, g_t and G ∈ ℝ^{rows×6K}. g comes from position
///                               differences, so that a far origin costs no digits.
///   CalcGamma                   overwrites γ(q, v, t) with G v' = γ on the acceleration level.
///   CalcGeometricStiffness      overwrites K = ∂(Gᵀλ)/∂(dr, dφ) at fixed λ (not symmetric).
///   CalcVelocityGradient        overwrites L = ∂(G v + g_t)/∂(dr, dφ) at fixed v ∈ ℝ^{rows×6K}.
///   is_rotational(row)          true if λ of the row is a torque [N·m], g an angle [rad].
///   is_holonomic(row)           optional; false for a row that holds on the velocity level only: g
///                               is 0 then, G the matrix of the row and g_t the rest.
/// All are allocation-free and never throw.
template <class E>
concept ConstraintElement = requires(const E e,
                                     const ElementContext& x,
                                     LocalRows<E::kMaxRows>& rows,
                                     LocalJacobian<E::kBodies, E::kMaxRows>& G,
                                     LocalMatrix<E::kBodies>& K,
                                     std::span<const double> lambda,
                                     int row) {
  { E::kBodies } -> std::convertible_to<int>;
  { E::kMaxRows } -> std::convertible_to<int>;
  { e.bodies() } -> std::convertible_to<BodyList<E::kBodies>>;
  { e.num_rows() } -> std::convertible_to<int>;
  { e.is_rotational(row) } -> std::convertible_to<bool>;
  e.Calc(x, rows, rows, G);
  e.CalcGamma(x, rows);
  e.CalcGeometricStiffness(x, lambda, K);
  e.CalcVelocityGradient(x, G);
};

/// A constraint element that exerts forces on its bodies which depend on its own multipliers,
/// beside −Gᵀλ (friction). Elements whose has_reaction_force() is false are passed over.
///
///   CalcReactionForce           overwrites f with the generalized forces.
///   LinearizeReactionForce      overwrites f_q = ∂f/∂(dr, dφ), f_v = ∂f/∂(r', w) and f_λ, whose
///   row i
///                               is (∂f/∂λᵢ)ᵀ.
template <class E>
concept ReactionForceElement = ConstraintElement<E> &&
    requires(const E e,
             const ElementContext& x,
             std::span<const double> lambda,
             LocalVector<E::kBodies>& f,
             LocalMatrix<E::kBodies>& f_q,
             LocalMatrix<E::kBodies>& f_v,
             LocalJacobian<E::kBodies, E::kMaxRows>& f_lambda) {
  { e.has_reaction_force() } -> std::convertible_to<bool>;
  e.CalcReactionForce(x, lambda, f);
  e.LinearizeReactionForce(x, lambda, f_q, f_v, f_lambda);
};

/// An element with memory: `num_memory()` slots that start at set_memory(first), initialised and
/// updated by UpdateMemory at accepted states.
template <class E>
concept ElementWithMemory =
    requires(E e, const E c, const ElementContext& x, std::span<double> all_memory, int first) {
  { c.num_memory() } -> std::convertible_to<int>;
  e.set_memory(first);
  c.UpdateMemory(x, all_memory);
};

}  // namespace trunnion
