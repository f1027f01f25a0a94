// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "engine/core/types.hpp"

/// What elements see of the bodies of a System, and the shapes of their local vectors.
namespace trunnion {

/// Position and velocity of one body. Scalar is double, or a Dual for automatic differentiation.
template <class Scalar>
struct BodyStateT {
  using Vector = Eigen::Matrix<Scalar, 3, 1>;
  using Matrix = Eigen::Matrix<Scalar, 3, 3>;
  Vector r = Vector::Zero();      ///< position of the centre of mass [m], world
  Matrix R = Matrix::Identity();  ///< axes of the body in the world
  Vector v = Vector::Zero();      ///< r' [m/s], world
  Vector w = Vector::Zero();      ///< angular velocity [rad/s], body frame
};
using BodyState = BodyStateT<double>;

/// What an element is evaluated at.
struct ElementContext {
  double t = 0;                       ///< time [s]
  std::span<const BodyState> bodies;  ///< all bodies of the System; bodies[0] is the ground
  /// Slots of element memory: reference angles [rad] of multi-turn coordinates, updated by
  /// UpdateMemory() at accepted steps only.
  std::span<const double> memory;
  Vec3 gravity = Vec3::Zero();  ///< [m/s²], world
  /// (r'', w') of all bodies [m/s²; rad/s²], for the inertia of elements; empty: without inertia.
  std::span<const Vec6> accelerations{};
  /// True within steps of an integrator, which wants the smooth piece that memory holds, also
  /// beyond its ends (ElementWithEvents).
  bool in_pieces = false;
  /// By what the forces of elements count, by their number among all force elements: 0 where one
  /// is switched off. Elements do not look at it. Empty: 1.
  std::span<const double> force_scales{};
};

/// Components of K blocks. K may be Eigen::Dynamic: a number of bodies known at run time only.
constexpr int Stacked(int K, int block) { return K == Eigen::Dynamic ? K : block * K; }

/// Block components a body has in local vectors: 6, or 3 in elements of points only.
template <int K, int Block = 6>
using LocalVector = Eigen::Matrix<double, Stacked(K, Block), 1>;
template <int K, int Block = 6>
using LocalMatrix = Eigen::Matrix<double, Stacked(K, Block), Stacked(K, Block)>;

}  // namespace trunnion
