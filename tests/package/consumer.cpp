// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "engine/core/rotation.hpp"

int main() {
  const trunnion::Vec3 theta(0.1, -0.2, 0.3);
  const double error = (trunnion::RotationLog(trunnion::RotationExp(theta)) - theta).norm();
  std::printf("|log(exp(theta)) - theta| = %.1e\n", error);
  return error < 1e-15 ? 0 : 1;
}
