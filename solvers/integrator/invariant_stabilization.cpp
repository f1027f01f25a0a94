// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/invariant_stabilization.hpp"

#include <Eigen/LU>

namespace trunnion {

VectorXd StabilizationStep(const VectorXd& h, const MatrixXd& H, const MatrixXd& D) {
  return -D * (H * D).partialPivLu().solve(h);
}

bool InvariantOde::CalcDerivative(double t, const VectorXd& z, VectorXd& d) {
  d = f_(t, z);
  return d.allFinite();
}

bool InvariantOde::CalcCorrection(double t, const VectorXd& z, VectorXd& c) {
  const MatrixXd H = H_(t, z);
  c = StabilizationStep(h_(t, z), H, D_ ? D_(t, z) : MatrixXd(H.transpose()));
  return c.allFinite();
}

}  // namespace trunnion
