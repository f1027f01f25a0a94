// SPDX-License-Identifier: BSD-3-Clause
//
// A user-defined joint and force, each given by one templated function; all derivatives come from
// automatic differentiation. A bead slides on the parabola z = x² in the plane y = 0 with air drag.
#include <cmath>
#include <cstdio>

#include <trunnion/model.hpp>
#include <trunnion/simulation.hpp>

namespace {

using namespace trunnion;

/// 0 = z − x², 0 = y for the centre of mass of one body.
struct OnParabola {
  static constexpr int kRows = 2;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const auto& r = bodies[0].r;
    g[0] = r.z() - r.x() * r.x();
    g[1] = r.y();
  }
};

/// Quadratic drag −c |v| v.
struct Drag {
  double c = 0.1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using std::sqrt;
    const auto& v = bodies[0].v;
    const S speed = sqrt(v.squaredNorm() + 1e-12);
    f[0].template head<3>() = -c * speed * v;
    f[0].template tail<3>().setZero();
  }
};

}  // namespace

int main() {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId bead = model.AddPointMass({.name = "bead", .mass = 1, .position = {1, 0, 1}});
  model.AddUserConstraint("wire", std::array{bead}, OnParabola{});
  model.AddUserForce("drag", std::array{bead}, Drag{.c = 0.1});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-7}});

  double off_wire = 0, last_energy = 9.81;
  for (int i = 1; i <= 10; ++i) {
    simulation.advance_to(0.3 * i);
    const Vec3 r = simulation.body(bead.index()).r;
    const double energy = simulation.kinetic_energy() + simulation.potential_energy();
    off_wire = std::max(off_wire, std::abs(r.z() - r.x() * r.x()));
    std::printf(
        "t %.1f s  x %8.5f  z %8.5f  energy %8.5f J\n", simulation.t(), r.x(), r.z(), energy);
    if (energy > last_energy) return 1;  // drag only takes energy
    last_energy = energy;
  }
  std::printf("largest distance from the wire %.1e m\n", off_wire);
  return off_wire < 1e-5 ? 0 : 1;
}
