// SPDX-License-Identifier: BSD-3-Clause
//
// The same part in the same mechanism as a reduced body and with all nodes of its mesh: a control
// arm of 2 425 nodes after a bump. Prints the motion of its end and the processor time of both:
//
//     reduced_against_full [--mesh FILE] [--modes M] [--tolerance X] [--end T] [--json FILE]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/simulation/simulation.hpp"
#include "examples/models/control_arm.hpp"

namespace {

using namespace trunnion;

constexpr int kFrames = 20;

struct Motion {
  std::vector<Vec3> r;  // of the carrier
  double start_seconds = 0, run_seconds = 0;
  long steps = 0;
};

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Motion Run(const models::ControlArm& arm, bool full, double end, double tolerance) {
  Motion motion;
  const double begin = CpuSeconds();
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId carrier = models::AddControlArm(model, arm, "arm", full, Vec3::Zero());
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = tolerance}});
  motion.start_seconds = CpuSeconds() - begin;
  for (int i = 1; i <= kFrames; ++i) {
    simulation.advance_to(end * i / kFrames);
    motion.r.push_back(simulation.body(carrier.index()).r);
  }
  motion.run_seconds = CpuSeconds() - begin - motion.start_seconds;
  motion.steps = simulation.statistics().steps;
  return motion;
}

double LargestDistance(const Motion& motion, const std::vector<Vec3>& from) {
  double largest = 0;
  for (std::size_t i = 0; i < motion.r.size(); ++i)
    largest = std::max(largest, (motion.r[i] - from[i]).norm());
  return largest;
}

void Print(const char* name, const Motion& motion) {
  std::printf("%-8s %6ld steps  start %8.3f s  run %9.3f s (CPU)\n",
              name,
              motion.steps,
              motion.start_seconds,
              motion.run_seconds);
  std::fflush(stdout);
}

nlohmann::json Compare(const std::string& file, int modes, double tolerance, double end) {
  const double begin = CpuSeconds();
  const models::ControlArm arm = models::ReadControlArm(file, modes);
  std::printf(
      "reading, reduction to %d shapes: %.3f s\n", arm.part->num_shapes(), CpuSeconds() - begin);
  const Motion reduced = Run(arm, false, end, tolerance);
  Print("reduced", reduced);
  const Motion full = Run(arm, true, end, tolerance);
  Print("full", full);
  const std::vector<Vec3> still(full.r.size(), arm.bore_b);
  const double travel = LargestDistance(full, still), difference = LargestDistance(reduced, full.r);
  const double ratio = full.run_seconds / reduced.run_seconds;
  std::printf("travel %.4e m, difference %.2e m (%.3f %%); the reduced one is %.0f times faster\n",
              travel,
              difference,
              100 * difference / travel,
              ratio);
  return {{"nodes", arm.mesh.nodes.size()},
          {"shapes", arm.part->num_shapes()},
          {"tolerance", tolerance},
          {"travel", travel},
          {"difference", difference},
          {"relative_difference", difference / travel},
          {"reduced", {{"steps", reduced.steps}, {"cpu_seconds", reduced.run_seconds}}},
          {"full", {{"steps", full.steps}, {"cpu_seconds", full.run_seconds}}},
          {"ratio", ratio}};
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A reduced body beside the full mesh of the same part");
  std::string mesh = TRUNNION_SOURCE_DIR "/tests/data/meshes/arm_tet10_coarse.inp", json;
  int modes = 10;
  double tolerance = 1e-5, end = 0.05;
  app.add_option("--mesh", mesh, "mesh of the arm");
  app.add_option("--modes", modes, "fixed-interface modes");
  app.add_option("--tolerance", tolerance, "of both");
  app.add_option("--end", end, "[s]");
  app.add_option("--json", json, "write the figures to this file");
  CLI11_PARSE(app, argc, argv);
  try {
    const nlohmann::json figures = Compare(mesh, modes, tolerance, end);
    if (!json.empty() && !(std::ofstream(json) << figures.dump(1) << '\n')) {
      std::fprintf(stderr, "reduced_against_full: cannot write %s\n", json.c_str());
      return 2;
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "reduced_against_full: %s\n", error.what());
    return 3;
  }
}
