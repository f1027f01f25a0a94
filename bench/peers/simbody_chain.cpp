// SPDX-License-Identifier: BSD-3-Clause
//
// Simbody (Sherman, Seth & Delp 2011): relative coordinates, O(N) recursion.
//
// B1            a tree of ball mobilizers: no constraints are left.
// B2            free mobilizers to the ground and LinearBushing forces (Euler angles x-y-z of the
//               relative rotation, which for isotropic stiffness differ from the rotation vector in
//               the second order, and not at all in the plane in which B2 moves).
// Integrator    Runge-Kutta-Merson, Simbody's own choice for accurate smooth motion; CPODES would
//               factorize a dense Jacobian. Its accuracy is the tolerance.
#include "bench/peers/simbody_chain.hpp"

#include <Simbody.h>

namespace trunnion::bench {

struct SimbodyChain::Parts {
  SimTK::MultibodySystem system{};
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};
  std::vector<SimTK::MobilizedBody> rods{};
};

SimbodyChain::~SimbodyChain() = default;

SimbodyChain::SimbodyChain(int n, bool bushings) : parts_(std::make_unique<Parts>()) {
  using namespace SimTK;
  auto& [system, matter, forces, rods] = *parts_;
  Force::Gravity(forces, matter, Vec3(0, 0, -9.81));
  const double turn = 1.0 / 12 + 0.0025;
  const Body::Rigid rod(MassProperties(1, Vec3(0), Inertia(0.005, turn, turn)));
  // Rotation first.
  const Vec6 stiffness(1e4, 1e4, 1e4, 1e6, 1e6, 1e6), damping(1, 1, 1, 1e2, 1e2, 1e2);
  MobilizedBody last = matter.Ground();
  for (int k = 1; k <= n; ++k) {
    const Transform end(Vec3(k == 1 ? 0 : 0.5, 0, 0)), start(Vec3(-0.5, 0, 0));
    if (bushings) {
      const Transform middle(Vec3(k - 0.5, 0, 0));
      const MobilizedBody::Free next(matter.Ground(), middle, rod, Transform());
      Force::LinearBushing(forces, last, end, next, start, stiffness, damping);
      last = next;
    } else {
      last = MobilizedBody::Ball(last, end, rod, start);
    }
    rods.push_back(last);
  }
}

namespace {

SimbodyRod ReadRod(const SimTK::MobilizedBody& rod, const SimTK::State& state) {
  SimbodyRod out{};
  const SimTK::Rotation& R = rod.getBodyRotation(state);
  const SimTK::Vec3 r = rod.getBodyOriginLocation(state), v = rod.getBodyOriginVelocity(state);
  const SimTK::Vec3 w = ~R * rod.getBodyAngularVelocity(state);
  for (int i = 0; i < 3; ++i) {
    out.r[i] = r[i];
    out.v[i] = v[i];
    out.w[i] = w[i];
    for (int k = 0; k < 3; ++k) out.R[i + 3 * k] = R[i][k];
  }
  return out;
}

}  // namespace

SimbodyChain::Result SimbodyChain::Integrate(double end,
                                             double accuracy,
                                             const std::function<void()>& start,
                                             const std::function<bool()>& stop,
                                             const std::function<void()>& finish) {
  Result result;
  const SimTK::State start_state = parts_->system.realizeTopology();
  SimTK::RungeKuttaMersonIntegrator integrator(parts_->system);
  integrator.setAccuracy(accuracy);
  integrator.setInternalStepLimit(-1);
  integrator.setReturnEveryInternalStep(true);
  start();
  try {
    integrator.initialize(start_state);
    while (integrator.stepTo(end) != SimTK::Integrator::ReachedReportTime) {
      if (!stop()) continue;
      result.failure = "stopped: a looser tolerance was cheaper";
      break;
    }
  } catch (const std::exception& error) {
    result.failure = error.what();
  }
  finish();
  result.steps = integrator.getNumStepsTaken();
  result.failed_steps = integrator.getNumStepsAttempted() - result.steps;
  if (!result.failure.empty()) return result;
  const SimTK::State& state = integrator.getState();
  parts_->system.realize(state, SimTK::Stage::Velocity);
  for (const auto& rod : parts_->rods) result.rods.push_back(ReadRod(rod, state));
  return result;
}

}  // namespace trunnion::bench
