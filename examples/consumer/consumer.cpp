// SPDX-License-Identifier: BSD-3-Clause
//
// A user's program: own joint, own force, reactions by handle. A bead of 2 kg slides without
// friction on the circle x² + z² = 1 and starts at its side; a rod of 1 kg hangs beside it.
#include <trunnion/trunnion.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace {

using namespace trunnion;

struct OnCircle {
  static constexpr int kRows = 2;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const auto& r = bodies[0].r;
    g[0] = 0.5 * (r.x() * r.x() + r.z() * r.z() - 1);
    g[1] = r.y();
  }
};

struct Drag {
  double c = 0.5;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    f[0].template head<3>() = -c * bodies[0].v;
    f[0].template tail<3>().setZero();
  }
};

double RunModel() {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId bead = model.AddPointMass({.name = "bead", .mass = 2, .position = {1, 0, 0}});
  model.AddUserConstraint("wire", std::array{bead}, OnCircle{});
  const ForceId drag = model.AddUserForce("drag", std::array{bead}, Drag{});
  const BodyId rod = model.AddRigidBody({.name = "rod",
                                         .mass = 1,
                                         .com = {0, 0, -0.5},
                                         .inertia = Vec3(0.1, 0.1, 0.01).asDiagonal()});
  const JointId hinge =
      model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = rod});
  Simulation run(model.Compile(), {.integrator = {.tolerance = 1e-7}});
  run.advance_to(0.4);
  const double work = 2 * 9.81 * run.pose(bead).p.z() + run.velocity(bead).squaredNorm();
  std::printf("bead at %.6f m, drag %.4f N, energy lost %.4f J, hinge bears %.4f N\n",
              run.pose(bead).p.z(),
              run.force(drag).force.norm(),
              -work,
              run.reaction(hinge).force.norm());
  const bool drag_is_right =
      (run.force(drag).force + 0.5 * run.velocity(bead)).norm() < 1e-12 && work < -0.1;
  return drag_is_right ? std::abs(run.reaction(hinge).force.z() - 9.81) : 1;
}

}  // namespace

int main() { return RunModel() < 1e-6 ? 0 : 1; }
