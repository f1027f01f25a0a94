// SPDX-License-Identifier: BSD-3-Clause
//
// A bar of rubber from a mesh falls from the horizontal: tip, stress and strain energy over time.
// With a FILE.html as argument it also writes the page with the animation in colours of stress.
#include <cstdio>
#include <fstream>

#include <trunnion/flexible.hpp>
#include <trunnion/model.hpp>
#include <trunnion/results.hpp>
#include <trunnion/view.hpp>

int main(int argc, char** argv) {
  using namespace trunnion;
  Mesh mesh = ReadInp(TRUNNION_SOURCE_DIR "/tests/data/meshes/pendulum_c3d20r.inp");
  SetMaterial(mesh, {.name = "rubber", .E = 5e6, .nu = 0.3, .density = 1100});
  Model model;
  model.set_gravity({0, 0, -9.81});
  const MeshId bar =
      model.AddMesh({.name = "pendulum", .mesh = mesh, .fixed_sets = {"HINGE"}, .beta = 1e-3});
  const BodyId tip = model.node(bar, mesh.node_set("TIP").at(0));
  const Signal height{
      "tip_z", "m", [tip](const Simulation& s) { return s.body(tip.index()).r.z(); }};

  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
  const Results results = Run(simulation, 1, 0.01, {height});
  const VectorXd z = results.column("tip_z"), stress = results.column("pendulum.largest_von_mises"),
                 energy = results.column("pendulum.strain_energy");
  for (Eigen::Index i = 0; i < z.size(); i += 10)
    std::printf("%4.2f s  tip %7.4f m  von Mises stress %6.2f kPa  strain energy %7.4f J\n",
                results.time[i],
                z[i],
                1e-3 * stress[i],
                energy[i]);
  if (argc > 1) std::ofstream(argv[1]) << MakeView(results, {.title = "Flexible pendulum"});
  return z.minCoeff() < -0.95 && stress.maxCoeff() > 1e4 && stress.maxCoeff() < 1e6 ? 0 : 1;
}
