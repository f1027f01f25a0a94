// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// What the components of v in a block are. States are the own unknowns of elements: they stand in
/// v like velocities of coordinates that nobody uses, so that the mass matrix and D = −∂f/∂v carry
/// their equations and no other part of the system knows them.
enum class BlockKind {
  mechanical,    ///< velocities of coordinates
  differential,  ///< states with s' = F; a diagonal mass
  algebraic,     ///< states with 0 = F; no mass, ∂F/∂s regular
};

/// Components that one norm is taken over: a body, a node, a state.
struct NormBlock {
  int first;  ///< first component in v
  int size;   ///< number of components
  BlockKind kind = BlockKind::mechanical;
  double scale = 1;  ///< of states: their tolerance over that of lengths [unit of the state / m]
};

}  // namespace trunnion
