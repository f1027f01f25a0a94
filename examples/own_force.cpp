// SPDX-License-Identifier: BSD-3-Clause
//
// A force element of one's own with everything that a built-in one has: exact derivatives, energy,
// columns in the results and a place in pictures. A magnet at the origin pulls a bead with μ/r³,
// which leaves it on a circle of radius 1 m at a speed of √μ.
#include <array>
#include <cmath>
#include <cstdio>
#include <span>

#include <trunnion/trunnion.hpp>

namespace {

using namespace trunnion;

/// f = −μ r/|r|⁴ on the centre of mass of one body; V = −μ/(2 r²).
class Magnet {
 public:
  static constexpr int kBodies = 1;

  Magnet(BodyId body, double mu) : body_(body.index()), mu_(mu) {}
  std::array<BodyIndex, 1> bodies() const { return {body_}; }

  void CalcForce(const ElementContext& x, LocalVector<1>& f) const {
    const Vec3& r = x.bodies[idx(body_)].r;
    f << -mu_ / std::pow(r.norm(), 4) * r, Vec3::Zero();
  }
  /// f_q = ∂f/∂(dr, dφ), f_v = ∂f/∂(r', w).
  void Linearize(const ElementContext& x, LocalMatrix<1>& f_q, LocalMatrix<1>& f_v) const {
    const Vec3& r = x.bodies[idx(body_)].r;
    const double r2 = r.squaredNorm();
    f_q.setZero();
    f_v.setZero();
    f_q.topLeftCorner<3, 3>() = -mu_ / (r2 * r2) * (Mat3::Identity() - 4 / r2 * r * r.transpose());
  }
  double CalcEnergy(const ElementContext& x) const {
    return -mu_ / (2 * x.bodies[idx(body_)].r.squaredNorm());
  }

  ElementDescription Describe() const {
    return {.type = "magnet",
            .places = {{kGround, {}}, {body_, {}}},
            .columns = {{"distance", "m", "from the magnet"}, {"pull", "N", "toward the magnet"}}};
  }
  void WriteReport(const ElementContext& x, std::span<double> out) const {
    out[0] = x.bodies[idx(body_)].r.norm();
    out[1] = mu_ / std::pow(out[0], 3);
  }

 private:
  BodyIndex body_;
  double mu_;
};
static_assert(ForceElement<Magnet> && ReportingElement<Magnet>);

}  // namespace

int main() {
  constexpr double kMu = 4, kSpeed = 2;
  Model model;
  const BodyId bead = model.AddPointMass(
      {.name = "bead", .mass = 1, .position = {1, 0, 0}, .velocity = {0, kSpeed, 0}});
  const ForceId magnet = model.AddForceElement("magnet", Magnet(bead, kMu));
  Simulation run(model.Compile(), {.integrator = {.tolerance = 1e-8}});
  const Results results = Run(run, 1.0, 0.1);
  const VectorXd distance = results.column("magnet.distance"), pull = results.column("magnet.pull");
  for (int i = 0; i < distance.size(); ++i)
    std::printf("%4.1f s  distance %.6f m  pull %.5f N\n", results.time[i], distance[i], pull[i]);
  const double off = (distance.array() - 1).abs().maxCoeff();
  return off < 1e-5 && std::abs(run.report(magnet, "pull") - kMu) < 1e-4 ? 0 : 1;
}
