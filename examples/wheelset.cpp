// SPDX-License-Identifier: BSD-3-Clause
//
// A wheelset on a straight track at a loose tolerance, with the constraints on the acceleration
// level only, and with the projection after each step: without it the wheels lift off the rails,
// the "flying wheelset".
#include <cstdio>

#include "examples/models/wheelset.hpp"

int main() {
  using namespace trunnion;
  SmallSystem<models::Wheelset> system;
  const models::WheelsetState start = models::MakeWheelsetStart(system);
  IntegratorOptions options{.tolerance = 1e-4, .bdf = {.formulation = FormulationKind::index1}};
  Bdf drifting(system, options);
  options.bdf.formulation = FormulationKind::index1_projected;
  Bdf projected(system, options);
  for (Bdf* run : {&drifting, &projected})
    run->Start(0, start.q, start.v, start.v_dot, start.lambda);

  std::printf("                index1                         index1_projected\n");
  std::printf("t [s]  lateral [mm]  up [um]  off [um]   lateral [mm]  up [um]  off [um]\n");
  double off[2] = {};
  for (int t = 1; t <= 10; ++t) {
    const auto a = models::RunWheelset(system, drifting, t);
    const auto b = models::RunWheelset(system, projected, t);
    off[0] = models::CalcWheelsetGap(a), off[1] = models::CalcWheelsetGap(b);
    std::printf("%5d %13.4f %8.2f %9.2f %14.4f %8.2f %9.1e\n",
                t,
                1e3 * a.q[0],
                1e6 * a.q[1],
                1e6 * off[0],
                1e3 * b.q[0],
                1e6 * b.q[1],
                1e6 * off[1]);
  }
  return off[0] > 2e-5 && off[1] < 1e-10 ? 0 : 1;
}
