// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// Parameters of eight bushings of measure energy with diagonal K and D and without curves, one
/// array over the bushings for each number. Matrices are column-major; see Bushing.
struct BushingLanes {
  int A[8], B[8];  ///< bodies
  double R_AF[9][8],
      origin[3][8];  ///< axes of F in A; Fo from the centre of mass of A, in F axes [m]
  double R_BM[9][8], p_BM[3][8];  ///< pose of M in B
  double K[6][8], D[6][8], P[6][8];
};

/// The forces (f_A, τ_A, f_B, τ_B) of eight bushings.
using BushingForces = double[12][8];

/// Evaluates the forces as Bushing::CalcForce does, up to rounding. Bodies are arrays of 18
/// numbers: BodyState. Returns a bit for each bushing whose frames are turned by less than 0.19
/// rad; the forces of the others are not usable.
struct BushingKernel {
  const char* name;  ///< of the instruction set
  unsigned (*CalcForces)(const BushingLanes& bushings, const double* bodies, BushingForces& forces);
};

/// The kernel for the best instruction set that this processor has.
const BushingKernel& SelectBushingKernel();
/// Those of all instruction sets that this processor has, the plainest first.
int ListBushingKernels(const BushingKernel* list[3]);

}  // namespace trunnion
