// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

namespace trunnion {

/// Multipliers of one joint.
struct SaddleJoint {
  int first_row;            ///< first row in G
  int rows;                 ///< number of rows
  std::vector<int> bodies;  ///< the bodies it acts on, without the ground
  /// The ground takes part, so that forces and torques on `bodies` do not balance each other.
  bool touches_ground;
};

/// Blocks of [H Gᵀ; G 0]: the bodies in the order of their columns in H, then the rows of G.
struct SaddleStructure {
  std::vector<int> body_sizes;  ///< velocities of each body
  std::vector<SaddleJoint> joints;
  std::vector<std::pair<int, int>> couplings;  ///< bodies coupled in H: bushings, springs
};

/// Elimination order of [H Gᵀ; G 0] for static pivots, for KluOptions::ordering:
/// result[k] is the row and column eliminated k-th.
///
/// Minimum (approximate) fill on the quotient graph, one vertex a body and one a joint, or nested
/// dissection of large meshes, under a rule that keeps the diagonal pivots nonsingular in exact
/// arithmetic. Let the eliminated bodies be grouped by the eliminated joints between them; of each
/// group let h count the eliminated joints to a body not yet eliminated and g those to the ground.
/// Each group has h = 0, or h = 1 and g = 0: then Gᵀ restricted to what is eliminated has full
/// column rank, since a group whose joints balance each other would have a redundant joint already.
/// A joint waits until this holds with it; a body never has to. ('After one of its bodies' is not
/// enough: two ball joints on one rod give 6 rows of rank 5.) Joints of three or more bodies wait
/// for all.
///
/// Assumes G of full row rank, H with a positive definite symmetric part. Where that fails, KLU
/// still pivots off the diagonal.
/// @throws SolverError if an index is out of range, or the rows of the joints do not make up G.
std::vector<int> OrderSaddlePoint(const SaddleStructure& structure);

/// The same order by vertices: body b is b, joint j is body_sizes.size() + j.
std::vector<int> OrderSaddleVertices(const SaddleStructure& structure);

}  // namespace trunnion
